package tenon_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The README's code is that of the examples, which the compiler and their
// outputs keep true.
func TestREADMEShowsTheExamples(t *testing.T) {
	readme := read(t, "README.md")
	var examples string
	files, err := filepath.Glob("example*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		examples += read(t, file)
	}
	shop := read(t, "_examples/shop/api_test.go")
	blocks := regexp.MustCompile("(?s)(<!-- (\\w+) -->\n)?```go\n(.*?)```").FindAllStringSubmatch(readme, -1)
	if len(blocks) < 8 {
		t.Fatalf("found %d blocks", len(blocks))
	}
	for _, b := range blocks {
		name, code := b[2], b[3]
		if name == "" {
			for part := range strings.SplitSeq(strings.TrimSpace(code), "\n\n") {
				if !strings.Contains(examples, part) && !strings.Contains(dedent(examples), part) && !strings.Contains(dedent(shop), part) {
					t.Errorf("no example has\n%s", part)
				}
			}
			continue
		}
		body := regexp.MustCompile(`(?s)func ` + name + `\(\) \{\n(.*?)\n\}\n`).FindStringSubmatch(examples)
		if body == nil {
			t.Errorf("there is no %s", name)
			continue
		}
		want, _, _ := strings.Cut(body[1], "\n\n\t// Output:")
		if got := strings.TrimSuffix(code, "\n"); got != dedent(want) {
			t.Errorf("%s differs:\n%s\nwant\n%s", name, got, dedent(want))
		}
	}
}

// dedent takes one tab off the front of each line.
func dedent(s string) string {
	return strings.TrimPrefix(strings.ReplaceAll("\n"+s, "\n\t", "\n"), "\n")
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
