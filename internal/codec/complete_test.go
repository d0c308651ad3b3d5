package codec_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// read decodes JSON text as a property.
func read[V any](p prop.Of[V], text string) (r *codec.Report) { return readIn(tree.Create, p, text) }

// readIn reads a text as a property, in a mode.
func readIn[V any](m tree.Mode, p prop.Of[V], text string) (r *codec.Report) {
	var v V
	var d codec.Decoder
	d.Open([]byte(text), jsonx.Limits{})
	form := property.FormOf(p)
	form.Compile(codec.NewCompiler(m)).Decode(&d, place.Of(&v))
	if err := d.End(); err != nil {
		panic(err)
	}
	return &d.Report
}

// check checks a Go value as a property.
func check[V any](p prop.Of[V], v V) (r *codec.Report) {
	r = new(codec.Report)
	form := property.FormOf(p)
	form.Compile(codec.NewCompiler(tree.Create)).Check(r, place.Of(&v))
	return r
}

// pairs reads an object from named texts, as a query or a form has it.
func pairs(p prop.Of[collection.Record], list ...codec.Pair) (r *codec.Report) {
	var v collection.Record
	form := property.FormOf(p)
	c := codec.PairsOf(form.Compile(codec.NewCompiler(tree.Create)))
	r = new(codec.Report)
	c.ParsePairs(r, list, place.Of(&v))
	return r
}

func upload(p *prop.FileProp, part codec.Part) *codec.Report {
	return pairs(prop.Object(collection.New("Form", p)), codec.Pair{Name: p.Name(), Part: &part})
}

// kind names the type of a value, without its package and arguments.
func kind(v any) string {
	name := fmt.Sprintf("%T", v)
	return name[strings.LastIndexByte(name, '.')+1:]
}

var (
	number = prop.Int("number")
	x, y   = prop.Int("x").Optional(), prop.Int("y").Optional()
	point  = collection.New("Point", x, y)
	dot    = collection.New("Dot", prop.Int("x").Optional())
	either = collection.OneOf("Either", recordCase(point), recordCase(dot))
	kinded = collection.OneOf("Kinded",
		recordCase(collection.New("A", prop.Const("kind", "a"))),
		recordCase(collection.New("B", prop.Const("kind", "b"), number))).Tagged("kind")
)

// chain is a value that may contain itself.
type chain struct{ Next *chain }

func chains() *collection.Collection[chain] {
	return collection.Of("Chain", func(c *chain) collection.Fields {
		return collection.Fields{prop.Lazy("next", chains).Optional().AtOptional(&c.Next)}
	})
}

func loop() *chain {
	var c chain
	c.Next = &c
	return &c
}

func recordCase(c *collection.Collection[collection.Record]) collection.Variant[collection.Record] {
	same := func(r collection.Record) collection.Record { return r }
	return collection.Case(c, same, func(r collection.Record) (collection.Record, bool) { return r, true })
}

func issued(i *codec.Issue) *codec.Report {
	var r codec.Report
	r.Add(i)
	return &r
}

func texts(p prop.Prop, list ...string) *codec.Report {
	var r codec.Report
	s := property.SlotOf(p, codec.NewCompiler(tree.Create))
	s.ParseList(&r, list, s.At(s.Cell()))
	return &r
}

// orderBy is the parameter by which a list is sorted.
func orderBy() prop.Prop {
	l := pagination.NewList(paginate.ByPage(), nil).Sorting(number, x)
	return l.Inputs()[2].Prop
}

