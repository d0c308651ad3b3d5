package access_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
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

// render.Forbidden is the problem of a handler and of the library: a route may have both, whichever
// is declared first, and the document has it once.
func TestForbiddenIsOneProblem(t *testing.T) {
	whose := prop.String("whose").Optional()
	plain := route.Get("/words", route.Text(prop.String("text"))).Query(whose)
	handle := func(c *route.Call) (string, error) {
		if text, _ := whose.Lookup(c); text == "hers" {
			return "", render.Forbidden
		}
		return "word", nil
	}
	scoped := plain.Scopes("write").Handle(handle)
	want := ""
	for name, of := range map[string]route.Member{
		"the scopes alone": scoped,
		"Fails first":      plain.Fails(render.Forbidden).Scopes("write").Handle(handle),
		"Scopes first":     plain.Scopes("write").Fails(render.Forbidden).Handle(handle),
		"of a group":       route.Group("", scoped).Fails(render.Forbidden),
		"of the route":     route.Group("", plain.Fails(render.Forbidden).Handle(handle)).Scopes("write"),
	} {
		app := kit.Build(t, tenon.New("Words", "1").Authenticate(kit.Bearer).Add(of))
		for _, c := range []struct {
			path, as, code string
			status         int
		}{
			{"/words", "ann", "", 200},
			{"/words", "bob", "insufficient_scope", 403},
			{"/words?whose=hers", "ann", `"code":"forbidden"`, 403},
		} {
			if got := kit.Send(t, app, "GET", c.path, "", kit.As(c.as)...); got.Status != c.status || !strings.Contains(got.Body, c.code) {
				t.Errorf("%s: %s as %s: %d %s", name, c.path, c.as, got.Status, got.Body)
			}
		}
		text, err := oas.JSON(app, oas.V31)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case want == "":
			want = string(text)
		case want != string(text):
			t.Errorf("%s: the document is\n%s\nwant\n%s", name, text, want)
		}
	}

	server := httptest.NewServer(kit.Build(t, tenon.New("Words", "1").Authenticate(kit.Bearer).Add(plain.Scopes("write").Fails(render.Forbidden).Handle(handle))))
	defer server.Close()
	ann := client.New(server.URL).Prepare(func(r *http.Request) error { r.Header.Set("Authorization", "Bearer ann"); return nil })
	_, err := plain.Scopes("write").Fails(render.Forbidden).Call(t.Context(), ann, whose.Is("hers"))
	if !errors.Is(err, render.Forbidden) {
		t.Errorf("the client gets %v", err)
	}
}

// Another problem with its status and code is a fault.
func TestAnotherForbiddenIsAFault(t *testing.T) {
	words := collection.New("Word", prop.String("word"))
	for name, p := range map[string]*render.Problem{
		"a title":  render.NewProblem(403, "forbidden", "Mine."),
		"a header": render.Forbidden.ResponseHeader(prop.String("X-Why").Optional()),
	} {
		_, err := tenon.New("Words", "1").Authenticate(kit.Bearer).Add(route.Get("/words", words.View()).Scopes("write").Fails(p).
			Handle(func(*route.Call) (collection.Record, error) { return collection.NewRecord(words), nil })).Build()
		if err == nil || !strings.Contains(err.Error(), "problem 403 forbidden is reserved for the library") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
