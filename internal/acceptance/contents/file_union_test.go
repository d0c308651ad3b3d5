package contents_test

import (
	"bytes"
	"context"
	"io"
	"mime/multipart"
	"net/textproto"
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
	"github.com/tenon-go/tenon/route"
)

// A picture is a file, several files, the URL of one, a number of one, or an object.
type (
	origin  struct{ ID string }
	artwork any
)

var (
	origins = collection.Of("Source", func(s *origin) collection.Fields {
		return collection.Fields{prop.String("id").MinLen(2).At(&s.ID)}
	})
	pictures = collection.OneOf("Picture",
		collection.CaseOf[artwork](prop.File("file").MediaTypes("image/png", "text/csv").MaxBytes(20)),
		collection.CaseOf[artwork](prop.Array(prop.File("part")).As("files").MaxItems(2)),
		collection.CaseOf[artwork](prop.String("url").MinLen(4)),
		collection.CaseOf[artwork](prop.Int("number").Max(9)),
		collection.CaseOf[artwork](origins),
	)
	pictureProp = pictures.Property().As("picture")
	second      = pictures.Property().As("second").Optional()
	painting    = collection.New("Painting", pictureProp, second, prop.String("title").Optional())
)

func paint() *route.WriteRoute[collection.Record, string] {
	return route.Post("/paintings", route.Multipart(painting.Create()), route.Text(outcome)).Status(200)
}

func servePainting(_ *route.Call, in collection.Record) (string, error) {
	text, err := described(pictureProp.Get(in))
	if v, ok := second.Lookup(in); ok && err == nil {
		var more string
		more, err = described(v)
		text += " and " + more
	}
	return text, err
}

func described(v artwork) (string, error) {
	switch v := v.(type) {
	case prop.Upload:
		f, err := v.Open()
		if err != nil {
			return "", err
		}
		defer f.Close()
		text, err := io.ReadAll(f)
		return "file " + v.Name() + " " + string(text), err
	case []prop.Upload:
		all := "files"
		for _, u := range v {
			all += " " + u.Name()
		}
		return all, nil
	case string:
		return "url " + v, nil
	case int:
		return "number " + itoa(v), nil
	case origin:
		return "source " + v.ID, nil
	}
	return "nothing", nil
}

// part is a part of a form: name, file name, media type and content.
type part [4]string

func formOf(t *testing.T, parts ...part) (mediaType, content string) {
	t.Helper()
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	for _, p := range parts {
		h := textproto.MIMEHeader{"Content-Disposition": {`form-data; name="` + p[0] + `"`}}
		if p[1] != "" {
			h["Content-Disposition"][0] += `; filename="` + p[1] + `"`
		}
		if p[2] != "" {
			h["Content-Type"] = []string{p[2]}
		}
		out, err := w.CreatePart(h)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.WriteString(out, p[3])
	}
	_ = w.Close()
	return w.FormDataContentType(), b.String()
}

func TestAMemberOfAFormIsAFileOrAText(t *testing.T) {
	app := kit.Build(t, kit.API(paint().Handle(servePainting)))
	file, more := part{"picture", "a.csv", "text/csv", "a,b"}, part{"picture", "b.csv", "text/csv", "c"}
	url := part{"picture", "", "", "http://a"}
	tests := []struct {
		name   string
		parts  []part
		status int
		want   string // the body, or the violation
	}{
		{"a file", []part{file}, 200, "file a.csv a,b"},
		{"files", []part{file, more}, 200, "files a.csv b.csv"},
		{"a text", []part{url}, 200, "url http://a"},
		{"a text with a type", []part{{"picture", "", "text/plain; charset=utf-8", "http://a"}}, 200, "url http://a"},
		{"a number", []part{{"picture", "", "", "7"}}, 200, "number 7"},
		{"an object", []part{{"picture", "", "application/json", `{"id":"ab"}`}}, 200, "source ab"},
		{"two members", []part{url, {"second", "a.csv", "text/csv", "a,b"}}, 200, "url http://a and file a.csv a,b"},
		{"two members the other way", []part{file, {"second", "", "", "http://b"}}, 200, "file a.csv a,b and url http://b"},
		{"an absent member", []part{{"title", "", "", "x"}}, 422, "required #/picture"},
		{"a file that is too large", []part{{"picture", "a.csv", "text/csv", strings.Repeat("x", 21)}}, 422, "max_bytes #/picture"},
		{"a file of another type", []part{{"picture", "a.gif", "image/gif", "GIF89a"}}, 422, "media_type #/picture"},
		{"a text that is too short", []part{{"picture", "", "", "htt"}}, 422, "min_length #/picture"},
		{"an object with a short text", []part{{"picture", "", "application/json", `{"id":"a"}`}}, 422, "min_length #/picture/id"},
		{"an array", []part{{"picture", "", "application/json", `["a"]`}}, 422, "type #/picture"},
		{"too many files", []part{file, more, more}, 422, "max_items #/picture"},
		{"a file and a text", []part{file, url}, 422, "type #/picture"},
		{"two texts", []part{url, url}, 422, "repeated #/picture"},
	}
	for _, tt := range tests {
		mediaType, content := formOf(t, tt.parts...)
		got := kit.Send(t, app, "POST", "/paintings", content, ofType(mediaType))
		text := got.Body
		if got.Status == 422 {
			text = ""
			for i, v := range got.Problem(t).Errors {
				if i > 0 {
					text += ", "
				}
				text += v.Code + " " + v.Pointer
			}
		}
		if got.Status != tt.status || text != tt.want {
			t.Errorf("%s: %d %s, want %s", tt.name, got.Status, text, tt.want)
		}
	}
}

