package gorilla_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/gorilla/mux"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/route/gorilla"
)

func TestARouterAnswersLikeTheApp(t *testing.T) {
	app := shop(t, marked("api"))
	t.Run("at the root", func(t *testing.T) {
		r := mux.NewRouter()
		gorilla.Register(r, app)
		alike(t, app, r, "", requests)
	})
	t.Run("at the root with encoded paths", func(t *testing.T) {
		r := mux.NewRouter().UseEncodedPath()
		gorilla.Register(r, app)
		alike(t, app, r, "", slices.Concat(requests, encoded))
	})
	t.Run("on a subrouter", func(t *testing.T) {
		r := mux.NewRouter()
		gorilla.Register(r.PathPrefix("/api").Subrouter(), app)
		alike(t, app, r, "/api", requests)
	})
	t.Run("on a subrouter with encoded paths", func(t *testing.T) {
		r := mux.NewRouter().UseEncodedPath()
		gorilla.Register(r.PathPrefix("/api/v1").Subrouter(), app)
		alike(t, app, r, "/api/v1", slices.Concat(requests, encoded))
	})
	t.Run("on a subrouter with variables", func(t *testing.T) {
		r := mux.NewRouter().UseEncodedPath()
		gorilla.Register(r.PathPrefix("/{tenant}/{zone:[a-z]{2}}").Subrouter(), app)
		alike(t, app, r, "/t-1/eu", slices.Concat(requests, encoded))
	})
}

// Gorilla reads /products/a%2Fb as /products/a/b. Nothing may be served then
// whose parameters are others than the router thought, nor by an operation that
// the router did not choose.
func TestAnEncodedSlashIsNotFoundWithoutUseEncodedPath(t *testing.T) {
	app := shop(t)
	_, notFound := ask(app, request{method: "GET", path: "/nothing"}, "")
	for _, prefix := range []string{"", "/products", "/{tenant}"} {
		r := mux.NewRouter()
		sub := r
		if prefix != "" {
			sub = r.PathPrefix(prefix).Subrouter()
		}
		gorilla.Register(sub, app)
		for _, method := range []string{"GET", "PATCH", "DELETE", "OPTIONS"} {
			for _, path := range []string{"/products/a%2Fb", "/products/a%2fb", "/products%2F7", "/products/a/b%2Fc"} {
				q := request{method: method, path: path, body: "{}"}
				status, got := ask(r, q, strings.NewReplacer("{tenant}", "t-1").Replace(prefix))
				if status != http.StatusNotFound || got != notFound {
					t.Errorf("%s %s below %q: %d %s", method, path, prefix, status, got)
				}
			}
		}
	}
}

func TestWalkMeetsEachOperationAndOneOPTIONSForEachPath(t *testing.T) {
	r := mux.NewRouter()
	gorilla.Register(r.PathPrefix("/api").Subrouter(), shop(t))
	var got []string
	err := r.Walk(func(route *mux.Route, _ *mux.Router, ancestors []*mux.Route) error {
		if len(ancestors) == 0 { // the prefix
			return nil
		}
		methods, err := route.GetMethods()
		if err != nil {
			return err
		}
		path, err := route.GetPathTemplate()
		got = append(got, strings.Join(methods, ",")+" "+path+" "+route.GetName())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"GET,HEAD /api/ root",
		"GET,HEAD /api/products/popular popular",
		"DELETE /api/products/popular unpopular",
		"GET,HEAD /api/products/{id} show",
		"PATCH /api/products/{id} change",
		"GET,HEAD /api/products/{id}/{part} showPart",
		"GET,HEAD /api/products list",
		"POST /api/products create",
		"OPTIONS /api/ ",
		"OPTIONS /api/products/popular ",
		"OPTIONS /api/products/{id} ",
		"OPTIONS /api/products/{id}/{part} ",
		"OPTIONS /api/products ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

func TestURLsAreBuiltFromOperationIDs(t *testing.T) {
	r := mux.NewRouter()
	gorilla.Register(r.Host("{shop}.example").PathPrefix("/api").Subrouter(), shop(t))
	tests := []struct {
		name  string
		pairs []string
		want  string
	}{
		{"list", []string{"shop", "a"}, "http://a.example/api/products"},
		{"show", []string{"shop", "a", "id", "7"}, "http://a.example/api/products/7"},
		{"showPart", []string{"shop", "b", "id", "7", "part", "hub"}, "http://b.example/api/products/7/hub"},
	}
	for _, tt := range tests {
		found := r.Get(tt.name)
		if found == nil {
			t.Errorf("there is no route %q", tt.name)
			continue
		}
		if u, err := found.URL(tt.pairs...); err != nil || u.String() != tt.want {
			t.Errorf("%s: %v, %v, want %s", tt.name, u, err, tt.want)
		}
	}
}

func TestMiddlewaresRunOnceAndTheRoutersOutside(t *testing.T) {
	r := mux.NewRouter()
	r.Use(marked("router"))
	gorilla.Register(r.PathPrefix("/api").Subrouter(), shop(t, marked("outer"), marked("inner")))
	tests := []struct {
		method, path string
		want         []string
	}{
		{"GET", "/api/products/7", []string{"router", "outer", "inner"}},
		{"GET", "/api/products/popular", []string{"router", "outer", "inner"}},
		{"OPTIONS", "/api/products", []string{"router", "outer", "inner"}},
		{"GET", "/api/nothing", []string{"outer", "inner"}}, // outside of the router's: gorilla's rule
		{"POST", "/api/products/7", []string{"outer", "inner"}},
		{"GET", "/other", nil},
	}
	for _, tt := range tests {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
		if got := w.Header()["Marked"]; !slices.Equal(got, tt.want) {
			t.Errorf("%s %s: %v, want %v", tt.method, tt.path, got, tt.want)
		}
	}
}

func TestHandlersSeeTheWholePathAndTheRoutersVariables(t *testing.T) {
	var path, tenant, name string
	app := shop(t, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			path, tenant, name = r.URL.Path, mux.Vars(r)["tenant"], mux.CurrentRoute(r).GetName()
			next.ServeHTTP(w, r)
		})
	})
	r := mux.NewRouter()
	gorilla.Register(r.PathPrefix("/{tenant}").Subrouter(), app)
	r.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/t-1/products/7", nil))
	if path != "/t-1/products/7" || tenant != "t-1" || name != "show" {
		t.Errorf("path %q, tenant %q, route %q", path, tenant, name)
	}
}

