package oas_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/tree"
)

// Documents have extensions of the library and of the application, with different names: an
// object has no duplicate members.
func TestExtensionsOfTheLibraryAreReserved(t *testing.T) {
	declared := []string{"x-audience", "x-order", "x-owner", "x-speed"}
	found := map[string]bool{}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for name, value := range v {
				if strings.HasPrefix(name, "x-") && !slices.Contains(declared, name) {
					found[name] = true
				}
				walk(value)
			}
		case []any:
			for _, item := range v {
				walk(item)
			}
		}
	}
	app := everything.API().MustBuild()
	for _, v := range oas.Versions() {
		walk(decoded(t, app, v))
		walk(decoded(t, rich(), v))
	}
	for _, must := range []string{"x-rules", "x-visible-to", "x-itemSchema", "x-webhooks", "x-summary", "x-parent", "x-name", "x-identifier"} {
		if !found[must] {
			t.Errorf("no document has %s", must)
		}
	}
	for name := range found {
		if tree.CheckExtension(name, "1") == "" {
			t.Errorf("an application may declare %s too", name)
		}
	}
}

// Documents without an audience omit what is declared for one, including webhooks.
func TestDocumentsOfAnAudience(t *testing.T) {
	app := everything.API().MustBuild()
	for _, test := range []struct {
		options []oas.Option
		has     bool
	}{{nil, false}, {[]oas.Option{oas.ForAudience("staff")}, true}, {[]oas.Option{oas.ForAudience("partners")}, false}} {
		text, err := oas.JSON(app, oas.V32, test.options...)
		if err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{`"showStaff"`, `"putAudited"`} {
			if got := strings.Contains(string(text), `"operationId": `+id); got != test.has {
				t.Errorf("with %d options: %s is there: %t", len(test.options), id, got)
			}
		}
		if strings.Contains(string(text), "showHidden") {
			t.Error("the document tells what is hidden")
		}
	}
}
