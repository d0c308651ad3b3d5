package contents_test

import (
	"context"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	cost       = prop.Int("Cost").Min(0)
	retryAfter = prop.Int("Retry-After").Min(0)
	position   = prop.Int("Position").Optional()
	bare       = route.NewResponse(203, job.View()).ResponseHeader()
	later      = route.NewResponse(202, job.View()).ResponseHeader(retryAfter, position)
	table      = route.NewResponse(200, route.Bytes("text/csv")).ResponseHeader(cost, position)
)

func costly() *route.WriteRoute[collection.Record, collection.Record] {
	return route.Post("/reports", order.Create(), job.View()).Status(200).Responses(later, bare, table).ResponseHeader(cost)
}

func serveCostly(c *route.Call, in collection.Record) (collection.Record, error) {
	what, headers, _ := strings.Cut(want.Get(in), " ")
	for _, h := range strings.Fields(headers) {
		switch h {
		case "cost":
			cost.Set(c, 3)
		case "retry":
			retryAfter.Set(c, 30)
		case "negative":
			retryAfter.Set(c, -1)
		case "position":
			position.Set(c, 2)
		}
	}
	switch what {
	case "later":
		later.Set(c, jobOf(what))
	case "bare":
		bare.Set(c, jobOf(what))
	case "table":
		table.Set(c, []byte(what))
	}
	return jobOf(what), nil
}

func costlyAPI(t *testing.T) *tenon.App {
	t.Helper()
	return kit.Build(t, tenon.New("Responses", "1").CORS(cors.Origins("https://shop.example")).Add(costly().Handle(serveCostly)))
}

// A response has the headers that it declares, in place of those of the route, and no others.
func TestResponsesHaveHeadersOfTheirOwn(t *testing.T) {
	app := costlyAPI(t)
	for what, wanted := range map[string]string{
		"main cost":                 "200 3 - -",
		"main":                      "500 - - -",
		"main cost retry":           "500 - - -",
		"main cost position":        "500 - - -",
		"later retry":               "202 - 30 -",
		"later retry position":      "202 - 30 2",
		"later":                     "500 - - -",
		"later negative":            "500 - - -",
		"later retry cost":          "500 - - -",
		"bare":                      "203 - - -",
		"bare cost":                 "500 - - -",
		"table cost":                "200 3 - -",
		"table cost position":       "200 3 - 2",
		"table cost position retry": "500 - - -",
	} {
		got := kit.Send(t, app, "POST", "/reports", `{"want":"`+what+`"}`, "Origin: https://shop.example")
		text := []string{map[int]string{200: "200", 202: "202", 203: "203", 500: "500"}[got.Status]}
		for _, name := range []string{"Cost", "Retry-After", "Position"} {
			value := got.Header.Get(name)
			if value == "" {
				value = "-"
			}
			text = append(text, value)
		}
		if strings.Join(text, " ") != wanted {
			t.Errorf("%s: %v, want %s", what, text, wanted)
		}
		if exposed := got.Header.Get("Access-Control-Expose-Headers"); !strings.Contains(exposed, "Cost") || !strings.Contains(exposed, "Retry-After") || !strings.Contains(exposed, "Position") {
			t.Errorf("pages can read only %s", exposed)
		}
	}
}

// Documents have each header at its responses. Those of one status have it as required if all of
// them send it.
func TestDocumentsHaveHeadersOfResponses(t *testing.T) {
	app := costlyAPI(t)
	for _, v := range oas.Versions() {
		all := at(document(t, app, v), "paths", "/reports", "post", "responses")
		for status, wanted := range map[string]string{"200": "Cost! Position", "202": "Position Retry-After!", "203": ""} {
			headers, _ := at(all, status, "headers").(map[string]any)
			var got []string
			for _, name := range sortedNames(headers) {
				if at(headers, name, "required") == true {
					name += "!"
				}
				got = append(got, name)
			}
			if strings.Join(got, " ") != wanted {
				t.Errorf("%s, %s: %v, want %s", v, status, got, wanted)
			}
		}
	}
}

// A client validates the headers of the response that it receives.
func TestAClientReadsHeadersOfResponses(t *testing.T) {
	app := costlyAPI(t)
	call := func(what string) (response client.Response, err error) {
		in := collection.NewRecord(order)
		want.Set(&in, what)
		_, err = costly().Call(context.Background(), client.Local(app).Into(&response), in)
		return response, err
	}
	got, err := call("later retry")
	if seconds, ok := retryAfter.Lookup(&got); err != nil || !ok || seconds != 30 {
		t.Errorf("%d %v %v", seconds, ok, err)
	}
	if _, ok := cost.Lookup(&got); ok {
		t.Error("the response has no cost")
	}
	if _, err := call("bare"); err != nil {
		t.Error(err)
	}
	got, err = call("main cost")
	if n, ok := cost.Lookup(&got); err != nil || !ok || n != 3 {
		t.Errorf("%d %v %v", n, ok, err)
	}
	if _, ok := retryAfter.Lookup(&got); ok {
		t.Error("only the response 202 has Retry-After")
	}
}

func TestBuildReportsHeadersOfResponses(t *testing.T) {
	text := route.Text(prop.String("text"))
	of := func(headers ...prop.Prop) tenon.API {
		return kit.API(route.Get("/a", text).ResponseHeader(prop.String("Word")).
			Responses(route.NewResponse(202, text).ResponseHeader(headers...), route.NewResponse(200, route.Bytes("image/png")).ResponseHeader(headers...)).
			Handle(func(*route.Call) (string, error) { return "", nil }))
	}
	none := route.NewResponse(202, text).ResponseHeader(nil)
	for message, api := range map[string]tenon.API{
		`ResponseHeader of NewResponse(202) has a nil header`:                                                 kit.API(route.Get("/a", text).Responses(none).Handle(func(*route.Call) (string, error) { return "", nil })),
		`header "Content-Type" is reserved: the library sends it`:                                             of(prop.String("Content-Type")),
		`header "a" is sent twice`:                                                                            of(prop.String("A"), prop.Int("a")),
		`property "n": the initial value must be at most 2`:                                                   of(prop.Int("n").Max(2).Initial(3)),
		`header "Word" of 200 is declared by two properties`:                                                  of(prop.Int("Word")),
		`header "o" cannot be written as text; a header is a scalar, a union of scalars or a list of scalars`: of(prop.Object(job).As("o")),
	} {
		kit.CheckFault(t, message, api, "…"+message)
	}
}
