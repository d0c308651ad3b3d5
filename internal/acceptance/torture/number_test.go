package torture_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/pace"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// numbersAPI compares numbers with declared and with other values.
func numbersAPI(t testing.TB) http.Handler {
	none := func(*route.Call, collection.Record) (collection.Empty, error) { return collection.Empty{}, nil }
	either := collection.OneOf("Either",
		collection.CaseOf[any](collection.New("Seven", prop.Const("is", 7), prop.Any("more").Optional())),
		collection.CaseOf[any](collection.New("Other", prop.Const("is", prop.JSON(`{"of":[1,10]}`)), prop.Any("more").Optional())),
		collection.CaseOf[any](collection.New("Half", prop.Const("is", prop.JSON(`0.5`)), prop.Any("more").Optional())))
	c := collection.New("Numbers",
		prop.Enum("int", 0, 7, 100).Optional(),
		prop.Enum("float", 0.5, 1e21).Optional(),
		prop.Const("seven", 7).Optional(),
		prop.Enum("json", prop.JSON("0"), prop.JSON("7"), prop.JSON("1e100000000000000000")).Optional(),
		prop.Const("list", prop.JSON("[7,0]")).Optional(),
		prop.Array(prop.Any("set")).Unique().Optional(),
		prop.Array(prop.Float64("floats")).Unique().Optional(),
		prop.Int("bounded").Min(1).MultipleOf(3).Optional(),
		prop.Float64("step").MultipleOf(0.001).Optional(),
		prop.Decimal("price").Scale(2).Min("0").Optional(),
		either.Property().As("union").Optional(),
	)
	return kit.Build(t, tenon.New("Numbers", "1").Add(
		route.Put("/numbers", c.Create(), collection.NoContent()).Query(prop.Enum("q", 0, 7).Optional()).
			Limits(route.Limits{Body: 8 << 20, Items: 1 << 20, Members: 1 << 20}).Handle(none)))
}

// violation finds the codes and pointers of a problem. Its parameters have numbers that package
// json cannot decode.
var violation = regexp.MustCompile(`"code":"([a-z_]+)","detail":"[^"]*","pointer":"([^"]*)"`)

// Numbers are compared exactly, whatever their exponents and digits are.
func TestHostileNumbersAreComparedExactly(t *testing.T) {
	app := numbersAPI(t)
	many := strings.Repeat("0", 900_000)
	for _, tt := range []struct{ body, want string }{
		{`{"int":0e99999999999999999999,"json":-0.0e-99999999999999999999,"seven":7.` + many + `}`, ``},
		{`{"int":7` + many + `e-900000,"json":0.` + many + `7e900001,"seven":0.7e1}`, ``},
		{`{"int":7` + many + `,"float":0.` + many + `5,"seven":7.` + many + `1}`, `one_of #/int, one_of #/float, one_of #/seven`},
		{`{"int":1e999999999,"float":1e-999999999,"seven":1e999999999,"json":7e-999999999,"list":[7,1e999999999]}`,
			`one_of #/int, one_of #/float, one_of #/seven, one_of #/json, one_of #/list`},
		{`{"json":1e100000000000000000,"list":[0.7e1,0e99999999999999999999]}`, ``},
		{`{"json":1e100000000000000001}`, `one_of #/json`},
		{`{"json":1e999999999999999999999}`, `one_of #/json`},
		{`{"json":0.1e00100000000000000001}`, ``},
		{`{"set":[1e100000000000000001,1e100000000000000002,1e-100000000000000001,1e` + many + `100000000000000001,-1e100000000000000001]}`, `unique #/set/3`},
		{`{"set":[1e1` + many + `,10e1` + many + `,1e1` + many + `1,1` + many + `,1` + many + `.0]}`, `unique #/set/4`},
		{`{"set":[{"b":[1e999999999999999999999],"a":0},{"a":0e9,"b":[10e999999999999999999998]}]}`, `unique #/set/1`},
		{`{"floats":[1e999999999,1,1.0]}`, `max #/floats/0`},
		{`{"bounded":3e999999999,"step":1e-999999999,"price":"` + strings.Repeat("9", 900_000) + `.99"}`, `max #/bounded, precision #/step`},
		{`{"union":{"is":7` + many + `e-900000}}`, ``},
		{`{"union":{"is":5e-1}}`, ``},
		{`{"union":{"is":1e999999999}}`, `no_case #/union, one_of #/union/is`},
	} {
		w := kit.Send(t, app, "PUT", "/numbers", tt.body)
		var got []string
		for _, v := range violation.FindAllStringSubmatch(string(w.Body), -1) {
			got = append(got, v[1]+" "+v[2])
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%.90s\n%d %s\nwant %s", tt.body, w.Status, strings.Join(got, ", "), tt.want)
		}
		if len(w.Body) > 10_000 {
			t.Errorf("%.90s\nhas a response of %d bytes", tt.body, len(w.Body))
		}
	}
}

