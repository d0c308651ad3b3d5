package contents_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
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

// hexadecimal is a format that no JSON is.
var (
	hexadecimal = route.Codec{
		MediaType: "application/x-hex",
		Encode:    func(json []byte) ([]byte, error) { return []byte(hex.EncodeToString(json)), nil },
		Decode:    func(content []byte) ([]byte, error) { return hex.DecodeString(string(content)) },
	}
	plainJSON = route.Codec{MediaType: "application/json"}
	failing   = route.Codec{
		MediaType: "application/x-failing",
		Encode:    func([]byte) ([]byte, error) { return nil, errors.New("cannot write") },
		Decode:    func([]byte) ([]byte, error) { return nil, errors.New("cannot read") },
	}
)

func inHex(text string) string { return hex.EncodeToString([]byte(text)) }

// A codec is another format of the same JSON, with its rules, problems and envelope.
func TestBodiesInOtherFormats(t *testing.T) {
	note := collection.New("Note", prop.String("text").MaxLen(5))
	echo := func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }
	create := route.Post("/notes", route.Encoded(note.Create(), plainJSON, hexadecimal, failing), route.Encoded(note.View(), plainJSON, hexadecimal, failing)).Handle(echo)
	only := route.Post("/only", route.Encoded(note.Create(), hexadecimal), route.Encoded(note.View(), hexadecimal))
	app := kit.Build(t, kit.API(create, only.Handle(echo)))
	for _, tt := range []struct {
		path, sent, accept, body string
		status                   int
		want, mediaType          string
	}{
		{"/notes", "application/json", "*/*", `{"text":"a"}`, 201, `{"data":{"text":"a"}}`, "application/json"},
		{"/notes", "application/x-hex", "*/*", inHex(`{"text":"a"}`), 201, `{"data":{"text":"a"}}`, "application/json"},
		{"/notes", "application/json", "application/x-hex, */*;q=0.1", `{"text":"a"}`, 201, inHex(`{"data":{"text":"a"}}`), "application/x-hex"},
		{"/notes", "application/x-hex", "*/*", inHex(`{"text":"too long"}`), 422, "", ""},
		{"/notes", "application/x-hex", "*/*", inHex(`{"text":`), 400, "", ""},
		{"/notes", "application/x-hex", "*/*", "", 400, "", ""},
		{"/notes", "application/x-hex", "*/*", "no hex", 400, "", ""},
		{"/notes", "application/x-failing", "*/*", "", 400, "", ""},
		{"/notes", "application/json", "application/x-failing", `{"text":"a"}`, 500, "", ""},
		{"/notes", "application/xml", "*/*", "<a/>", 415, "", ""},
		{"/only", "application/x-hex", "*/*", inHex(`{"text":"a"}`), 201, inHex(`{"data":{"text":"a"}}`), "application/x-hex"},
		{"/only", "application/json", "*/*", `{"text":"a"}`, 415, "", ""},
		{"/only", "application/x-hex", "application/json", inHex(`{"text":"a"}`), 406, "", ""},
	} {
		r := kit.Request(t, "POST", tt.path, tt.body, "Content-Type: "+tt.sent, "Accept: "+tt.accept)
		got := kit.Do(app, r)
		if got.Status != tt.status || tt.want != "" && (got.Body != tt.want || got.Header.Get("Content-Type") != tt.mediaType) {
			t.Errorf("%+v: %d %s %v", tt, got.Status, got.Body, got.Header)
		}
		if got.Status == 500 && strings.Contains(got.Body, "cannot") {
			t.Errorf("the error of a codec is sent: %s", got.Body)
		}
	}
	for _, v := range oas.Versions() {
		doc, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(doc), `"application/x-hex": {`); n != 4 {
			t.Errorf("%s: %d media types, want those of two requests and two responses", v, n)
		}
	}
	server := kit.Listen(t, app)
	in, err := note.Create().Parse([]byte(`{"text":"b"}`))
	if err != nil {
		t.Fatal(err)
	}
	out, err := only.Call(context.Background(), client.New(server.URL), in)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := note.View().Append(nil, out); err != nil || !bytes.Contains(text, []byte(`"b"`)) {
		t.Errorf("%s %v", text, err)
	}
}

// An entity with versions may be read in other formats, but not sent: its entity tag is that of its JSON.
func TestCodecsReadEntitiesWithVersions(t *testing.T) {
	type page struct{ Text string }
	text := prop.String("text")
	pages := collection.Of("Page", func(p *page) collection.Fields { return collection.Fields{text.At(&p.Text)} }).
		Versioned(func(p *page) collection.Version { return collection.Version{Tag: p.Text} })
	stored := page{"a"}
	app := kit.Build(t, kit.API(route.Patch("/page", route.Encoded(pages.Update(), plainJSON, hexadecimal), pages.View()).
		Handle(func(_ *route.Call, in collection.Patch[page]) (page, error) {
			err := in.Apply(&stored)
			return stored, err
		})))
	for _, tt := range []struct {
		match  string
		status int
	}{{`"x"`, 412}, {`"a"`, 200}, {`"a"`, 412}} {
		got := kit.Send(t, app, "PATCH", "/page", inHex(`{"text":"b"}`), "Content-Type: application/x-hex", "If-Match: "+tt.match)
		if got.Status != tt.status || got.Status == 200 && got.Header.Get("ETag") != `"b"` {
			t.Errorf("If-Match %s: %d %s %v, want %d", tt.match, got.Status, got.Body, got.Header, tt.status)
		}
	}
	if stored.Text != "b" {
		t.Errorf("%+v", stored)
	}
}

func TestBuildReportsCodecs(t *testing.T) {
	note := collection.New("Note", prop.String("text"))
	half := hexadecimal
	half.Decode = nil
	everything := hexadecimal
	everything.MediaType = "*/*"
	type page struct{ Text string }
	text := prop.String("text")
	pages := collection.Of("Page", func(p *page) collection.Fields { return collection.Fields{text.At(&p.Text)} }).
		Versioned(func(p *page) collection.Version { return collection.Version{Tag: p.Text} })
	send := func(b route.Body[collection.Record]) tenon.API {
		return kit.API(route.Get("/a", b).Handle(func(*route.Call) (r collection.Record, err error) { return r, nil }))
	}
	for message, api := range map[string]tenon.API{
		`Encoded needs a media type, such as application/scim+json`:                                                send(route.Encoded(note.View())),
		`Encoded has a body that is not JSON`:                                                                      send(route.Encoded(route.JSON(note.View(), "application/json"), plainJSON)),
		`the codec of application/x-hex needs both Encode and Decode: servers send what clients read`:              send(route.Encoded(note.View(), half)),
		`a codec has one media type, which */* is not`:                                                             send(route.Encoded(note.View(), everything)),
		`"text/csv" is not JSON, such as application/scim+json`:                                                    send(route.Encoded(note.View(), route.Codec{MediaType: "text/csv"})),
		`Encoded has an entity with versions, whose entity tags are those of one representation (RFC 9110 §8.8.3)`: kit.API(route.Get("/a", route.Encoded(pages.View(), plainJSON, hexadecimal)).Handle(func(*route.Call) (p page, err error) { return p, nil })).Renderer(render.NoEnvelope()),
	} {
		kit.CheckFault(t, message, api, "…"+message)
	}
}
