package compatible

import (
	"fmt"
	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"math/big"
	"slices"
	"strings"
)

// keywords compares the keywords of two schemas. An unknown keyword is assumed to reject
// values.
func (c *comparison) keywords(d direction, where string, old, now map[string]any) {
	c.types(d, where, old, now)
	c.enumeration(d, where, old, now)
	c.bounds(d, where, old, now)
	c.texts(d, where, old, now)
	c.members(d, where, old, now)
	if old["items"] != nil || now["items"] != nil {
		c.schema(d, where+"[]", old["items"], now["items"])
	}
	c.names(d, where, old["propertyNames"], now["propertyNames"])
	c.rules(d, where, node.List(old["x-rules"]), node.List(now["x-rules"]))
	for _, keyword := range node.Sorted(old, now) {
		if !slices.Contains(known, keyword) && !strings.HasPrefix(keyword, "x-") && !node.Same(old[keyword], now[keyword]) {
			c.differ(d, where, keyword+" is "+show(now[keyword])+", was "+show(old[keyword]))
		}
	}
}

// known lists the keywords that are compared here or by callers, and those that reject nothing.
var known = []string{
	"type", "enum", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
	"minProperties", "maxProperties", "multipleOf", "pattern", "format", "contentEncoding", "contentMediaType", "uniqueItems",
	"required", "properties", "additionalProperties", "propertyNames", "items",
	"default", "readOnly", "writeOnly",
	"title", "description", "example", "examples", "deprecated", "externalDocs", "xml", "$comment", "$id", "$schema",
}

func (c *comparison) types(d direction, where string, old, now map[string]any) {
	was, is := node.List(old["type"]), node.List(now["type"])
	if nullable, before := node.Contains(is, "null"), node.Contains(was, "null"); nullable && !before && len(was) > 0 {
		c.widen(d, where, "it may be null now")
		is = without(is, []any{"null"})
	} else if before && !nullable && len(is) > 0 {
		c.narrow(d, where, "it must not be null now")
		was = without(was, []any{"null"})
	}
	gone, fresh := uncovered(was, is), uncovered(is, was)
	if len(is) == 0 {
		gone = nil
	}
	if len(was) == 0 {
		fresh = nil
	}
	what := fmt.Sprintf("its type is %s, was %s", typeNames(is), typeNames(was))
	switch {
	case len(gone) > 0 && len(fresh) > 0:
		c.differ(d, where, what)
	case len(gone) > 0 || len(was) == 0 && len(is) > 0:
		c.narrow(d, where, what)
	case len(fresh) > 0 || len(is) == 0 && len(was) > 0:
		c.widen(d, where, what)
	}
}

// uncovered returns the types of a that b does not have. Integers are numbers.
func uncovered(a, b []any) []any {
	out := without(a, b)
	if node.Contains(b, "number") {
		out = without(out, []any{"integer"})
	}
	return out
}

func typeNames(types []any) string { return either(types, "any") }

// either joins names with "or"; none stands for no names.
func either(all []any, none string) string {
	if len(all) == 0 {
		return none
	}
	var names []string
	for _, one := range all {
		names = append(names, node.Text(one))
	}
	return strings.Join(names, " or ")
}

func (c *comparison) enumeration(d direction, where string, old, now map[string]any) {
	was, before := old["enum"]
	is, after := now["enum"]
	switch {
	case !before && after:
		c.narrow(d, where, "it must be one of "+showAll(node.List(is))+" now")
	case before && !after:
		c.widen(d, where, "it may be something else now than "+showAll(node.List(was)))
	case before:
		if gone := without(node.List(was), node.List(is)); len(gone) > 0 {
			c.narrow(d, where, "it must not be "+showAll(gone)+" now")
		}
		if fresh := without(node.List(is), node.List(was)); len(fresh) > 0 {
			c.widen(d, where, "it may be "+showAll(fresh)+" now")
		}
	}
}

// bounds compares lower and upper bounds.
func (c *comparison) bounds(d direction, where string, old, now map[string]any) {
	for _, b := range []struct {
		keyword, exclusive string
		sign               int // 1: a greater one rejects more
	}{
		{"minimum", "exclusiveMinimum", 1},
		{"maximum", "exclusiveMaximum", -1},
		{"minLength", "", 1},
		{"maxLength", "", -1},
		{"minItems", "", 1},
		{"maxItems", "", -1},
		{"minProperties", "", 1},
		{"maxProperties", "", -1},
	} {
		was, is := limitOf(old, b.keyword, b.exclusive, b.sign), limitOf(now, b.keyword, b.exclusive, b.sign)
		what := b.keyword + " is " + is.String() + ", was " + was.String()
		switch order := was.compare(is, b.sign); {
		case order < 0:
			c.narrow(d, where, what)
		case order > 0:
			c.loosen(d, where, what)
		}
	}
}

