package match_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/internal/match"
)

// shop returns a tree whose values are the routes.
func shop(t testing.TB) *match.Tree[string] {
	return build(t,
		"GET /",
		"GET /products", "POST /products",
		"GET /products/", // a separate page
		"GET /products/{id}", "PATCH /products/{id}", "DELETE /products/{id}", "GET /products/archive",
		"GET /products/{id}/parts/{part}", "POST /products/archive/parts/{part}",
		"POST /{kind}/archive",
		"GET /health", "HEAD /health",
		"GET /caf%C3%A9", "GET /a%2Fb", "GET /100%25",
	)
}

func TestFindTakesTheNarrowestTemplateOfTheMethod(t *testing.T) {
	tree := shop(t)
	tests := []struct {
		method, path, want string
	}{
		{"GET", "/", "GET /"},
		{"GET", "", "GET /"},
		{"GET", "/products", "GET /products"},
		{"POST", "/products", "POST /products"},
		{"GET", "/products/", "GET /products/"},
		{"GET", "/products/7", "GET /products/{id}"},
		{"GET", "/products/archive", "GET /products/archive"},
		{"GET", "/products/archived", "GET /products/{id}"},
		{"GET", "/products/archiv", "GET /products/{id}"},
		// The narrowest template of all methods is not the narrowest of this method.
		{"DELETE", "/products/archive", "DELETE /products/{id}"},
		{"POST", "/products/archive", "POST /{kind}/archive"},
		{"GET", "/products/archive/parts/1", "GET /products/{id}/parts/{part}"},
		{"POST", "/products/archive/parts/1", "POST /products/archive/parts/{part}"},
		// HEAD.
		{"HEAD", "/products/7", "GET /products/{id}"},
		{"HEAD", "/health", "HEAD /health"},
		{"GET", "/health", "GET /health"},
		// Percent-encoding.
		{"GET", "/pro%64ucts", "GET /products"},
		{"GET", "/%70%72%6f%64%75%63%74%73/%61rchive", "GET /products/archive"},
		{"GET", "/products/a%2Fb", "GET /products/{id}"},
		{"GET", "/products/archive%2Fparts%2F1", "GET /products/{id}"},
		{"GET", "/products/%zz", "GET /products/{id}"},
		{"GET", "/products/archive%", "GET /products/{id}"},
		{"GET", "/products/%", "GET /products/{id}"},
		{"GET", "/caf%c3%a9", "GET /caf%C3%A9"},
		{"GET", "/a%2fb", "GET /a%2Fb"},
		{"GET", "/100%25", "GET /100%25"},

		{"PUT", "/products", "NoMethod"},
		{"get", "/products", "NoMethod"},
		{"", "/products", "NoMethod"},
		{"PUT", "/products/archive", "NoMethod"},
		{"HEAD", "/cars/archive", "NoMethod"},
		{"OPTIONS", "/products", "NoMethod"},

		{"GET", "/Products", "NoPath"},
		{"GET", "//", "NoPath"},
		{"GET", "//products", "NoPath"},
		{"GET", "/products//", "NoPath"},
		{"GET", "/products/7/", "NoPath"},
		{"GET", "/products/7/parts/", "NoPath"},
		{"GET", "/products//parts/1", "NoPath"},
		{"POST", "//archive", "NoPath"},
		{"GET", "/products%2F7", "NoPath"},
		{"GET", "/prod%zzucts", "NoPath"},
		{"GET", "/products%", "NoPath"},
		{"GET", "/products%2", "NoPath"},
		{"GET", "/100%", "NoPath"},
		{"GET", "/a/b", "NoPath"},
		{"OPTIONS", "*", "NoPath"},
		{"CONNECT", "example.com:443", "NoPath"},
		{"GET", "products", "NoPath"},
		{"GET", strings.Repeat("/products", 4000), "NoPath"},
	}
	for _, tt := range tests {
		got, found := tree.Find(tt.method, cut(match.Escaped(tt.path)))
		if found != match.Yes {
			if got != "" {
				t.Errorf("Find(%s %s) = %q with %v", tt.method, tt.path, got, found)
			}
			got = found.String()
		}
		if got != tt.want {
			t.Errorf("Find(%s %.60s) = %s, want %s", tt.method, tt.path, got, tt.want)
		}
	}
}

