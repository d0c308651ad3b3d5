package tenon_test

import (
	"go/ast"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// retired are names that the glossary has other words for.
var retired = map[string]string{
	"told": "report, write or notify", "tell": "report or write", "heed": "evaluate", "heeded": "evaluated",
	"hearing": "policyCheck", "slurp": "readBody", "spool": "saveFile",
	"tongue": "messages", "voice": "printer", "figures": "numberFormat", "guardable": "preconditionTarget",
	"outlet": "encoder", "intake": "decoder", "exchanger": "typedHandler", "crossing": "cors",
	"guarding": "visibility", "ageing": "deprecation", "policed": "mayForbid", "decline": "reject",
	"nobody": "anonymous", "flawed": "formatChecker",
}

// Names are the words of the glossary (doc/glossary.md).
func TestNamesFollowTheGlossary(t *testing.T) {
	text, err := os.ReadFile("doc/glossary.md")
	if err != nil || !regexp.MustCompile(`(?m)^\| .*\| rule \|`).Match(text) {
		t.Fatalf("the glossary has no table of words: %v", err)
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

// declaredNames are the names that a node declares.
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
