package asyncapi_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/asyncapi"
	"github.com/tenon-go/tenon/prop"
)

type write = func(*tenon.App, ...oas.Option) ([]byte, error)

func TestGolden(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("documents have the range of prop.Int, which is that of an int")
	}
	for _, c := range []struct {
		file    string
		write   write
		options []oas.Option
	}{
		{"testdata/everything.json", asyncapi.JSON, nil},
		{"testdata/everything-staff.yaml", asyncapi.YAML, []oas.Option{oas.ForAudience("staff"), oas.Titled("Staff", "2")}},
	} {
		got, err := c.write(everything.API().MustBuild(), c.options...)
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("OASTEST_UPDATE") != "" {
			if err := os.WriteFile(c.file, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(c.file)
		if err != nil || string(got) != string(want) {
			t.Errorf("%s differs (%v); run OASTEST_UPDATE=1 go test ./oas/asyncapi", c.file, err)
		}
	}
}

func TestDocumentsNeedEvents(t *testing.T) {
	words := collection.New("Word", prop.String("word"))
	hidden := event.New("a", words.View()).Docs(meta.Hidden())
	staff := event.New("b", words.View()).Audience("staff")
	for _, c := range []struct {
		name    string
		api     tenon.API
		options []oas.Option
		want    string // "" is no error
	}{
		{"no event", tenon.New("A", "1").Events(), nil, "declares no events"},
		{"hidden", tenon.New("A", "1").Events(hidden), nil, "declares no events"},
		{"another audience", tenon.New("A", "1").Events(staff), nil, "declares no events"},
		{"the audience", tenon.New("A", "1").Events(staff), []oas.Option{oas.ForAudience("staff")}, ""},
		{"no title", tenon.New("", "").Events(event.New("c", words.View())), nil, "needs a title"},
		{"a title", tenon.New("", "").Events(event.New("c", words.View())), []oas.Option{oas.Titled("A", "1")}, ""},
		{"an option with a fault", tenon.New("A", "1").Events(event.New("c", words.View())), []oas.Option{oas.Titled("", "1")}, "Titled needs"},
	} {
		if c.name == "no event" {
			c.api = c.api.Webhook("x") // an API needs something
		}
		app, err := c.api.Build()
		if err != nil {
			continue // Build reports it
		}
		for _, write := range []write{asyncapi.JSON, asyncapi.YAML} {
			text, err := write(app, c.options...)
			if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) || text != nil) {
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
		}
	}
}

func TestHandler(t *testing.T) {
	h := asyncapi.Handler(everything.API().MustBuild())
	none := asyncapi.Handler(everything.API().MustBuild(), oas.Titled("", ""))
	for _, c := range []struct {
		h                  http.Handler
		method, path, etag string
		status             int
		mediaType          string
	}{
		{h, "GET", "/asyncapi.json", "", 200, "application/vnd.aai.asyncapi+json;version=3.0.0"},
		{h, "GET", "/docs/asyncapi.yaml", "", 200, "application/vnd.aai.asyncapi+yaml;version=3.0.0"},
		{h, "HEAD", "/asyncapi.json", "", 200, "application/vnd.aai.asyncapi+json;version=3.0.0"},
		{h, "GET", "/asyncapi.json", "same", 304, ""},
		{h, "POST", "/asyncapi.json", "", 405, ""},
		{h, "GET", "/openapi.json", "", 404, ""},
		{none, "GET", "/asyncapi.json", "", 500, ""},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		if c.etag != "" {
			w := httptest.NewRecorder()
			c.h.ServeHTTP(w, httptest.NewRequest("GET", c.path, nil))
			r.Header.Set("If-None-Match", w.Header().Get("ETag"))
		}
		w := httptest.NewRecorder()
		c.h.ServeHTTP(w, r)
		if w.Code != c.status || c.mediaType != "" && w.Header().Get("Content-Type") != c.mediaType || c.method == "HEAD" && w.Body.Len() > 0 {
			t.Errorf("%s %s: %d %s", c.method, c.path, w.Code, w.Header())
		}
	}
}
