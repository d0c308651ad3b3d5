package calls_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The path parameters of existing APIs.
var (
	sid    = prop.String("sid").MinLen(2)
	number = prop.Int("number").Min(1)
	name   = prop.String("name")
	base   = prop.String("base")
	head   = prop.String("head")
	rest   = prop.String("path").MaxLen(40)
	line   = prop.String("line")
)

// said is an answer with one text: what the handler has read.
var (
	saidText = prop.String("said")
	said     = collection.New("Said", saidText)
)

type reading = *route.ReadRoute[collection.Record]

func saying(r reading, texts func(c *route.Call) string) route.Member {
	return r.Handle(func(c *route.Call) (collection.Record, error) {
		rec := collection.NewRecord(said)
		saidText.Set(rec, texts(c))
		return rec, nil
	})
}

// The routes, as their clients call them.
var (
	account     = route.Get("/accounts/{sid}", said.View()).Path(sid)
	accountJSON = route.Get("/accounts/{sid}.json", said.View()).Path(sid)
	archive     = route.Get("/accounts/{sid}:archive", said.View()).Path(sid)
	compare     = route.Get("/compare/{base}...{head}", said.View()).Path(base, head)
	named       = route.Get("/users/{name}", said.View()).Path(name)
	numbered    = route.Get("/users/{number}", said.View()).Path(number)
	content     = route.Get("/contents/{path...}", said.View()).Path(rest)
	blame       = route.Get("/contents/{path...}/blame/{line}", said.View()).Path(rest, line)
	lines       = route.Get("/contents/{path...}/lines/", said.View()).Path(rest)
)

func pathAPI() tenon.API {
	return tenon.New("Paths", "1").Add(
		saying(account, func(c *route.Call) string { return "account " + sid.Get(c) }),
		saying(accountJSON, func(c *route.Call) string { return "json " + sid.Get(c) }),
		saying(archive, func(c *route.Call) string { return "archive " + sid.Get(c) }),
		saying(compare, func(c *route.Call) string { return base.Get(c) + " and " + head.Get(c) }),
		saying(named, func(c *route.Call) string { return "name " + name.Get(c) }),
		saying(numbered, func(c *route.Call) string { return fmt.Sprint("number ", number.Get(c)) }),
		saying(content, func(c *route.Call) string { return "content " + rest.Get(c) }),
		saying(blame, func(c *route.Call) string { return "blame " + rest.Get(c) + " " + line.Get(c) }),
		saying(lines, func(c *route.Call) string { return "lines " + rest.Get(c) }),
	)
}

