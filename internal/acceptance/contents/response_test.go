package contents_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
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
	state  = prop.String("state")
	job    = collection.New("Job", state)
	want   = prop.String("want")
	order  = collection.New("Order", want)
	rows   = route.NewResponse(200, route.Bytes("text/csv")).Describe("As rows.")
	stream = route.NewResponse(200, route.Events(job.View()))
	queued = route.NewResponse(202, job.View()).Describe("The report comes later.")
	taken  = route.NewResponse(203, collection.NoContent())
	moved  = route.NewResponse(307, route.Redirect(307))
	gone   = route.NewResponse(301, job.View())
)

func jobOf(text string) collection.Record {
	r := collection.NewRecord(job)
	state.Set(&r, text)
	return r
}

// report declares a route whose response depends on the request.
func report() *route.WriteRoute[collection.Record, string] {
	return route.Post("/reports", order.Create(), route.Text(prop.String("report"))).Status(200).
		Responses(rows, stream, queued, taken, moved, gone)
}

func serveReport(c *route.Call, in collection.Record) (string, error) {
	switch what := want.Get(in); what {
	case "rows":
		rows.Set(c, []byte("a,b\n"))
	case "stream":
		stream.Set(c, func(yield func(route.Event[collection.Record], error) bool) {
			_ = yield(route.Event[collection.Record]{ID: "1", Data: jobOf("running")}, nil) && yield(route.Event[collection.Record]{Data: jobOf("done")}, nil)
		})
	case "queued":
		queued.Set(c, jobOf("waiting"))
	case "taken":
		taken.Set(c, collection.Empty{})
	case "moved":
		moved.Set(c, "/elsewhere")
	case "gone":
		c.Header().Set("Location", "/elsewhere")
		gone.Set(c, jobOf("gone"))
	case "error":
		queued.Set(c, jobOf("waiting"))
		return "", errors.New("it fails nevertheless")
	case "best":
		if rows.Preferred(c) {
			rows.Set(c, []byte("best\n"))
		}
	}
	return "text", nil
}

func TestAHandlerSelectsAResponse(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("Responses", "1"), report().Handle(serveReport))
	tests := []struct {
		want, accept string
		status       int
		mediaType    string
		body         string
	}{
		{"text", "", 200, "text/plain; charset=utf-8", "text"},
		{"rows", "", 200, "text/csv", "a,b\n"},
		{"stream", "", 200, "text/event-stream", "id: 1\ndata: {\"state\":\"running\"}\n\ndata: {\"state\":\"done\"}\n\n"},
		{"stream", "application/json", 200, "text/event-stream", "id: 1\ndata: {\"state\":\"running\"}\n\ndata: {\"state\":\"done\"}\n\n"},
		{"queued", "", 202, "application/json", `{"data":{"state":"waiting"}}`},
		{"taken", "", 203, "", ""},
		{"moved", "", 307, "", ""},
		{"gone", "", 301, "application/json", `{"data":{"state":"gone"}}`},
		{"error", "", 500, "application/problem+json", "internal_error"},
		{"best", "", 200, "text/plain; charset=utf-8", "text"},
		{"best", "text/csv", 200, "text/csv", "best\n"},
		{"best", "text/plain;q=0.5, text/csv", 200, "text/csv", "best\n"},
		{"best", "text/csv;q=0.5, text/plain", 200, "text/plain; charset=utf-8", "text"},
		{"best", "image/png", 406, "application/problem+json", "not_acceptable"},
	}
	for _, tt := range tests {
		header := []string{"Content-Type: application/json"}
		if tt.accept != "" {
			header = append(header, "Accept: "+tt.accept)
		}
		got := exchange(t, server, "POST", "/reports", `{"want":"`+tt.want+`"}`, header...)
		if got.Status != tt.status || got.Header.Get("Content-Type") != tt.mediaType || textOf(got) != tt.body {
			t.Errorf("%s, %s: %d %s %q", tt.want, tt.accept, got.Status, got.Header.Get("Content-Type"), got.Body)
		}
		if redirects := tt.status == 301 || tt.status == 307; redirects != (got.Header.Get("Location") == "/elsewhere") {
			t.Errorf("%s: %v", tt.want, got.Header)
		}
	}
}

