package problems_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// writePlainText writes problems as text, and misbehaves if X-Trouble asks for it.
func writePlainText(w http.ResponseWriter, r *http.Request, p *render.Problem) {
	f := p.Fields()
	w.Header().Set("Content-Type", "text/plain")
	switch r.Header.Get("X-Trouble") {
	case "silent":
	case "panic":
		kit.Panic("renderer")
	case "late":
		fmt.Fprint(w, "half")
		kit.Panic("renderer")
	case "abort":
		panic(http.ErrAbortHandler)
	case "status":
		w.WriteHeader(200)
		fmt.Fprintf(w, "%d %s", f.Status, f.Code)
	case "member":
		w.Header().Set("X-Asked", tenon.RequestID(r.Context()))
		p.Extension("trace", `"t"`).ServeHTTP(w, r)
	default:
		fmt.Fprintf(w, "%d %s %s %s %d", f.Status, f.Code, f.Title, f.Instance, len(f.Violations))
	}
}

// The problem writer writes all problems, those of the library too.
func TestTheApplicationWritesProblems(t *testing.T) {
	handle := func(err error) func(*route.Call) (collection.Record, error) {
		return func(*route.Call) (collection.Record, error) { return kit.Saw(), err }
	}
	members := []route.Member{
		route.Get("/sold", kit.Seen.View()).Fails(kit.Sold).Handle(handle(kit.Sold)),
		route.Get("/failed", kit.Seen.View()).Handle(handle(kit.ErrStore)),
		route.Get("/panic", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { kit.Panic("x"); return kit.Saw(), nil }),
		route.Get("/closed", kit.Seen.View()).Use(func(http.Handler) http.Handler { return kit.Forbidden }).Handle(handle(nil)),
		route.Get("/thrown", kit.Seen.View()).Use(func(http.Handler) http.Handler {
			return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { kit.Panic("x") })
		}).Handle(handle(nil)),
		route.Get("/file", route.Download("text/plain")).Handle(func(*route.Call) (route.File, error) { return route.FileOf([]byte("abc")), nil }),
	}
	const soldText = `{"type":"https://example.com/problems/sold","title":"It is sold.","status":409,"instance":"urn:request:7","code":"sold"`
	tests := []struct {
		request, fields string
		status          int
		mediaType, body string
		logged          string
	}{
		{"GET /sold", "", 409, "text/plain", "409 sold It is sold. urn:request:7 0", ""},
		{"GET /failed", "", 500, "text/plain", "500 internal_error Internal Server Error urn:request:7 0", "handler failed"},
		{"GET /panic", "", 500, "text/plain", "500 internal_error Internal Server Error urn:request:7 0", "tenon: panic"},
		{"GET /closed", "", 403, "text/plain", "403 forbidden This is not for you. urn:request:7 0", ""},
		{"GET /thrown", "", 500, "text/plain", "500 internal_error Internal Server Error urn:request:7 0", "tenon: panic"},
		{"GET /nothing", "", 404, "text/plain", "404 not_found Not Found urn:request:7 0", ""},
		{"PUT /sold", "", 405, "text/plain", "405 method_not_allowed Method Not Allowed urn:request:7 0", ""},
		{"GET /sold?x=1&y=2", "", 422, "text/plain", "422 invalid_request Unprocessable Content urn:request:7 2", ""},
		{"GET /file", "Range: bytes=9-\r\n", 416, "text/plain", "416 range_not_satisfiable Requested Range Not Satisfiable urn:request:7 0", ""},
		{"GET /sold", "X-Trouble: status\r\n", 409, "text/plain", "409 sold", ""},
		{"GET /sold", "X-Trouble: member\r\n", 409, "application/problem+json", soldText + `,"trace":"t"}`, ""},
		{"GET /sold", "X-Trouble: silent\r\n", 409, "application/problem+json", soldText + "}", ""},
		{"GET /sold", "X-Trouble: panic\r\n", 409, "application/problem+json", soldText + "}", "problem writer panicked"},
		{"GET /fine", "X-Trouble: panic\r\n", 200, "application/json", `{"data":{"seen":"fine"}}`, ""},
	}
	server, logged := kit.Start(t, tenon.New("P", "1").RequestIDs().ProblemWriter(writePlainText), members...)
	for _, tt := range tests {
		method, _, _ := strings.Cut(tt.request, " ")
		got := server.Exchange(t, method,
			fmt.Appendf(nil, "%s HTTP/1.1\r\nHost: a\r\nX-Request-Id: 7\r\n%s\r\n", tt.request, tt.fields))
		if got.Status != tt.status || got.Body != tt.body || got.Header.Get("Content-Type") != tt.mediaType ||
			got.Header.Get("X-Request-Id") != "7" {
			t.Errorf("%s %s: %d %v %s", tt.request, tt.fields, got.Status, got.Header, got.Body)
		}
		if inWriter := got.Header.Get("X-Asked"); strings.Contains(tt.fields, "member") != (inWriter == "7") {
			t.Errorf("%s: in the renderer the id is %q", tt.request, inWriter)
		}
		if tt.logged != "" {
			logged.Has(t, tt.logged, `"request_id":"7"`)
		}
	}
	logged.Empty(t)
}

