package contents_test

import (
	"context"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// An imported is what a client sends to import something: each media type has a Go type.
type imported interface{ describe() string }

type (
	single struct{ Title string }
	batch  struct{ Titles []string }
	sheet  []byte
	note   string
)

func (s single) describe() string { return "single " + s.Title }
func (b *batch) describe() string { return "batch " + strings.Join(b.Titles, "+") }
func (t sheet) describe() string  { return "sheet " + string(t) }
func (n note) describe() string   { return "note " + string(n) }

var (
	singles = collection.Of("Single", func(s *single) collection.Fields {
		return collection.Fields{prop.String("title").MinLen(2).At(&s.Title)}
	})
	batches = collection.Of("Batch", func(b *batch) collection.Fields {
		return collection.Fields{prop.Array(prop.String("titles")).MaxItems(2).At(&b.Titles)}
	})
	noteText = prop.String("note").MinLen(2)
	outcome  = prop.String("outcome")
)

// imports is a body whose media types have Go types of their own.
func imports() route.Body[imported] {
	return route.AnyOf(
		route.CaseOf[imported](singles.Create()),
		route.Case(route.JSON(batches.Create(), "application/vnd.batch+json"),
			func(b batch) imported { return &b },
			func(i imported) (batch, bool) {
				b, ok := i.(*batch)
				if !ok {
					return batch{}, false
				}
				return *b, true
			}),
		route.Case(route.Form(singles.Create()),
			func(s single) imported { return s },
			func(imported) (single, bool) { return single{}, false }), // which clients send as JSON
		route.Case(route.Bytes("text/csv"), func(b []byte) imported { return sheet(b) }, func(i imported) ([]byte, bool) { t, ok := i.(sheet); return t, ok }),
		route.Case(route.Text(noteText), func(s string) imported { return note(s) }, func(i imported) (string, bool) { n, ok := i.(note); return string(n), ok }),
	)
}

func importing() *route.WriteRoute[imported, string] {
	return route.Post("/imports", imports(), route.Text(outcome)).Status(200)
}

func serveImport(_ *route.Call, in imported) (string, error) { return in.describe(), nil }

func ofType(mediaType string) string { return "Content-Type: " + mediaType }

func TestTheMediaTypeSelectsTheCaseOfABody(t *testing.T) {
	const named, form = "application/vnd.batch+json", "application/x-www-form-urlencoded"
	forbidden := func(_ *route.Call, in imported) error {
		if in.describe() == "single forbidden" {
			return render.Forbidden
		}
		return nil
	}
	r := importing().AuthorizeInput(forbidden).Limits(route.Limits{Body: 60})
	server, _ := kit.Start(t, tenon.New("Imports", "1"), r.Handle(serveImport))
	tests := []struct {
		mediaType, body string
		status          int
		want            string // the body or the code
	}{
		{"application/json", `{"title":"Omoo"}`, 200, "single Omoo"},
		{named, `{"titles":["Omoo","Typee"]}`, 200, "batch Omoo+Typee"},
		{form, `title=Omoo`, 200, "single Omoo"},
		{"text/csv", "Omoo,389", 200, "sheet Omoo,389"},
		{"text/plain; charset=utf-8", "Omoo", 200, "note Omoo"},
		{"application/json", `{"titles":["Omoo"]}`, 422, "invalid_request"},
		{"application/json", `{"title":"O"}`, 422, "invalid_request"},
		{"application/json", `{"title":`, 400, "malformed_request"},
		{"application/json", `null`, 422, "invalid_request"},
		{named, `{"title":"Omoo"}`, 422, "invalid_request"},
		{named, `{"titles":["a","b","c"]}`, 422, "invalid_request"},
		{form, `title=O`, 422, "invalid_request"},
		{"text/plain", "O", 422, "invalid_request"},
		{"text/plain", "\xff\xfe", 400, "malformed_request"},
		{"text/xml", "<title/>", 415, "unsupported_media_type"},
		{"text/csv", strings.Repeat("x", 61), 413, "content_too_large"},
		{"application/json", `{"title":"` + strings.Repeat("x", 61) + `"}`, 413, "content_too_large"},
		{"application/json", `{"title":"forbidden"}`, 403, "forbidden"},
	}
	for _, tt := range tests {
		got := exchange(t, server, http.MethodPost, "/imports", tt.body, ofType(tt.mediaType))
		if text := textOf(got); got.Status != tt.status || text != tt.want {
			t.Errorf("%s %s: %d %s, want %d %s", tt.mediaType, tt.body, got.Status, text, tt.status, tt.want)
		}
		if tt.status == 415 && got.Header.Get("Accept") != "application/json, application/vnd.batch+json, application/x-www-form-urlencoded, text/csv, text/plain" {
			t.Errorf("Accept: %s", got.Header.Get("Accept"))
		}
	}
}

func TestADocumentHasASchemaForEachMediaTypeOfABody(t *testing.T) {
	app := kit.Build(t, kit.API(importing().Handle(serveImport)))
	for _, v := range oas.Versions() {
		content, _ := at(document(t, app, v), "paths", "/imports", "post", "requestBody", "content").(map[string]any)
		want := []string{"application/json", "application/vnd.batch+json", "application/x-www-form-urlencoded", "text/csv", "text/plain"}
		if got := slices.Sorted(maps.Keys(content)); !slices.Equal(got, want) {
			t.Errorf("%s: %v", v, got)
		}
		single, batch := at(content, "application/json", "schema", "$ref"), at(content, "application/vnd.batch+json", "schema", "$ref")
		if single != at(content, "application/x-www-form-urlencoded", "schema", "$ref") || single == batch || single == nil || batch == nil {
			t.Errorf("%s: %v, %v", v, single, batch)
		}
		if at(content, "text/plain", "schema", "minLength") != 2.0 {
			t.Errorf("%s: %v", v, content["text/plain"])
		}
	}
}

func TestAClientSendsTheCaseOfAValue(t *testing.T) {
	r := importing()
	server, _ := kit.Start(t, tenon.New("Imports", "1"), r.Handle(serveImport))
	c := client.New(server.URL)
	for _, in := range []imported{single{"Omoo"}, &batch{[]string{"Omoo", "Typee"}}, sheet("a,b"), note("Omoo")} {
		if got, err := r.Call(context.Background(), c, in); err != nil || got != in.describe() {
			t.Errorf("%T: %q, %v", in, got, err)
		}
		if vs := imports().Check(in); len(vs) > 0 {
			t.Errorf("%T: %v", in, vs)
		}
	}
	for _, in := range []imported{single{"O"}, &batch{make([]string, 3)}, note("O")} {
		_, err := r.Call(context.Background(), c, in)
		if vs, is := err.(prop.Violations); !is || len(vs) != 1 || len(imports().Check(in)) != 1 {
			t.Errorf("%T: %v", in, err)
		}
	}
	if _, err := r.Call(context.Background(), c, nil); err == nil || !strings.Contains(err.Error(), "is of no case of the route") {
		t.Error(err)
	}
}

// The same text of another media type is another request, and a body is compared by what was decoded,
// whatever unwrap makes of it.
func TestACaseOfABodyHasAFingerprint(t *testing.T) {
	app := kit.Build(t, kit.API(importing().Idempotent(time.Hour, idempotency.Memory()).Handle(serveImport)))
	const json, form = "application/json", "application/x-www-form-urlencoded"
	tests := []struct {
		key, mediaType, body string
		want                 string // "" for a replay
	}{
		{"a", json, `{"title":"Omoo"}`, "single Omoo"},
		{"a", json, ` {"title": "Omoo"} `, ""},
		{"a", json, `{"title":"Typee"}`, "idempotency_key_reused"},
		{"a", form, `title=Omoo`, "idempotency_key_reused"},
		{"b", form, `title=Omoo`, "single Omoo"},
		{"b", form, `title=%4Fmoo`, ""},
		{"b", form, `title=Typee`, "idempotency_key_reused"},
		{"c", "text/csv", "Omoo", "sheet Omoo"},
		{"c", "text/csv", "Omoo", ""},
		{"c", "text/plain", "Omoo", "idempotency_key_reused"},
		{"c", "text/csv", "Typee", "idempotency_key_reused"},
	}
	for _, tt := range tests {
		got := kit.Send(t, app, "POST", "/imports", tt.body, "Idempotency-Key: "+tt.key, ofType(tt.mediaType))
		if replayed := got.Header.Get("Idempotent-Replayed") == "true"; replayed != (tt.want == "") || tt.want != "" && textOf(got) != tt.want {
			t.Errorf("%s %s %s: %d %s", tt.key, tt.mediaType, tt.body, got.Status, got.Body)
		}
	}
}

func TestCasesOfABodyMayIgnoreMembersAndBeAbsent(t *testing.T) {
	lax := route.Post("/lax", imports(), route.Text(outcome)).Status(200).IgnoreUnknownMembers().Handle(serveImport)
	either := route.AnyOf( // whose first body has no members
		route.Case(route.Bytes("text/csv"), func(b []byte) imported { return sheet(b) }, func(imported) (b []byte, ok bool) { return b, false }),
		route.CaseOf[imported](singles.Create()),
	)
	second := route.Post("/second", either, route.Text(outcome)).Status(200).IgnoreUnknownMembers().Handle(serveImport)
	absent := route.Post("/absent", route.Optional(imports()), route.Text(outcome)).Status(200).Handle(func(_ *route.Call, in *imported) (string, error) {
		if in == nil {
			return "absent", nil
		}
		return (*in).describe(), nil
	})
	app := kit.Build(t, kit.API(lax, second, absent))
	tests := []struct {
		path, mediaType, body string
		status                int
		want                  string
	}{
		{"/lax", "application/json", `{"title":"Omoo","x":1}`, 200, "single Omoo"},
		{"/lax", "application/vnd.batch+json", `{"titles":[],"x":1}`, 200, "batch "},
		{"/lax", "application/x-www-form-urlencoded", `title=Omoo&x=1`, 200, "single Omoo"},
		{"/second", "application/json", `{"title":"Omoo","x":1}`, 200, "single Omoo"},
		{"/second", "text/csv", `x`, 200, "sheet x"},
		{"/absent", "application/json", ``, 200, "absent"},
		{"/absent", "", ``, 200, "absent"},
		{"/absent", "text/csv", `a,b`, 200, "sheet a,b"},
		{"/absent", "application/json", `{"title":"Omoo","x":1}`, 422, "invalid_request"},
	}
	for _, tt := range tests {
		if got := kit.Send(t, app, "POST", tt.path, tt.body, ofType(tt.mediaType)); got.Status != tt.status || textOf(got) != tt.want {
			t.Errorf("%s %s %s: %d %s", tt.path, tt.mediaType, tt.body, got.Status, got.Body)
		}
	}
}

// A case may be read as a stream, and another as JSON.
func TestACaseOfABodyIsAStream(t *testing.T) {
	body := route.AnyOf(
		route.CaseOf[any](singles.Create()),
		route.Case(route.Stream("text/csv"), func(r io.Reader) any { return r }, func(v any) (io.Reader, bool) { r, ok := v.(io.Reader); return r, ok }),
	)
	r := route.Post("/imports", body, route.Text(outcome)).Status(200)
	server, _ := kit.Start(t, tenon.New("Imports", "1"), r.Handle(func(_ *route.Call, in any) (string, error) {
		switch in := in.(type) {
		case single:
			return in.describe(), nil
		case io.Reader:
			text, err := io.ReadAll(in)
			return "stream " + string(text), err
		}
		return "", nil
	}))
	c := client.New(server.URL)
	for want, in := range map[string]any{"single Omoo": single{"Omoo"}, "stream a,b": strings.NewReader("a,b")} {
		if got, err := r.Call(context.Background(), c, in); err != nil || got != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

func TestBuildReportsCasesOfBodies(t *testing.T) {
	ignore := func(*route.Call, any) (n collection.Empty, _ error) { return n, nil }
	post := func(all ...route.Body[any]) tenon.API {
		return kit.API(route.Post("/a", route.AnyOf(all...), kit.Empty).Handle(ignore))
	}
	good, changed := route.CaseOf[any](singles.Create()), collection.Of("Changed", func(s *single) collection.Fields {
		return collection.Fields{prop.String("title").At(&s.Title)}
	}).Versioned(func(*single) collection.Version { return collection.Version{Tag: "1"} })
	twice := route.CaseOf[any](route.CaseOf[single](singles.Create()))
	for message, api := range map[string]tenon.API{
		`POST /a: a case of a body has a nil function`:                                                                                            post(good, route.Case[any](singles.Create(), nil, nil)),
		`POST /a: a case of a body has a Go type that does not implement the interface; see route.Case`:                                           kit.API(route.Post("/a", route.CaseOf[imported](route.Bytes("text/csv")), kit.Empty).Handle(func(*route.Call, imported) (n collection.Empty, _ error) { return n, nil })),
		`POST /a: a case of a body has no content; write route.Optional(route.AnyOf(…)) if the request may have none`:                             post(good, route.CaseOf[any](collection.NoContent())),
		`POST /a: a case of a body is optional; write route.Optional(route.AnyOf(…))`:                                                             post(good, route.CaseOf[any](route.Optional(route.Bytes("text/csv")))),
		`POST /a: a case of a body changes an entity with versions, whose preconditions a case cannot evaluate; declare a route for it`:           post(good, route.CaseOf[any](route.JSON(changed.Update(), "application/merge-patch+json"))),
		`POST /a: a case of a body is a case already`:                                                                                             post(twice),
		`POST /a: AnyOf has two bodies of application/json, which the media type cannot select; use collection.OneOf for values of several forms`: post(good, route.CaseOf[any](batches.Create())),
		`POST /a: reads Single in View mode, which is what the server answers; a request has Create or Update`:                                    post(route.CaseOf[any](route.Bytes("text/csv")), route.CaseOf[any](singles.View())),
		`POST /a: reads a body that can only be answered with`:                                                                                    post(good, route.CaseOf[any](route.Download("text/csv"))),
		`POST /a: reads no body; use collection.NoContent()`:                                                                                      post(good, nil),
		`POST /a: a form must be one collection in Create mode, or a union of them`:                                                               post(route.Form(good)),
		`POST /a: JSON has a body that is not JSON`:                                                                                               post(route.JSON(good, "application/a+json")),
		`POST /a: AnyOf has a body without content; write route.Optional(route.AnyOf(…)) if the request may have none`:                            kit.API(route.Post("/a", route.AnyOf[collection.Empty](route.Case(route.Bytes("text/csv"), func([]byte) (n collection.Empty) { return n }, func(collection.Empty) (b []byte, ok bool) { return b, ok }), collection.NoContent()), kit.Empty).Handle(func(_ *route.Call, n collection.Empty) (collection.Empty, error) { return n, nil })),
		`GET /a: answers with a body that can only be read`:                                                                                       kit.API(route.Get("/a", good).Handle(func(*route.Call) (any, error) { return nil, nil })),
		`POST /a: Idempotent cannot compare bodies that are read as a stream`:                                                                     kit.API(route.Post("/a", route.AnyOf(good, route.Case(route.Stream("text/csv"), func(r io.Reader) any { return r }, func(any) (r io.Reader, ok bool) { return r, ok })), kit.Empty).Idempotent(time.Hour, idempotency.Memory()).Handle(ignore)),
	} {
		kit.CheckFault(t, "", api, message)
	}
}
