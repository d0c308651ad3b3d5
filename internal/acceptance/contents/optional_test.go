package contents_test

import (
	"bytes"
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	word   = prop.String("word").MinLen(2)
	search = collection.New("Search", word)
	found  = prop.String("found")
)

// optional declares a route that reads a search as JSON or as a form, or nothing.
func optional(method string) *route.WriteRoute[*collection.Record, string] {
	return route.Method(method, "/search", route.Optional(route.AnyOf(search.Create(), route.Form(search.Create()))), route.Text(found)).
		Status(200)
}

func serveOptional(_ *route.Call, in *collection.Record) (string, error) {
	if in == nil {
		return "absent", nil
	}
	return word.Get(*in), nil
}

func TestABodyMayBeAbsent(t *testing.T) {
	const form, json = "Content-Type: application/x-www-form-urlencoded", "Content-Type: application/json"
	server, _ := kit.Start(t, tenon.New("Optional", "1"), optional(http.MethodPost).Handle(serveOptional))
	tests := []struct {
		name, body string
		header     []string
		status     int
		want       string // the body or the code
	}{
		{"no content", "", nil, 200, "absent"},
		{"no content of a type", "", []string{json}, 200, "absent"},
		{"no content of a type that is not read", "", []string{"Content-Type: text/plain"}, 200, "absent"},
		{"no chunk", "0\r\n\r\n", []string{"Transfer-Encoding: chunked"}, 200, "absent"},
		{"JSON", `{"word":"whale"}`, []string{json}, 200, "whale"},
		{"JSON in chunks", kit.Chunked(`{"word":"whale"}`, 1), []string{json, "Transfer-Encoding: chunked"}, 200, "whale"},
		{"a form", "word=whale", []string{form}, 200, "whale"},
		{"an invalid form", "word=w", []string{form}, 422, "invalid_request"},
		{"an incomplete body", `{}`, []string{json}, 422, "invalid_request"},
		{"null", `null`, []string{json}, 422, "invalid_request"},
		{"white space", ` `, []string{json}, 400, "malformed_request"},
		{"content without a type", `{"word":"whale"}`, nil, 415, "unsupported_media_type"},
		{"content of another type", `<word/>`, []string{"Content-Type: text/xml"}, 415, "unsupported_media_type"},
	}
	for _, tt := range tests {
		got := exchange(t, server, http.MethodPost, "/search", tt.body, tt.header...)
		if text := textOf(got); got.Status != tt.status || text != tt.want {
			t.Errorf("%s: %d %s, want %d %s", tt.name, got.Status, text, tt.status, tt.want)
		}
	}
}

// exchange sends exactly the header lines of a test.
func exchange(t *testing.T, server *kit.Server, method, target, body string, header ...string) kit.Response {
	t.Helper()
	var b bytes.Buffer
	b.WriteString(method + " " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n")
	chunked := false
	for _, line := range header {
		b.WriteString(line + "\r\n")
		chunked = chunked || line == "Transfer-Encoding: chunked"
	}
	if body != "" && !chunked {
		b.WriteString("Content-Length: " + itoa(len(body)) + "\r\n")
	}
	b.WriteString("\r\n" + body)
	return server.Exchange(t, method, b.Bytes())
}

func TestAClientSendsAnOptionalBodyOrNone(t *testing.T) {
	find := optional(http.MethodPost)
	server, _ := kit.Start(t, tenon.New("Optional", "1"), find.Handle(serveOptional))
	c := client.New(server.URL)
	for in, want := range map[*collection.Record]string{nil: "absent", searchFor("whale"): "whale"} {
		if got, err := find.Call(context.Background(), c, in); err != nil || got != want {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
	if _, err := find.Call(context.Background(), c, searchFor("w")); err == nil {
		t.Error("a body that is invalid was sent")
	}
}

func searchFor(text string) *collection.Record {
	r := collection.NewRecord(search)
	word.Set(&r, text)
	return &r
}

// The same key with another body, or without one, is another request.
func TestAnAbsentBodyHasAFingerprint(t *testing.T) {
	app := kit.Build(t, kit.API(optional(http.MethodPost).Idempotent(time.Hour, idempotency.Memory()).Handle(serveOptional)))
	key := "Idempotency-Key: a"
	if got := kit.Send(t, app, "POST", "/search", "", key); got.Status != 200 || got.Body != "absent" {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	if got := kit.Send(t, app, "POST", "/search", "", key); got.Header.Get("Idempotent-Replayed") == "" {
		t.Errorf("%d %s, and no replay", got.Status, got.Body)
	}
	if got := kit.Send(t, app, "POST", "/search", `{"word":"whale"}`, key, "Content-Type: application/json"); got.Code() != "idempotency_key_reused" {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

func TestDocumentsSayThatABodyMayBeAbsent(t *testing.T) {
	app := kit.Build(t, kit.API(optional(http.MethodPost).Handle(serveOptional), route.Post("/required", search.Create(), kit.Empty).
		Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil })))
	for _, v := range oas.Versions() {
		doc := document(t, app, v)
		if got := at(doc, "paths", "/search", "post", "requestBody"); at(got, "required") != nil || at(got, "content", "application/json") == nil {
			t.Errorf("%s: %v", v, got)
		}
		if got := at(doc, "paths", "/required", "post", "requestBody", "required"); got != true {
			t.Errorf("%s: required is %v", v, got)
		}
	}
}

func TestAnOptionalBodyCanBeMisused(t *testing.T) {
	type twice = **collection.Record
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Post("/a", route.Optional(collection.NoContent()), kit.Empty).
			Handle(func(*route.Call, *collection.Empty) (n collection.Empty, err error) { return n, nil })),
			`POST /a: Optional(collection.NoContent()) is no body; use collection.NoContent()`),
		kit.Faulty(kit.API(route.Post("/a", route.Optional(route.Optional(search.Create())), kit.Empty).
			Handle(func(*route.Call, twice) (n collection.Empty, err error) { return n, nil })),
			`POST /a: Optional has a body that is optional already`),
		kit.Faulty(kit.API(route.Get("/a", route.Optional(search.View())).
			Handle(func(*route.Call) (*collection.Record, error) { return nil, nil })),
			`GET /a: answers with a body that can only be read`),
		kit.Faulty(kit.API(route.Post("/a", route.Optional[collection.Record](nil), kit.Empty).
			Handle(func(*route.Call, *collection.Record) (n collection.Empty, err error) { return n, nil })),
			`POST /a: reads no body; use collection.NoContent()`),
	)
}