func TestAnUnfinishedProblemIsAborted(t *testing.T) {
	for _, trouble := range []string{"late", "abort"} {
		server, logged := kit.Start(t, tenon.New("P", "1").ProblemWriter(func(w http.ResponseWriter, r *http.Request, p *render.Problem) {
			r.Header.Set("X-Trouble", trouble)
			writePlainText(w, r, p)
		}))
		if !server.Dial(t).Dropped("/nothing") {
			t.Errorf("%s: the response is whole", trouble)
		}
		if trouble == "late" {
			logged.Has(t, "problem writer panicked", "renderer")
		}
		logged.Empty(t)
	}
}

// Neither by shared caches nor by the client.
func TestProblemsOfAccessAreNotCached(t *testing.T) {
	tests := []struct {
		status int
		want   string
	}{
		{400, "max-age=60"}, {401, "no-store"}, {402, "max-age=60"}, {403, "no-store"}, {404, "max-age=60"}, {410, "max-age=60"},
		{428, "no-store"}, {429, "no-store"}, {431, "max-age=60"}, {503, "max-age=60"},
	}
	for _, tt := range tests {
		p := render.NewProblem(tt.status, "x", "X.")
		get := route.Get("/x", kit.Seen.View()).Fails(p).Handle(func(c *route.Call) (collection.Record, error) {
			c.Header().Set("Cache-Control", "max-age=60")
			return kit.Saw(), p
		})
		for _, api := range []tenon.API{tenon.New("P", "1"), tenon.New("P", "1").ProblemWriter(writePlainText)} {
			server, _ := kit.Start(t, api, get)
			if got := server.Dial(t).Get(t, "/x"); got.Status != tt.status || got.Header.Get("Cache-Control") != tt.want {
				t.Errorf("%d: %d %v", tt.status, got.Status, got.Header)
			}
		}
	}
}

// A problem that a writer keeps does not change with the next request.
func TestAProblemMayBeKept(t *testing.T) {
	var kept []*render.Problem
	keep := func(_ http.ResponseWriter, _ *http.Request, p *render.Problem) { kept = append(kept, p) }
	get := route.Get("/things/{n}", kit.Seen.View()).Path(prop.Int("n").Min(5)).Query(prop.Int("m").Max(3).Optional()).
		Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil })
	app := kit.Build(t, tenon.New("Kept", "1").ProblemWriter(keep).Add(get))
	targets := []string{"/things/1?m=9", "/things/x", "/things/6?m=x&unknown=1", "/things/2?a=1&b=2&c=3"}
	for range 3 { // a call is used again at some time
		for _, target := range targets {
			kit.Send(t, app, "GET", target, "")
		}
	}
	want := [][]string{{"min n", "max m"}, {"type n"}, {"type m", "unknown unknown"}, {"unknown a", "unknown b", "unknown c", "min n"}}
	for i, p := range kept {
		var got []string
		for _, v := range p.List() {
			got = append(got, v.Code+" "+v.Parameter)
		}
		slices.Sort(got)
		wanted := slices.Sorted(slices.Values(want[i%len(want)]))
		if !slices.Equal(got, wanted) {
			t.Errorf("%s gets %v, want %v", targets[i%len(targets)], got, wanted)
		}
	}
	if len(kept) != 3*len(targets) {
		t.Errorf("%d problems", len(kept))
	}
}