// Every type has a codec, which accepts a valid value and rejects another.
func TestEveryTypeHasACodec(t *testing.T) {
	rows := map[string]struct{ good, bad *codec.Report }{
		"Integer":      {read(number, `1`), read(number, `"1"`)},
		"Float":        {read(prop.Float64("p"), `1.5`), read(prop.Float64("p"), `"1"`)},
		"Text":         {read(prop.String("p"), `"a"`), read(prop.String("p"), `1`)},
		"Enum":         {read(prop.Enum("p", "a"), `"a"`), read(prop.Enum("p", "a"), `"b"`)},
		"Binary":       {read(prop.Bytes("p"), `"aGVsbG8="`), read(prop.Bytes("p"), `"?"`)},
		"Any":          {read(prop.Any("p"), `{"a":[null]}`), check(prop.Any("p"), "{")},
		"Boolean":      {read(prop.Bool("p"), `true`), read(prop.Bool("p"), `1`)},
		"File":         {upload(prop.File("p"), codec.Part{}), read(prop.File("p"), `"a"`)},
		"Array":        {read(prop.Array(number), `[1]`), read(prop.Array(number), `["1"]`)},
		"Map":          {read(prop.Map(number), `{"a":1}`), read(prop.Map(number), `{"a":"1"}`)},
		"Object":       {read(prop.Object(point), `{"x":1}`), read(prop.Object(point), `{"x":"1"}`)},
		"Alternatives": {read(prop.Union(kinded), `{"kind":"a"}`), read(prop.Union(kinded), `{"kind":"c"}`)},
	}
	for _, typ := range tree.AllTypes() {
		row, ok := rows[kind(typ)]
		if !ok {
			t.Errorf("type %s has no row", kind(typ))
			continue
		}
		if list, _ := row.good.Violations(); len(list) > 0 {
			t.Errorf("%s: a good value violates %s", kind(typ), list[0].Code)
		}
		if !row.bad.Since(0) {
			t.Errorf("%s: a bad value has no violation", kind(typ))
		}
	}
}

// Every rule is checked by a codec: a violation has the code and arguments of the rule, in
// Decode and in Check.
func TestEveryRuleIsChecked(t *testing.T) {
	even := prop.Int("p").Rule("even", "must be even, by {by}", func(n int) bool { return n%2 == 0 }, prop.NumberParam("by", 2))
	rows := map[string][]*codec.Report{
		"Min":          {read(prop.Int("p").Min(1), `0`), check(prop.Int("p").Min(1), 0), read(prop.Float64("p").Min(1), `0.5`), read(prop.Decimal("p").Min("1"), `"0.99"`), check(prop.Int64("p").Quoted().Min(1), 0)},
		"Max":          {read(prop.Int("p").Max(1), `2`), check(prop.Int("p").Max(1), 2), read(prop.Float64("p").Max(1), `1.5`), read(prop.Decimal("p").Max("1"), `"1.01"`), read(prop.Int64("p").Quoted().Max(1), `"2"`)},
		"ExclusiveMin": {read(prop.Int("p").ExclusiveMin(1), `1`), check(prop.Float64("p").ExclusiveMin(1), 1)},
		"ExclusiveMax": {read(prop.Int("p").ExclusiveMax(1), `1`), check(prop.Float64("p").ExclusiveMax(1), 1)},
		"MultipleOf":   {read(prop.Int("p").MultipleOf(2), `1`), check(prop.Float64("p").MultipleOf(0.1), 0.25), read(prop.Float64("p").MultipleOf(0.1), `0.25`)},
		"MinLen":       {read(prop.String("p").MinLen(1), `""`), check(prop.String("p").MinLen(1), "")},
		"MaxLen":       {read(prop.String("p").MaxLen(1), `"ab"`), check(prop.String("p").MaxLen(1), "ab")},
		"Pattern":      {read(prop.String("p").Pattern("^a"), `"b"`), check(prop.String("p").Pattern("^a"), "b"), read(prop.Date("p").Pattern("^2"), `"1999-01-01"`)},
		"NoNUL":        {read(prop.String("p").NoNUL(), `"\u0000"`), check(prop.String("p").NoNUL(), "\x00"), read(prop.Any("p").NoNUL(), `["\u0000"]`), read(prop.Map(number).NoNUL(), `{"\u0000":1}`), upload(prop.File("p"), codec.Part{Name: "\x00"})},
		"MinItems":     {read(prop.Array(number).MinItems(1), `[]`), check(prop.Array(number).MinItems(1), nil)},
		"MaxItems":     {read(prop.Array(number).MaxItems(1), `[1,2]`), check(prop.Array(number).MaxItems(1), []int{1, 2})},
		"Unique":       {read(prop.Array(number).Unique(), `[1,1]`), check(prop.Array(number).Unique(), []int{1, 1})},
		"MinBytes":     {read(prop.Bytes("p").MinBytes(1), `""`), check(prop.Bytes("p").MinBytes(1), nil), upload(prop.File("p").MinBytes(1), codec.Part{})},
		"MaxBytes":     {read(prop.Bytes("p").MaxBytes(1), `"aGVsbG8="`), upload(prop.File("p").MaxBytes(1), codec.Part{Size: 2})},
		"MinProps":     {read(prop.Map(number).MinProperties(1), `{}`), check(prop.Map(number).MinProperties(1), nil)},
		"MaxProps":     {read(prop.Map(number).MaxProperties(1), `{"a":1,"b":2}`), check(prop.Map(number).MaxProperties(1), map[string]int{"a": 1, "b": 2})},
		"Custom":       {read(even, `1`), check(even, 1)},
	}
	for _, rule := range tree.AllRules() {
		reports := rows[kind(rule)]
		if len(reports) == 0 {
			t.Errorf("rule %s has no row", kind(rule))
		}
		for i, r := range reports {
			list, _ := r.Violations()
			if len(list) != 1 || list[0].Code != rule.Code() {
				t.Errorf("%s, row %d: the violations are %v, want one %s", kind(rule), i, list, rule.Code())
				continue
			}
			if len(list[0].Params) != len(rule.Params()) && kind(rule) != "Custom" {
				t.Errorf("%s, row %d: the arguments are %v", kind(rule), i, list[0].Params)
			}
		}
	}
}

