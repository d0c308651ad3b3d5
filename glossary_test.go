package tenon_test

import (
	"go/ast"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// retired maps names that must not be declared to their replacements.
var retired = map[string]string{
	"told": "report, write or notify", "tell": "report or write", "say": "format or write",
	"heed": "evaluate", "heeded": "evaluated", "hearing": "policyCheck", "judge": "check", "judges": "checks",
	"slurp": "readBody", "spool": "saveFile", "outlet": "encoder", "intake": "decoder", "exchanger": "typedHandler",
	"traded": "exchangeValues", "asking": "request", "gate": "limiter", "crossing": "cors", "beginning": "writeTracker",
	"guardable": "preconditionTarget", "guarding": "visibility", "police": "authorizeInput", "policed": "mayForbid",
	"decline": "reject", "denial": "reject", "mistakes": "faults", "flawed": "formatChecker",
	"nobody": "anonymous", "somebody": "caller", "person": "identity", "guest": "anonymous", "guests": "anonymous",
	"tongue": "messages", "voice": "printer", "figures": "numberFormat", "wish": "preferences", "ageing": "deprecation",
	"marked": "setDefaultHeaders", "lax": "IgnoreUnknown", "met": "TemplateIndex", "noted": "detached", "anew": "again",
}

// No declared name is a retired word of doc/glossary.md.
func TestNamesFollowTheGlossary(t *testing.T) {
	text, err := os.ReadFile("doc/glossary.md")
	if err != nil || !regexp.MustCompile(`(?m)^\| rule \|`).Match(text) {
		t.Fatalf("doc/glossary.md has no table of terms: %v", err)
	}
	checked := 0
	for dir, p := range readLibrary(t) {
		for name, f := range p.files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				for _, id := range declaredNames(n) {
					checked++
					if word, ok := retired[strings.ToLower(id.Name)]; ok {
						t.Errorf("%s declares %s: say %s", path.Join(dir, path.Base(name)), id.Name, word)
					}
				}
				return true
			})
		}
	}
	if checked < 5000 {
		t.Errorf("only %d names were read", checked)
	}
}

// The API column of the glossary has only names that the library declares.
func TestGlossaryNamesTheAPI(t *testing.T) {
	declared := map[string]bool{}
	for dir, p := range readLibrary(t) {
		if strings.HasPrefix(dir, "internal") {
			continue
		}
		for name, f := range p.files {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			ast.Inspect(f, func(n ast.Node) bool {
				for _, id := range declaredNames(n) {
					declared[id.Name] = true
				}
				return true
			})
		}
	}
	text, err := os.ReadFile("doc/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	named := 0
	for _, row := range regexp.MustCompile(`(?m)^\| ([^|]+) \|[^|]+\| ([^|]*`+"`"+`[^|]+) \|[^|]*\|$`).FindAllStringSubmatch(string(text), -1) {
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[2], -1) {
			named++
			if name := name[1]; !declared[path.Ext("." + name)[1:]] && !strings.HasPrefix(name, "oastest.") {
				t.Errorf("%s: the library declares no %s", row[1], name)
			}
		}
	}
	if named < 80 {
		t.Errorf("the glossary has %d names of the API", named)
	}
}

// declaredNames returns the names that a node declares.
func declaredNames(n ast.Node) []*ast.Ident {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return []*ast.Ident{n.Name}
	case *ast.TypeSpec:
		return []*ast.Ident{n.Name}
	case *ast.ValueSpec:
		return n.Names
	case *ast.Field:
		return n.Names
	}
	return nil
}

