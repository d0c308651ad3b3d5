package prop_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/prop"
)

// codes are what violations say to programs: the code, and the place unless it
// is the whole value.
func codes(vs prop.Violations) (all []string) {
	for _, v := range vs {
		code := v.Code
		if v.Pointer != "#" {
			code += " " + v.Pointer
		}
		all = append(all, code)
	}
	return all
}

// values is a property with values: the codes of the rules that each breaks.
type values[V any] struct {
	p interface {
		prop.Of[V]
		Parse([]byte) (V, error)
	}
	rows []value
}

// value is JSON text and the codes of the rules that it breaks; "malformed"
// stands for text that is no JSON.
type value struct {
	json  string
	codes []string
}

func breaks(json string, codes ...string) value { return value{json, codes} }

// test reads each text, and checks what was read by the other way, which must
// agree: a value that was read keeps all rules.
func (vs values[V]) test(t *testing.T) {
	t.Helper()
	for _, row := range vs.rows {
		v, err := vs.p.Parse([]byte(row.json))
		var got []string
		var list prop.Violations
		var malformed *prop.SyntaxError
		switch {
		case errors.As(err, &list):
			got = codes(list)
		case errors.As(err, &malformed):
			got = []string{"malformed"}
		case err != nil:
			t.Errorf("%s: Parse fails with %v", row.json, err)
		default:
			got = codes(vs.p.Check(v))
		}
		if !slices.Equal(got, row.codes) {
			t.Errorf("%s: %s breaks %q, want %q", vs.p.Name(), row.json, got, row.codes)
		}
	}
}

type (
	cents int64
	tiny  int8
	color string
	ratio float64
)

func TestIntegers(t *testing.T) {
	values[int]{prop.Int("int").Min(-5).Max(5), []value{
		breaks(`-5`), breaks(`5`), breaks(`0`), breaks(`-0`), breaks(`5.0`), breaks(`0.5e1`), breaks(`50e-1`),
		breaks(`-6`, "min"), breaks(`6`, "max"), breaks(`1e300`, "max"), breaks(`-1e300`, "min"), breaks(`1e999999999`, "max"),
		breaks(`1.5`, "type"), breaks(`"1"`, "type"), breaks(`true`, "type"), breaks(`[1]`, "type"), breaks(`{}`, "type"), breaks(`null`, "null"),
		breaks(`1e-1`, "type"), breaks(`1e-999999999`, "type"),
		breaks(``, "malformed"), breaks(`1 2`, "malformed"), breaks(`01`, "malformed"), breaks(`+1`, "malformed"), breaks(`NaN`, "malformed"), breaks(`1.`, "malformed"),
	}}.test(t)
	values[int]{prop.Int("exclusive").ExclusiveMin(0).ExclusiveMax(10), []value{
		breaks(`0`, "exclusive_min"), breaks(`1`), breaks(`9`), breaks(`10`, "exclusive_max"), breaks(`-1`, "exclusive_min"), breaks(`1e30`, "exclusive_max"),
	}}.test(t)
	values[int64]{prop.Int64("multiple").MultipleOf(3), []value{
		breaks(`0`), breaks(`-3`), breaks(`9e0`), breaks(`4`, "multiple_of"), breaks(`9007199254740993`), breaks(`9007199254740992`, "multiple_of"),
	}}.test(t)
}

func TestIntegersAreExact(t *testing.T) {
	values[int32]{prop.Int32("int32"), []value{
		breaks(`2147483647`), breaks(`2147483648`, "max"), breaks(`-2147483648`), breaks(`-2147483649`, "min"), breaks(`2147483647.0`), breaks(`2.147483648e9`, "max"),
	}}.test(t)
	values[int64]{prop.Int64("int64"), []value{
		breaks(`9223372036854775807`), breaks(`9223372036854775808`, "max"), breaks(`-9223372036854775808`), breaks(`-9223372036854775809`, "min"),
		breaks(`9223372036854775807.0`), breaks(`9223372036854775807.5`, "type"), breaks(`-1e19`, "min"),
	}}.test(t)
	values[uint64]{prop.Uint64("uint64"), []value{
		breaks(`18446744073709551615`), breaks(`18446744073709551616`, "max"), breaks(`0`), breaks(`-0`), breaks(`-1`, "min"),
	}}.test(t)
	values[int64]{prop.Int64("2^53+1").Min(1<<53 + 1).Max(1<<53 + 1), []value{
		breaks(`9007199254740992`, "min"), breaks(`9007199254740993`), breaks(`9007199254740994`, "max"),
	}}.test(t)
	values[int8]{prop.IntOf[int8]("int8"), []value{
		breaks(`127`), breaks(`128`, "max"), breaks(`-128`), breaks(`-129`, "min"), breaks(`256`, "max"),
	}}.test(t)
	if n, err := prop.Int64("n").Parse([]byte(`9007199254740993`)); n != 1<<53+1 || err != nil {
		t.Errorf("2^53+1 is read as %d, %v", n, err)
	}
}

