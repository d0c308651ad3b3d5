package contents_test

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var ranged = collection.New("Ranged", prop.String("name").MaxLen(5))

// A declared range reads every type that it covers, unless another body has the type itself.
func TestRequestsOfAMediaRange(t *testing.T) {
	word := prop.String("word")
	read := route.Post("/json", route.JSON(ranged.Create(), "*/*"), route.JSON(ranged.View(), "*/*")).
		Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil })
	some := route.Post("/some", route.JSON(ranged.Create(), "application/*"), kit.Empty).
		Handle(func(*route.Call, collection.Record) (n collection.Empty, err error) { return n, nil })
	images := route.Post("/image", route.Bytes("image/*"), route.Text(word)).
		Handle(func(c *route.Call, in []byte) (string, error) { return c.MediaType() + " " + string(in), nil })
	both := route.Post("/both", route.AnyOf(
		route.Case(route.Bytes("*/*"), func(b []byte) any { return b }, func(v any) (b []byte, ok bool) { b, ok = v.([]byte); return }),
		route.Case(route.Bytes("image/*"), func(b []byte) any { return string(b) }, func(v any) (b []byte, ok bool) { return }),
		route.Case(ranged.Create(), func(r collection.Record) any { return r }, func(v any) (r collection.Record, ok bool) { r, ok = v.(collection.Record); return }),
	), route.Text(word)).Handle(func(_ *route.Call, in any) (string, error) {
		switch in.(type) {
		case []byte:
			return "any", nil
		case string:
			return "image", nil
		}
		return "record", nil
	})
	app := kit.Build(t, kit.API(read, some, images, both))
	for _, tt := range []struct {
		path, mediaType string
		status          int
		body            string
	}{
		{"/json", "text/plain", 201, `{"data":{"name":"ann"}}`},
		{"/json", "application/vnd.x+json; v=1", 201, `{"data":{"name":"ann"}}`},
		{"/json", "", 201, `{"data":{"name":"ann"}}`},
		{"/json", "no type", 415, ""},
		{"/some", "application/x", 204, ""},
		{"/some", "text/plain", 415, ""},
		{"/some", "", 415, ""},
		{"/image", "image/PNG", 201, `image/png {"name":"ann"}`},
		{"/image", "text/plain", 415, ""},
		{"/image", "", 415, ""},
		{"/both", "application/json", 201, "record"},
		{"/both", "image/webp", 201, "image"},
		{"/both", "text/css", 201, "any"},
		{"/both", "", 201, "any"},
	} {
		r := kit.Request(t, "POST", tt.path, `{"name":"ann"}`)
		if r.Header.Set("Content-Type", tt.mediaType); tt.mediaType == "" {
			r.Header.Del("Content-Type")
		}
		got := kit.Do(app, r)
		if got.Status != tt.status || tt.body != "" && got.Body != tt.body {
			t.Errorf("%s %q: %d %s, want %d %s", tt.path, tt.mediaType, got.Status, got.Body, tt.status, tt.body)
		}
		if tt.path == "/json" && got.Status == 201 && got.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%v", got.Header)
		}
		if got.Status == 415 && !strings.Contains(got.Header.Get("Accept"), "*") {
			t.Errorf("%s: Accept is %q", tt.path, got.Header.Get("Accept"))
		}
	}
	if got := kit.Send(t, app, "POST", "/json", `{"name":"too long"}`, "Content-Type: a/b"); got.Status != 422 {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	for _, v := range oas.Versions() {
		doc, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, mediaRange := range []string{`"*/*": {`, `"application/*": {`, `"image/*": {`} {
			if !strings.Contains(string(doc), mediaRange) {
				t.Errorf("%s has no %s", v, mediaRange)
			}
		}
	}
}

// A file names its type where the route declares a range.
func TestDownloadsOfAMediaRange(t *testing.T) {
	of := prop.String("of")
	download := route.Get("/file", route.Download("image/*", "text/plain")).Query(of)
	app := kit.Build(t, kit.API(download.Handle(func(c *route.Call) (route.File, error) {
		return route.File{Content: bytes.NewReader([]byte("abc")), MediaType: of.Get(c)}, nil
	})))
	server := kit.Listen(t, app)
	for _, tt := range []struct {
		of, accept string
		status     int
	}{
		{"image/png", "*/*", 200}, {"image/png", "image/png", 200}, {"image/png", "image/*;q=0.1", 200}, {"text/plain", "text/plain", 200},
		{"image/png", "audio/*", 406}, {"audio/ogg", "*/*", 500}, {"", "*/*", 500}, {"image/*", "*/*", 500}, {"image", "*/*", 500},
	} {
		got := server.Send(t, "GET", "/file?of="+strings.ReplaceAll(tt.of, "/", "%2F"), "", "Accept: "+tt.accept)
		if got.Status != tt.status || got.Status == 200 && got.Header.Get("Content-Type") != tt.of {
			t.Errorf("%+v: %d %v", tt, got.Status, got.Header)
		}
	}
	file, err := download.Call(context.Background(), client.New(server.URL), of.Is("image/gif"))
	if err != nil || file.MediaType != "image/gif" {
		t.Errorf("%v %v", file, err)
	}
}

// Clients read what a range covers, and send its usual type.
func TestClientsOfAMediaRange(t *testing.T) {
	json := route.Post("/json", route.JSON(ranged.Create(), "*/*"), route.JSON(ranged.View(), "application/*"))
	stream := route.Post("/stream", route.Stream("*/*"), route.Bytes("*/*"))
	server := kit.Listen(t, kit.Build(t, kit.API(
		json.Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
		stream.Handle(func(c *route.Call, in io.Reader) ([]byte, error) {
			text, err := io.ReadAll(in)
			return append([]byte(c.MediaType()+" "), text...), err
		}),
	)))
	in, err := ranged.Create().Parse([]byte(`{"name":"ann"}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := json.Call(context.Background(), client.New(server.URL), in); err != nil {
		t.Error(err)
	}
	if out, err := stream.Call(context.Background(), client.New(server.URL), strings.NewReader("abc")); err != nil || string(out) != "application/octet-stream abc" {
		t.Errorf("%q %v", out, err)
	}
}
