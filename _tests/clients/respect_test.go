package clients_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Redocly's respect executes the workflows of the shop's Arazzo document with the shop and its
// mock, and checks each response against the OpenAPI document.
func TestRespectExecutesTheWorkflows(t *testing.T) {
	t.Run("shop", func(t *testing.T) { respectWorkflows(t, startShop(t)) })
	t.Run("mock", func(t *testing.T) { respectWorkflows(t, startShop(t, "-mock")) })
}

func respectWorkflows(t *testing.T, s shop) {
	t.Helper()
	dir := t.TempDir()
	workflows, err := exec.Command(program, "-arazzo", "openapi.json").Output()
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string][]byte{"arazzo.json": workflows, "openapi.json": s.document(t, "/openapi-3.1.json")} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	redocly, err := filepath.Abs("../conformance/judges/node_modules/.bin/redocly")
	if err != nil {
		t.Fatal(err)
	}
	respect := func(token string) (string, error) {
		cmd := exec.CommandContext(t.Context(), redocly, "respect", "arazzo.json", "-S", "api="+s.url, "--input", "bearer="+token)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true")
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := respect("invalid"); err == nil {
		t.Errorf("workflows without valid credentials succeed:\n%s", out)
	}
	out, err := respect(s.token)
	if err != nil || !strings.Contains(out, "Workflows: 3 passed, 3 total") {
		t.Errorf("%v\n%s", err, out)
	}
}