func TestAClientSendsAFileOrAText(t *testing.T) {
	r := paint()
	var got prop.Upload // a file that a form has brought, to send it again
	keep := route.Post("/keep", route.Multipart(painting.Create()), route.Text(outcome)).Status(200).Handle(func(c *route.Call, in collection.Record) (string, error) {
		got = pictureProp.Get(in).(prop.Upload)
		return "", nil
	})
	app := kit.Build(t, kit.API(keep, r.Handle(servePainting)))
	mediaType, content := formOf(t, part{"picture", "a.csv", "text/csv", "a,b"})
	if res := kit.Send(t, app, "POST", "/keep", content, ofType(mediaType)); res.Status != 200 {
		t.Fatalf("%d %s", res.Status, res.Body)
	}
	c := client.Local(app)
	for want, v := range map[string]artwork{
		"file a.csv a,b": got, "files a.csv a.csv": []prop.Upload{got, got}, "url http://a": "http://a", "number 7": 7, "source ab": origin{"ab"},
	} {
		in := collection.NewRecord(painting)
		pictureProp.Set(&in, v)
		if text, err := r.Call(context.Background(), c, in); err != nil || text != want {
			t.Errorf("%q, %v, want %q", text, err, want)
		}
		second.Set(&in, v)
		if text, err := r.Call(context.Background(), c, in); err != nil || text != want+" and "+want {
			t.Errorf("%q, %v, want %q twice", text, err, want)
		}
	}
}

func TestADocumentHasFilesAsCases(t *testing.T) {
	app := kit.Build(t, kit.API(paint().Handle(servePainting)))
	for _, v := range oas.Versions() {
		doc := document(t, app, v)
		schema, _ := at(doc, "components", "schemas", "PictureCreate").(map[string]any)
		if schema == nil {
			schema, _ = at(doc, "components", "schemas", "Picture").(map[string]any)
		}
		cases, _ := schema["anyOf"].([]any)
		if len(cases) != 5 || schema["oneOf"] != nil {
			t.Errorf("%s: %v", v, schema)
		}
		form := at(doc, "paths", "/paintings", "post", "requestBody", "content", "multipart/form-data")
		if got := at(form, "encoding", "picture", "contentType"); got != "image/png, text/csv, application/octet-stream, text/plain, application/json" {
			t.Errorf("%s: %v", v, got)
		}
	}
}

func TestBuildReportsUnionsOfFiles(t *testing.T) {
	take := func(*route.Call, collection.Record) (n collection.Empty, _ error) { return n, nil }
	of := func(cases ...collection.Variant[artwork]) *prop.UnionProp[artwork] {
		return collection.OneOf("Picture", cases...).Property().As("picture")
	}
	file, url := collection.CaseOf[artwork](prop.File("file")), collection.CaseOf[artwork](prop.String("url"))
	either := of(file, url)
	form := func(p prop.Prop, styles ...prop.Prop) tenon.API {
		return kit.API(route.Post("/a", route.Multipart(collection.New("A", p).Create(), styles...), kit.Empty).Handle(take))
	}
	only := prop.Object(collection.New("Inner", either)).As("inner")
	for message, api := range map[string]tenon.API{
		`union "Picture": cases "file" and "other" may both be a file, and the parts of a form do not say which; declare one with all media types`:            form(of(file, collection.CaseOf[artwork](prop.File("other")))),
		`union "Picture": cases "files" and "others" may both be a list of files, and the parts of a form do not say which; declare one with all media types`: form(of(collection.CaseOf[artwork](prop.Array(prop.File("a")).As("files")), collection.CaseOf[artwork](prop.Array(prop.File("b")).As("others")))),
		`POST /a: a style is for what a form has as text, and "picture" may be a file`:                                                                        form(either, route.AsJSON(either)),
		`POST /a: member "file" is a file, which only a form has; see route.Multipart`:                                                                        form(only),
		`POST /a: Idempotent cannot compare content that has files`:                                                                                           kit.API(route.Post("/a", route.Multipart(collection.New("A", either).Create()), kit.Empty).Idempotent(time.Hour, idempotency.Memory()).Handle(take)),
		``: form(of(file, collection.CaseOf[artwork](prop.Array(prop.File("a")).As("files")))),
	} {
		kit.CheckFault(t, message, api, message)
	}
	api := kit.API(route.Post("/a", collection.New("A", either).Create(), kit.Empty).Handle(take))
	kit.CheckFault(t, "JSON", api, `POST /a: member "file" is a file, which only a form has; see route.Multipart`)
}
