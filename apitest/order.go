package apitest

import (
	"math/rand/v2"
	"slices"
	"strconv"
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

// same reports whether two values of a property are the same, in whatever form: a time in another zone is.
func same(p *tree.Prop, a, b value) bool { return equal(a, b) || ordered(p) && compare(p, a, b) == 0 }

func rank(v value) int {
	if v.kind == jsonx.True {
		return 1
	}
	return 0
}

// predicate is a filter with a value.
type predicate struct {
	texts   []string // in the request
	matches func(value) bool
}

// predicateOf returns the predicate of an operator, as package paginate names it, with some of the values that
// entities have, or others.
func predicateOf(rng *rand.Rand, op string, p *tree.Prop, values []value) (predicate, bool) {
	if op == "is_null" {
		want := rng.IntN(2) == 0
		return predicate{[]string{strconv.FormatBool(want)}, func(v value) bool { return void(v) == want }}, true
	}
	v, text, ok := pickText(rng, p, values)
	other, more, okMore := pickText(rng, p, values)
	if !ok || !okMore || !ordered(p) && op != "equal" && op != "in" {
		return predicate{}, false
	}
	compares := func(holds func(int) bool) func(value) bool {
		return func(other value) bool { return !void(other) && holds(compare(p, other, v)) }
	}
	one := []string{text}
	switch op {
	case "equal":
		return predicate{one, func(x value) bool { return equal(x, v) }}, true
	case "in":
		if more != text {
			one = append(one, more)
		}
		return predicate{one, func(x value) bool { return equal(x, v) || equal(x, other) }}, true
	case "at_least":
		return predicate{one, compares(func(c int) bool { return c >= 0 })}, true
	case "at_most":
		return predicate{one, compares(func(c int) bool { return c <= 0 })}, true
	case "greater":
		return predicate{one, compares(func(c int) bool { return c > 0 })}, true
	case "less":
		return predicate{one, compares(func(c int) bool { return c < 0 })}, true
	case "between":
		if compare(p, v, other) > 0 {
			v, other, text, more = other, v, more, text
		}
		return predicate{[]string{text, more}, func(x value) bool { return !void(x) && compare(p, x, v) >= 0 && compare(p, x, other) <= 0 }}, true
	case "contains", "prefix":
		holds, part := strings.HasPrefix, []rune(text)
		if op == "contains" {
			holds, part = strings.Contains, part[rng.IntN(len(part)+1):]
		}
		text = string(part[:min(len(part), 1+rng.IntN(4))])
		return predicate{[]string{text}, func(x value) bool { return holds(x.text, text) }}, text != ""
	}
	return predicate{}, false
}

// special are texts that have a meaning in patterns and queries of databases, or more bytes than characters.
var special = [...]string{"'", "%", "_", `\`, "*", `"`, "😀", "É", "a'b%c"}

// pickText returns a value of a property, and its text in a request: one that an entity has or, once in three times, a
// text that has another meaning elsewhere, which a text of an entity contains if there is one.
func pickText(rng *rand.Rand, p *tree.Prop, values []value) (v value, text string, ok bool) {
	if t, is := p.Type.(tree.Text); is && t.Format == "" && rng.IntN(3) == 0 {
		var known []string
		for _, s := range special {
			if slices.ContainsFunc(values, func(v value) bool { return strings.Contains(v.text, s) }) {
				known = append(known, s)
			}
		}
		if text = special[rng.IntN(len(special))]; len(known) > 0 && rng.IntN(2) == 0 {
			text = known[rng.IntN(len(known))]
		}
		return value{kind: jsonx.String, text: text}, text, true
	}
	if len(values) == 0 {
		return v, "", false
	}
	v = values[rng.IntN(len(values))]
	text, ok = plain(v)
	return v, text, ok && v.kind != jsonx.Array
}

// void reports whether a value is null or absent.
func void(v value) bool { return v.null() || v.kind == jsonx.Invalid }
