package problems_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// plain is the text of a JSON string.
var plain = render.Codec{
	MediaType: "text/plain",
	Encode: func(text []byte) ([]byte, error) {
		var s string
		err := json.Unmarshal(text, &s)
		return []byte(s), err
	},
	Decode: func(content []byte) ([]byte, error) { return json.Marshal(string(content)) },
}

var titles = render.NewFormat(collection.ValueOf(prop.String("title")).View(),
	func(f render.Fields) string { return f.Title }, func(s string) render.Fields { return render.Fields{Title: s} })

func TestProblemsInTheFormatOfACodec(t *testing.T) {
	broken := plain
	broken.Encode = func([]byte) ([]byte, error) { return nil, errors.New("cannot write") }
	panics := plain
	panics.Encode = func([]byte) ([]byte, error) { panic("cannot write") }
	for name, tt := range map[string]struct {
		format          *render.Format
		accept          string
		mediaType, body string
		documented      []string
	}{
		"text":        {titles.Codec(plain), "*/*", "text/plain", "I am a teapot.", []string{"text/plain"}},
		"one of two":  {titles.Or(titles.Codec(plain)), "text/plain", "text/plain", "I am a teapot.", []string{"application/json", "text/plain"}},
		"the other":   {titles.Or(titles.Codec(plain)), "*/*", "application/json", `"I am a teapot."`, []string{"application/json", "text/plain"}},
		"a range":     {titles.MediaType("*/*"), "*/*", "application/json", `"I am a teapot."`, []string{"*/*"}},
		"a narrow":    {titles.MediaType("application/*"), "text/html", "application/json", `"I am a teapot."`, []string{"application/*"}},
		"an error":    {titles.Codec(broken), "*/*", "application/problem+json", "", nil},
		"a panic":     {titles.Codec(panics), "*/*", "application/problem+json", "", nil},
		"some status": {titles.StatusFormat(titles.Codec(plain), 418), "*/*", "text/plain", "I am a teapot.", []string{"text/plain"}},
	} {
		fail := failing(teapot)
		app := kit.Build(t, kit.API(fail.Handle(serveFailing)).ProblemFormat(tt.format))
		server := kit.Listen(t, app)
		got := server.Send(t, "GET", "/fail?which=teapot", "", "Accept: "+tt.accept)
		if got.Status != 418 || got.Header.Get("Content-Type") != tt.mediaType || tt.body != "" && got.Body != tt.body {
			t.Errorf("%s: %d %q %v", name, got.Status, got.Body, got.Header)
		}
		var read *client.ProblemError
		if _, err := fail.Call(context.Background(), client.New(server.URL).ProblemFormat(tt.format), which.Is("teapot")); !errors.As(err, &read) || read.Title != "I am a teapot." {
			t.Errorf("%s: a client: %v", name, err)
		}
		for _, v := range oas.Versions() {
			content, _ := responsesOf(t, app, v)["418"]["content"].(map[string]any)
			for _, mediaType := range tt.documented {
				if content[mediaType] == nil || len(content) != len(tt.documented) {
					t.Errorf("%s, %s: %v", name, v, content)
				}
			}
		}
	}
	half := plain
	half.Decode = nil
	upper := plain
	upper.MediaType = "Text/Plain"
	for message, format := range map[string]*render.Format{
		`Codec("text/plain") needs both Encode and Decode: servers send what clients read`:             titles.Codec(half),
		`Codec("Text/Plain") is not a media type in lower case, such as text/plain`:                    titles.Codec(upper),
		`Codec("text/plain") is of a format without content`:                                           render.NoContent().Codec(plain),
		`two formats of the same problems have the media type text/plain, by which clients prefer one`: titles.Codec(plain).Or(titles.Codec(plain)),
	} {
		kit.CheckFault(t, message, kit.API(failing(teapot).Handle(serveFailing)).ProblemFormat(format), "…"+message)
	}
}
