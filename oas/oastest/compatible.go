package oastest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
)

// Compatible fails where the API breaks clients that were written for the
// document in a file, that of the last release for one:
//
//	func TestNobodyIsBroken(t *testing.T) {
//		oastest.Compatible(t, app, "testdata/released.yaml")
//	}
//
// The file may be JSON or YAML and of any version that package oas writes. With
// OASTEST_UPDATE=1 it is written anew, as with [Golden], but only as long as nothing
// breaks: when clients are to be broken, take the file away first. It should not be a
// file of Golden, which OASTEST_UPDATE=1 overwrites in any case.
//
// # What breaks
//
// Narrowing what clients send: a path, a method, an input, a member, a media type
// or a value of an enumeration that is gone, an input that is required now, a
// bound or a rule that refuses more, a default that is another, a sort or a filter
// that is gone, a scope that is needed now, a rate limit that is lower.
//
// Widening what clients read: a member that is gone or may be absent or null, a
// value that an enumeration had not, an alternative of a union, another type or
// format, a success with another status or without a header that it had.
//
// Webhooks and callbacks go the other way: clients serve what the API sends. So
// what such an event has is read, and what they reply is sent: an event that is
// gone, that has another place or operation id, a media type that it may have now,
// and a reply that is not taken any more break them. One that is new does not.
//
// Not widening of bounds, such as a longer text, and not members that are new:
// clients take what they do not expect there. Nor anything of an answer with a
// status of 400 and more that adds to what can go wrong. Nor words: titles,
// descriptions, examples, tags, deprecation.
//
// What OpenAPI has no words for is read from the members x-access, x-rate-limits,
// x-list, x-visible-to and x-rules, in which package oas writes it. With x-list the
// order of a list is compared, what its filters mean, and whether cursors that were
// given out are still good.
//
// The rest of the document, such as servers, security schemes and operation ids,
// is judged by the what-changed reports of libopenapi.
func Compatible(t testing.TB, s *tenon.App, file string) {
	t.Helper()
	writing := updating()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && writing {
		write(t, s, kindNamed(file), file)
		return
	}
	if err != nil {
		t.Fatalf("%v (%s writes it)", err, updateCommand(t))
	}
	old, err := parseTree(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	kind, err := kindOf(old, file)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	now, err := oas.JSON(s, kind.version)
	if err != nil {
		t.Fatalf("the document cannot be made: %v", err)
	}
	current, err := parseTree(now)
	if err != nil {
		t.Fatalf("the document cannot be read: %v", err)
	}
	found, err := compare(old, current)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	broken, others := report(found)
	if broken != "" {
		t.Errorf("clients of %s break:\n%s%s", file, broken, others)
		return
	}
	if others != "" {
		t.Logf("no client of %s breaks.%s", file, others)
	}
	if writing {
		write(t, s, kind, file)
	}
}

// documentKind is how a document is written.
type documentKind struct {
	version oas.Version
	json    bool
}

func kindOf(doc map[string]any, file string) (documentKind, error) {
	name, _ := doc["openapi"].(string)
	for _, v := range oas.Versions() {
		if minor(v.String()) == minor(name) {
			return documentKind{v, filepath.Ext(file) == ".json"}, nil
		}
	}
	return documentKind{}, fmt.Errorf("it is no document of a version that is written: openapi is %q", name)
}

// kindNamed is the document that the name of a file asks for.
func kindNamed(file string) documentKind {
	return documentKind{version: versionNamed(filepath.Base(file)), json: filepath.Ext(file) == ".json"}
}

// text makes the document.
func (k documentKind) text(s *tenon.App) ([]byte, error) {
	if k.json {
		return oas.JSON(s, k.version)
	}
	return oas.YAML(s, k.version)
}

// minor cuts the patch off a version, which changes no meaning.
func minor(version string) string {
	if i := strings.LastIndexByte(version, '.'); i >= 0 {
		return version[:i]
	}
	return version
}

// versionNamed is the version that stands in the name of a file; 3.0 if none does.
func versionNamed(name string) oas.Version {
	for _, v := range oas.Versions() {
		if strings.Contains(name, minor(v.String())) {
			return v
		}
	}
	return oas.V30
}

func write(t testing.TB, s *tenon.App, kind documentKind, file string) {
	t.Helper()
	text, err := kind.text(s)
	if err != nil {
		t.Fatalf("the document cannot be made: %v", err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}
