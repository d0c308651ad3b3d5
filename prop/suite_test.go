package prop_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// suiteCase is a case of the JSON-Schema-Test-Suite; see testdata/README.md.
type suiteCase struct {
	ID       string
	Test     string
	Schema   map[string]any
	Instance json.RawMessage
	Valid    bool
}

func suiteCases(t *testing.T) []suiteCase {
	t.Helper()
	f, err := os.Open("testdata/json-schema-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d := json.NewDecoder(f)
	d.UseNumber()
	var cases []suiteCase
	if err := d.Decode(&cases); err != nil {
		t.Fatal(err)
	}
	return cases
}

// unsaid are the cases that the tree has no words for, and those that it decides
// otherwise on purpose.
var unsaid = map[string]string{
	"anyOf#0.0": numberOr, "anyOf#0.1": numberOr, "anyOf#0.2": numberOr, "anyOf#0.3": numberOr,
	"oneOf#0.0": numberOr, "oneOf#0.1": numberOr, "oneOf#0.2": numberOr, "oneOf#0.3": numberOr,
	"anyOf#5.0": both, "anyOf#5.1": both, "anyOf#5.2": both, "anyOf#5.3": both,
	"pattern#2.0": `\p is not in the dialect`, "pattern#2.1": `\p is not in the dialect`, "pattern#2.2": `\p is not in the dialect`,
	"optional/format/date-time#0.10": leap, "optional/format/date-time#0.11": leap,
	"optional/format/date-time#0.22": "T and Z are upper case, so that texts sort as times do",
}

const (
	numberOr = "the tree has one type for a value, not an integer or a number from 2 on"
	both     = "a union has exactly one case for a value, JSON Schema's oneOf"
	leap     = "package time has no leap seconds"
)

func TestPropertiesDecideAsJSONSchemaDoes(t *testing.T) {
	decided := 0
	for _, c := range suiteCases(t) {
		p, err := translate("v", c.Schema)
		why, listed := unsaid[c.ID]
		if err != nil {
			if !listed {
				t.Errorf("%s (%s): %v", c.ID, c.Test, err)
			}
			continue
		}
		_, refused := collection.New("Case", p).Create().Parse(fmt.Appendf(nil, `{"v":%s}`, c.Instance))
		switch right := (refused == nil) == c.Valid; {
		case listed && right:
			t.Errorf("%s (%s) is decided as the suite does, and need not be listed: %s", c.ID, c.Test, why)
		case listed:
		case !right:
			t.Errorf("%s (%s): %s is valid: %t; the property says %v", c.ID, c.Test, c.Instance, c.Valid, refused)
		default:
			decided++
		}
	}
	t.Logf("%d cases decided, %d listed", decided, len(unsaid))
	if decided < 470 {
		t.Errorf("only %d cases are decided", decided)
	}
}

// translate declares a schema of the suite as a property.
func translate(name string, s map[string]any) (prop.Prop, error) {
	s, err := merged(s)
	if err != nil {
		return nil, err
	}
	switch s["type"] {
	case "integer":
		p := prop.Int64(name)
		if of := rational(s["multipleOf"]); of != nil {
			p = p.MultipleOf(of.Num().Int64()) // the least whole number that it divides
		}
		return p, nil
	case "number":
		return number(name, s), nil
	case "boolean":
		return prop.Bool(name), nil
	case "string":
		return text(name, s)
	case "array":
		return array(name, s)
	case "object":
		return object(name, s)
	}
	return nil, fmt.Errorf("no property is of the type %v", s["type"])
}

// merged takes allOf apart, and what has one alternative only: the tree has no
// parts of a value's rules.
func merged(s map[string]any) (map[string]any, error) {
	out := map[string]any{}
	for keyword, v := range s {
		parts, _ := v.([]any)
		switch {
		case keyword == "allOf", (keyword == "anyOf" || keyword == "oneOf") && len(parts) == 1:
			for _, part := range parts {
				if err := merge(out, part.(map[string]any)); err != nil {
					return nil, err
				}
			}
		case keyword == "anyOf" || keyword == "oneOf" && parts[0].(map[string]any)["type"] != "object":
			expr, ok := lengths(keyword, parts)
			if !ok {
				return nil, fmt.Errorf("%s has no words", keyword)
			}
			out["pattern"] = expr
		default:
			if err := merge(out, map[string]any{keyword: v}); err != nil {
				return nil, err
			}
		}
	}
	if _, ok := out["oneOf"]; ok {
		out["type"] = "object"
	}
	return out, nil
}

// lengths is an expression for alternatives that are about lengths only.
func lengths(keyword string, parts []any) (expr string, ok bool) {
	const beyond = 10 // lengths from here on are alike
	var runs []string
	for n := 0; n <= beyond; n++ {
		fit := 0
		for _, part := range parts {
			s := part.(map[string]any)
			if s["type"] != "string" {
				return "", false
			}
			least, _ := count(s, "minLength")
			most, bounded := count(s, "maxLength")
			if n >= least && (!bounded || n <= most) {
				fit++
			}
		}
		if fit == 1 || fit > 1 && keyword == "anyOf" {
			more := ""
			if n == beyond {
				more = ","
			}
			runs = append(runs, fmt.Sprintf(`[\s\S]{%d%s}`, n, more))
		}
	}
	return "^(" + strings.Join(runs, "|") + ")$", true
}

func merge(into, part map[string]any) error {
	for keyword, v := range part {
		old, has := into[keyword]
		switch {
		case !has || fmt.Sprint(old) == fmt.Sprint(v):
			into[keyword] = v
		case keyword == "properties":
			both := maps.Clone(old.(map[string]any))
			maps.Copy(both, v.(map[string]any))
			into[keyword] = both
		case keyword == "required":
			into[keyword] = append(slices.Clone(old.([]any)), v.([]any)...)
		case keyword == "multipleOf":
			a, b := rational(old).Num(), rational(v).Num()
			gcd := new(big.Int).GCD(nil, nil, a, b)
			into[keyword] = json.Number(a.Mul(a, b).Div(a, gcd).String())
		default:
			return fmt.Errorf("two values of %s cannot be one", keyword)
		}
	}
	return nil
}

func rational(v any) *big.Rat {
	n, ok := v.(json.Number)
	if !ok {
		return nil
	}
	r, _ := new(big.Rat).SetString(n.String())
	return r
}

func number(name string, s map[string]any) *prop.NumberProp[float64] {
	p := prop.Float64(name)
	for keyword, set := range map[string]func(*prop.NumberProp[float64], float64) *prop.NumberProp[float64]{
		"minimum": (*prop.NumberProp[float64]).Min, "maximum": (*prop.NumberProp[float64]).Max, "multipleOf": (*prop.NumberProp[float64]).MultipleOf,
		"exclusiveMinimum": (*prop.NumberProp[float64]).ExclusiveMin, "exclusiveMaximum": (*prop.NumberProp[float64]).ExclusiveMax,
	} {
		if n, ok := s[keyword].(json.Number); ok {
			f, _ := n.Float64()
			p = set(p, f)
		}
	}
	return p
}

func text(name string, s map[string]any) (prop.Prop, error) {
	switch s["format"] {
	case "date":
		return prop.Date(name), nil
	case "date-time":
		return prop.DateTime(name), nil
	case "ipv4":
		return prop.IPv4(name), nil
	case "ipv6":
		return prop.IPv6(name), nil
	}
	p, ok := map[any]*prop.StringProp[string]{nil: prop.String(name), "uuid": prop.UUID(name), "email": prop.Email(name)}[s["format"]]
	if !ok {
		return nil, fmt.Errorf("no property has the format %v", s["format"])
	}
	if n, ok := count(s, "minLength"); ok {
		p = p.MinLen(n)
	}
	if n, ok := count(s, "maxLength"); ok {
		p = p.MaxLen(n)
	}
	if expr, ok := s["pattern"].(string); ok {
		if p = p.Pattern(expr); strings.Contains(expr, `\p{`) {
			return nil, fmt.Errorf("the dialect of patterns has no \\p")
		}
	}
	return p, nil
}

// count is a number of things, which may be written 2.0.
func count(s map[string]any, keyword string) (int, bool) {
	r := rational(s[keyword])
	if r == nil {
		return 0, false
	}
	return int(r.Num().Int64()), true
}

func array(name string, s map[string]any) (prop.Prop, error) {
	items, ok := s["items"].(map[string]any)
	if !ok {
		return list(prop.Any(name), s), nil
	}
	item, err := translate(name, items)
	if err != nil {
		return nil, err
	}
	switch item := item.(type) { // the Go type of a list is that of its items
	case *prop.NumberProp[int64]:
		return list(item, s), nil
	case *prop.NumberProp[float64]:
		return list(item, s), nil
	case *prop.ArrayProp[float64]:
		return list(item, s), nil
	case *prop.ArrayProp[[]float64]:
		return list(item, s), nil
	case *prop.ArrayProp[[][]float64]:
		return list(item, s), nil
	}
	return nil, fmt.Errorf("the test knows no list of %T", item)
}

func list[E any](item prop.Of[E], s map[string]any) *prop.ArrayProp[E] {
	p := prop.Array(item)
	if n, ok := count(s, "minItems"); ok {
		p = p.MinItems(n)
	}
	if n, ok := count(s, "maxItems"); ok {
		p = p.MaxItems(n)
	}
	if s["uniqueItems"] == true {
		p = p.Unique()
	}
	return p
}

func object(name string, s map[string]any) (prop.Prop, error) {
	if cases, ok := s["oneOf"].([]any); ok {
		return union(name, cases)
	}
	properties, ok := s["properties"].(map[string]any)
	if ok {
		c, err := group("Object", properties, s["required"])
		return prop.Object(c).As(name), err
	}
	if s["additionalProperties"] != nil {
		return prop.Map(prop.Bool(name)), nil
	}
	p := prop.Map(prop.Any(name))
	if n, ok := count(s, "minProperties"); ok {
		p = p.MinProperties(n)
	}
	if n, ok := count(s, "maxProperties"); ok {
		p = p.MaxProperties(n)
	}
	return p, nil
}

// optional lets a property of any kind be left out.
func optional(p prop.Prop) prop.Prop {
	switch p := p.(type) {
	case *prop.NumberProp[int64]:
		return p.Optional()
	case *prop.NumberProp[float64]:
		return p.Optional()
	case *prop.StringProp[string]:
		return p.Optional()
	case *prop.ObjectProp[collection.Record]:
		return p.Optional()
	}
	panic(fmt.Sprintf("%T", p))
}

func group(name string, properties map[string]any, required any) (*collection.Collection[collection.Record], error) {
	var members []prop.Prop
	must, _ := required.([]any)
	for _, member := range slices.Sorted(maps.Keys(properties)) {
		p, err := translate(member, properties[member].(map[string]any))
		if err != nil {
			return &collection.Collection[collection.Record]{}, err
		}
		if !slices.Contains(must, any(member)) {
			p = optional(p)
		}
		members = append(members, p)
	}
	return collection.New(name, members...).IgnoreUnknown(), nil
}

// chosen is a value of a union, and which case it is of.
type chosen struct {
	i     int
	value collection.Record
}

func union(name string, cases []any) (prop.Prop, error) {
	var variants []collection.Variant[chosen]
	for i, c := range cases {
		s := c.(map[string]any)
		g, err := group(fmt.Sprintf("Case%d", i), s["properties"].(map[string]any), s["required"])
		if err != nil {
			return nil, err
		}
		variants = append(variants, collection.Case(g,
			func(r collection.Record) chosen { return chosen{i, r} },
			func(c chosen) (collection.Record, bool) { return c.value, c.i == i }))
	}
	return prop.Union(collection.OneOf("Union", variants...)).As(name), nil
}
