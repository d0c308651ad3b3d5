package contents_test

import (
	"context"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
)

const scim, versioned = "application/scim+json", "application/json;okta-version=1.0.0"

func echoJob(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }

func TestJSONHasOtherMediaTypes(t *testing.T) {
	put := route.Put("/job", route.JSON(job.Create(), scim, "application/json"), route.JSON(job.View(), scim, versioned))
	server, _ := kit.Start(t, tenon.New("JSON", "1"), put.Handle(echoJob))
	tests := []struct {
		contentType, accept string
		status              int
		mediaType           string
	}{
		{scim, "", 200, scim},
		{"application/json", "*/*", 200, scim},
		{scim + "; charset=utf-8", "application/json;q=0.5, application/scim+json", 200, scim},
		{scim, "application/json", 200, versioned},
		{scim, "application/vnd.other+json", 406, "application/problem+json"},
		{"application/vnd.other+json", "", 415, "application/problem+json"},
	}
	for _, tt := range tests {
		header := []string{"Content-Type: " + tt.contentType}
		if tt.accept != "" {
			header = append(header, "Accept: "+tt.accept)
		}
		got := exchange(t, server, "PUT", "/job", `{"state":"new"}`, header...)
		if got.Status != tt.status || got.Header.Get("Content-Type") != tt.mediaType || got.Status == 200 && got.Body != `{"data":{"state":"new"}}` {
			t.Errorf("%s, %s: %d %s %s", tt.contentType, tt.accept, got.Status, got.Header.Get("Content-Type"), got.Body)
		}
	}
	if got, err := put.Call(context.Background(), client.New(server.URL), jobOf("new")); err != nil || state.Get(got) != "new" {
		t.Errorf("a client: %v", err)
	}
	app := kit.Build(t, kit.API(put.Handle(echoJob)))
	for _, v := range oas.Versions() {
		op := at(document(t, app, v), "paths", "/job", "put")
		if in := at(op, "requestBody", "content", scim, "schema", "$ref"); in != "#/components/schemas/JobCreate" {
			t.Errorf("%s: a request is %v", v, in)
		}
		for _, place := range []any{at(op, "responses", "200", "content", scim, "schema", "properties", "data", "$ref"),
			at(op, "responses", "200", "content", versioned, "schema", "properties", "data", "$ref")} {
			if place != "#/components/schemas/Job" {
				t.Errorf("%s: %v", v, op)
			}
		}
	}
}

// An entity keeps its version, whatever its media type is.
func TestJSONOfAnotherTypeHasAVersion(t *testing.T) {
	type page struct{ Text string }
	text := state.As("text")
	pages := collection.Of("Page", func(p *page) collection.Fields { return collection.Fields{text.At(&p.Text)} }).
		Versioned(func(p *page) collection.Version { return collection.Version{Tag: p.Text} })
	app := kit.Build(t, kit.API(route.Get("/page", route.JSON(pages.View(), scim)).Handle(func(*route.Call) (page, error) { return page{"a"}, nil })))
	got := kit.Send(t, app, "GET", "/page", "")
	if got.Header.Get("ETag") == "" || got.Header.Get("Content-Type") != scim {
		t.Fatalf("%v", got.Header)
	}
	if again := kit.Send(t, app, "GET", "/page", "", "If-None-Match: "+got.Header.Get("ETag")); again.Status != 304 {
		t.Errorf("%d", again.Status)
	}
}

func TestBuildReportsOtherNamesOfJSON(t *testing.T) {
	put := func(b route.Body[collection.Record]) tenon.API {
		return kit.API(route.Put("/a", b, kit.Empty).Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil }))
	}
	expect := func(api tenon.API, message string) {
		t.Helper()
		kit.CheckFault(t, message, api, "…"+message)
	}
	expect(put(route.JSON(job.Create())), `JSON needs a media type, such as application/scim+json`)
	expect(put(route.JSON(job.Create(), "text/csv")), `"text/csv" is not JSON, such as application/scim+json`)
	expect(put(route.JSON(job.Create(), "text/*")), `"text/*" has no JSON, which is sent and read`)
	expect(put(route.JSON(job.Create(), versioned)), `"application/json;okta-version=1.0.0" has parameters, which do not distinguish requests; write application/json`)
	expect(put(route.JSON(route.Form(job.Create()), scim)), `JSON has a body that is not JSON`)
}