// Every object rule is checked too.
func TestEveryObjectRuleIsChecked(t *testing.T) {
	a, b := prop.Int("a").Optional(), prop.Int("b").Optional()
	ab := collection.New("AB", a, b)
	both := func(r *collection.Record) bool { return a.Get(*r) < b.Get(*r) }
	rows := map[string]*codec.Report{
		"ExactlyOne":   read(prop.Object(ab.ExactlyOne(a, b)), `{"a":1,"b":1}`),
		"AtLeastOne":   read(prop.Object(ab.AtLeastOne(a, b)), `{}`),
		"AllOrNone":    read(prop.Object(ab.AllOrNone(a, b)), `{"a":1}`),
		"RequiredWhen": read(prop.Object(ab.RequiredWhen(collection.Equals(a, 1), b)), `{"a":1}`),
		"Between":      read(prop.Object(ab.Rule("ordered", "must be below b", both, a)), `{"a":2,"b":1}`),
		"MinMembers":   read(prop.Object(ab.MinProperties(1)), `{}`),
		"MaxMembers":   read(prop.Object(ab.MaxProperties(1)), `{"a":1,"b":1}`),
	}
	for _, rule := range tree.AllObjectRules() {
		r := rows[kind(rule)]
		if r == nil {
			t.Errorf("rule %s has no row", kind(rule))
			continue
		}
		if list, _ := r.Violations(); len(list) != 1 || list[0].Code != rule.Code() {
			t.Errorf("%s: the violations are %v, want one %s", kind(rule), list, rule.Code())
		}
	}
}

