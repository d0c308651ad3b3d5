package contents_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
)

func itoa(n int) string { return strconv.Itoa(n) }

// textOf returns the code of a problem, or the body of a success.
func textOf(r kit.Response) string {
	if r.Status >= 400 {
		return r.Code()
	}
	return r.Body
}

// document returns a document as JSON values.
func document(t *testing.T, app *tenon.App, v oas.Version) (doc any) {
	t.Helper()
	text, err := oas.JSON(app, v)
	if err == nil {
		err = json.Unmarshal(text, &doc)
	}
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// at returns the value below members of objects, or nil.
func at(v any, names ...string) any {
	for _, name := range names {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

func sortedNames(m map[string]any) []string { return slices.Sorted(maps.Keys(m)) }