func TestPathsOfExistingAPIs(t *testing.T) {
	app := kit.Build(t, pathAPI())
	for _, tt := range []struct {
		path   string
		status int
		want   string
	}{
		{"/accounts/AC1", 200, "account AC1"},
		{"/accounts/AC1.json", 200, "json AC1"},
		{"/accounts/AC1.json.json", 200, "json AC1.json"},
		{"/accounts/A%2F1.json", 200, "json A/1"},
		{"/accounts/A.json", 422, `"parameter":"sid"`},
		{"/accounts/AC1:archive", 200, "archive AC1"},
		{"/accounts/AC1%3Aarchive", 200, "archive AC1"},
		{"/compare/v1...v2", 200, "v1 and v2"},
		{"/compare/a%2Fb...c%20d", 200, "a/b and c d"},
		{"/compare/v1..v2", 404, "not_found"},
		{"/users/ann", 200, "name ann"},
		{"/users/7", 200, "number 7"},
		{"/users/0", 422, `"parameter":"number"`},
		{"/users/7a", 200, "name 7a"},
		{"/contents/a", 200, "content a"},
		{"/contents/a/b%20c/d", 200, "content a/b c/d"},
		{"/contents/a%2Fb", 200, "content a/b"},
		{"/contents/" + strings.Repeat("x/", 16) + "x", 200, "content " + strings.Repeat("x/", 16) + "x"},
		{"/contents/" + strings.Repeat("x/", 40) + "x", 422, `"parameter":"path"`},
		{"/contents/a/b/blame/7", 200, "blame a/b 7"},
		{"/contents/a%2Fb/blame/7", 200, "blame a/b 7"},
		{"/contents/a%2Fblame%2Fb/blame/7", 200, "blame a/blame/b 7"},
		{"/contents/a/blame/b/blame/7", 200, "blame a/blame/b 7"},
		{"/contents/a/blame/b%2Fblame%2F7", 404, "not_found"}, // or of the path a/blame/b
		{"/contents/a/blame/b%2F7", 200, "blame a b/7"},
		{"/contents/blame/7", 200, "content blame/7"},
		{"/contents/a%5Cb", 200, `content a\\b`},
		{"/contents/a%5Cb/blame/7", 200, `blame a\\b 7`},
		{"/contents/a/blame/b%5Cblame%5C7", 404, "not_found"},
		{"/contents/a/b/lines/", 200, "lines a/b"},
		{"/contents/a/b/lines", 200, "content a/b/lines"},
		{"/contents/lines/", 404, "not_found"},
		{"/contents", 404, "not_found"},
		{"/contents/", 404, "not_found"},
		{"/contents/a/", 404, "not_found"},
		{"/contents/a/%2e%2e/b", 404, "not_found"},
		{"/contents/a%2f..%2fb", 404, "not_found"},
		{"/contents/a/%2E", 404, "not_found"},
	} {
		got := kit.Send(t, app, "GET", tt.path, "")
		if got.Status != tt.status || !strings.Contains(got.Body, tt.want) {
			t.Errorf("GET %s: %d %s, want %d and %s", tt.path, got.Status, got.Body, tt.status, tt.want)
		}
	}
}

// Every value arrives as it was sent, or the client says that it cannot be sent.
func TestTheClientSendsWhatTheServerReads(t *testing.T) {
	server, _ := kit.Start(t, pathAPI())
	c := client.New(server.URL)
	for _, tt := range []struct {
		r    reading
		args []prop.Arg
		want string // "": cannot be sent
	}{
		{accountJSON, []prop.Arg{sid.Is("a/b?c.json")}, "json a/b?c.json"},
		{archive, []prop.Arg{sid.Is("é:x")}, "archive é:x"},
		{compare, []prop.Arg{base.Is("a b"), head.Is("c/d")}, "a b and c/d"},
		{compare, []prop.Arg{base.Is("a...b"), head.Is("c")}, "a...b and c"},
		{compare, []prop.Arg{base.Is("a"), head.Is("b...c")}, ""},
		{compare, []prop.Arg{base.Is("a"), head.Is(".b")}, ""}, // would be a. and b
		{content, []prop.Arg{rest.Is("a b/c?d/%2F")}, "content a b/c?d/%2F"},
		{content, []prop.Arg{rest.Is("a/../b")}, ""},
		{content, []prop.Arg{rest.Is("/a")}, ""},
		{content, []prop.Arg{rest.Is("a/")}, ""},
		{blame, []prop.Arg{rest.Is("a b/c%2Fd"), line.Is("x/y")}, "blame a b/c%2Fd x/y"},
		{blame, []prop.Arg{rest.Is("a/"), line.Is("7")}, ""},
		{lines, []prop.Arg{rest.Is("a/b")}, "lines a/b"},
		{numbered, []prop.Arg{number.Is(7)}, "number 7"},
	} {
		got, err := tt.r.Call(context.Background(), c, tt.args...)
		switch {
		case tt.want == "" && (err == nil || !strings.Contains(err.Error(), "cannot be sent")):
			t.Errorf("%v: %v, want a value that cannot be sent", got, err)
		case tt.want != "" && (err != nil || saidText.Get(got) != tt.want):
			t.Errorf("%v %v, want %s", got, err, tt.want)
		}
	}
}