func TestNamedTypes(t *testing.T) {
	values[cents]{prop.IntOf[cents]("cents").Min(1), []value{breaks(`1`), breaks(`0`, "min")}}.test(t)
	values[tiny]{prop.IntOf[tiny]("tiny"), []value{breaks(`127`), breaks(`128`, "max")}}.test(t)
	values[ratio]{prop.FloatOf[ratio]("ratio").Max(1), []value{breaks(`1`), breaks(`1.5`, "max")}}.test(t)
	values[color]{prop.Enum("color", color("red"), "blue"), []value{breaks(`"red"`), breaks(`"green"`, "one_of"), breaks(`""`, "one_of"), breaks(`1`, "type")}}.test(t)
	values[color]{prop.StringOf[color]("color").MaxLen(3), []value{breaks(`"red"`), breaks(`"blue"`, "max_length")}}.test(t)
	if got := codes(prop.IntOf[cents]("cents").Min(10).Check(9)); !slices.Equal(got, []string{"min"}) {
		t.Errorf("9 cents break %v", got)
	}
	if v, _ := prop.Enum("color", color("red")).Parse([]byte(`"red"`)); v != "red" {
		t.Errorf("red is read as %q", v)
	}
}

func TestFloats(t *testing.T) {
	values[float64]{prop.Float64("float").Min(-0.5).Max(0.5), []value{
		breaks(`0.5`), breaks(`-0.5`), breaks(`5e-1`), breaks(`0`), breaks(`1`, "max"), breaks(`-1`, "min"), breaks(`1e400`, "max"), breaks(`-1e400`, "min"),
		breaks(`1e-400`, "precision"), breaks(`0e-400`), breaks(`"0"`, "type"), breaks(`null`, "null"), breaks(`Infinity`, "malformed"),
	}}.test(t)
	values[float64]{prop.Float64("cents").MultipleOf(0.01), []value{
		breaks(`0.07`), breaks(`0.01`), breaks(`19.99`), breaks(`1.10`), breaks(`4.35`), breaks(`1e10`), breaks(`0.075`, "multiple_of"), breaks(`0.010000001`, "multiple_of"), breaks(`1e-3`, "multiple_of"), breaks(`0.3`), breaks(`123456789.01`),
	}}.test(t)
	for value, want := range map[float64][]string{
		0.07: nil, math.Nextafter(0.3, 1): {"multiple_of"}, 0.3: nil, 0.075: {"multiple_of"},
		math.NaN(): {"finite"}, math.Inf(1): {"finite"}, math.Inf(-1): {"finite"},
	} {
		if got := codes(prop.Float64("cents").MultipleOf(0.01).Check(value)); !slices.Equal(got, want) {
			t.Errorf("%v breaks %v, want %v", value, got, want)
		}
	}
}

