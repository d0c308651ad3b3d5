package compatible

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest/internal/golden"
)

// With fails if the API breaks clients that were written for the document in a file,
// such as that of the last release:
//
//	func TestNoClientBreaks(t *testing.T) {
//		compatible.With(t, app, "testdata/released.yaml")
//	}
//
// The file is JSON or YAML, of any version that package oas writes. OASTEST_UPDATE=1
// writes it, as with oastest.Golden, but only if nothing breaks: to break clients on purpose,
// delete the file first. Do not use a file of oastest.Golden, which OASTEST_UPDATE=1 always
// overwrites.
//
// # Breaking changes
//
// Narrowing what clients send: a removed path, method, input, member, media type or enum
// value; an input that is now required; a stricter bound or rule; another default; a
// removed sort order or filter; a scope that is now required; a lower rate limit.
//
// Widening what clients read: a member that is removed, or that may now be absent or null;
// a new enum value; a new case of a union; another type or format; a success with another
// status, or without a header that it had.
//
// Webhooks and callbacks are the reverse: clients serve what the API sends. Their requests
// are read and their responses are sent. A removed or moved event, another operation ID, a
// new media type and a response that is no longer accepted break clients. A new event does
// not.
//
// These changes do not break clients: wider bounds, such as a longer text; new members,
// which clients ignore; more problems, with a status of 400 or higher; and texts, that is,
// titles, descriptions, examples, tags and deprecation.
//
// The extensions x-end, x-access, x-rate-limits, x-list, x-visible-to and x-rules, which package
// oas writes, are compared too. x-list has the order of a list, the meaning of its filters,
// and whether older cursors remain valid.
//
// The what-changed reports of libopenapi decide on the rest of the document, such as
// servers, security schemes and operation IDs.
func With(t testing.TB, s *tenon.App, file string) {
	t.Helper()
	writing := golden.Updating()
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) && writing {
		golden.Write(t, s, golden.KindNamed(file), file)
		return
	}
	if err != nil {
		t.Fatalf("%v (%s writes it)", err, golden.UpdateCommand(t))
	}
	old, err := parseTree(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	kind, err := kindOf(old, file)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	now, err := oas.JSON(s, kind.Version)
	if err != nil {
		t.Fatalf("the document cannot be written: %v", err)
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
		golden.Write(t, s, kind, file)
	}
}

func kindOf(doc map[string]any, file string) (golden.Kind, error) {
	name, _ := doc["openapi"].(string)
	for _, v := range oas.Versions() {
		if golden.Minor(v.String()) == golden.Minor(name) {
			return golden.Kind{Version: v, JSON: filepath.Ext(file) == ".json"}, nil
		}
	}
	return golden.Kind{}, fmt.Errorf("it is not a document of a supported version: openapi is %q", name)
}