func TestAllowListsTheMethodsOfAllMatchingTemplates(t *testing.T) {
	tree := shop(t)
	tests := []struct{ path, want string }{
		{"/products", "GET, HEAD, OPTIONS, POST"},
		{"/pro%64ucts", "GET, HEAD, OPTIONS, POST"},
		{"/products/7", "DELETE, GET, HEAD, OPTIONS, PATCH"},
		{"/products/archive", "DELETE, GET, HEAD, OPTIONS, PATCH, POST"}, // of three templates
		{"/cars/archive", "OPTIONS, POST"},
		{"/health", "GET, HEAD, OPTIONS"},
		{"/nothing", ""},
		{"/products//", ""},
		{"*", ""},
		{"", "GET, HEAD, OPTIONS"},
	}
	for _, tt := range tests {
		if got := tree.Allow(cut(match.Escaped(tt.path))); got != tt.want {
			t.Errorf("Allow(%q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}

func TestAnOptionsRouteIsListedOnce(t *testing.T) {
	tree := build(t, "OPTIONS /a", "QUERY /a")
	if got, want := tree.Allow(cut(match.Escaped("/a"))), "OPTIONS, QUERY"; got != want {
		t.Errorf("Allow = %q, want %q", got, want)
	}
}

func TestTheFirstOfEqualTemplatesStays(t *testing.T) {
	tree := build(t, "GET /{a}", "GET /{b}")
	if got, _ := tree.Find("GET", cut(match.Escaped("/x"))); got != "GET /{a}" {
		t.Errorf("Find = %q", got)
	}
}

func TestAnEmptyTreeFindsNothing(t *testing.T) {
	var tree match.Tree[string]
	tree.Add("GET", match.Template{}, "the zero template")
	for _, path := range []string{"", "/", "/a", "*"} {
		if v, found := tree.Find("GET", cut(match.Escaped(path))); found != match.NoPath || v != "" {
			t.Errorf("Find(%q) = %q, %v", path, v, found)
		}
		if got := tree.Allow(cut(match.Escaped(path))); got != "" {
			t.Errorf("Allow(%q) = %q", path, got)
		}
	}
}

// Nodes change from a slice to a table as they grow; escaped segments search the slice in both
// cases.
func TestFindAmongManyLiterals(t *testing.T) {
	for _, n := range []int{1, 2, 7, 8, 9, 10, 17, 300} {
		var tree match.Tree[int]
		for i := range n {
			// Not sorted: 7 and 300 have no common factor.
			tree.Add("GET", parse(t, fmt.Sprintf("/r%03d/{id}", i*7%300)), i*7%300)
		}
		for i := range n {
			want := i * 7 % 300
			for _, path := range []string{fmt.Sprintf("/r%03d/x", want), fmt.Sprintf("/%%72%03d/x", want)} {
				if got, found := tree.Find("GET", cut(match.Escaped(path))); found != match.Yes || got != want {
					t.Fatalf("%d routes: Find(%s) = %d, %v", n, path, got, found)
				}
			}
		}
		for _, path := range []string{"/r/x", "/%72/x", "/r0000/x", "/%720000/x", "/%20/x", "/%ff/x", "/%zz/x"} {
			if _, found := tree.Find("GET", cut(match.Escaped(path))); found != match.NoPath {
				t.Fatalf("%d routes: Find(%s) = %v", n, path, found)
			}
		}
	}
}

// A search enters a node at most once, so that no path costs more than the number of nodes. A
// search of 2^32 steps would not end during the test.
func TestHostilePathsStayCheap(t *testing.T) {
	const depth = match.MaxSegments
	tests := []struct {
		name   string
		routes []string
		path   string
	}{
		{"parameters narrowed one level at a time", nil, strings.Repeat("/a", depth-1) + "/b"},
		{"every choice of literal and parameter in ten levels", nil, strings.Repeat("/a", depth-1) + "/b"},
	}
	for i := range depth {
		// /{p0}/{p1}/a/a/a …: each is narrower than the next, so that a tree can have all.
		var b strings.Builder
		for j := range depth {
			if j < i {
				fmt.Fprintf(&b, "/{p%d}", j)
			} else {
				b.WriteString("/a")
			}
		}
		tests[0].routes = append(tests[0].routes, "GET "+b.String())
	}
	for choice := range 1 << 10 {
		// The last segments differ: all 1,024 are disjoint, and each shares its first ten with
		// the path.
		var b strings.Builder
		for j := range depth - 1 {
			if j < 10 && choice>>j&1 != 0 {
				fmt.Fprintf(&b, "/{p%d}", j)
			} else {
				b.WriteString("/a")
			}
		}
		tests[1].routes = append(tests[1].routes, fmt.Sprintf("GET %s/end%d", b.String(), choice))
	}
	for _, tt := range tests {
		tree := build(t, tt.routes...)
		// A search of all combinations would take 2^32 steps in the first case.
		if _, found := tree.Find("GET", cut(match.Escaped(tt.path))); found != match.NoPath {
			t.Fatalf("%s: found %v", tt.name, found)
		}
	}
}

func TestFindAndAllowDoNotAllocate(t *testing.T) {
	tree := shop(t)
	paths := []string{"/products/7", "/products/archive/parts/1", "/pro%64ucts/%61rchive", "/nothing", "/products/%zz", strings.Repeat("/", 8000)}
	for _, path := range paths {
		for _, method := range []string{"GET", "HEAD", "PUT"} {
			if n := allocs.Least(func() { var c match.Cut; c.Read(match.Escaped(path)); tree.Find(method, &c) }); n != 0 {
				t.Errorf("Find(%s %.40s): %d allocations", method, path, n)
			}
		}
	}
	for _, path := range []string{"/products", "/products/7", "/nothing"} {
		if n := allocs.Least(func() { var c match.Cut; c.Read(match.Escaped(path)); tree.Allow(&c) }); n != 0 {
			t.Errorf("Allow(%s): %d allocations", path, n)
		}
	}
}

// build returns a tree with routes such as "GET /products/{id}", which are their own values.
func build(t testing.TB, routes ...string) *match.Tree[string] {
	t.Helper()
	tree := new(match.Tree[string])
	for _, route := range routes {
		method, template, _ := strings.Cut(route, " ")
		tree.Add(method, parse(t, template), route)
	}
	return tree
}

// The paths of real APIs: Twilio's {Sid}.json, GitHub's {base}...{head} and contents/{path}, the
// custom methods of AIP-136, and numbers beside names.
func TestFindKnowsTextBesideParametersKindsAndRests(t *testing.T) {
	tree := new(match.Tree[string])
	kinds := map[string]match.Kind{
		"id": {Class: match.Integer}, "uuid": {Class: match.UUID}, "day": {Class: match.Date},
		"state": {Class: match.Choice, Values: []string{"open", "closed"}},
	}
	for _, r := range []string{
		"GET /accounts/{sid}", "GET /accounts/{sid}.json", "POST /accounts/{sid}:archive", "GET /accounts/main.json",
		"GET /compare/{base}...{head}", "GET /compare/{one}",
		"GET /contents/{path...}", "GET /contents/{path}/raw", "PUT /contents/readme",
		"GET /v2/{name...}/blobs/{digest}", "PUT /v2/{name...}/blobs/uploads/{upload}", "POST /v2/{name...}/blobs/uploads/",
		"GET /v2/{name...}/tags/list", "GET /v2/{name}/blobs/latest", "GET /v2/",
		"GET /users/{name}", "GET /users/{id}", "GET /users/{uuid}", "DELETE /users/{id}", "GET /users/{id}/posts", "GET /users/{state}",
		"GET /days/{day}", "GET /days/{id}",
		"GET /{a}/secrets", "GET /orgs/{b}", "GET /{all...}",
	} {
		method, path, _ := strings.Cut(r, " ")
		tpl := parse(t, path)
		for _, name := range tpl.Params() {
			tpl.SetKind(name, kinds[name])
		}
		tree.Add(method, tpl, r)
	}
	long := strings.Repeat("/x", 2*match.MaxSegments)
	tests := []struct{ method, path, want string }{
		{"GET", "/accounts/7", "GET /accounts/{sid}"},
		{"GET", "/accounts/7.json", "GET /accounts/{sid}.json"},
		{"GET", "/accounts/7%2Ejson", "GET /accounts/{sid}.json"},
		{"GET", "/accounts/main.json", "GET /accounts/main.json"},
		{"GET", "/accounts/.json", "GET /accounts/{sid}"}, // no parameter is empty
		{"GET", "/accounts/7.json%zz", "GET /accounts/{sid}"},
		{"POST", "/accounts/7:archive", "POST /accounts/{sid}:archive"},
		{"GET", "/accounts/7:archive", "GET /accounts/{sid}"},
		{"GET", "/compare/v1...v2", "GET /compare/{base}...{head}"},
		{"GET", "/compare/v1..v2", "GET /compare/{one}"},
		{"GET", "/compare/...v2", "GET /compare/{one}"},
		{"GET", "/contents/a", "GET /contents/{path...}"},
		{"GET", "/contents/a/b/c", "GET /contents/{path...}"},
		{"GET", "/contents/a/raw", "GET /contents/{path}/raw"},
		{"GET", "/contents/readme", "GET /contents/{path...}"},
		{"PUT", "/contents/readme", "PUT /contents/readme"},
		{"GET", "/contents" + long, "GET /contents/{path...}"},
		{"GET", "/contents/a/../b", ""},
		{"GET", "/contents/a%2F..%2Fb", ""},
		{"GET", "/contents/%2e%2e", ""},
		{"GET", "/contents/a%5C..%5cb", ""},
		{"GET", "/contents/a%5Cb", "GET /contents/{path...}"},
		{"GET", "/contents/..", ""},
		{"GET", "/contents/a//b", ""},
		{"GET", "/contents/a/", ""},
		{"GET", "/contents/", ""},
		{"GET", "/contents/a%2Fb", "GET /contents/{path...}"},
		{"GET", "/contents/...", "GET /contents/{path...}"},
		{"GET", "/contents/%zz/b", "GET /contents/{path...}"}, // the decoder of the parameter rejects it
		{"GET", "/v2/a/blobs/b", "GET /v2/{name...}/blobs/{digest}"},
		{"GET", "/v2/a/b/c/blobs/d", "GET /v2/{name...}/blobs/{digest}"},
		{"GET", "/v2/a%2Fb/blobs/d", "GET /v2/{name...}/blobs/{digest}"},
		{"GET", "/v2/blobs/blobs/blobs", "GET /v2/{name...}/blobs/{digest}"},
		{"GET", "/v2/a/blobs/uploads/tags/list", "GET /v2/{name...}/tags/list"},
		{"GET", "/v2/a/blobs/latest", "GET /v2/{name}/blobs/latest"},
		{"GET", "/v2/a/b/blobs/latest", "GET /v2/{name...}/blobs/{digest}"},
		{"PUT", "/v2/a/b/blobs/uploads/7", "PUT /v2/{name...}/blobs/uploads/{upload}"},
		{"POST", "/v2/a/b/blobs/uploads/", "POST /v2/{name...}/blobs/uploads/"},
		{"POST", "/v2/a/b/blobs/uploads", ""},
		{"GET", "/v2" + long + "/tags/list", "GET /v2/{name...}/tags/list"},
		{"GET", "/v2/tags/list", "GET /{all...}"},
		{"GET", "/v2/a/../blobs/d", ""},
		{"GET", "/v2//blobs/d", ""},
		{"GET", "/v2/", "GET /v2/"},
		{"GET", "/users/7", "GET /users/{id}"},
		{"GET", "/users/-7", "GET /users/{id}"},
		{"GET", "/users/%37", "GET /users/{id}"},
		{"GET", "/users/7a", "GET /users/{name}"},
		{"GET", "/users/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", "GET /users/{uuid}"},
		{"GET", "/users/open", "GET /users/{state}"},
		{"DELETE", "/users/7", "DELETE /users/{id}"},
		{"DELETE", "/users/rob", "DELETE /users/{id}"}, // its rules reject it
		{"GET", "/users/rob/posts", "GET /{all...}"},   // a rest takes it first
		{"GET", "/days/2026-11-22", "GET /days/{day}"},
		{"GET", "/days/7", "GET /days/{id}"},
		{"GET", "/days/x", "GET /days/{day}"}, // the last of the two
		{"GET", "/orgs/secrets", "GET /orgs/{b}"},
		{"GET", "/org/secrets", "GET /{a}/secrets"},
		{"GET", long, "GET /{all...}"},
	}
	for _, tt := range tests {
		got, found := tree.Find(tt.method, cut(match.Escaped(tt.path)))
		if got != tt.want || (found == match.Yes) != (tt.want != "") {
			t.Errorf("%s %s: %q, %v; want %q", tt.method, tt.path, got, found, tt.want)
		}
	}
	for path, want := range map[string]string{
		"/users/7": "DELETE, GET, HEAD, OPTIONS", "/accounts/7:archive": "GET, HEAD, OPTIONS, POST",
		"/contents/readme": "GET, HEAD, OPTIONS, PUT", "/contents/a/../b": "",
	} {
		if got := tree.Allow(cut(match.Escaped(path))); got != want {
			t.Errorf("Allow(%s) = %q, want %q", path, got, want)
		}
	}
	if !tree.Typed() {
		t.Error("the tree has parameters of several kinds")
	}
}

// The order in which templates are added does not matter.
func TestKindsDoNotDependOnTheOrderOfDeclaration(t *testing.T) {
	kinds := map[string]match.Kind{"id": {Class: match.Integer}, "number": {Class: match.Number}, "uuid": {Class: match.UUID}}
	routes := []string{"/{id}", "/{number}", "/{uuid}", "/{name}"}
	for range len(routes) {
		routes = append(routes[1:], routes[0])
		tree := new(match.Tree[string])
		for _, r := range routes {
			tpl := parse(t, r)
			tpl.SetKind(tpl.Params()[0], kinds[tpl.Params()[0]])
			tree.Add("GET", tpl, r)
		}
		for path, want := range map[string]string{
			"/7": "/{id}", "/7.5": "/{number}", "/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57": "/{uuid}", "/x": "/{name}",
		} {
			if got, _ := tree.Find("GET", cut(match.Escaped(path))); got != want {
				t.Errorf("%v: %s finds %s, want %s", routes, path, got, want)
			}
		}
	}
}

func TestARestDoesNotAllocate(t *testing.T) {
	tree := new(match.Tree[string])
	tpl := parse(t, "/files/{id}.json/{path...}/raw/{line}")
	tree.Add("GET", tpl, "rest")
	var buf [3]string
	n := allocs.Least(func() {
		var c match.Cut
		c.Read(match.Escaped("/files/7.json/a/b/c/raw/9"))
		if _, found := tree.Find("GET", &c); found != match.Yes {
			t.Fatal(found)
		}
		if v := tpl.ValuesOf(buf[:0], &c); v[0] != "7" || v[1] != "a/b/c" || v[2] != "9" {
			t.Fatal(v)
		}
	})
	if n != 0 {
		t.Errorf("%d allocations", n)
	}
}