func TestTexts(t *testing.T) {
	values[string]{prop.String("text").MinLen(2).MaxLen(3), []value{
		breaks(`"ab"`), breaks(`"abc"`), breaks(`""`, "min_length"), breaks(`"a"`, "min_length"), breaks(`"abcd"`, "max_length"),
		breaks(`"äö"`), breaks(`"äöüß"`, "max_length"),
		breaks(`"😀😀😀"`), breaks(`"😀"`, "min_length"), breaks(`"\ud83d\ude00"`, "min_length"), breaks(`"😀😀😀😀"`, "max_length"),
		breaks("\"e\u0301\""), breaks("\"e\u0301e\u0301\"", "max_length"), // a letter and its combining accent are two
		breaks(`"\u0061\u0062"`), breaks(`"\n\t"`),
		breaks(`1`, "type"), breaks(`true`, "type"), breaks(`["ab"]`, "type"), breaks(`null`, "null"),
		breaks(`"`, "malformed"), breaks(`"\ud83d"`, "malformed"), breaks("\"\xff\"", "malformed"), breaks(`'ab'`, "malformed"),
	}}.test(t)
	values[string]{prop.String("pattern").Pattern(`^[a-z]+$`), []value{
		breaks(`"abc"`), breaks(`"ab1"`, "pattern"), breaks(`""`, "pattern"), breaks(`"abc\n"`, "pattern"),
	}}.test(t)
	values[string]{prop.String("slug").PatternFunc(`^(?![0-9]+$)[a-z0-9]+$`, isSlug).MaxLen(4), []value{
		breaks(`"a1"`), breaks(`"1"`, "pattern"), breaks(`"12345"`, "pattern", "max_length"), breaks(`7`, "type"),
	}}.test(t)
	values[string]{prop.String("unanchored").Pattern(`[0-9]`), []value{breaks(`"a1b"`), breaks(`"ab"`, "pattern")}}.test(t)
	values[string]{prop.String("both").MinLen(3).Pattern(`[0-9]`), []value{breaks(`"a"`, "min_length", "pattern"), breaks(`"abc"`, "pattern"), breaks(`"a1"`, "min_length")}}.test(t)
	values[string]{prop.UUID("uuid"), []value{
		breaks(`"123e4567-e89b-12d3-a456-426614174000"`), breaks(`"123E4567-E89B-12D3-A456-426614174000"`), breaks(`"123e4567e89b12d3a456426614174000"`, "format"), breaks(`""`, "format"),
	}}.test(t)
	values[[16]byte]{prop.UUIDOf[[16]byte]("octets"), []value{
		breaks(`"123E4567-e89b-12d3-a456-426614174000"`), breaks(`"123e4567e89b12d3a456426614174000"`, "format"), breaks(`""`, "format"), breaks(`7`, "type"),
	}}.test(t)
	values[string]{prop.Decimal("price").FixedScale(2), []value{
		breaks(`"1.50"`), breaks(`"-0.00"`), breaks(`"1.5"`, "places"), breaks(`"1"`, "places"), breaks(`"1.500"`, "places"), breaks(`"1."`, "format"), breaks(`1.50`, "type"),
	}}.test(t)
	values[string]{prop.Decimal("whole").FixedScale(0), []value{breaks(`"15"`), breaks(`"15.0"`, "places")}}.test(t)
	values[string]{prop.Email("email").MaxLen(10), []value{breaks(`"a@b.org"`), breaks(`"a"`, "format"), breaks(`"abcdefgh@b.org"`, "max_length"), breaks(`"abcdefghijk"`, "max_length", "format")}}.test(t)
	values[string]{prop.URI("uri"), []value{breaks(`"https://example.com/a"`), breaks(`"/a"`, "format")}}.test(t)
	values[string]{prop.Hostname("host"), []value{breaks(`"example.com"`), breaks(`"-a"`, "format")}}.test(t)
	if got := codes(prop.String("s").Check("\xff")); !slices.Equal(got, []string{"encoding"}) {
		t.Errorf("text that is not UTF-8 breaks %v", got)
	}
}

func TestTimes(t *testing.T) {
	values[time.Time]{prop.Date("date"), []value{
		breaks(`"2024-02-29"`), breaks(`"2023-02-29"`, "format"), breaks(`"2024-2-9"`, "format"), breaks(`""`, "format"), breaks(`20240229`, "type"), breaks(`null`, "null"),
	}}.test(t)
	values[time.Time]{prop.DateTime("time"), []value{
		breaks(`"2006-01-02T15:04:05Z"`), breaks(`"2006-01-02T15:04:05.123456+02:00"`), breaks(`"2006-01-02T15:04:60Z"`, "format"), breaks(`"2006-01-02 15:04:05Z"`, "format"), breaks(`"2006-01-02T15:04:05"`, "format"),
	}}.test(t)
	if got := codes(prop.Date("date").Check(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC))); !slices.Equal(got, []string{"format"}) {
		t.Errorf("the year 10000 breaks %v", got)
	}
}

