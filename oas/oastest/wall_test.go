package oastest_test

import (
	"os/exec"
	"strings"
	"testing"
)

// A first test of a project compiles neither libopenapi nor a YAML reader: only package compatible links
// them, which reads documents.
func TestOnlyCompatibleLinksReaders(t *testing.T) {
	for dir, want := range map[string]bool{".": false, "./compatible": true} {
		out, err := exec.Command("go", "list", "-deps", dir).Output()
		if err != nil {
			t.Fatal(err)
		}
		deps := string(out)
		for _, module := range []string{"\ngithub.com/pb33f/libopenapi\n", "\ngo.yaml.in/yaml/v4\n"} {
			if strings.Contains(deps, module) != want {
				t.Errorf("%s links%s: %t", dir, strings.TrimSpace(module), !want)
			}
		}
	}
}