// Comparing numbers takes time and memory in proportion to the request.
func TestComparingNumbersIsLinear(t *testing.T) {
	app := numbersAPI(t)
	repeated := func(open, item, end string) func(int) string {
		return func(size int) string { return open + strings.Repeat(item, size/len(item)) + end }
	}
	counted := func(open, item, end string) func(int) string {
		return func(size int) string {
			var b strings.Builder
			b.WriteString(open)
			for i := 0; b.Len() < size; i++ {
				fmt.Fprintf(&b, item, i)
			}
			return strings.TrimSuffix(b.String(), ",") + end
		}
	}
	deep := func(open, end string) func(int) string {
		return func(size int) string {
			levels := strings.Repeat(open, 60) + `"` + strings.Repeat("x", size) + `"` + strings.Repeat(end, 60)
			return `{"set":[` + levels + `,` + levels + `]}`
		}
	}
	for name, text := range map[string]func(size int) string{
		"digits":              repeated(`{"int":`, "9", "}"),
		"fraction":            repeated(`{"json":0.`, "9", "}"),
		"zeros":               repeated(`{"json":7.`, "0", "}"),
		"exponent":            repeated(`{"json":1e`, "9", "}"),
		"negative exponent":   repeated(`{"float":1e-`, "9", "}"),
		"borrowing exponent":  repeated(`{"set":[0,0.001e1`, "0", "]}"),
		"carrying exponent":   repeated(`{"set":[0,1000e`, "9", "]}"),
		"small exponents":     counted(`{"set":[`, "1e%d,", "]}"),
		"large exponents":     counted(`{"set":[`, "1e99999999999999999999%d,", "]}"),
		"floats":              counted(`{"floats":[`, "%de-3,", "]}"),
		"multiples":           repeated(`{"step":`, "9", "}"),
		"exponents of bounds": repeated(`{"bounded":3e`, "9", "}"),
		"decimals":            repeated(`{"price":"`, "9", `"}`),
		"unions":              repeated(`{"union":{"is":1e`, "9", "}}"),
		"members":             counted(`{"set":[{},{"b":1,`, `"a%d":1e9,`, `"b2":1}]}`),
		"deep objects":        deep(`{"b":1e9,"a":`, "}"),
		"deep lists":          deep(`[1e9,`, "]"),
	} {
		t.Run(name, func(t *testing.T) {
			short, long := text(50_000), text(800_000)
			send := func(body string) func() { return func() { kit.Send(t, app, "PUT", "/numbers", body) } }
			send(long)()
			if n := kit.Allocated(send(long)); n > uint64(bytesPerByte*len(long)) {
				t.Errorf("%d bytes allocate %d", len(long), n)
			}
			if n := pace.Ratio(48, send(long), send(short)); n > 48 {
				t.Errorf("%.0f times as long, for 16 times as much", n)
			}
		})
	}
}
