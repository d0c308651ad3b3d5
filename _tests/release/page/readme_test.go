//go:build unix

package page

import (
	"context"
	"flag"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/tenon-go/tenon/_tests/release/proxy"
)

const (
	checkout = "../../.."
	version  = "v0.1.0"
)

var picture = flag.Bool("picture", false, "draw the picture of the README, with Chromium")

// A reader who types "Ten minutes" into an empty folder, with an empty module cache, gets the
// responses that the README shows, and is led from / to the documentation page.
func TestTenMinutes(t *testing.T) {
	reader := newReader(t)
	reader.follow(t, section(t, "Ten minutes"))

	for path, want := range map[string]string{"/": "<title>Library</title>", "/docs": "<title>Library</title>", "/openapi.json": `"openapi"`} {
		if got := reader.get(t, path); !strings.Contains(got, want) {
			t.Errorf("%s sends %.200q, want %s", path, got, want)
		}
	}
	if *picture {
		reader.photograph(t, "/docs/#/default/postBooks", filepath.Join(checkout, "doc/docs-page.png"))
	}
}

// A reader who clones the repository starts the shop with the second command of the README.
func TestThisRepository(t *testing.T) {
	steps := section(t, "This repository")
	const remote = "https://github.com/tenon-go/tenon"
	root, err := filepath.Abs(checkout)
	if err != nil {
		t.Fatal(err)
	}
	cloned := false
	for _, s := range steps {
		for i, p := range s.console {
			s.console[i].command = strings.Replace(p.command, "git clone "+remote, "git clone --quiet "+root+" tenon", 1)
			cloned = cloned || s.console[i].command != p.command
		}
	}
	if !cloned {
		t.Fatal("the README clones nothing")
	}
	reader := newReader(t)
	reader.env = os.Environ() // a clone has no proxy
	reader.args = " -addr localhost:" + reader.port
	reader.follow(t, steps)
	if got := reader.get(t, "/v1/products?limit=1"); !strings.Contains(got, `"sku"`) {
		t.Errorf("the shop sends %q", got)
	}
}

// A reader understands the README in ten minutes.
func TestReadmeIsShort(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(checkout, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	words := 0 // without the figures and the lines of tables
	for word := range strings.FieldsSeq(string(text)) {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			words++
		}
	}
	if words > 1000 { // ten minutes, with the table of guesses
		t.Errorf("the README has %d words, code included, want at most 1,000", words)
	}
	picture, err := os.Stat(filepath.Join(checkout, "doc/docs-page.png"))
	if err != nil || picture.Size() > 200<<10 {
		t.Errorf("the picture of the documentation page: %v, %v", picture, err)
	}
}

// Every block of Go in the README is a file of the example, as a whole.
func TestReadmeShowsFiles(t *testing.T) {
	shown := 0
	for _, s := range readPage(t, "README.md") {
		if s.code == nil {
			continue
		}
		shown++
		file, err := os.ReadFile(filepath.Join(checkout, s.code.source))
		if err != nil || string(file) != s.code.text {
			t.Errorf("%s: %v; the README has\n%s", s.code.source, err, s.code.text)
		}
	}
	if shown != 4 {
		t.Errorf("the README has %d blocks of Go, want the first program and three more", shown)
	}
}

// reader is a typist with a folder of his own.
type reader struct {
	*typist
	args string // of the programs that go run starts
}

func newReader(t *testing.T) *reader {
	t.Helper()
	files := t.TempDir()
	if err := proxy.Write(t.Context(), files, checkout, version); err != nil {
		t.Fatal(err)
	}
	env, err := proxy.Env(t.Context(), files, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// With -trimpath, the build cache does not depend on the folder of the module cache.
	typist, err := newTypist(t.TempDir(), append(env, "GOFLAGS=-modcacherw -trimpath"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(typist.stop)
	return &reader{typist: typist}
}

// follow does what the steps say, and compares what the commands print.
func (r *reader) follow(t *testing.T, steps []step) {
	t.Helper()
	ran := 0
	for _, s := range steps {
		switch {
		case s.code != nil:
			if err := r.write(*s.code); err != nil {
				t.Fatal(err)
			}
		case s.delete != nil:
			if err := r.delete(*s.delete); err != nil {
				t.Fatal(err)
			}
		}
		for _, p := range s.console {
			ran++
			command := p.command
			if strings.HasPrefix(command, "go run ") {
				command += r.args
			}
			got, err := r.run(context.WithoutCancel(t.Context()), command)
			if err != nil {
				t.Fatal(err)
			}
			if p.output != "" || strings.HasPrefix(command, "curl ") {
				if err := same(p, got); err != nil {
					t.Error(err)
				}
			}
		}
	}
	if ran < 2 {
		t.Errorf("ran %d commands", ran)
	}
}

// get returns what the running program sends.
func (r *reader) get(t *testing.T, path string) string {
	t.Helper()
	a, err := http.Get("http://localhost:" + r.port + path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	body, err := io.ReadAll(a.Body)
	if err != nil || a.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v", path, a.Status, err)
	}
	return string(body)
}

// photograph writes what a browser shows of a path.
func (r *reader) photograph(t *testing.T, path, file string) {
	t.Helper()
	file, err := filepath.Abs(file)
	if err != nil {
		t.Fatal(err)
	}
	browser := exec.CommandContext(t.Context(), "chromium", "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1200,1000",
		"--virtual-time-budget=10000", "--screenshot="+file, "http://localhost:"+r.port+path)
	if text, err := browser.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
}

func readPage(t *testing.T, name string) []step {
	t.Helper()
	steps, err := read(filepath.Join(checkout, name))
	if err != nil {
		t.Fatal(err)
	}
	return steps
}

// section returns the steps of the README below a heading.
func section(t *testing.T, heading string) (steps []step) {
	t.Helper()
	inside := false
	for _, s := range readPage(t, "README.md") {
		if s.heading != "" {
			inside = s.heading == heading
		} else if inside {
			steps = append(steps, s)
		}
	}
	if len(steps) == 0 {
		t.Fatalf("the README has nothing below %q", heading)
	}
	return steps
}