func TestBooleans(t *testing.T) {
	values[bool]{prop.Bool("bool"), []value{
		breaks(`true`), breaks(`false`), breaks(`"true"`, "type"), breaks(`1`, "type"), breaks(`0`, "type"), breaks(`null`, "null"), breaks(`True`, "malformed"),
	}}.test(t)
}

func TestNullables(t *testing.T) {
	values[*string]{prop.Nullable(prop.String("note").MinLen(2)), []value{
		breaks(`null`), breaks(`"ab"`), breaks(`"a"`, "min_length"), breaks(`1`, "type"), breaks(`"null"`),
	}}.test(t)
	values[[]*int]{prop.Array(prop.Nullable(prop.Int("n").Max(1))), []value{
		breaks(`[null,1,null]`), breaks(`[2,null]`, "max #/0"), breaks(`null`, "null"),
	}}.test(t)
	values[*[]int]{prop.Nullable(prop.Array(prop.Int("n"))), []value{breaks(`null`), breaks(`[]`), breaks(`[null]`, "null #/0")}}.test(t)
	v, err := prop.Nullable(prop.Int("n")).Parse([]byte(`null`))
	if v != nil || err != nil {
		t.Errorf("null is read as %v, %v", v, err)
	}
	own := prop.Nullable(prop.Int("n").Rule("even", "must be even", func(n int) bool { return n%2 == 0 }))
	values[*int]{own, []value{breaks(`null`), breaks(`2`), breaks(`3`, "even")}}.test(t)
}

func TestLists(t *testing.T) {
	values[[]int]{prop.Array(prop.Int("l").Max(9)).MinItems(1).MaxItems(3), []value{
		breaks(`[1]`), breaks(`[1,2,3]`), breaks(`[]`, "min_items"), breaks(`[1,2,3,4]`, "max_items"), breaks(`[10,2,11]`, "max #/0", "max #/2"),
		breaks(`[10,2,3,11]`, "max #/0", "max_items"), breaks(`["1"]`, "type #/0"), breaks(`[null]`, "null #/0"),
		breaks(`1`, "type"), breaks(`{"0":1}`, "type"), breaks(`null`, "null"), breaks(`[1,]`, "malformed"), breaks(`[1`, "malformed"),
	}}.test(t)
	values[[][]int]{prop.Array(prop.Array(prop.Int("l").Max(9)).MaxItems(2)).MinItems(2), []value{
		breaks(`[[],[1,2]]`), breaks(`[[10],[1,2,3]]`, "max #/0/0", "max_items #/1"), breaks(`[[1]]`, "min_items"), breaks(`[[1],2]`, "type #/1"),
	}}.test(t)
	v, _ := prop.Array(prop.Int("l")).Parse([]byte(`[3,1,2]`))
	if !slices.Equal(v, []int{3, 1, 2}) {
		t.Errorf("the list is read as %v", v)
	}
	if v, _ := prop.Array(prop.Int("l")).Parse([]byte(`[]`)); v == nil {
		t.Error("an empty list is read as nil")
	}
}

func TestUniqueComparesValues(t *testing.T) {
	values[[]string]{prop.Array(prop.String("l")).Unique(), []value{
		breaks(`["a","b"]`), breaks(`["a","b","a","a"]`, "unique #/2", "unique #/3"), breaks(`["a","\u0061"]`, "unique #/1"), breaks(`["a","A"]`), breaks("[\"\u00e9\",\"e\u0301\"]"),
	}}.test(t)
	values[[]float64]{prop.Array(prop.Float64("l")).Unique(), []value{
		breaks(`[1,2]`), breaks(`[1,1.0]`, "unique #/1"), breaks(`[100,1e2]`, "unique #/1"), breaks(`[0,-0]`, "unique #/1"), breaks(`[0.1,0.10]`, "unique #/1"),
	}}.test(t)
	values[[]map[string]int]{prop.Array(prop.Map(prop.Int("l"))).Unique(), []value{
		breaks(`[{"a":1,"b":2},{"b":2,"a":1}]`, "unique #/1"), breaks(`[{"a":1},{"a":2}]`), breaks(`[{},{}]`, "unique #/1"),
	}}.test(t)
	values[[]*int]{prop.Array(prop.Nullable(prop.Int("l"))).Unique(), []value{breaks(`[null,0]`), breaks(`[null,1,null]`, "unique #/2")}}.test(t)
	// Beyond a few items they are hashed.
	many := `[` + strings.Repeat(`"x",`, 0)
	for i := range 40 {
		many += `"` + strings.Repeat("a", i) + `",`
	}
	values[[]string]{prop.Array(prop.String("l")).Unique(), []value{
		breaks(many + `"z"]`), breaks(many+`"aaa"]`, "unique #/40"),
	}}.test(t)
}

