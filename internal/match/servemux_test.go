package match_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/match"
)

// These tests compare Tree and Compare with http.ServeMux, for all sets of routes over small
// universes. They avoid four differences:
//
//   - A template that ends in "/" matches no paths below it. Its pattern is "…/{$}".
//   - ServeMux redirects "/a" to "/a/" if only the latter is registered, and reports the pattern
//     of the latter. A handler that is not one of the routes is therefore no match. For a 405 it
//     considers "/a/", too.
//   - ServeMux cleans paths. All paths here are clean.
//   - ServeMux rejects "GET /a" together with "HEAD /{x}", because its GET matches HEAD and neither
//     is more specific. Compare does not know methods, so that such sets are skipped.

// route is a handler that differs from those with which ServeMux redirects.
type route struct {
	method   string
	template match.Template
}

func (r *route) ServeHTTP(http.ResponseWriter, *http.Request) {}

func (r *route) String() string { return r.method + " " + r.template.String() }

func (r *route) pattern() string {
	pattern := r.String()
	if strings.HasSuffix(pattern, "/") {
		pattern += "{$}"
	}
	return pattern
}

func (r *route) conflicts(s *route) bool {
	rel := match.Compare(r.template, s.template)
	return r.method == s.method && (rel == match.Equal || rel == match.Overlap)
}

// register returns the routes in both; ok is false if ServeMux rejects one.
func register(t *testing.T, routes []*route) (mux *http.ServeMux, tree *match.Tree[*route], ok bool) {
	t.Helper()
	mux, tree = http.NewServeMux(), new(match.Tree[*route])
	for i, r := range routes {
		conflict := false
		for _, earlier := range routes[:i] {
			conflict = conflict || r.conflicts(earlier)
		}
		refused := refuses(mux, r)
		if refused != conflict {
			t.Errorf("%v: ServeMux refuses the last: %v; Compare: %v", routes[:i+1], refused, conflict)
		}
		if refused {
			return nil, nil, false
		}
		tree.Add(r.method, r.template, r)
	}
	return mux, tree, true
}

func refuses(mux *http.ServeMux, r *route) (refused bool) {
	defer func() {
		if p := recover(); p != nil {
			if !strings.Contains(fmt.Sprint(p), "conflicts with pattern") {
				panic(p)
			}
			refused = true
		}
	}()
	mux.Handle(r.pattern(), r)
	return false
}

// response records the response to a request without a route; httptest.ResponseRecorder records
// more and would take most of the time of millions of them.
type response struct {
	header http.Header
	status int
}

func (r *response) Header() http.Header         { return r.header }
func (r *response) WriteHeader(status int)      { r.status = status }
func (r *response) Write(p []byte) (int, error) { return len(p), nil }

// request is a request for both. They share the URL, which ServeMux does not change.
type request struct {
	path string
	http *http.Request
}

func requests(t *testing.T, method string, paths []string) []request {
	t.Helper()
	var all []request
	for _, path := range paths {
		u, err := url.ParseRequestURI(path)
		if err != nil || u.EscapedPath() != path {
			t.Fatalf("path %q: %v", path, err)
		}
		all = append(all, request{path, &http.Request{Method: method, URL: u}})
	}
	return all
}

// compare sends all requests to both. It counts the results, so that tests can check that they
// tested something.
func compare(t *testing.T, routes []*route, requests []request, counts *[3]int) {
	t.Helper()
	mux, tree, ok := register(t, routes)
	if !ok {
		return
	}
	for _, r := range requests {
		handler, _ := mux.Handler(r.http)
		want, _ := handler.(*route)
		got, found := tree.Find(r.http.Method, cut(match.Escaped(r.path)))
		counts[found]++
		if got != want || (found == match.Yes) != (want != nil) {
			t.Fatalf("%v: Find(%s %s) = %v, %v; ServeMux: %v", routes, r.http.Method, r.path, got, found, want)
		}
		if found == match.Yes {
			continue
		}
		if tree.Allow(cut(match.Escaped(r.path+"/"))) != "" {
			continue // ServeMux redirects, or counts the methods of a path to which it would have redirected
		}
		want405 := found == match.NoMethod
		answer := response{header: http.Header{}}
		handler.ServeHTTP(&answer, r.http)
		if got405 := answer.status == http.StatusMethodNotAllowed; got405 != want405 || !got405 && answer.status != http.StatusNotFound {
			t.Fatalf("%v: Find(%s %s) = %v, ServeMux answers %d", routes, r.http.Method, r.path, found, answer.status)
		}
		allow := strings.Split(tree.Allow(cut(match.Escaped(r.path))), ", ")
		allow = slices.DeleteFunc(allow, func(method string) bool { return method == "OPTIONS" })
		if got, want := strings.Join(allow, ", "), answer.header.Get("Allow"); got != want {
			t.Fatalf("%v: Allow(%s) without OPTIONS = %q, ServeMux answers %q", routes, r.path, got, want)
		}
	}
}

