package problems_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// failure is the error of an older API.
type failure struct {
	Message string
	Code    string
	Fields  []string
}

var (
	message  = prop.String("message").MaxLen(100)
	failures = collection.Of("Failure", func(f *failure) collection.Fields {
		return collection.Fields{
			message.At(&f.Message),
			prop.String("error_code").MinLen(1).At(&f.Code),
			prop.Array(prop.String("fields")).At(&f.Fields),
		}
	})
	failureFormat = render.NewFormat(failures.View(), writeFailure, readFailure).
			MediaType("application/vnd.old+json").Status(422, 400).Status(409, 400)

	// bare has no code.
	bare       = collection.Of("Bare", func(s *string) collection.Fields { return collection.Fields{message.At(s)} })
	bareFormat = render.NewFormat(bare.View(), func(f render.Fields) string { return fmt.Sprint(f.Status, " ", f.Title) }, nil)
)

func writeFailure(f render.Fields) failure {
	out := failure{Message: strings.TrimSpace(f.Title + " " + f.Detail), Code: f.Code, Fields: []string{}}
	for _, v := range f.Violations {
		out.Fields = append(out.Fields, v.Parameter+strings.TrimPrefix(v.Pointer, "#/")+" "+v.Code)
	}
	return out
}

func readFailure(f failure) render.Fields { return render.Fields{Title: f.Message, Code: f.Code} }

var (
	gone    = render.NewProblem(410, "gone", "It is gone.")
	strange = render.NewProblem(400, "strange", "It is strange.").FormattedAs(bareFormat)

	show = route.Get("/things/{n}", kit.Seen.View()).Path(prop.Int("n").Min(5)).Fails(kit.Sold, gone, strange).
		Handle(func(c *route.Call) (collection.Record, error) {
			switch c.Request().URL.Path[len("/things/"):] {
			case "6":
				return kit.Saw(), kit.Sold.Detail("Yesterday.")
			case "7":
				return kit.Saw(), strange
			case "8":
				return kit.Saw(), kit.ErrStore
			case "9":
				return kit.Saw(), gone.Detail(strings.Repeat("x", 101))
			case "10":
				kit.Panic("handler")
			}
			return kit.Saw("fine"), nil
		})
)

func formattedAPI() tenon.API {
	serve := func(*route.Call) (collection.Record, error) { return kit.Saw(), gone }
	closed := func(http.Handler) http.Handler { return kit.Forbidden }
	return tenon.New("Old", "1").ProblemFormat(failureFormat).Add(
		show,
		route.Get("/bare", kit.Seen.View()).ProblemFormat(bareFormat).Fails(gone).Handle(serve),
		route.Get("/closed", kit.Seen.View()).Use(closed).Handle(serve),
		route.Group("/g",
			route.Get("/inner", kit.Seen.View()).Fails(gone).Handle(serve),
			route.Get("/own", kit.Seen.View()).ProblemFormat(failureFormat).Fails(gone).Handle(serve),
			route.Get("/barred", kit.Seen.View()).Use(closed).Handle(serve),
		).ProblemFormat(bareFormat),
	)
}

