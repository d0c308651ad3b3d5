//go:build conformance

package main

import (
	"os/exec"
	"regexp"
	"testing"

	"github.com/google/go-containerregistry/pkg/crane"
)

const suite = "github.com/opencontainers/distribution-spec/conformance@v0.0.0-20260831232431-97274622c111"

// The conformance suite of the specification finds nothing.
func TestConformance(t *testing.T) {
	everywhere(t, func(t *testing.T, host string, _ crane.Option) {
		run := exec.Command("go", "run", suite)
		run.Dir = t.TempDir()
		run.Env = append(run.Environ(), "GOWORK=off", "OCI_REGISTRY="+host, "OCI_TLS=disabled", "OCI_REPO1=library/sea", "OCI_REPO2=library/whale",
			"OCI_USERNAME=ann", "OCI_PASSWORD=secret")
		out, err := run.CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		t.Logf("%s", regexp.MustCompile(`(?m)^  (Pass|Skip|FAIL|Total)\.+: +\d+$`).FindAll(out, -1))
	})
}
