package contents_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
)

func TestEveryMethodReadsABody(t *testing.T) {
	for _, method := range []string{"GET", "QUERY", "OPTIONS", "DELETE", "POST", "PUT", "PATCH"} {
		find := optional(method)
		server, _ := kit.Start(t, tenon.New("Methods", "1"), find.Handle(serveOptional))
		got := exchange(t, server, method, "/search", `{"word":"whale"}`, "Content-Type: application/json")
		if got.Status != 200 || got.Body != "whale" {
			t.Errorf("%s: %d %s", method, got.Status, got.Body)
		}
		if text, err := find.Call(context.Background(), client.New(server.URL), searchFor("whale")); err != nil || text != "whale" {
			t.Errorf("a client with %s: %s, %v", method, text, err)
		}
		if got := exchange(t, server, method, "/search", `{"word":"w"}`, "Content-Type: application/json"); got.Status != 422 {
			t.Errorf("%s: %d %s", method, got.Status, got.Body)
		}
	}
}

// A cache does not see the body, and would send the response to one query for another.
func TestAGetWithABodyIsNotStored(t *testing.T) {
	app := kit.Build(t, kit.API(optional(http.MethodGet).Handle(serveOptional)).Cache(cache.Public(time.Minute)))
	for _, body := range []string{"", `{"word":"whale"}`} {
		if got := kit.Send(t, app, "GET", "/search", body); got.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%q: %v", body, got.Header)
		}
	}
	kit.CheckFaults(t, kit.Faulty(kit.API(optional(http.MethodGet).Cache(cache.Public(time.Minute)).Handle(serveOptional)),
		`GET /search: Cache is for GET without a body; caches store no other responses`))
}

func TestHeadAndOptionsAreOperations(t *testing.T) {
	nothing := func(name string) func(*route.Call, collection.Empty) (collection.Empty, error) {
		return func(c *route.Call, _ collection.Empty) (n collection.Empty, err error) {
			c.Header().Set("X-By", name)
			return n, nil
		}
	}
	server, _ := kit.Start(t, tenon.New("Methods", "1").CORS(cors.Origins("https://a.example")),
		route.Get("/a", kit.Empty).Status(200).Handle(func(c *route.Call) (n collection.Empty, err error) { c.Header().Set("X-By", "GET"); return n, nil }),
		route.Method(http.MethodHead, "/a", kit.Empty, kit.Empty).Status(200).Handle(nothing("HEAD")),
		route.Method(http.MethodOptions, "/a", kit.Empty, kit.Empty).Handle(nothing("OPTIONS")),
		route.Method(http.MethodHead, "/b", kit.Empty, kit.Empty).Status(200).Handle(nothing("HEAD")),
	)
	tests := []struct {
		method, path string
		header       []string
		status       int
		by           string
	}{
		{"GET", "/a", nil, 200, "GET"},
		{"HEAD", "/a", nil, 200, "HEAD"},
		{"OPTIONS", "/a", nil, 204, "OPTIONS"},
		{"OPTIONS", "/a", []string{"Origin: https://a.example", "Access-Control-Request-Method: GET"}, 204, ""},
		{"HEAD", "/b", nil, 200, "HEAD"},
		{"GET", "/b", nil, 405, ""},
		{"OPTIONS", "/b", nil, 204, ""},
	}
	for _, tt := range tests {
		got := exchange(t, server, tt.method, tt.path, "", tt.header...)
		if got.Status != tt.status || got.Header.Get("X-By") != tt.by {
			t.Errorf("%s %s %v: %d by %q, want %d by %q", tt.method, tt.path, tt.header, got.Status, got.Header.Get("X-By"), tt.status, tt.by)
		}
		if allow := got.Header.Get("Allow"); tt.path == "/b" && tt.method != "HEAD" && allow != "HEAD, OPTIONS" {
			t.Errorf("%s %s: Allow is %q", tt.method, tt.path, allow)
		}
	}
}

func TestDocumentsHaveEveryMethod(t *testing.T) {
	var members []route.Member
	for _, method := range []string{"GET", "QUERY", "OPTIONS", "DELETE", "POST", "PUT", "PATCH"} {
		members = append(members, optional(method).Handle(serveOptional))
	}
	members = append(members, route.Method(http.MethodHead, "/search", kit.Empty, kit.Empty).Status(200).
		Handle(func(*route.Call, collection.Empty) (n collection.Empty, err error) { return n, nil }))
	app := kit.Build(t, kit.API(members...))
	for _, v := range oas.Versions() {
		doc := document(t, app, v)
		for _, field := range []string{"get", "query", "options", "delete", "post", "put", "patch"} {
			if field == "query" && v < oas.V32 {
				field = "x-query"
			}
			if at(doc, "paths", "/search", field, "requestBody", "content", "application/json") == nil {
				t.Errorf("%s: %s has no body", v, field)
			}
		}
		if head := at(doc, "paths", "/search", "head"); at(head, "responses", "200") == nil || at(head, "requestBody") != nil {
			t.Errorf("%s: %v", v, head)
		}
	}
}

func TestBuildReportsMethods(t *testing.T) {
	take := func(*route.Call, collection.Empty) (n collection.Empty, err error) { return n, nil }
	const known = "GET, HEAD, QUERY, OPTIONS, DELETE, POST, PUT, PATCH"
	var rows []kit.FaultyAPI
	for _, method := range []string{"TRACE", "CONNECT", "get", "PURGE", "A B"} {
		rows = append(rows, kit.Faulty(kit.API(route.Method(method, "/a", kit.Empty, kit.Empty).Handle(take)), method+` /a: Method("`+method+`"): the method is not one of `+known))
	}
	rows = append(rows,
		kit.Faulty(kit.API(route.Method("HEAD", "/a", kit.Empty, route.Text(found)).
			Handle(func(*route.Call, collection.Empty) (string, error) { return "", nil })),
			`HEAD /a: a response to HEAD has no content (RFC 9110 §9.3.2); answer with collection.NoContent()`),
		kit.Faulty(kit.API(route.Method("HEAD", "/a", kit.Empty, kit.Empty).RequirePrecondition().Handle(take)), `HEAD /a: RequirePrecondition is for PATCH, PUT and DELETE`),
		kit.Faulty(kit.API(route.Method("QUERY", "/a", kit.Empty, kit.Empty).RequirePrecondition().Handle(take)), `QUERY /a: RequirePrecondition is for PATCH, PUT and DELETE`),
		kit.Faulty(kit.API(route.Method("OPTIONS", "/a", kit.Empty, kit.Empty).Cache(cache.Private(time.Minute)).Handle(take)), `OPTIONS /a: Cache is for GET without a body; caches store no other responses`),
	)
	kit.CheckFaults(t, rows...)
}
