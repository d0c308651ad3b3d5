package tenon_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// code is a block of a page: the function or file that it is from, its language and its text.
type code struct{ from, lang, text string }

var (
	blocks   = regexp.MustCompile("(?ms)^ *(?:<!-- (\\S+) -->\n *)?```(\\w*)\n(.*?)^ *```$")
	spans    = regexp.MustCompile("`[^`\n]+`")
	links    = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	function = regexp.MustCompile(`(?ms)^func (Example|Test|Fuzz)(\w*)\((?:[tf] \*testing\.[TF])?\) \{\n(.*?)\n\}\n`)
)

// The code of the README and of the pages in doc is that of tests and examples, which compile
// and whose outputs are checked.
func TestPagesShowCodeThatRuns(t *testing.T) {
	shown := 0
	for _, page := range pagesOf(t) {
		sources := "example*_test.go"
		if page != "README.md" {
			sources = filepath.Join(filepath.Dir(page), "*_test.go")
		}
		shown += showsCodeThatRuns(t, page, sources)
	}
	if shown < 100 {
		t.Errorf("found %d blocks", shown)
	}
}

func showsCodeThatRuns(t *testing.T, page, sources string) (shown int) {
	t.Helper()
	text := sourcesOf(t, sources)
	functions := map[string]string{}
	for _, f := range function.FindAllStringSubmatch(text, -1) {
		functions[f[1]+f[2]] = strings.TrimSuffix(f[0], "\n")
		if f[1] == "Example" {
			functions[f[1]+f[2]] = f[3]
		}
	}
	output := "" // of the previous example
	for _, b := range codeOf(read(t, page)) {
		shown++
		body, known := functions[b.from]
		want, printed, prints := strings.Cut(body, "\n\n\t// Output:\n")
		switch {
		case b.lang == "go" && known:
			if strings.HasPrefix(b.from, "Example") {
				want = dedent(want)
			}
			if got := strings.TrimSuffix(b.text, "\n"); got != want {
				t.Errorf("%s: %s differs:\n%s\nwant\n%s", page, b.from, got, want)
			}
			if output = ""; prints {
				output = strings.TrimSpace(strings.ReplaceAll(strings.ReplaceAll("\n"+printed, "\n\t// ", "\n"), "\n\t//", "\n"))
			}
		case b.lang == "go" && strings.Contains(b.from, "."):
			hasParagraphs(t, page, b.text, uncomment(read(t, filepath.Join(filepath.Dir(page), b.from))))
		case b.lang == "go" && b.from == "":
			if !strings.HasPrefix(b.text, "package main\n") { // the shop's tests build and run it
				hasParagraphs(t, page, b.text, uncomment(text))
			}
		case b.lang != "" && b.lang != "go" && strings.Contains(b.from, "."):
			hasParagraphs(t, page, b.text, uncomment(read(t, filepath.Join(filepath.Dir(page), b.from))))
		case b.lang == "" && output != "":
			if !elided(b.text).MatchString(output) {
				t.Errorf("%s prints\n%s\nnot\n%s", page, output, b.text)
			}
			output = ""
		case b.lang == "go" || b.lang == "":
			t.Errorf("%s: nothing is known of %s\n%s", page, b.from, b.text)
		}
	}
	return shown
}

// hasParagraphs checks that a source has every paragraph of a block.
func hasParagraphs(t *testing.T, page, block, source string) {
	t.Helper()
	for part := range strings.SplitSeq(strings.TrimSpace(block), "\n\n") {
		if !strings.Contains(source, uncomment(part)) {
			t.Errorf("%s: no source has\n%s", page, part)
		}
	}
}

// Every page is linked, and every link has a target.
func TestPagesAreLinked(t *testing.T) {
	index := read(t, "doc/README.md")
	for _, page := range pagesOf(t) {
		if dir, file := filepath.Split(page); dir == "doc/" && file != "README.md" && !strings.Contains(index, "]("+file+")") {
			t.Errorf("doc/README.md does not list %s", file)
		}
		for _, l := range links.FindAllStringSubmatch(spans.ReplaceAllString(blocks.ReplaceAllString(read(t, page), ""), ""), -1) {
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), l[1])); err != nil {
				t.Errorf("%s: %v", page, err)
			}
		}
	}
}

func pagesOf(t *testing.T) []string {
	t.Helper()
	all, err := filepath.Glob("doc/*.md")
	if err != nil || len(all) < 15 {
		t.Fatal(all, err)
	}
	return slices.Concat([]string{"README.md"}, all)
}

func codeOf(page string) (all []code) {
	for _, b := range blocks.FindAllStringSubmatch(page, -1) {
		all = append(all, code{b[1], b[2], b[3]})
	}
	return all
}

func sourcesOf(t *testing.T, pattern string) string {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %v", pattern, err)
	}
	var all strings.Builder
	for _, file := range files {
		all.WriteString(read(t, file))
	}
	return all.String()
}

// elided returns the pattern of a text in which … stands for any text.
func elided(text string) *regexp.Regexp {
	expr := regexp.QuoteMeta(strings.TrimSpace(text))
	return regexp.MustCompile("(?s)^" + strings.ReplaceAll(expr, "…", ".*?") + "$")
}

// uncomment removes indentation and slashes at the beginning of each line.
func uncomment(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(line), "//"), " \t")
	}
	return strings.Join(lines, "\n")
}

// dedent removes one tab at the beginning of each line.
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
