package apitest

import (
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// ordered reports whether the order of a property's values is known: numbers by value, times by
// instant, and other strings by code points.
func ordered(p *tree.Prop) bool {
	switch t := p.Type.(type) {
	case tree.Integer, tree.Float, tree.Boolean:
		return true
	case tree.Enum:
		return t.Of == ""
	case tree.Text:
		switch t.Format {
		case "", "uuid", "date", "date-time":
			return true
		}
	}
	return false
}

// compare compares two values of a property. Null and an absent value are before all others.
func compare(p *tree.Prop, a, b value) int {
	void := func(v value) bool { return v.null() || v.kind == jsonx.Invalid }
	switch {
	case void(a) && void(b):
		return 0
	case void(a):
		return -1
	case void(b):
		return 1
	}
	switch t := p.Type.(type) {
	case tree.Integer, tree.Float:
		x, _ := decimal.Parse(a.text)
		y, _ := decimal.Parse(b.text)
		return x.Cmp(y)
	case tree.Boolean:
		return rank(a) - rank(b)
	case tree.Text:
		if t.Format == "date-time" {
			x, errX := time.Parse(time.RFC3339Nano, a.text)
			y, errY := time.Parse(time.RFC3339Nano, b.text)
			if errX == nil && errY == nil {
				return x.Compare(y)
			}
		}
	}
	return strings.Compare(a.text, b.text)
}

func rank(v value) int {
	if v.kind == jsonx.True {
		return 1
	}
	return 0
}

// predicate is a filter with a value.
type predicate struct {
	text    string // in the request
	matches func(value) bool
}

// predicateOf returns the predicate of an operator, as package paginate names it, with the value
// of an entity.
func predicateOf(op string, p *tree.Prop, v value) (predicate, bool) {
	void := func(v value) bool { return v.null() || v.kind == jsonx.Invalid }
	if op == "is_null" {
		want := void(v)
		return predicate{map[bool]string{true: "true", false: "false"}[want], func(v value) bool { return void(v) == want }}, true
	}
	text, ok := plain(v)
	if !ok || v.kind == jsonx.Array {
		return predicate{}, false
	}
	cmp := func(holds func(int) bool) func(value) bool {
		return func(other value) bool { return !void(other) && holds(compare(p, other, v)) }
	}
	if !ordered(p) && op != "equal" && op != "in" {
		return predicate{}, false
	}
	switch op {
	case "equal":
		return predicate{text, func(other value) bool { return equal(other, v) }}, true
	case "in":
		return predicate{text, func(other value) bool { return equal(other, v) }}, !strings.Contains(text, ",")
	case "at_least":
		return predicate{text, cmp(func(c int) bool { return c >= 0 })}, true
	case "at_most":
		return predicate{text, cmp(func(c int) bool { return c <= 0 })}, true
	case "greater":
		return predicate{text, cmp(func(c int) bool { return c > 0 })}, true
	case "less":
		return predicate{text, cmp(func(c int) bool { return c < 0 })}, true
	case "between":
		return predicate{text + "," + text, cmp(func(c int) bool { return c == 0 })}, !strings.Contains(text, ",")
	case "contains", "prefix":
		runes := []rune(text)
		part := string(runes[:min(len(runes), 3)])
		holds := strings.HasPrefix
		if op == "contains" {
			holds = strings.Contains
		}
		return predicate{part, func(other value) bool { return holds(other.text, part) }}, part != ""
	}
	return predicate{}, false
}