func TestDocumentsHaveTheOtherPaths(t *testing.T) {
	app := kit.Build(t, pathAPI())
	for _, v := range []oas.Version{oas.V30, oas.V31, oas.V32} {
		doc, err := oas.JSON(app, v)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{
			`"/accounts/{sid}"`, `"/accounts/{sid}.json"`, `"/accounts/{sid}:archive"`, `"/compare/{base}...{head}"`,
			`"/users/{name}"`, `"/users/{number}"`, `"/contents/{path}"`, `"/contents/{path}/blame/{line}"`, `"x-multi-segment": true`,
		} {
			if !strings.Contains(string(doc), want) {
				t.Errorf("%v has no %s", v, want)
			}
		}
	}
}

// An App below a prefix reads a parameter of several segments only if the prefix is removed:
// otherwise nobody knows where it begins.
func TestARestBelowAPrefix(t *testing.T) {
	app := kit.Build(t, pathAPI().Logger(new(kit.Log).Logger()))
	mux := http.NewServeMux()
	mux.Handle("/api/", http.StripPrefix("/api", app))
	for r := range app.Routes() {
		if r.Path == "/contents/{path...}" {
			mux.Handle("/raw/", r.Handler)
			mux.Handle("/stripped/", http.StripPrefix("/stripped", r.Handler))
		}
	}
	for path, want := range map[string]int{"/api/contents/a/b": 200, "/stripped/contents/a/b": 200, "/raw/contents/a/b": 500, "/raw/raw/contents/a": 500} {
		if got := kit.Send(t, mux, "GET", path, ""); got.Status != want {
			t.Errorf("GET %s: %d %s, want %d", path, got.Status, got.Body, want)
		}
	}
}

func TestPathsThatNothingDecidesAreFaults(t *testing.T) {
	get := func(path string, params ...prop.Prop) route.Member {
		return saying(route.Get(path, said.View()).Path(params...), func(*route.Call) string { return "" })
	}
	for _, tt := range []struct {
		a, b route.Member
		want string // "": no fault
	}{
		{get("/{number}", number), get("/{name}", name), ""},
		{get("/{number}", number), get("/{other}", prop.Int("other")), "match the same paths"},
		{get("/{name}", name), get("/{name}", name.MaxLen(3)), "is declared twice"},
		{get("/{name}", name), get("/{name}", number.As("name")), "is declared twice"},
		{get("/{e}", prop.Enum("e", "a", "b")), get("/{f}", prop.Enum("f", "b", "c")), "match the same paths"},
		{get("/{e}", prop.Enum("e", "a", "b")), get("/{f}", prop.Enum("f", "c", "d")), ""},
		{get("/old/{name}", name), get("/{sid}/new", sid), ""},
		{get("/{name}.json", name), get("/a{sid}", sid), "both match some paths, like /axx.json, and neither is more specific"},
		{get("/files/{path}", rest), get("/files/{path...}", rest), "are one path to OpenAPI; name their parameters differently"},
		{get("/files/{name}", name), get("/files/{path...}", rest), ""},
		{get("/files/{path...}/raw", rest), get("/files/{path...}", rest), ""},
		{get("/files/{path...}/raw", rest), get("/files/{path}/raw", rest), "are one path to OpenAPI; name their parameters differently"},
		{get("/{path...}/raw", rest), get("/files/{other...}", prop.String("other")), ""},
		{get("/{path...}/{name}", rest, name), get("/{other...}/raw", prop.String("other")), ""},
		{get("/files/{number...}", number), get("/a"), "{number...} takes several segments, so that it must be a string"},
		{get("/files/{e...}", prop.Array(name).As("e")), get("/a"), "{e...} takes several segments, so that it must be a string"},
	} {
		_, err := tenon.New("Paths", "1").Add(tt.a, tt.b).Build()
		var faults tenon.Faults
		switch errors.As(err, &faults); {
		case tt.want == "" && err != nil:
			t.Errorf("%v, want no fault", err)
		case tt.want != "" && (len(faults) == 0 || !strings.Contains(faults[0].Message, tt.want)):
			t.Errorf("%v, want %s", err, tt.want)
		}
	}
}
