package observe_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// newID matches the IDs that the library makes, of 130 bits.
var newID = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// The ID is that of the request if it is valid, or a new one.
func TestARequestHasAnID(t *testing.T) {
	tests := []struct {
		name   string
		fields string
		kept   string // "" where one is made
	}{
		{"none", "", ""},
		{"a UUID", "X-Request-Id: 018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57\r\n", "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"},
		{"one character", "x-request-id: 7\r\n", "7"},
		{"all characters", "X-Request-ID: aZ09-._~:@+=/\r\n", "aZ09-._~:@+=/"},
		{"128 characters", "X-Request-Id: " + strings.Repeat("a", 128) + "\r\n", strings.Repeat("a", 128)},
		{"129 characters", "X-Request-Id: " + strings.Repeat("a", 129) + "\r\n", ""},
		{"empty", "X-Request-Id: \r\n", ""},
		{"a slash first", "X-Request-Id: /a\r\n", ""},
		{"a space", "X-Request-Id: a b\r\n", ""},
		{"a comma", "X-Request-Id: a,b\r\n", ""},
		{"a quote", "X-Request-Id: a\"b\r\n", ""},
		{"a tab", "X-Request-Id: a\tb\r\n", ""},
		{"a percent sign", "X-Request-Id: a%0Ab\r\n", ""},
		{"beyond ASCII", "X-Request-Id: é\r\n", ""},
		{"two", "X-Request-Id: a\r\nX-Request-Id: b\r\n", ""},
	}
	var seenID string
	get := route.Get("/x", kit.Seen.View()).Handle(func(c *route.Call) (collection.Record, error) {
		seenID = tenon.RequestID(c.Context())
		return kit.Saw(), nil
	})
	server, _ := kit.Start(t, tenon.New("I", "1").RequestIDs(), get)
	for _, tt := range tests {
		got := server.Exchange(t, "GET", []byte("GET /x HTTP/1.1\r\nHost: a\r\n"+tt.fields+"\r\n"))
		ids := got.Header.Values("X-Request-Id")
		switch {
		case got.Status != 200 || len(ids) != 1 || ids[0] != seenID:
			t.Errorf("%s: %d, gets %q, the handler has %q", tt.name, got.Status, ids, seenID)
		case tt.kept == "" && !newID.MatchString(ids[0]), tt.kept != "" && ids[0] != tt.kept:
			t.Errorf("%s: %q", tt.name, ids[0])
		}
	}
}

func TestNewIDsDiffer(t *testing.T) {
	app := kit.Build(t, tenon.New("I", "1").RequestIDs().Add(route.Health("/health")))
	known := map[string]bool{}
	for range 100 {
		w := kit.Send(t, app, "GET", "/health", "")
		known[w.Header.Get("X-Request-Id")] = true
	}
	if len(known) != 100 {
		t.Errorf("%d ids of 100 requests", len(known))
	}
}

// Every response has the ID; problems have it as their instance.
func TestEveryResponseHasTheID(t *testing.T) {
	fail := func(err error) func(*route.Call) (collection.Record, error) {
		return func(*route.Call) (collection.Record, error) { return kit.Saw(), err }
	}
	closed := func(http.Handler) http.Handler { return kit.Forbidden }
	members := []route.Member{
		route.Get("/sold", kit.Seen.View()).Fails(kit.Sold).Handle(fail(kit.Sold)),
		route.Get("/own", kit.Seen.View()).Fails(kit.Sold).Handle(fail(kit.Sold.Instance("/orders/7"))),
		route.Get("/failed", kit.Seen.View()).Handle(fail(kit.ErrStore)),
		route.Get("/panic", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { kit.Panic("x"); return kit.Saw(), nil }),
		route.Get("/closed", kit.Seen.View()).Use(closed).Handle(fail(nil)),
		route.Get("/file", route.Download("text/plain")).Handle(func(*route.Call) (route.File, error) {
			return route.FileOf([]byte("abc")), nil
		}),
		route.Delete("/gone", collection.NoContent()).Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }),
	}
	const instance = `"instance":"urn:request:id/7"`
	tests := []struct {
		request, fields string
		status          int
		holds, logged   string
	}{
		{"GET /fine", "", 200, `{"data"`, ""},
		{"HEAD /fine", "", 200, "", ""},
		{"DELETE /gone", "", 204, "", ""},
		{"OPTIONS /fine", "", 204, "", ""},
		{"GET /nothing", "", 404, instance, ""},
		{"DELETE /fine", "", 405, instance, ""},
		{"GET /fine?x=1", "", 422, instance + `,"code":"invalid_request"`, ""},
		{"GET /fine?%zz", "", 400, instance, ""},
		{"GET /file", "Range: bytes=9-\r\n", 416, instance, ""},
		{"GET /sold", "", 409, instance, ""},
		{"GET /own", "", 409, `"instance":"/orders/7"`, ""},
		{"GET /closed", "", 403, instance, ""},
		{"GET /failed", "", 500, instance, "tenon: handler failed"},
		{"GET /panic", "", 500, instance, "tenon: panic"},
	}
	server, logged := kit.Start(t, tenon.New("I", "1").RequestIDs().Use(new(kit.Steps).Outer("x")), members...)
	for _, tt := range tests {
		method, _, _ := strings.Cut(tt.request, " ")
		got := server.Exchange(t, method,
			fmt.Appendf(nil, "%s HTTP/1.1\r\nHost: a\r\nX-Request-Id: id/7\r\n%s\r\n", tt.request, tt.fields))
		if got.Status != tt.status || !strings.Contains(got.Body, tt.holds) || got.Header.Get("X-Request-Id") != "id/7" {
			t.Errorf("%s: %d %v %s", tt.request, got.Status, got.Header, got.Body)
		}
		if tt.logged != "" {
			logged.Has(t, tt.logged, `"request_id":"id/7"`)
		}
	}
	logged.Empty(t)
}

