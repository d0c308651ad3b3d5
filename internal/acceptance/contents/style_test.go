package contents_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	spaced   = prop.Array(prop.String("spaced").MinLen(1)).MaxItems(3).Optional()
	piped    = prop.Array(prop.Int("piped").Max(9)).Optional()
	target   = prop.String("target").Optional()
	minimum  = prop.Int("min").Optional()
	words    = prop.Array(prop.String("words")).Optional()
	criteria = collection.New("Criteria", minimum, words)
	where    = prop.Object(criteria).As("where").Optional()
	either   = prop.Nullable(prop.Array(prop.Int("either"))).Optional()
	token    = prop.Object(collection.New("Token", prop.String("sub"))).As("X-Token").Optional()
)

// styledRoute has parameters of each style.
func styledRoute() *route.ReadRoute[string] {
	return route.Get("/styles", route.Text(prop.String("seen"))).
		Query(route.SpaceDelimited(spaced), route.PipeDelimited(piped), route.AllowReserved(target), route.AsJSON(where), route.AsJSON(either)).
		Header(route.AsJSON(token))
}

func serveStyles(c *route.Call) (string, error) {
	w, ok := where.Lookup(c)
	if !ok {
		w = collection.NewRecord(criteria)
	}
	e := either.Get(c)
	return fmt.Sprintf("%v %v %s %v %v %v %v", spaced.Get(c), piped.Get(c), target.Get(c), minimum.Get(w), words.Get(w), e == nil, e != nil && len(*e) > 1), nil
}

func TestParametersHaveStyles(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("Styles", "1"), styledRoute().Handle(serveStyles))
	for _, tt := range []struct{ query, want string }{
		{"", "[] []  0 [] true false"},
		{"spaced=a%20b+c", "[a b c] []  0 [] true false"},
		{"spaced=a%7Cb", "[a|b] []  0 [] true false"},
		{"spaced=a%20%20b", "min_length query:spaced/1"},
		{"spaced=a%20b%20c%20d", "max_items query:spaced"},
		{"spaced=a&spaced=b", "repeated query:spaced"},
		{"piped=1%7C2", "[] [1 2]  0 [] true false"},
		{"piped=1|2", "[] [1 2]  0 [] true false"},
		{"piped=1|x|10", "type query:piped/1, max query:piped/2"},
		{"target=https://example.com/a?b=c;d=e", "[] [] https://example.com/a?b=c;d=e 0 [] true false"},
		{"spaced=a;b", "malformed_request"},
		{"target=a&;=b", "malformed_request"},
		{"target=a;&unknown=b", "unknown query:unknown"},
		{"where=%7B%22min%22:1,%22words%22:[%22a%22]%7D", "[] []  1 [a] true false"},
		{"where={%22min%22:%22x%22,%22b%22:1}", "type query:where/min, unknown query:where/b"},
		{"where={", "any query:where"},
		{"where=", "any query:where"},
		{"where=[]", "type query:where"},
		{"where={}&where={}", "repeated query:where"},
		{"either=null", "[] []  0 [] true false"},
		{"either=[1,2]", "[] []  0 [] false true"},
		{"either=[1,%22%22]", "type query:either/1"},
	} {
		got := exchange(t, server, "GET", "/styles?"+tt.query, "")
		if text := textOrViolations(t, got); text != tt.want {
			t.Errorf("%s: %d %s, want %s", tt.query, got.Status, text, tt.want)
		}
	}
	if got := exchange(t, server, "GET", "/styles", "", `X-Token: {"sub": 1}`); textOrViolations(t, got) != "type header:X-Token/sub" {
		t.Error(got.Body)
	}
}