func TestPairsOfRoutesAgreeWithServeMux(t *testing.T) {
	templates := parseAll(t, []string{"/"}, universe([]string{"a", "b", "{x}", "{y}"}, 3), []string{"/a/", "/{x}/", "/a/b/", "/a/{x}/", "/{x}/b/", "/a%2Fb", "/a%2fb/b", "/%61"})
	paths := append(universe([]string{"a", "b", "c", "a%2Fb"}, 4), "/", "/a/", "/c/", "/a/b/", "/a/c/", "/c/b/", "/%61", "/%61/%62")
	counts := make([][3]int, len(templates))
	t.Run("pairs", func(t *testing.T) {
		for i, first := range templates {
			t.Run(first.String(), func(t *testing.T) {
				t.Parallel()
				get := requests(t, "GET", paths)
				for _, second := range templates {
					for _, method := range []string{"GET", "POST"} {
						compare(t, []*route{{"GET", first}, {method, second}}, get, &counts[i])
					}
				}
			})
		}
	})
	expectAllOutcomes(t, counts)
}

func TestSetsOfRoutesAgreeWithServeMux(t *testing.T) {
	tests := []struct {
		name      string
		templates []match.Template
		methods   []string
		paths     []string
	}{
		{
			"three segments, one method",
			parseAll(t, universe([]string{"a", "b", "{x}"}, 3), universe([]string{"{x}"}, 1), []string{"/{x}/{y}", "/{x}/{y}/{z}", "/a/{x}/{y}", "/{x}/a/{y}", "/{x}/{y}/a"}),
			[]string{"GET"},
			universe([]string{"a", "b", "a%2Fb"}, 3),
		},
		{
			"two segments, two methods",
			parseAll(t, []string{"/"}, universe([]string{"a", "b", "{x}"}, 2), []string{"/a/", "/{x}/", "/{x}/{y}"}),
			[]string{"GET", "POST"},
			append(universe([]string{"a", "b", "c", "a%2Fb"}, 2), "/", "/a/", "/b/"),
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var routes []*route
			for _, tpl := range tt.templates {
				for _, method := range tt.methods {
					routes = append(routes, &route{method, tpl})
				}
			}
			counts := make([][3]int, len(routes))
			t.Run("sets", func(t *testing.T) {
				for i, first := range routes {
					t.Run(first.String(), func(t *testing.T) {
						t.Parallel()
						get := requests(t, "GET", tt.paths)
						for j, second := range routes[i+1:] {
							for _, third := range routes[i+1+j+1:] {
								compare(t, []*route{first, second, third}, get, &counts[i])
							}
						}
					})
				}
			})
			expectAllOutcomes(t, counts, tt.methods...)
		})
	}
}

func TestHeadAgreesWithServeMux(t *testing.T) {
	templates := parseAll(t, []string{"/"}, universe([]string{"a", "b", "{x}"}, 2), []string{"/{x}/{y}"})
	paths := append(universe([]string{"a", "b", "c"}, 2), "/")
	head := requests(t, "HEAD", paths)
	counts := make([][3]int, 1)
	for _, first := range templates {
		for _, second := range templates {
			for _, method := range []string{"HEAD", "POST"} {
				rel := match.Compare(first, second)
				if method == "HEAD" && (rel == match.Narrower || rel == match.Overlap) {
					continue // see the fourth difference above
				}
				compare(t, []*route{{"GET", first}, {method, second}}, head, &counts[0])
			}
		}
	}
	expectAllOutcomes(t, counts)
}

func expectAllOutcomes(t *testing.T, counts [][3]int, methods ...string) {
	t.Helper()
	var sum [3]int
	for _, c := range counts {
		for i, n := range c {
			sum[i] += n
		}
	}
	t.Logf("%d requests found a route, %d no method, %d no path", sum[match.Yes], sum[match.NoMethod], sum[match.NoPath])
	if sum[match.Yes] == 0 || sum[match.NoPath] == 0 || sum[match.NoMethod] == 0 && len(methods) != 1 {
		t.Error("an outcome never came up")
	}
}