// Problems have the format of the innermost place: the problem, the route, the group, the API.
func TestProblemsHaveTheFormatOfTheirPlace(t *testing.T) {
	const old = "application/vnd.old+json"
	server, logged := kit.Start(t, formattedAPI())
	for _, tt := range []struct {
		request         string
		status          int
		mediaType, body string
		logged          string
	}{
		{"GET /things/5", 200, "application/json", `{"data":{"seen":"fine"}}`, ""},
		{"GET /things/1?a=1", 400, old,
			`{"message":"Unprocessable Content The request is not valid; see errors.","error_code":"invalid_request","fields":["a unknown","n min"]}`, ""},
		{"GET /things/6", 400, old, `{"message":"It is sold. Yesterday.","error_code":"sold","fields":[]}`, ""},
		{"GET /things/7", 400, "application/json", `{"message":"400 It is strange."}`, ""},
		{"GET /things/8", 500, old, `{"message":"Internal Server Error The server failed to answer the request.","error_code":"internal_error","fields":[]}`, "handler failed"},
		{"GET /things/9", 410, "application/problem+json", `{"title":"It is gone.","status":410,"detail":"` + strings.Repeat("x", 101) + `","code":"gone"}`, "the format of problems failed"},
		{"GET /things/10", 500, old, `{"message":"Internal Server Error The server failed to answer the request.","error_code":"internal_error","fields":[]}`, "tenon: panic"},
		{"GET /nothing", 404, old, `{"message":"Not Found There is nothing at this path.","error_code":"not_found","fields":[]}`, ""},
		{"PUT /bare", 405, old, `{"message":"Method Not Allowed The method is not allowed at this path.","error_code":"method_not_allowed","fields":[]}`, ""},
		{"GET /bare", 410, "application/json", `{"message":"410 It is gone."}`, ""},
		{"GET /closed", 403, old, `{"message":"This is not for you.","error_code":"forbidden","fields":[]}`, ""},
		{"GET /g/inner", 410, "application/json", `{"message":"410 It is gone."}`, ""},
		{"GET /g/barred", 403, "application/json", `{"message":"403 This is not for you."}`, ""},
		{"GET /g/own", 410, old, `{"message":"It is gone.","error_code":"gone","fields":[]}`, ""},
	} {
		method, target, _ := strings.Cut(tt.request, " ")
		got := server.Send(t, method, target, "")
		if got.Status != tt.status || got.Header.Get("Content-Type") != tt.mediaType || got.Body != tt.body {
			t.Errorf("%s: %d %s %s\nwant %d %s %s", tt.request, got.Status, got.Header.Get("Content-Type"), got.Body, tt.status, tt.mediaType, tt.body)
		}
		if tt.logged != "" {
			logged.Has(t, tt.logged)
		}
	}
	logged.Empty(t)
}

// Handlers of Routes, which another router serves, have the formats too.
func TestHandlersOfRoutesHaveTheFormat(t *testing.T) {
	app := kit.Build(t, formattedAPI())
	for r := range app.Routes() {
		if r.Path != "/closed" && r.Path != "/g/barred" {
			continue
		}
		want := map[string]string{"/closed": "error_code", "/g/barred": "403 "}[r.Path]
		if got := kit.Send(t, r.Handler, "GET", r.Path, ""); got.Status != 403 || !strings.Contains(got.Body, want) {
			t.Errorf("%s: %d %s", r.Path, got.Status, got.Body)
		}
	}
}

// Clients read the formats of their routes and of the client, and errors.Is finds the problems.
func TestClientsReadFormats(t *testing.T) {
	server, logged := kit.Start(t, formattedAPI())
	c := client.New(server.URL).ProblemFormat(failureFormat)
	n := prop.Int("n").Min(5)
	call := route.Get("/things/{n}", kit.Seen.View()).Path(n).Fails(kit.Sold, gone, strange)
	for value, want := range map[int]error{6: kit.Sold, 7: strange} {
		_, err := call.Call(context.Background(), c, n.Is(value))
		p, ok := errors.AsType[*client.ProblemError](err)
		if !ok || p.Status != 400 || !errors.Is(err, want) && value != 7 || errors.Is(err, gone) {
			t.Errorf("%d: %v", value, err)
		}
		if value == 6 && (p.Title != "It is sold. Yesterday." || errors.Is(err, strange)) {
			t.Errorf("%d: %+v", value, p)
		}
	}
	// Its format has no code, but no other problem of the route is 410.
	own := route.Get("/bare", kit.Seen.View()).ProblemFormat(bareFormat).Fails(gone)
	if _, err := own.Call(context.Background(), c); !errors.Is(err, gone) || errors.Is(err, kit.Sold) {
		t.Error(err)
	}
	// A client without the format does not guess.
	if _, err := call.Call(context.Background(), client.New(server.URL), n.Is(6)); errors.Is(err, kit.Sold) {
		t.Error(err)
	} else if _, ok := errors.AsType[*client.UnexpectedResponseError](err); !ok {
		t.Error(err)
	}
	logged.Empty(t)
}