func TestMaps(t *testing.T) {
	values[map[string]int]{prop.Map(prop.Int("m").Max(9)), []value{
		breaks(`{}`), breaks(`{"a":1,"":2}`), breaks(`{"a":10,"b/c~d":11}`, "max #/a", "max #/b~1c~0d"), breaks(`{"a":null}`, "null #/a"),
		breaks(`{"a":1,"a":2}`, "malformed"), breaks(`[]`, "type"), breaks(`null`, "null"),
	}}.test(t)
	values[map[string][]int]{prop.Map(prop.Array(prop.Int("m")).MaxItems(1)), []value{breaks(`{"a":[1,2],"b":["c"]}`, "max_items #/a", "type #/b/0")}}.test(t)
	values[map[string]int]{prop.Map(prop.Int("m")).MinProperties(1).MaxProperties(2), []value{breaks(`{"a":1}`), breaks(`{}`, "min_properties"), breaks(`{"a":1,"b":2,"c":3}`, "max_properties")}}.test(t)
	// A name too long to repeat is left out, so that an answer never grows with
	// the request.
	values[map[string]int]{prop.Map(prop.Int("m")), []value{breaks(`{"`+strings.Repeat("n", 101)+`":""}`, "type"), breaks(`{"`+strings.Repeat("n", 100)+`":""}`, "type #/"+strings.Repeat("n", 100))}}.test(t)
}

func TestRulesOfOnesOwn(t *testing.T) {
	asked := 0
	p := prop.Int("n").Min(0).Rule("divisible", "must be divisible by {by}, not {by} more", func(n int) bool { asked++; return n%7 == 0 }, prop.NumberParam("by", 7), prop.TextParam("why", `a "week"`))
	vs := p.Check(8)
	if len(vs) != 1 || vs[0].Code != "divisible" || vs[0].Detail != "must be divisible by 7, not 7 more" {
		t.Fatalf("8 breaks %v", vs)
	}
	if want := []prop.Param{{Name: "by", JSON: "7"}, {Name: "why", JSON: `"a \"week\""`}}; !slices.Equal(vs[0].Params, want) {
		t.Errorf("the arguments are %v, want %v", vs[0].Params, want)
	}
	asked = 0
	if got := codes(p.Check(-1)); !slices.Equal(got, []string{"min"}) || asked != 0 {
		t.Errorf("-1 breaks %v, and the test was asked %d times", got, asked)
	}
	sum := prop.Array(prop.Int("l").Max(9)).Rule("even_sum", "must have an even sum", func(l []int) bool { return (l[0]+l[1])%2 == 0 })
	values[[]int]{sum, []value{breaks(`[1,3]`), breaks(`[1,2]`, "even_sum"), breaks(`[1,10]`, "max #/1")}}.test(t)
	values[map[string]int]{prop.Map(prop.Int("m")).Rule("has_a", "must have a", func(m map[string]int) bool { _, ok := m["a"]; return ok }), []value{breaks(`{"a":1}`), breaks(`{}`, "has_a")}}.test(t)
}

func TestViolationsPrint(t *testing.T) {
	_, err := prop.Array(prop.String("tags").MaxLen(1)).MaxItems(2).Parse([]byte(`["ab","c","d"]`))
	if got, want := err.Error(), "#/0: must have at most 1 character (max_length)\n#: must have at most 2 items (max_items)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	_, err = prop.Int("n").Parse([]byte(`{"a":1,`))
	if got, want := err.Error(), "malformed JSON at byte "; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want %q…", got, want)
	}
}

// A hundred violations are kept.
func TestViolationsAreBounded(t *testing.T) {
	_, err := prop.Array(prop.Int("l")).Parse([]byte(`[` + strings.Repeat(`"a",`, 500) + `1]`))
	var vs prop.Violations
	if !errors.As(err, &vs) || len(vs) != 100 {
		t.Errorf("there are %d violations, want 100", len(vs))
	}
}

// isSlug reports whether a text is of letters and digits, and not of digits alone.
func isSlug(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