func TestAClientLooksUpTheResponse(t *testing.T) {
	route := report()
	server, _ := kit.Start(t, tenon.New("Responses", "1"), route.Handle(serveReport))
	still := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	c := client.New(server.URL).HTTP(still)
	call := func(what string) (client.Response, string, error) {
		in := collection.NewRecord(order)
		want.Set(&in, what)
		var response client.Response
		text, err := route.Call(context.Background(), c.Into(&response), in)
		return response, text, err
	}
	got, text, err := call("text")
	if _, ok := queued.Lookup(&got); ok || text != "text" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	got, _, err = call("queued")
	if v, ok := queued.Lookup(&got); !ok || err != nil || got.Status() != 202 || state.Get(v) != "waiting" {
		t.Errorf("queued: %v %v", ok, err)
	}
	if _, ok := rows.Lookup(&got); ok {
		t.Error("rows were not sent")
	}
	got, _, err = call("rows")
	if v, ok := rows.Lookup(&got); !ok || err != nil || string(v) != "a,b\n" {
		t.Errorf("rows: %q %v", v, err)
	}
	got, _, err = call("taken")
	if _, ok := taken.Lookup(&got); !ok || err != nil {
		t.Errorf("taken: %v", err)
	}
	got, _, err = call("moved")
	if v, ok := moved.Lookup(&got); !ok || err != nil || v != "/elsewhere" {
		t.Errorf("moved: %q %v", v, err)
	}
	got, _, err = call("stream")
	events, ok := stream.Lookup(&got)
	var states []string
	for e, err := range events {
		if err != nil {
			t.Error(err)
			break
		}
		states = append(states, state.Get(e.Data))
	}
	if !ok || err != nil || strings.Join(states, " ") != "running done" {
		t.Errorf("stream: %v %v", states, err)
	}
	in := collection.NewRecord(order)
	want.Set(&in, "queued")
	if _, err := route.Call(context.Background(), c, in); err == nil || !strings.Contains(err.Error(), "read it with Into") {
		t.Errorf("without Into: %v", err)
	}
}