// Every violation has a message without unfilled {names}, and every message has a
// violation.
func TestEveryViolationHasAMessage(t *testing.T) {
	text := prop.String("p")
	sometimes := collection.Of("Sometimes", func(n *[2]int) collection.Fields {
		return collection.Fields{
			prop.Int("once").Optional().At(&n[0]).Except(collection.Update),
			prop.Int("later").Optional().At(&n[1]).Except(collection.Create),
		}
	})
	seen := map[string]bool{}
	for i, r := range []*codec.Report{
		read(prop.Object(collection.New("A", number)), `{}`),                                   // required
		read(prop.Object(point), `{"z":1}`),                                                    // unknown
		read(prop.Object(collection.New("A", number.ReadOnly(), text)), `{"number":1,"p":""}`), // read_only
		readIn(tree.Update, prop.Object(sometimes), `{"once":1}`), read(prop.Object(sometimes), `{"later":1}`),
		read(number, `null`), read(number, `""`), read(prop.Float64("p"), `""`), read(text, `1`), read(prop.Bool("p"), `1`),
		read(prop.Array(number), `1`), read(prop.Map(number), `1`),
		pairs(prop.Object(point), codec.Pair{Name: "x", Text: "1"}, codec.Pair{Name: "x", Text: "2"}), // repeated
		check(text, "\xff"),
		check(prop.Lazy("p", chains), *loop()), // depth
		read(number.Min(2), `1`), read(number.Max(2), `3`), read(number.ExclusiveMin(2), `2`), read(number.ExclusiveMax(2), `2`),
		read(prop.Float64("p"), `1e-400`), read(prop.Float64("p").ExclusiveMax(1), `0.99999999999999999999`), read(number.MultipleOf(2), `1`), check(prop.Float64("p"), math.NaN()),
		read(text.MinLen(2), `""`), read(text.MaxLen(2), `"abc"`), read(text.Pattern("a"), `""`), read(text.NoNUL(), `"\u0000"`), read(prop.Enum("p", "a", "b"), `"c"`),
		read(prop.UUID("p"), `""`), read(prop.UUIDOf[[16]byte]("p"), `""`), read(prop.Email("p"), `""`), read(prop.URI("p"), `""`), read(prop.URIReference("p"), `"%"`), read(prop.Date("p"), `""`), read(prop.DateTime("p"), `""`),
		read(prop.TextOf("p", func(string) (int, error) { return 0, fmt.Errorf("no") }, func(int) string { return "" }).Format("own"), `""`),
		read(prop.Hostname("p"), `"-"`), read(prop.Time("p"), `""`), read(prop.Duration("p"), `""`),
		read(prop.IP("p"), `""`), read(prop.IPv4("p"), `""`), read(prop.IPv6("p"), `""`), read(prop.IPPrefix("p"), `""`),
		read(prop.Decimal("p"), `"a"`), read(prop.Decimal("p").Scale(2), `"1.234"`), read(prop.Decimal("p").FixedScale(2), `"1.2"`),
		read(prop.Bytes("p").MinBytes(2), `""`), read(prop.Bytes("p").MaxBytes(2), `"aGVsbG8="`), read(prop.Bytes("p"), `"?"`),
		read(prop.Int64("p").Quoted(), `"a"`), check(prop.Any("p"), "?"),
		read(prop.File("p"), `1`), upload(prop.File("p").MediaTypes("image/png"), codec.Part{Type: "text/plain"}),
		read(prop.Union(either), `{"z":1}`), read(prop.Union(either), `{"x":1}`), read(prop.Union(collection.OneOf("Either", collection.CaseOf[any](number), collection.CaseOf[any](text.As("text")))), `true`),
		read(prop.Object(point.ExactlyOne(x, y)), `{}`), read(prop.Object(point.AtLeastOne(x, y)), `{}`),
		read(prop.Object(point.AllOrNone(x, y)), `{"x":1}`), read(prop.Object(point.RequiredWhen(collection.Equals(x, 1), y)), `{"x":1}`),
		read(prop.Map(number).MinProperties(2), `{}`), read(prop.Map(number).MaxProperties(2), `{"a":1,"b":2,"c":3}`),
		read(prop.Array(number).MinItems(2), `[]`), read(prop.Array(number).MaxItems(2), `[1,2,3]`), read(prop.Array(number).Unique(), `[1,1]`),
		issued(codec.ScopeIssue([]string{"a"})), issued(codec.ScopeIssue([]string{"a", "b"})),
		issued(codec.Cursor), issued(codec.Key), texts(query.ParameterOf(paginate.Between(number)).Prop, "2", "1"), texts(orderBy(), "number", "-number"),
	} {
		list, _ := r.Violations()
		if len(list) == 0 {
			t.Errorf("row %d has no violation", i)
		}
		for _, v := range list {
			seen[v.Key] = true
			if text := v.Message(); text == "" || strings.ContainsAny(text, "{}") {
				t.Errorf("row %d: the text of %s is %q", i, v.Key, text)
			}
		}
	}
	got, want := slices.Sorted(maps.Keys(seen)), slices.Sorted(slices.Values(message.Codes()))
	for _, code := range want {
		if !seen[code] {
			t.Errorf("no row has a violation %s", code)
		}
	}
	for _, code := range got {
		if !slices.Contains(want, code) {
			t.Errorf("%s has no text", code)
		}
	}
}
