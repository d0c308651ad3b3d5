package shapes_test

import (
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
)

// outcome returns the response of a collection to a draft, or the rules that the
// draft violates, one on each line.
func outcome[T any](c *collection.Collection[T], draft string) string {
	v, err := c.Create().Parse([]byte(draft))
	if err != nil {
		return err.Error()
	}
	var out []byte
	for _, body := range []*collection.Body[T]{c.View(), c.List(), c.Delete()} {
		if out, err = body.Append(out, v); err != nil {
			return err.Error()
		}
		out = append(out, '\n')
	}
	return string(out)
}

// sourceOfSaid is the function for a program that is written by a test.
func sourceOfSaid(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("outcome_test.go")
	if err != nil {
		t.Fatal(err)
	}
	_, source, begun := strings.Cut(string(text), "\nfunc outcome[")
	source, _, ended := strings.Cut(source, "\n}\n")
	if !begun || !ended {
		t.Fatal("outcome_test.go does not declare outcome")
	}
	return "\nfunc outcome[" + source + "\n}\n"
}