func TestAHandlerSendsNotModified(t *testing.T) {
	get := route.Get("/jobs", collection.Many(job.List())).Also(304, "Nothing has changed.")
	server, _ := kit.Start(t, tenon.New("Responses", "1"), get.Handle(func(c *route.Call) ([]collection.Record, error) {
		c.Header().Set("ETag", `"1"`)
		if c.Request().Header.Get("If-None-Match") == `"1"` {
			c.Status(304)
		}
		return []collection.Record{jobOf("done")}, nil
	}))
	if got := exchange(t, server, "GET", "/jobs", ""); got.Status != 200 || got.Body != `{"data":[{"state":"done"}]}` {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := exchange(t, server, "GET", "/jobs", "", `If-None-Match: "1"`); got.Status != 304 || got.Body != "" || got.Header.Get("Content-Type") != "" || got.Header.Get("ETag") != `"1"` {
		t.Errorf("%d %s %v", got.Status, got.Body, got.Header)
	}
	c := client.New(server.URL).Prepare(func(r *http.Request) error { r.Header.Set("If-None-Match", `"1"`); return nil })
	if _, err := get.Call(context.Background(), c); !errors.Is(err, client.ErrNotModified) {
		t.Error(err)
	}
}

// APIs that send 304 to POST can be declared.
func TestAHandlerSendsNotModifiedToPost(t *testing.T) {
	same := route.NewResponse(304, collection.NoContent()).Describe("There is a copy already.")
	post := route.Post("/copies", collection.NoContent(), job.View()).Responses(same)
	api := tenon.New("Responses", "1").Add(post.Handle(func(c *route.Call, _ collection.Empty) (collection.Record, error) {
		same.Set(c, collection.Empty{})
		return jobOf("done"), nil
	}))
	server, _ := kit.Start(t, api)
	if got := exchange(t, server, "POST", "/copies", ""); got.Status != 304 || got.Body != "" || got.Header.Get("Content-Type") != "" {
		t.Errorf("%d %s %v", got.Status, got.Body, got.Header)
	}
	if _, err := post.Call(context.Background(), client.New(server.URL), collection.Empty{}); !errors.Is(err, client.ErrNotModified) {
		t.Error(err)
	}
	for _, v := range oas.Versions() {
		r := at(document(t, kit.Build(t, api), v), "paths", "/copies", "post", "responses", "304")
		if at(r, "description") != "There is a copy already." || at(r, "content") != nil {
			t.Errorf("%s: %v", v, r)
		}
	}
}

func TestDocumentsHaveEveryResponse(t *testing.T) {
	app := kit.Build(t, kit.API(report().Handle(serveReport)))
	for _, v := range oas.Versions() {
		all := at(document(t, app, v), "paths", "/reports", "post", "responses")
		for status, types := range map[string]string{"200": "text/csv text/event-stream text/plain", "202": "application/json", "203": "", "307": "", "301": "application/json"} {
			content, _ := at(all, status, "content").(map[string]any)
			if got := strings.Join(sortedNames(content), " "); got != types {
				t.Errorf("%s, %s: %s, want %s", v, status, got, types)
			}
		}
		if at(all, "202", "description") != "The report comes later." || at(all, "200", "description") != "As rows." {
			t.Errorf("%s: %v", v, at(all, "202", "description"))
		}
		if at(all, "307", "headers", "Location") == nil || at(all, "301", "headers", "Location") == nil || at(all, "202", "headers", "Location") != nil {
			t.Errorf("%s: Location is missing", v)
		}
		if at(all, "202", "content", "application/json", "schema", "properties", "data", "$ref") != "#/components/schemas/Job" {
			t.Errorf("%s: %v", v, at(all, "202"))
		}
	}
}

func TestAnUndeclaredResponsePanics(t *testing.T) {
	app := kit.Build(t, kit.API(route.Get("/a", kit.Empty).Handle(func(c *route.Call) (n collection.Empty, err error) {
		defer func() {
			if text, _ := recover().(string); !strings.Contains(text, "is not declared by GET /a; say Responses") {
				t.Errorf("panic: %s", text)
			}
		}()
		queued.Set(c, jobOf("x"))
		return n, nil
	})))
	kit.Send(t, app, "GET", "/a", "")
}

func TestBuildReportsResponses(t *testing.T) {
	text := route.Text(prop.String("text"))
	of := func(all ...route.AnyResponse) tenon.API {
		return kit.API(route.Get("/a", text).Responses(all...).Handle(func(*route.Call) (string, error) { return "", nil }))
	}
	expect := func(api tenon.API, message string) {
		t.Helper()
		kit.CheckFault(t, message, api, "…"+message)
	}
	expect(of(nil), `Responses has a response that was not created by route.NewResponse`)
	expect(of(route.NewResponse(404, text)), `NewResponse(404) is not from 200 to 299, 301, 302, 303, 304, 307 or 308`)
	expect(of(route.NewResponse[string](202, nil)), `NewResponse(202) has no body; use collection.NoContent()`)
	expect(of(route.NewResponse(304, text)), `NewResponse(304) has no content; use collection.NoContent()`)
	expect(of(route.NewResponse(204, text)), `status 204 has no content; respond with collection.NoContent()`)
	expect(of(route.NewResponse(202, route.Form(job.Create()))), `NewResponse(202) has a body that can only be read`)
	expect(of(route.NewResponse(202, job.Create())), `NewResponse(202) has Job in Create mode, which is what a client sends; use View, Delete or List`)
	expect(of(route.NewResponse(302, route.Redirect(307))), `NewResponse(302) has a Redirect(307); the statuses must be the same`)
	expect(of(route.NewResponse(202, route.Download("image/png"))), `NewResponse(202) has a Download, which is the only success of its route`)
	expect(of(route.NewResponse(200, text)), `status 200 is declared twice with the media type text/plain`)
	expect(of(route.NewResponse(200, collection.NoContent())), `status 200 is declared twice, once without content`)
	expect(of(queued, queued), `status 202 is declared twice with the media type application/json`)
	expect(kit.API(route.Post("/a", kit.Empty, text).Also(304, "").Handle(func(*route.Call, collection.Empty) (string, error) { return "", nil })),
		`304 is a response to GET and HEAD alone (RFC 9110 §15.4.5); if clients expect it nevertheless, use route.NewResponse(304, collection.NoContent())`)
}
