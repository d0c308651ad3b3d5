package gorilla_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// thing is what every operation of the test API answers: which one it was, and
// with what parameters.
type thing struct {
	By, ID, Part string
	Count        int
}

var (
	id    = prop.String("id").MaxLen(8)
	part  = prop.String("part")
	count = prop.Int("count").Min(1)
	deep  = prop.Int("deep").Min(1).Default(1)

	things = collection.Of("Thing", func(t *thing) collection.Fields {
		return collection.Fields{
			prop.String("by").ReadOnly().At(&t.By),
			prop.String("id").ReadOnly().At(&t.ID),
			prop.String("part").ReadOnly().At(&t.Part),
			count.At(&t.Count),
		}
	})
)

// shop has its wider paths first, which is the wrong order for gorilla.
func shop(t testing.TB, middlewares ...func(http.Handler) http.Handler) *tenon.App {
	t.Helper()
	answer := func(c *route.Call) (thing, error) { return thing{Count: 1, By: c.ID()}, nil }
	app, err := tenon.New("Shop", "1").Use(middlewares...).Add(
		route.Get("/", things.View()).ID("root").Handle(answer),
		route.Get("/products/{id}", things.View()).ID("show").Path(id).Query(deep).
			Handle(func(c *route.Call) (thing, error) { return thing{Count: 1, By: "show", ID: id.Get(c)}, nil }),
		route.Patch("/products/{id}", things.Update(), things.View()).ID("change").Path(id).
			Handle(func(c *route.Call, p collection.Patch[thing]) (thing, error) {
				v := thing{By: "change", ID: id.Get(c), Count: 1}
				return v, p.Apply(&v)
			}),
		route.Get("/products/{id}/{part}", things.View()).ID("showPart").Path(id, part).
			Handle(func(c *route.Call) (thing, error) {
				return thing{Count: 1, By: "showPart", ID: id.Get(c), Part: part.Get(c)}, nil
			}),
		route.Get("/products/popular", things.View()).ID("popular").Handle(answer),
		route.Delete("/products/popular", collection.NoContent()).ID("unpopular").
			Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }),
		route.Get("/products", things.View()).ID("list").Handle(answer),
		route.Post("/products", things.Create(), things.View()).ID("create").
			Handle(func(_ *route.Call, in thing) (thing, error) { in.By = "create"; return in, nil }),
	).Build()
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// request is a request that every way to serve the API must answer alike.
type request struct {
	name, method, path, body string
	want                     int
}

var requests = []request{
	{"200 of the root", "GET", "/", "", 200},
	{"200 without parameters", "GET", "/products", "", 200},
	{"200 with a parameter", "GET", "/products/7", "", 200},
	{"200 with two parameters", "GET", "/products/7/wheel", "", 200},
	{"200 of the more specific path", "GET", "/products/popular", "", 200},
	{"200 with an encoded space", "GET", "/products/a%20b", "", 200},
	{"200 of the wider path for another method", "PATCH", "/products/popular", `{"count":2}`, 200},
	{"201", "POST", "/products", `{"count":3}`, 201},
	{"204", "DELETE", "/products/popular", "", 204},
	{"HEAD", "HEAD", "/products/7", "", 200},
	{"HEAD of a refusal", "HEAD", "/products/123456789", "", 422},
	{"422 of the path", "GET", "/products/123456789", "", 422},
	{"422 of the query", "GET", "/products/7?deep=0&x=1", "", 422},
	{"422 of the content", "POST", "/products", `{"count":0,"x":1}`, 422},
	{"400", "POST", "/products", `{`, 400},
	{"404", "GET", "/nothing", "", 404},
	{"404 below a path", "GET", "/products/7/wheel/hub", "", 404},
	{"404 for POST", "POST", "/nothing", `{}`, 404},
	{"404 for OPTIONS", "OPTIONS", "/nothing", "", 404},
	{"404 with a trailing slash", "GET", "/products/", "", 404},
	{"405", "DELETE", "/products", "", 405},
	{"405 of a path with parameters", "POST", "/products/7", `{}`, 405},
	{"405 of the root", "POST", "/", `{}`, 405},
	{"405 where two paths match", "PUT", "/products/popular", `{}`, 405},
	{"405 of an unknown method", "BREW", "/products", "", 405},
	{"405 of a lower-case method", "get", "/products", "", 405},
	{"OPTIONS", "OPTIONS", "/products", "", 204},
	{"OPTIONS with a patch", "OPTIONS", "/products/7", "", 204},
	{"OPTIONS where two paths match", "OPTIONS", "/products/popular", "", 204},
}

// encoded are requests that a gorilla router sees as the App does only with
// UseEncodedPath.
var encoded = []request{
	{"an encoded slash", "GET", "/products/a%2Fb", "", 200},
	{"an encoded slash in lower case", "GET", "/products/a%2fb", "", 200},
	{"an encoded slash and a patch", "PATCH", "/products/a%2Fb", `{"count":2}`, 200},
	{"an encoded slash in the second parameter", "GET", "/products/a/b%2Fc", "", 200},
	{"an encoded slash at the end", "GET", "/products/a%2F", "", 200},
	{"405 with an encoded slash", "DELETE", "/products/a%2Fb", "", 405},
	{"OPTIONS with an encoded slash", "OPTIONS", "/products/a%2Fb", "", 204},
	{"404 with an encoded slash", "GET", "/products%2F7", "", 404},
}

// ask returns the whole answer to a request below a prefix.
func ask(h http.Handler, q request, prefix string) (status int, answer string) {
	r := httptest.NewRequest(q.method, prefix+q.path, strings.NewReader(q.body))
	if q.body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var b strings.Builder
	_ = w.Result().Header.Write(&b) // a strings.Builder takes everything
	return w.Code, b.String() + "\n" + w.Body.String()
}

// alike checks that h answers below a prefix what app answers at the root.
func alike(t *testing.T, app, h http.Handler, prefix string, requests []request) {
	t.Helper()
	for _, q := range requests {
		t.Run(q.name, func(t *testing.T) {
			wantStatus, want := ask(app, q, "")
			if wantStatus != q.want {
				t.Fatalf("%s %s: the app answers %d, want %d\n%s", q.method, q.path, wantStatus, q.want, want)
			}
			gotStatus, got := ask(h, q, prefix)
			if gotStatus != wantStatus || got != want {
				t.Errorf("%s %s%s\n got %d %s\nwant %d %s", q.method, prefix, q.path, gotStatus, got, wantStatus, want)
			}
		})
	}
}

// marked is a middleware that leaves a header on every answer.
func marked(name string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Add("Marked", name)
			next.ServeHTTP(w, r)
		})
	}
}
