package contents_test

import (
	"bufio"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// What browsers send for inputs that were left empty is absent: that of files always, of texts with
// an option.
func TestFormsOfBrowsers(t *testing.T) {
	caption, age, news := prop.String("caption").Optional(), prop.Int("age").Optional(), prop.Bool("news").Default(false)
	due, cover := prop.Date("due").Optional(), prop.File("cover").Optional()
	pages := prop.Array(prop.File("pages")).Default(nil)
	short := collection.New("Short", caption, age, news, due)
	long := collection.New("Long", caption, age, news, cover, pages)
	must := collection.New("Must", prop.File("cover"))
	seen := func(_ *route.Call, in collection.Record) (string, error) {
		var all []string
		for name, v := range in.All() {
			if files, is := v.([]prop.Upload); is {
				v = len(files)
			}
			all = append(all, fmt.Sprint(name, "=", v))
		}
		return strings.Join(all, " "), nil
	}
	text := route.Text(prop.String("seen"))
	app := kit.Build(t, tenon.New("Forms", "1").Add(
		route.Post("/plain", route.Form(short.Create()), text).Status(200).Handle(seen),
		route.Post("/empty", route.Form(short.Create(), route.AbsentIfEmpty(age), route.AbsentIfEmpty(due), route.AbsentIfEmpty(caption), route.AbsentIfEmpty(news)), text).Status(200).Handle(seen),
		route.Post("/parts", route.Multipart(long.Create(), route.AbsentIfEmpty(age)), text).Status(200).Handle(seen),
		route.Post("/must", route.Multipart(must.Create()), text).Status(200).Handle(seen),
	))
	part := func(head, content string) string {
		return "--B\r\nContent-Disposition: form-data; " + head + "\r\n\r\n" + content + "\r\n"
	}
	const octets = "\r\nContent-Type: application/octet-stream"
	for _, tt := range []struct{ path, body, want string }{
		{"/plain", "caption=&news=true", `caption= news=true`},
		{"/plain", "caption=x&age=", `422 type #/age`},
		{"/empty", "caption=&age=&due=&news=", `news=false`},
		{"/empty", "caption=x&age=7&due=2026-01-02&news=true", `caption=x age=7 news=true due=2026-01-02 00:00:00 +0000 UTC`},
		{"/empty", "age=x&due=+", `422 type #/age, format #/due`},
		{"/empty", "age=&age=7", `age=7 news=false`},
		{"/parts", part(`name="caption"`, "x") + part(`name="age"`, "") + part(`name="cover"; filename=""`+octets, "") + part(`name="pages"; filename=""`+octets, ""), `caption=x news=false pages=0`},
		{"/parts", part(`name="caption"`, ""), `caption= news=false pages=0`},
		{"/must", part(`name="cover"; filename=""`+octets, ""), `422 required #/cover`},
	} {
		header, body := urlencoded, tt.body
		if tt.path == "/parts" || tt.path == "/must" {
			header, body = "Content-Type: multipart/form-data; boundary=B", body+"--B--\r\n"
		}
		r := kit.Send(t, app, "POST", tt.path, body, header)
		got := r.Body
		if r.Status != 200 {
			got = fmt.Sprint(r.Status, " ", strings.Join(r.Problem(t).Violations(), ", "))
		}
		if got != tt.want {
			t.Errorf("%s %q: %q, want %q", tt.path, tt.body, got, tt.want)
		}
	}
	required := prop.Int("n")
	for _, api := range []struct {
		body route.Body[collection.Record]
		what string
	}{
		{route.Form(collection.New("R", required).Create(), route.AbsentIfEmpty(required)), `AbsentIfEmpty is for a member that may be absent, which "n" is not`},
		{route.Form(short.Create(), route.AbsentIfEmpty(route.AsJSON(age))), `the property has another style already`},
		{route.Multipart(long.Create(), route.AbsentIfEmpty(cover)), `may be a file`},
	} {
		if _, err := tenon.New("F", "1").Add(route.Post("/f", api.body, text).Handle(seen)).Build(); err == nil || !strings.Contains(err.Error(), api.what) {
			t.Errorf("%v, want %s", err, api.what)
		}
	}
	if _, err := tenon.New("F", "1").Add(route.Get("/f", text).Query(route.AbsentIfEmpty(age)).Handle(func(*route.Call) (string, error) { return "", nil })).Build(); err == nil {
		t.Error("a parameter has AbsentIfEmpty")
	}
}

// Empty elements of a list in a header are ignored (RFC 9110 §5.6.1.2), and not sent.
func TestEmptyElementsOfHeaders(t *testing.T) {
	nums, words, back := prop.Array(prop.Int("X-Nums")).Optional(), prop.Array(prop.String("X-Words")).MaxItems(2).Optional(), prop.Array(prop.String("X-Back")).Optional()
	list := route.Get("/t", route.Text(prop.String("seen"))).Header(nums, words).ResponseHeader(back)
	echo := list.Handle(func(c *route.Call) (string, error) {
		w, given := words.Lookup(c)
		back.Set(c, w)
		return fmt.Sprint(nums.Get(c), w, given), nil
	})
	app := kit.Build(t, tenon.New("Lists", "1").Add(echo))
	for _, tt := range []struct{ lines, want string }{
		{"X-Nums: 1, , 2,", "[1 2] [] false"},
		{"X-Nums: ,1\nX-Nums: \nX-Nums: \t,2", "[1 2] [] false"},
		{"X-Words: ,a,,b,", "[] [a b] true"},
		{"X-Words: ,", "[] [] true"},
		{"X-Words: a,,b,c", ""},
	} {
		r := kit.Send(t, app, "GET", "/t", "", strings.Split(tt.lines, "\n")...)
		if tt.want == "" && r.Status != 422 || tt.want != "" && r.Body != tt.want {
			t.Errorf("%q: %d %s", tt.lines, r.Status, r.Body)
		}
	}
	if _, err := list.Call(t.Context(), client.New("http://localhost"), words.Is([]string{"a", ""})); err == nil {
		t.Error("the client sends an empty element")
	}
	// The headers that the library reads are lists, too.
	for _, line := range []string{"Accept: ,, text/plain,", "Accept-Language: ,en,,", "If-None-Match: ,\"x\",,\"y\"", "Accept-Encoding: ,identity,"} {
		if r := kit.Send(t, app, "GET", "/t", "", line); r.Status != 200 {
			t.Errorf("%s: %d %s", line, r.Status, r.Body)
		}
	}
}

// A stream of another server ends lines as HTML §9.2.6 allows.
func TestTheClientReadsEveryLineBreakOfEvents(t *testing.T) {
	texts := route.Get("/e", route.Events(route.Text(prop.String("t"))))
	serve := texts.Handle(func(*route.Call) (iter.Seq2[route.Event[string], error], error) {
		return sequence(nil, "a\r\nb\rc\nd", "", "e"), nil
	})
	app := kit.Build(t, tenon.New("E", "1").Add(serve))
	for name, breaks := range map[string]string{"LF": "\n", "CR": "\r", "CRLF": "\r\n"} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			body := strings.ReplaceAll(kit.Send(t, app, "GET", "/e", "").Body, "\n", breaks)
			out := bufio.NewWriter(w)
			_, _ = out.WriteString(body)
			_ = out.Flush()
		}))
		all, err := texts.Call(t.Context(), client.New(server.URL))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for e, err := range all {
			if err != nil {
				t.Fatal(name, err)
			}
			got = append(got, e.Data)
		}
		if fmt.Sprintf("%q", got) != `["a\nb\nc\nd" "" "e"]` {
			t.Errorf("%s: %q", name, got)
		}
		server.Close()
	}
}
