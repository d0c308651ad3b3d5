package doc_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tracked returns the files of the repository that match, with slashes, also those that are new.
func tracked(t *testing.T, patterns ...string) []string {
	t.Helper()
	c := exec.Command("git", append([]string{"ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--"}, patterns...)...)
	c.Dir = ".."
	out, err := c.Output()
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for name := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		if _, err := os.Lstat(filepath.Join("..", name)); err == nil { // it may be deleted in the working tree
			files = append(files, name)
		}
	}
	if len(files) == 0 {
		t.Fatalf("no file is %q", patterns)
	}
	slices.Sort(files)
	return files
}

// text returns a file of the repository.
func text(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestDependabotUpdatesEveryModule: a module or a package.json that the configuration does not
// name would never be updated.
func TestDependabotUpdatesEveryModule(t *testing.T) {
	found, named := map[string]bool{}, map[string]bool{}
	for _, file := range tracked(t, "go.mod", "*/go.mod", "*package.json") {
		if dir := path.Join("/", path.Dir(file)); dir != "/_bench" {
			found[dir] = true
		}
	}
	for line := range strings.Lines(text(t, ".github/dependabot.yml")) {
		if dir, ok := strings.CutPrefix(strings.TrimSpace(line), "- /"); ok {
			named["/"+dir] = true
		}
	}
	for dir := range named {
		if !found[dir] {
			t.Errorf("%s has nothing to update", dir)
		}
	}
	for dir := range found {
		if !named[dir] {
			t.Errorf("%s is missing", dir)
		}
	}
}

// A module costs everyone who builds all of them: it is worth it only if it keeps dependencies away from
// programs that do not need them.
const mostModules = 14

var required = regexp.MustCompile(`(?m)^(?:require)?\s+([^\s()]+\.[^\s()]+) (v\S+)`)

// What one module tests is what another one links.
func TestDependenciesHaveOneVersion(t *testing.T) {
	modules := tracked(t, "go.mod", "*/go.mod")
	if len(modules) > mostModules {
		t.Errorf("%d modules, want at most %d: %q", len(modules), mostModules, modules)
	}
	where := map[string]string{} // the first module that requires a dependency, and its version
	for _, file := range modules {
		for _, m := range required.FindAllStringSubmatch(text(t, file), -1) {
			dependency, version := m[1], m[2]
			was, ok := where[dependency]
			if !ok {
				where[dependency] = version + " in " + file
			} else if !strings.HasPrefix(was, version+" ") {
				t.Errorf("%s is %s and %s in %s", dependency, was, version, file)
			}
		}
	}
	if len(where) < 100 {
		t.Errorf("read only %d requirements", len(where))
	}
}

// A repository of small texts is cloned quickly and can be read: no file is larger than 512 KiB, and none
// has machine code.
func TestFilesAreSmallAndNoPrograms(t *testing.T) {
	for _, name := range tracked(t) {
		f, err := os.Open(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if info.Size() > 512<<10 {
			t.Errorf("%s has %d KiB", name, info.Size()>>10)
		}
		start := make([]byte, 4)
		n, err := io.ReadFull(f, start)
		if err != nil && err != io.ErrUnexpectedEOF && err != io.EOF {
			t.Fatal(err)
		}
		if format := machineCode(start[:n]); format != "" {
			t.Errorf("%s is a program (%s)", name, format)
		}
		_ = f.Close()
	}
}

// machineCode returns the format of a program whose first bytes are given, or "".
func machineCode(start []byte) string {
	for _, f := range []struct{ magic, name string }{
		{"\x7fELF", "ELF"},
		{"\xfe\xed\xfa\xce", "Mach-O"}, {"\xfe\xed\xfa\xcf", "Mach-O"}, {"\xce\xfa\xed\xfe", "Mach-O"}, {"\xcf\xfa\xed\xfe", "Mach-O"},
		{"\xca\xfe\xba\xbe", "universal Mach-O"},
		{"MZ", "PE"},
	} {
		if bytes.HasPrefix(start, []byte(f.magic)) {
			return f.name
		}
	}
	return ""
}

func TestProgramsAreRecognized(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(self)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	start := make([]byte, 4)
	if _, err := io.ReadFull(f, start); err != nil || machineCode(start) == "" {
		t.Errorf("%q of a test: %v", start, err)
	}
	if got := machineCode([]byte("pack")); got != "" {
		t.Error(got)
	}
}

// Who reads the changelog wants to know what a version has. The history has the rest.
func TestChangelogIsShort(t *testing.T) {
	const most = 40
	version, lines := "", map[string]int{}
	s := bufio.NewScanner(strings.NewReader(text(t, "CHANGELOG.md")))
	for s.Scan() {
		if heading, ok := strings.CutPrefix(s.Text(), "## "); ok {
			version = heading
		}
		lines[version]++
	}
	for version, n := range lines {
		if n > most {
			t.Errorf("%q of the changelog has %d lines, want at most %d", version, n, most)
		}
	}
	if len(lines) < 2 {
		t.Error("the changelog has no version")
	}
}

// The index has every decision, in their order, with its title.
func TestDecisionsAreListed(t *testing.T) {
	var want []string
	for _, file := range tracked(t, "doc/adr/[0-9]*.md") {
		number, title, ok := strings.Cut(strings.SplitN(text(t, file), "\n", 2)[0], ". ")
		if !ok {
			t.Errorf("%s does not begin with a number and a title", file)
		}
		want = append(want, fmt.Sprintf("| %s | [%s](%s) |", strings.TrimPrefix(number, "# "), title, path.Base(file)))
	}
	var got []string
	for line := range strings.Lines(text(t, "doc/adr/README.md")) {
		if strings.Contains(line, ".md)") {
			got = append(got, strings.TrimSpace(line))
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the index differs: -want +got\n%s", diff)
	}
}
