package prop_test

import (
	"testing"

	"github.com/tenon-go/tenon/prop"
)

func TestPathsOfViolations(t *testing.T) {
	for _, tt := range []struct {
		v                prop.Violation
		brackets, dotted string
	}{
		{prop.Violation{Pointer: "#"}, "", ""},
		{prop.Violation{}, "", ""},
		{prop.Violation{Pointer: "#/items/0/name"}, "items[0][name]", "items[0].name"},
		{prop.Violation{Pointer: "#/a~1b/c~0d/%25%20e"}, "a/b[c~d][% e]", "a/b.c~d.% e"},
		{prop.Violation{In: "query", Parameter: "limit"}, "limit", "limit"},
		{prop.Violation{In: "query", Parameter: "created", Pointer: "#/gte"}, "created[gte]", "created.gte"},
		{prop.Violation{In: "query", Parameter: "expand", Pointer: "#/0"}, "expand[0]", "expand[0]"},
	} {
		if got := tt.v.Brackets(); got != tt.brackets {
			t.Errorf("%v in brackets: %s, want %s", tt.v, got, tt.brackets)
		}
		if got := tt.v.Dotted(); got != tt.dotted {
			t.Errorf("%v with dots: %s, want %s", tt.v, got, tt.dotted)
		}
	}
}
