package oas_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

func TestFormatsOfContent(t *testing.T) {
	text := node(prop.String("s"))
	form := node(prop.Object(collection.New("Form",
		prop.String("title"),
		prop.File("photo").MediaTypes("image/png", "image/jpeg").MaxBytes(9),
		prop.Array(prop.File("pages").MediaTypes("application/pdf")),
		prop.File("other"),
	)))
	const bytes30, bytes31 = `{"schema":{"format":"binary","type":"string"}}`, `{"schema":{"contentMediaType":"application/octet-stream"}}`
	for _, test := range []struct {
		name     string
		body     *tree.Body
		v30, v31 string // "": as v30
	}{
		{name: "form", body: &tree.Body{Prop: text, Format: tree.Form}, v30: `{"application/x-www-form-urlencoded":{"schema":{"type":"string"}}}`},
		{name: "plain text", body: &tree.Body{Prop: text, Format: tree.PlainText}, v30: `{"text/plain":{"schema":{"type":"string"}}}`},
		{name: "bytes", body: &tree.Body{Format: tree.Bytes, Types: []string{"image/png", "image/gif"}},
			v30: `{"image/gif":` + bytes30 + `,"image/png":` + bytes30 + `}`,
			v31: `{"image/gif":` + bytes31 + `,"image/png":` + bytes31 + `}`},
		{name: "files", body: &tree.Body{Prop: form, Format: tree.Multipart},
			v30: `{"multipart/form-data":{"encoding":{"pages":{"contentType":"application/pdf"},"photo":{"contentType":"image/png, image/jpeg"}},"schema":{"$ref":"#/components/schemas/FormCreate"}}}`},
		{name: "several ways", body: &tree.Body{Prop: text, Others: []*tree.Body{{Prop: text, Format: tree.PlainText}}},
			v30: `{"application/json":{"schema":{"type":"string"}},"text/plain":{"schema":{"type":"string"}}}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := byVersion{test.v30, test.v31}
			op := &tree.Operation{Method: "POST", Path: "/", Body: test.body, Success: tree.Response{Status: 204}}
			for _, v := range oas.Versions() {
				if got := part(t, decoded(t, serving(op), v), "paths", "/", "post", "requestBody", "content"); got != want.in(v) {
					t.Errorf("%s:\ngot  %s\nwant %s", v, got, want.in(v))
				}
			}
		})
	}
}

func TestEnvelopeIsAroundJSONOnly(t *testing.T) {
	text := node(prop.String("s"))
	op := getting("/")
	op.Success = tree.Response{Status: 200, Body: &tree.Body{Prop: text, Mode: tree.View, Others: []*tree.Body{{Prop: text, Mode: tree.View, Format: tree.PlainText}}}}
	s := serving(op)
	probe.Tree(s).Envelope = "data"
	const want = `{"application/json":{"schema":{"properties":{"data":{"type":"string"}},"required":["data"],"type":"object"}},` +
		`"text/plain":{"schema":{"type":"string"}}}`
	if got := part(t, decoded(t, s, oas.V30), "paths", "/", "get", "responses", "200", "content"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A format is written, has no content, or is an error; none is treated as JSON.
func TestEveryFormatIsKnown(t *testing.T) {
	for _, f := range tree.AllFormats() {
		b := &tree.Body{Prop: node(prop.String("s")), Format: f, Types: []string{"image/png"}}
		op := getting("/")
		op.Success = tree.Response{Status: 200, Body: b}
		_, err := oas.JSON(serving(op), oas.V31)
		switch types := b.MediaTypes(); {
		case err != nil:
			if !strings.Contains(err.Error(), "GET /: response 200: OpenAPI before 3.2 has no schema for a body of the format") {
				t.Errorf("format %d: %v", f, err)
			}
		case types == nil:
			if part(t, decoded(t, serving(op), oas.V31), "paths", "/", "get", "responses", "200", "content") != "" {
				t.Errorf("format %d has content", f)
			}
		default:
			if part(t, decoded(t, serving(op), oas.V31), "paths", "/", "get", "responses", "200", "content", types[0]) == "" {
				t.Errorf("format %d has no %s", f, types[0])
			}
		}
	}
}

// Bytes with a media type of JSON are any value, and not a binary string.
func TestBytesOfJSONAreAnyValue(t *testing.T) {
	for name, want := range map[string]bool{
		"application/json": true, "application/problem+json": true, "application/json; charset=utf-8": true,
		"image/png": false, "text/csv": false, "application/json-seq": false,
	} {
		op := getting("/")
		op.Success = tree.Response{Status: 200, Body: &tree.Body{Format: tree.Bytes, Types: []string{name}}}
		for _, v := range oas.Versions() {
			got := part(t, decoded(t, serving(op), v), "paths", "/", "get", "responses", "200", "content", name, "schema")
			if (got == "{}") != want {
				t.Errorf("%s %s: got %s", v, name, got)
			}
		}
	}
}
