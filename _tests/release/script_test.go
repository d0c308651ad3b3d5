package release

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repository is a clone of the checkout, with the files of its working tree.
type repository struct {
	t   *testing.T
	dir string
}

func clone(t *testing.T) repository {
	t.Helper()
	r := repository{t, filepath.Join(t.TempDir(), "clone")}
	if out, err := exec.CommandContext(t.Context(), "git", "clone", "-q", "--no-tags", "--depth=1", "file://"+abs(t, checkout), r.dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{".ci/release", "CHANGELOG.md", "go.work"} {
		if err := os.WriteFile(filepath.Join(r.dir, name), read(t, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	r.commit("The working tree")
	return r
}

func abs(t *testing.T, name string) string {
	t.Helper()
	name, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return name
}

func (r repository) command(name string, args ...string) (string, error) {
	cmd := exec.CommandContext(r.t.Context(), name, args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com",
		"PACKAGES="+extra+"$") // the others take minutes
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (r repository) must(name string, args ...string) string {
	r.t.Helper()
	out, err := r.command(name, args...)
	if err != nil {
		r.t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return out
}

func (r repository) commit(message string) {
	r.t.Helper()
	r.must("git", "add", "--all")
	r.must("git", "commit", "-q", "--allow-empty", "--message", message)
}

// fails runs the script, which must print a text and fail.
func (r repository) fails(want string, args ...string) {
	r.t.Helper()
	if out, err := r.command(".ci/release", args...); err == nil || !strings.Contains(out, want) {
		r.t.Errorf("%q: %v\n%s\nwant %q", args, err, out, want)
	}
}

// extra is a package that only the clone has.
const extra = root + "/extra"

func TestRelease(t *testing.T) {
	r := clone(t)
	if err := os.Mkdir(filepath.Join(r.dir, "extra"), 0o777); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(r.dir, "extra/extra.go")
	if err := os.WriteFile(file, []byte("package extra\n\n// F does nothing.\nfunc F() {}\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	r.must(".ci/release", "prepare", version(t))
	r.commit("Prepare the first release")
	r.must(".ci/release", "tag", version(t))
	tags := r.must("git", "tag")
	for _, m := range modules(t) {
		if has := strings.Contains("\n"+tags, "\n"+m.Tag(version(t))+"\n"); has != m.Published() {
			t.Errorf("the tag of %s exists: %v\n%s", m.Path, has, tags)
		}
	}
	r.fails("exists", "check", version(t))
	r.fails("is not a version", "check", "0.9.0")
	r.fails("go.mod has another version", "check", "v0.9.0")

	edit(t, filepath.Join(r.dir, "CHANGELOG.md"), "\n## ", "\n## Unreleased\n\n## ")
	r.must(".ci/release", "prepare", "v0.9.1")
	r.fails("uncommitted changes", "check", "v0.9.1")
	r.commit("Prepare a release")
	r.fails("CHANGELOG.md names no change of v0.9.1", "check", "v0.9.1")
	edit(t, filepath.Join(r.dir, "CHANGELOG.md"), ")\n", ")\n\n- A change.\n")
	edit(t, file, "func F() {}", "func F() {}\n\n// G does nothing.\nfunc G() {}")
	r.commit("Add a function")
	r.must(".ci/release", "check", "v0.9.1")
	edit(t, file, "F() {}", "F(int) {}")
	r.commit("Change a function")
	want := extra + ":\n- F: changed from func() to func(int)\n"
	r.fails(want, "check", "v0.9.1")
	r.fails(want, "diff")
	r.must(".ci/release", "prepare", "v0.9.0")
	edit(t, filepath.Join(r.dir, "CHANGELOG.md"), "v0.9.1", "v0.9.0")
	r.commit("Make it a minor version")
	if out := r.must(".ci/release", "check", "v0.9.0"); !strings.Contains(out, want) {
		t.Error(out)
	}
	edit(t, file, "package extra", "package extra\n\nvar _ = gone")
	r.commit("Break the package")
	r.fails("undefined: gone", "diff")
}
