package release

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tenon-go/tenon/_tests/release/proxy"
)

// user is a computer without the checkout and with an empty module cache.
type user struct {
	t   *testing.T
	env []string
	bin string
}

func newUser(t *testing.T) user {
	t.Helper()
	files, home := t.TempDir(), t.TempDir()
	if err := proxy.Write(t.Context(), files, checkout, version(t)); err != nil {
		t.Fatal(err)
	}
	env, err := proxy.Env(t.Context(), files, filepath.Join(home, "modules"))
	if err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(home, "bin")
	return user{t, append(append(os.Environ(), env...), "GOBIN="+bin), bin}
}

func (u user) command(dir, program string, args ...string) *exec.Cmd {
	if program == "tenon" {
		program = filepath.Join(u.bin, "tenon")
	}
	cmd := exec.CommandContext(u.t.Context(), program, args...)
	cmd.Dir, cmd.Env = dir, u.env
	return cmd
}

// run runs a command that must succeed, and returns what it prints.
func (u user) run(dir, program string, args ...string) string {
	u.t.Helper()
	out, err := u.command(dir, program, args...).CombinedOutput()
	if err != nil {
		u.t.Fatalf("%s %q: %v\n%s", program, args, err, out)
	}
	return string(out)
}

func (u user) fails(dir, program string, args ...string) string {
	u.t.Helper()
	out, err := u.command(dir, program, args...).CombinedOutput()
	if err == nil {
		u.t.Fatalf("%s %q succeeds\n%s", program, args, out)
	}
	return string(out)
}

func edit(t *testing.T, file, old, new string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), old) {
		t.Fatalf("%s does not contain %q", file, old)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(text), old, new, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// The command installs from the proxy, and the project that it creates builds and passes its tests.
func TestInstalledCommandCreatesAProject(t *testing.T) {
	u, dir := newUser(t), t.TempDir()
	u.run(dir, "go", "install", root+"/cmd/tenon@"+version(t))
	u.run(dir, "tenon", "new", "-module", "example.com/notes", "notes")
	dir = filepath.Join(dir, "notes")
	u.run(dir, "go", "test", "./...")
	if out := u.run(dir, "gofmt", "-l", "."); out != "" {
		t.Errorf("not formatted: %s", out)
	}
	if out := u.run(dir, "go", "mod", "tidy", "-diff"); out != "" {
		t.Error(out)
	}
	if mod, err := os.ReadFile(filepath.Join(dir, "go.mod")); err != nil || !strings.Contains(string(mod), root+" "+version(t)) {
		t.Errorf("%v\n%s", err, mod)
	}
	if out := u.run(dir, "tenon", "check", "./..."); strings.TrimSpace(out) != "3 operations, 0 faults" {
		t.Errorf("tenon check prints %q", out)
	}
	u.run(dir, "tenon", "openapi", "-o", "testdata/openapi-3.1.yaml", "-check")

	t.Run("runs", func(t *testing.T) { u.serves(t, dir) })

	edit(t, filepath.Join(dir, "api.go"), "MaxLen(120)", "MaxLen(0)")
	if out := u.fails(dir, "tenon", "check"); !strings.HasPrefix(out, "api.go:") {
		t.Error(out)
	}
}

// serves runs the project, and stops it as a container runtime does.
func (u user) serves(t *testing.T, dir string) {
	cmd := u.command(dir, "tenon", "run", ".", "-addr", "localhost:0")
	errs, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(2*time.Minute, func() { _ = cmd.Process.Kill() })
	address := ""
	lines := bufio.NewScanner(errs)
	for address == "" && lines.Scan() {
		if _, at, ok := strings.Cut(lines.Text(), "listening on "); ok {
			address = at
		}
	}
	for _, path := range []string{"/health", "/docs/", "/docs/openapi.json", "/"} {
		r, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		if _, _ = io.Copy(io.Discard, r.Body); r.StatusCode/100 != 2 {
			t.Errorf("%s: %s", path, r.Status)
		}
		r.Body.Close()
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for lines.Scan() {
	}
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := http.Get(address + "/health"); err == nil {
		t.Error("the program still runs")
	}
}