func TestAClientWritesTheStylesOfParameters(t *testing.T) {
	styled := styledRoute()
	server, _ := kit.Start(t, tenon.New("Styles", "1"), styled.Handle(serveStyles))
	c := client.New(server.URL)
	w := collection.NewRecord(criteria)
	minimum.Set(&w, 3)
	words.Set(&w, []string{"ä&", "b c"})
	for _, tt := range []struct {
		args []prop.Arg
		want string
	}{
		{[]prop.Arg{spaced.Is([]string{"a", "b+%"})}, "[a b+%] []  0 [] true false"},
		{[]prop.Arg{piped.Is([]int{1, 2})}, "[] [1 2]  0 [] true false"},
		{[]prop.Arg{target.Is("a:/?#[]@!$&'()*+,;=%20 ä")}, "[] [] a:/?#[]@!$&'()*+,;=%20 ä 0 [] true false"},
		{[]prop.Arg{where.Is(w)}, "[] []  3 [ä& b c] true false"},
		{[]prop.Arg{either.Is(nil)}, "[] []  0 [] true false"},
		{[]prop.Arg{spaced.Is([]string{"a b"})}, ""},
		{[]prop.Arg{spaced.Is([]string{})}, ""},
		{[]prop.Arg{piped.Is([]int{10})}, ""},
	} {
		got, err := styled.Call(context.Background(), c, tt.args...)
		if got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s, %v, want %s", got, err, tt.want)
		}
	}
}

func TestDocumentsDescribeTheStylesOfParameters(t *testing.T) {
	app := kit.Build(t, kit.API(styledRoute().Handle(serveStyles)))
	for _, v := range oas.Versions() {
		list, _ := at(document(t, app, v), "paths", "/styles", "get", "parameters").([]any)
		seen := map[any]any{}
		for _, p := range list {
			seen[at(p, "name")] = p
		}
		for name, style := range map[string]string{"spaced": "spaceDelimited", "piped": "pipeDelimited"} {
			if p := seen[name]; at(p, "style") != style || at(p, "explode") != false || at(p, "schema", "type") != "array" {
				t.Errorf("%s: %v", v, p)
			}
		}
		if p := seen["target"]; at(p, "allowReserved") != true {
			t.Errorf("%s: %v", v, p)
		}
		for _, name := range []string{"where", "either", "X-Token"} {
			if p := seen[name]; at(p, "content", "application/json", "schema") == nil || at(p, "schema") != nil || at(p, "style") != nil {
				t.Errorf("%s: %v", v, p)
			}
		}
	}
}

func TestStylesCanBeMisused(t *testing.T) {
	api := func(p prop.Prop) tenon.API {
		return kit.API(route.Get("/styles", kit.Empty).Query(p).Handle(kit.ServeEmpty))
	}
	kit.CheckFaults(t,
		kit.Faulty(api(route.SpaceDelimited(prop.Int("a"))), `GET /styles: SpaceDelimited is for a list in a query, which "a" is not`),
		kit.Faulty(api(route.PipeDelimited(prop.Object(collection.New("A", minimum)).As("a"))), `GET /styles: PipeDelimited is for a list in a query, which "a" is not`),
		kit.Faulty(api(route.PipeDelimited(prop.Array(prop.Enum("a", "b|c")))), `GET /styles: PipeDelimited separates items by a character that "b|c" has, a value of "a"`),
		kit.Faulty(api(route.CSV(route.AsJSON(prop.Array(prop.Int("a"))))), `GET /styles: CSV(a): the property has another style already`),
		kit.Faulty(kit.API(route.Get("/styles", kit.Empty).ResponseHeader(route.AsJSON(prop.Map(prop.Int("a")))).Handle(kit.ServeEmpty)), `property "a": AsJSON is for parameters and members of forms only`),
		kit.Faulty(kit.API(route.Get("/styles", kit.Empty).ResponseHeader(route.CSV(nil)).Handle(kit.ServeEmpty)), `CSV(nil): there is no property`),
		kit.Faulty(kit.APIWithBody(collection.New("A", route.CSV(prop.Array(prop.Int("a"))))), `property "a": CSV is for parameters and members of forms only`),
		kit.Faulty(api(route.AsJSON(nil)), `GET /styles: AsJSON(nil): there is no property`),
		kit.Faulty(kit.API(route.Get("/styles", kit.Empty).Header(route.AllowReserved(prop.Int("a"))).Handle(kit.ServeEmpty)), `GET /styles: AllowReserved is for a query parameter, which "a" is not`),
	)
}