func TestAPanicOfAMiddlewareIsAProblem(t *testing.T) {
	app := shop(t, func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("at the disco") })
	})
	r := mux.NewRouter()
	gorilla.Register(r, app)
	for _, path := range []string{"/products/7", "/nothing"} {
		if status, got := ask(r, request{method: "GET", path: path}, ""); status != 500 || !strings.Contains(got, `"internal_error"`) {
			t.Errorf("%s: %d %s", path, status, got)
		}
	}
}

func TestOtherRoutesKeepTheirAnswers(t *testing.T) {
	teapot := func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTeapot) }
	r := mux.NewRouter()
	r.HandleFunc("/before", teapot).Methods("GET")
	gorilla.Register(r, shop(t))
	r.HandleFunc("/after", teapot).Methods("GET")
	tests := []struct {
		method, path string
		status       int
		content      string
	}{
		{"GET", "/before", 418, ""},
		{"GET", "/after", 418, ""},
		{"POST", "/before", 405, ""}, // gorilla's own, which has no content
		{"POST", "/after", 405, ""},
		{"DELETE", "/products", 405, "application/problem+json"},
		{"GET", "/nothing", 404, "application/problem+json"},
	}
	for _, tt := range tests {
		w := httptest.NewRecorder()
		r.ServeHTTP(w, httptest.NewRequest(tt.method, tt.path, nil))
		if w.Code != tt.status || w.Header().Get("Content-Type") != tt.content {
			t.Errorf("%s %s: %d %q, want %d %q", tt.method, tt.path, w.Code, w.Header().Get("Content-Type"), tt.status, tt.content)
		}
	}
}

func TestHandlersThatTheRouterHasAreKept(t *testing.T) {
	r := mux.NewRouter()
	r.NotFoundHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(410) })
	r.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(501) })
	r.HandleFunc("/other", func(http.ResponseWriter, *http.Request) {}).Methods("GET")
	gorilla.Register(r, shop(t))
	for _, tt := range []struct {
		method, path string
		want         int
	}{
		{"GET", "/nothing", 410},
		{"POST", "/other", 501},
		{"DELETE", "/products", 405}, // the app's path
	} {
		if got, _ := ask(r, request{method: tt.method, path: tt.path}, ""); got != tt.want {
			t.Errorf("%s %s: %d, want %d", tt.method, tt.path, got, tt.want)
		}
	}
}

func TestTwoAppsShareARouter(t *testing.T) {
	r := mux.NewRouter()
	one, two := shop(t, marked("one")), shop(t, marked("two"))
	gorilla.Register(r.PathPrefix("/one").Subrouter(), one)
	gorilla.Register(r.PathPrefix("/two").Subrouter(), two)
	alike(t, one, r, "/one", requests)
	alike(t, two, r, "/two", requests)
}

func TestGorillasCORSMiddlewareSeesTheMethods(t *testing.T) {
	r := mux.NewRouter()
	gorilla.Register(r, shop(t))
	r.Use(mux.CORSMethodMiddleware(r))
	w := httptest.NewRecorder()
	r.ServeHTTP(w, httptest.NewRequest("OPTIONS", "/products", nil))
	if got, want := w.Header().Get("Access-Control-Allow-Methods"), "GET,HEAD,POST,OPTIONS"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestServingAllocatesNothingBesideGorilla(t *testing.T) {
	app := shop(t)
	plain, registered := mux.NewRouter(), mux.NewRouter()
	plain.Path("/products").Methods("GET").Handler(app)
	gorilla.Register(registered, app)
	cost := func(h http.Handler) int {
		r := httptest.NewRequest("GET", "/products", nil)
		w := &nowhere{http.Header{}}
		return allocs.Least(func() { h.ServeHTTP(w, r) })
	}
	if with, without := cost(registered), cost(plain); with > without {
		t.Errorf("%d allocations, %d without Register", with, without)
	}
}

type nowhere struct{ header http.Header }

func (n *nowhere) Header() http.Header         { return n.header }
func (n *nowhere) Write(b []byte) (int, error) { return len(b), nil }
func (n *nowhere) WriteHeader(int)             {}