func TestNoIDsWithoutRequestIDs(t *testing.T) {
	get := route.Get("/x", kit.Seen.View()).Handle(func(c *route.Call) (collection.Record, error) {
		if id := tenon.RequestID(c.Context()); id != "" {
			t.Errorf("the handler has %q", id)
		}
		return kit.Saw(), nil
	})
	app := kit.Build(t, tenon.New("I", "1").Add(get))
	for _, target := range []string{"/x", "/nothing"} {
		w := kit.Send(t, app, "GET", target, "", "X-Request-Id: 7")
		if w.Header.Get("X-Request-Id") != "" || strings.Contains(w.Body, "instance") {
			t.Errorf("%s: %v %s", target, w.Header, w.Body)
		}
	}
}

// Documents have the header of requests and of responses, unless the route declares it.
func TestDocumentsHaveTheIDs(t *testing.T) {
	own, sent := prop.String("x-request-id").MaxLen(9), prop.String("x-request-id")
	members := []route.Member{
		route.Post("/things", kit.Gadgets.Create(), kit.Gadgets.View()).IgnoreUnknown().
			Handle(func(_ *route.Call, g kit.Gadget) (kit.Gadget, error) { return g, nil }),
		route.Get("/ping", collection.NoContent()).IgnoreUnknown().
			Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
		route.Get("/own", collection.NoContent()).Header(own).ResponseHeader(sent).
			Handle(func(c *route.Call) (none collection.Empty, err error) { sent.Set(c, "1"); return none, nil }),
	}
	type header struct{ Required bool }
	type response struct {
		Ref     string `json:"$ref"`
		Headers map[string]header
	}
	type document struct {
		Paths map[string]map[string]struct {
			Parameters []struct{ Name, In string }
			Responses  map[string]response
		}
		Components struct{ Responses map[string]response }
	}
	read := func(api tenon.API, v oas.Version) (d document) {
		text, err := oas.JSON(kit.Build(t, api.Add(members...)), v)
		if err == nil {
			err = json.Unmarshal(text, &d)
		}
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, v := range oas.Versions() {
		with, without := read(tenon.New("T", "1").RequestIDs(), v), read(tenon.New("T", "1"), v)
		responses := 0
		for target, item := range with.Paths {
			for method, op := range item {
				parameters := 0
				for _, p := range op.Parameters {
					if strings.EqualFold(p.Name, "X-Request-Id") && p.In == "header" {
						parameters++
					}
				}
				if parameters != 1 {
					t.Errorf("%s %s reads %d ids", method, target, parameters)
				}
				for status, r := range op.Responses {
					if r.Ref != "" {
						r = with.Components.Responses[path.Base(r.Ref)]
					}
					_, declared := r.Headers["x-request-id"]
					if responses++; !r.Headers["X-Request-Id"].Required && !declared {
						t.Errorf("%s %s %s sends no id: %+v", method, target, status, r)
					}
				}
				if _, ok := op.Responses["422"]; ok && target == "/ping" {
					t.Error("an id can make a request invalid")
				}
			}
		}
		if responses < 12 {
			t.Errorf("there are %d responses", responses)
		}
		if text := fmt.Sprint(without); strings.Contains(text, "X-Request-Id") {
			t.Errorf("without ids the document has them: %s", text)
		}
	}
}