// retiredPhrases maps phrases that must not occur in prose to their replacements.
var retiredPhrases = []struct{ pattern, instead string }{
	{`of which|of whom`, "a main clause"},
	{`(is|are|was|were|be|been) told`, "is reported, is notified"},
	{`who(ever)? asks`, "the caller"},
	{`what (it|this|that) is for`, "a plain verb"},
	{`amounts? to`, "is"},
	{`lets? go of`, "releases, closes"},
	{`pass(es|ed) over`, "skips, ignores"},
	{`sibling packages?`, "nothing: seal it"},
	{`held against`, "is compared with, is validated against"},
	{`says? otherwise`, "overrides"},
	{`guests?`, "anonymous caller"},
	{`heeds?|heeded`, "evaluates"},
	{`no good`, "invalid"},
	{`in earnest`, "in production"},
	{`side by side`, "concurrent"},
	{`of its own accord`, "by itself"},
	{`bad credentials?`, "invalid credentials"},
	{`authorisation|catalogues?|licences?|colours?|misspelt`, "American spelling"},
}

// pagePhrases are retired in pages, but not in comments.
var pagePhrases = []struct{ pattern, instead string }{
	{`answer(s|ed|ing)?`, "response, respond"},
	{`refus(e|es|ed|al|als|ing)`, "reject"},
	{`tells?|told`, "reports"},
	{`mistakes?|flaws?`, "fault, error"},
	{`somebody`, "the caller, another program"},
	{`judges?|judged`, "checks"},
	{`anew`, "again"},
	{`asks?|asked`, "requests, calls"},
	{`behaviour`, "behavior"},
}

// No page and no comment has a retired phrase.
func TestProseFollowsTheGlossary(t *testing.T) {
	phrases, pages := phrasePattern(t, len(retiredPhrases)), phrasePattern(t, len(retiredPhrases)+len(pagePhrases))
	read := 0
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); name == "testdata" || name == "node_modules" || name != "." && strings.HasPrefix(name, ".") {
				return fs.SkipDir
			}
			return nil
		}
		pattern, prose := phrases, comments
		switch {
		case strings.HasSuffix(file, ".md") && file != filepath.Join("doc", "glossary.md"):
			pattern, prose = pages, paragraphs
		case !strings.HasSuffix(file, ".go") || file == "glossary_test.go":
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		read++
		p := prose(string(text))
		for _, at := range pattern.FindAllStringIndex(p, -1) {
			t.Errorf("%s: %q in …%s…: say %s", file, p[at[0]:at[1]], p[max(0, at[0]-40):min(len(p), at[1]+20)], insteadOf(p[at[0]:at[1]]))
		}
		return nil
	})
	if err != nil || read < 200 {
		t.Errorf("read %d files: %v", read, err)
	}
}

// phrasePattern matches the first n of all phrases as whole words.
func phrasePattern(t *testing.T, n int) *regexp.Regexp {
	t.Helper()
	var all []string
	for _, p := range slices.Concat(retiredPhrases, pagePhrases)[:n] {
		all = append(all, p.pattern)
	}
	return regexp.MustCompile(`(?i)\b(?:` + strings.Join(all, "|") + `)\b`)
}

// insteadOf returns the replacement of a phrase.
func insteadOf(phrase string) string {
	for _, p := range slices.Concat(retiredPhrases, pagePhrases) {
		if regexp.MustCompile(`(?i)^(?:` + p.pattern + `)$`).MatchString(phrase) {
			return p.instead
		}
	}
	return ""
}

var (
	comment = regexp.MustCompile(`(?m)(?:^|\s)//(.*)$`)
	parts   = regexp.MustCompile(`\b(each|some|any|most|all|both|none|first|last|one|two) of which\b`) // plain English
	fenced  = regexp.MustCompile("(?ms)^ *```.*?^ *```$|`[^`]*`")
)

// comments returns the comments of a Go file on one line.
func comments(source string) string {
	var all []string
	for _, m := range comment.FindAllStringSubmatch(source, -1) {
		all = append(all, strings.Fields(m[1])...)
	}
	return parts.ReplaceAllString(strings.Join(all, " "), "$1")
}

// paragraphs returns the text of a page without code on one line.
func paragraphs(page string) string {
	return strings.Join(strings.Fields(fenced.ReplaceAllString(page, "")), " ")
}