// limit is a bound; nil means none.
type limit struct {
	at        *big.Rat
	text      string
	exclusive bool
}

// limitOf returns the tightest of the two bounds of a schema and that of the format of an integer:
// some documents have the latter as a keyword, too.
func limitOf(s map[string]any, keyword, exclusive string, sign int) limit {
	l := limitOfKeywords(s, keyword, exclusive, sign)
	r, ok := node.IntegerRanges[node.Text(s["format"])]
	if !ok || !node.Contains(node.List(s["type"]), "integer") {
		return l
	}
	of := limit{}
	switch keyword {
	case "minimum":
		of = limit{at: r.Least, text: r.Least.RatString()}
	case "maximum":
		of = limit{at: r.Most, text: r.Most.RatString()}
	}
	if l.compare(of, sign) < 0 {
		return of
	}
	return l
}

func limitOfKeywords(s map[string]any, keyword, exclusive string, sign int) (l limit) {
	if n, ok := s[keyword].(node.Number); ok {
		l = limit{n.Rat(), string(n), false}
	}
	if n, ok := s[exclusive].(node.Number); ok {
		other := limit{n.Rat(), string(n), true}
		if other.at != nil && l.compare(other, sign) < 0 {
			return other
		}
	}
	return l
}

// compare returns a negative number if o rejects more than l.
func (l limit) compare(o limit, sign int) int {
	switch {
	case l.at == nil && o.at == nil:
		return 0
	case l.at == nil:
		return -1
	case o.at == nil:
		return 1
	}
	if order := l.at.Cmp(o.at) * sign; order != 0 {
		return order
	}
	switch {
	case o.exclusive && !l.exclusive:
		return -1
	case l.exclusive && !o.exclusive:
		return 1
	}
	return 0
}

func (l limit) String() string {
	switch {
	case l.at == nil:
		return "nothing"
	case l.exclusive:
		return l.text + " (exclusive)"
	}
	return l.text
}

// texts compares keywords whose values are names, each for a set of values.
func (c *comparison) texts(d direction, where string, old, now map[string]any) {
	for _, keyword := range []string{"format", "contentEncoding", "contentMediaType", "pattern"} {
		was, is := node.Text(old[keyword]), node.Text(now[keyword])
		wider := c.widen // clients parse a string of another format differently
		if keyword == "pattern" {
			wider = c.loosen
		}
		what := keyword + " is " + name(is) + ", was " + name(was)
		switch {
		case was == is:
		case was == "" || was == "int64" && is == "int32" || was == "double" && is == "float":
			c.narrow(d, where, what)
		case is == "" || was == "int32" && is == "int64" || was == "float" && is == "double":
			wider(d, where, what)
		case keyword == "pattern" && d != request:
			c.loosen(d, where, what)
		default:
			c.differ(d, where, what)
		}
	}
	switch was, is := old["uniqueItems"] == true, now["uniqueItems"] == true; {
	case is && !was:
		c.narrow(d, where, "its items must differ now")
	case was && !is:
		c.loosen(d, where, "its items may be alike now")
	}
	was, _ := old["multipleOf"].(node.Number)
	is, _ := now["multipleOf"].(node.Number)
	switch what := "multipleOf is " + name(string(is)) + ", was " + name(string(was)); {
	case node.Same(was, is):
	case is == "" || was != "" && divides(is, was):
		c.loosen(d, where, what)
	default:
		c.narrow(d, where, what)
	}
}

func name(s string) string {
	if s == "" {
		return "nothing"
	}
	return s
}

// divides reports whether every multiple of b is a multiple of a.
func divides(a, b node.Number) bool {
	x, y := a.Rat(), b.Rat()
	return x != nil && y != nil && x.Sign() != 0 && new(big.Rat).Quo(y, x).IsInt()
}

// rules compares custom rules. A document has only their code and arguments. A
// response that violates one does not break clients.
func (c *comparison) rules(d direction, where string, old, now []any) {
	if d != request {
		return
	}
	for _, rule := range now {
		code := node.Text(node.Object(rule)["code"])
		i := slices.IndexFunc(old, func(v any) bool { return node.Object(v)["code"] == code })
		switch {
		case i < 0:
			c.narrow(d, where, "the rule "+code+" is new")
		case !node.Same(node.Object(old[i])["params"], node.Object(rule)["params"]):
			c.narrow(d, where, "the rule "+code+" has "+show(node.Object(rule)["params"])+", had "+show(node.Object(old[i])["params"]))
		}
	}
}
