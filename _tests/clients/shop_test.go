package clients_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// The directory of the shop.
const shopFolder = "../../_examples/shop"

// program is the shop, built once.
var program string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "clients")
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "shop")
		if text, err := exec.Command("go", "build", "-C", shopFolder, "-o", program, ".").CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%v\n%s", err, text)
			return 1
		}
		return m.Run()
	}())
}

// A shop is a process with the seeded products.
type shop struct{ url, token string }

// startShop runs a shop until the test ends.
func startShop(t *testing.T, flags ...string) (s shop) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), program, append([]string{"-dev", "-addr", "127.0.0.1:0", "-db", ":memory:"}, flags...)...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	var logged strings.Builder
	cmd.Stderr = &logged
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Wait() })
	for lines := bufio.NewScanner(out); s.url == "" && lines.Scan(); {
		if token, ok := strings.CutPrefix(lines.Text(), "TOKEN="); ok {
			s.token = token
		}
		if address, ok := strings.CutSuffix(lines.Text(), "/v1/products"); ok {
			s.url = strings.TrimSpace(address)
		}
	}
	if s.url == "" || s.token == "" {
		_ = cmd.Wait()
		t.Fatalf("the shop did not start\n%s", logged.String())
	}
	return s
}

// documents returns the documents of the shop.
var documents = []struct{ version, path string }{
	{"3.0", "/openapi.json"},
	{"3.1", "/openapi-3.1.json"},
}

// document returns the document at a path.
func (s shop) document(t *testing.T, path string) []byte {
	t.Helper()
	res, err := http.Get(s.url + path)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 {
		t.Fatalf("%s: %s %v", path, res.Status, err)
	}
	return text
}

// save writes a document to a file and returns its name.
func save(t *testing.T, document []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "openapi.json")
	if err := os.WriteFile(file, document, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}