// The document describes formats: statuses, media types, schemas, examples.
func TestDocumentsDescribeFormats(t *testing.T) {
	app := kit.Build(t, formattedAPI())
	for _, v := range []oas.Version{oas.V30, oas.V31, oas.V32} {
		text, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		var doc struct {
			Paths map[string]map[string]struct {
				Responses map[string]any
			}
			Components struct{ Schemas, Responses map[string]any }
		}
		if err := json.Unmarshal(text, &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Components.Schemas["Problem"] != nil || doc.Components.Schemas["Failure"] == nil || doc.Components.Schemas["Bare"] == nil {
			t.Errorf("%v: schemas %v", v, doc.Components.Schemas)
		}
		responses := doc.Paths["/things/{n}"]["get"].Responses
		if responses["422"] != nil || responses["409"] != nil {
			t.Errorf("%v: replaced statuses are documented: %v", v, responses)
		}
		bad, _ := json.Marshal(responses["400"])
		for _, want := range []string{
			`"application/vnd.old+json"`, `"$ref":"#/components/schemas/Failure"`, `"$ref":"#/components/schemas/Bare"`, `"application/json"`,
			`{"error_code":"sold","fields":[],"message":"It is sold."}`, `{"message":"400 It is strange."}`, `"fields":["name required"]`,
		} {
			if !strings.Contains(string(bad), want) {
				t.Errorf("%v: 400 has no %s: %s", v, want, bad)
			}
		}
		gone, _ := json.Marshal(doc.Paths["/g/inner"]["get"].Responses["410"])
		if !strings.Contains(string(gone), `"value":{"message":"410 It is gone."}`) || strings.Contains(string(gone), "problem+json") {
			t.Errorf("%v: 410 %s", v, gone)
		}
	}
}

// What a function writes is unknown, and the document says so.
func TestDocumentsDoNotDescribeCustomProblems(t *testing.T) {
	app := kit.Build(t, tenon.New("P", "1").ProblemWriter(writePlainText).Add(route.Get("/x", kit.Seen.View()).Fails(gone).Handle(
		func(*route.Call) (collection.Record, error) { return kit.Saw(), gone })))
	text, err := oas.JSON(app, oas.V31)
	if err != nil || strings.Contains(string(text), "problem+json") || strings.Contains(string(text), `"Problem"`) || !strings.Contains(string(text), `"*/*": {}`) {
		t.Errorf("%v %s", err, text)
	}
}

func TestBuildReportsFormats(t *testing.T) {
	none := func() *route.Route { return route.Get("/a", kit.Empty).Handle(kit.ServeEmpty) }
	write := func(render.Fields) failure { return failure{Code: "x"} }
	title := func(f render.Fields) string { return f.Title }
	short := collection.Of("Short", func(s *string) collection.Fields { return collection.Fields{prop.String("m").MaxLen(14).At(s)} })
	kit.CheckFaults(t,
		kit.Faulty(kit.API(none().ProblemFormat(nil)), `GET /a: ProblemFormat has a nil format`),
		kit.Faulty(kit.API(none()).ProblemFormat(nil), `ProblemFormat has a nil format`),
		kit.Faulty(kit.API(none().ProblemFormat(render.NewFormat(failures.Create(), write, nil))), `NewFormat has a collection in create mode; use View`),
		kit.Faulty(kit.API(none().ProblemFormat(render.NewFormat[failure](failures.View(), nil, nil))), `NewFormat has no function that writes problems`),
		kit.Faulty(kit.API(none().ProblemFormat(render.NewFormat(nil, write, nil))), `NewFormat needs a collection in view mode, such as errors.View()`),
		kit.Faulty(kit.API(none().ProblemFormat(failureFormat.MediaType("text/plain"))), `MediaType("text/plain") is not JSON, such as application/vnd.shop+json`),
		kit.Faulty(kit.API(none().ProblemFormat(failureFormat.Status(404, 200))), `Status(404, 200) is not from 400 to 599`),
		kit.Faulty(kit.API(none().ProblemFormat(failureFormat.Status(422, 404))), `Status(422, 404): the status is replaced already`),
		kit.Faulty(kit.API(none().ProblemFormat(render.NewFormat(failures.View(), write, nil))).ProblemWriter(writePlainText),
			`a problem format conflicts with ProblemWriter, which writes all problems; use one of them`),
		kit.Faulty(kit.API(none().Fails(gone.FormattedAs(nil))), `GET /a: problem "gone": FormattedAs(nil): there is no format`),
		kit.Faulty(kit.API(none().ProblemFormat(render.NewFormat(short.View(), title, nil))),
			`the format cannot represent the problem 422 invalid_request: #/m: must have at most 14 characters (max_length)`, `the format cannot represent the problem 431 header_too_large: #/m: must have at most 14 characters (max_length)`,
			`the format cannot represent the problem 500 internal_error: #/m: must have at most 14 characters (max_length)`),
	)
	secrets := collection.Of("Secret", func(s *string) collection.Fields {
		return collection.Fields{prop.String("hidden").At(s).VisibleTo("staff")}
	})
	kit.CheckFault(t, "secrets", kit.API(none()).ProblemFormat(render.NewFormat(secrets.View(), title, nil)),
		`collection "Secret": member "hidden" is visible to some callers alone, but all of them get problems`)
}
