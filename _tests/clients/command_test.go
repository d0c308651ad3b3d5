package clients_test

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// command runs a program in a directory and returns its standard output, or all output if it
// fails.
func command(t *testing.T, dir, name string, args ...string) (stdout string, err error) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir = dir
	var all strings.Builder
	cmd.Stderr = &all
	out, err := cmd.Output()
	if err != nil {
		err = errors.New(name + " " + strings.Join(args, " ") + ": " + err.Error() + "\n" + string(out) + all.String())
	}
	return string(out), err
}

// must is like command, but fails the test if the program fails.
func must(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	out, err := command(t, dir, name, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// node runs a Node program in the directory node.
func node(t *testing.T, args ...string) string {
	t.Helper()
	if _, err := os.Stat(filepath.Join("node", "node_modules")); errors.Is(err, fs.ErrNotExist) {
		t.Fatal("run npm install --prefix _tests/clients/node --no-package-lock first")
	}
	return must(t, "node", "node", args...)
}

// generated returns an empty directory for generated code, which git ignores.
func generated(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}
