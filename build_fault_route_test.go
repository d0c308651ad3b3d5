package tenon_test

import (
	"net/http"
	"runtime"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func TestBuildReportsWrongRoutes(t *testing.T) {
	testMistakes(t, "build_fault_route_test.go", []wrong{
		// Routes that are not whole.
		mistake(serving(route.Get("/a", empty)), `GET /a: there is no handler; end with Handle`),
		mistake(serving(route.Get("/a", empty).Handle(nil)), `GET /a: Handle(nil): there is no function to call`),
		mistake(serving(route.Post("/a", things.Create(), empty).Handle(nil)), `POST /a: Handle(nil): there is no function to call`),
		mistake(serving(new(route.Route).Summary("A")), `a route was not started by a function such as route.Get`),
		mistake(serving(route.Get("/a", &collection.Body[thing]{}).Handle(serveThing)), `GET /a: answers with no body; for no content say collection.NoContent()`),
		mistake(serving(route.Post("/a", &collection.Body[thing]{}, empty).Handle(takeNone)), `POST /a: reads no body; for no content say collection.NoContent()`),

		// Paths.
		mistake(serving(route.Get("a", empty).Handle(serveNone)), `GET a: the path: must start with /`),
		mistake(serving(route.Get("", empty).Handle(serveNone)), `GET : the path: must start with /`),
		mistake(serving(route.Get("/a//b", empty).Handle(serveNone)), `GET /a//b: the path: empty segment "//"`),
		mistake(serving(route.Get("/a/{id}.json", empty).Path(thingID).Handle(serveNone)), `GET /a/{id}.json: the path: segment {id}.json mixes a parameter with text`),
		mistake(serving(route.Get("/{id}/{id}", empty).Path(thingID).Handle(serveNone)), `GET /{id}/{id}: the path: two parameters named "id"`),
		mistake(serving(route.Get("/ä", empty).Handle(serveNone)), `GET /ä: the path: 'ä' must be percent-encoded in segment "ä"`),
		mistake(serving(route.Get("/a/{id}", empty).Handle(serveNone)), `GET /a/{id}: {id} has no property; declare it with Path`),
		mistake(serving(route.Get("/a", empty).Path(prop.Int("id")).Handle(serveNone)), `GET /a: property "id" is not in the path; write {id} there`),
		mistake(serving(route.Get("/a/{id}", empty).Path(prop.Int("id").Optional()).Handle(serveNone)), `GET /a/{id}: path parameter "id" cannot be optional or have a default`),
		mistake(serving(route.Get("/a/{id}", empty).Path(prop.Int("id").Default(1)).Handle(serveNone)), `GET /a/{id}: path parameter "id" cannot be optional or have a default`),
		mistake(serving(route.Group("/{id}", route.Get("/a", empty).Handle(serveNone))), `GET /{id}/a: {id} has no property; declare it with Path`),

		// Parameters.
		mistake(serving(route.Get("/a", empty).Query(prop.Int("n"), prop.String("n")).Handle(serveNone)), `GET /a: query parameter "n" is declared twice`),
		mistake(serving(route.Get("/a", empty).Header(prop.Int("X-N"), prop.String("x-n")).Handle(serveNone)), `GET /a: header parameter "x-n" is declared twice`),
		mistake(serving(route.Get("/a", empty).Query(prop.Int("")).Handle(serveNone)), `GET /a: a query parameter needs a name`),
		mistake(bothPlaces(prop.Int("n")), `GET /a: property "n" is declared in two places; rename one with As`),
		mistake(asking(prop.Object(boxes)), `GET /asking: object "box" can be a parameter only in a query, as DeepObject`),
		mistake(serving(route.Get("/a", empty).Header(prop.Object(boxes)).Handle(serveNone)), `GET /a: object "box" can be a parameter only in a query, as DeepObject`),
		mistake(asking(route.DeepObject(prop.Int("n"))), `GET /asking: DeepObject is for an object in a query, which "n" is not`),
		mistake(asking(route.CSV(prop.Int("n"))), `GET /asking: CSV is for a list in a query, which "n" is not`),
		mistake(serving(route.Get("/a", empty).Header(route.CSV(prop.Array(prop.Int("n")))).Handle(serveNone)), `GET /a: CSV is for a list in a query, which "n" is not`),
		mistake(asking(prop.Array(prop.Object(boxes))), `GET /asking: query parameter "box" cannot be written as text; a parameter is a scalar, a list of scalars or an object of scalars`),
		mistake(asking(prop.Array(prop.Array(prop.Int("n")))), `GET /asking: query parameter "n" cannot be written as text; a parameter is a scalar, a list of scalars or an object of scalars`),
		mistake(asking(prop.Map(prop.Int("n"))), `GET /asking: query parameter "n" cannot be written as text; a parameter is a scalar, a list of scalars or an object of scalars`),
		mistake(asking(route.DeepObject(prop.Object(collection.New("Outer", prop.Object(boxes))))), `GET /asking: query parameter "outer" cannot be written as text; a parameter is a scalar, a list of scalars or an object of scalars`),
		mistake(asking(prop.Nullable(prop.Int("n"))), `GET /asking: query parameter "n" is nullable, but a parameter cannot be null`),
		mistake(asking(prop.Int("n").ReadOnly()), `GET /asking: query parameter "n" is ReadOnly, so that no client can send it`),
		mistake(serving(route.Get("/a", empty).Query(route.DeepObject(prop.Object(boxes)), prop.Int("box[w]")).Handle(serveNone)), `GET /a: query parameter "box[w]" is a member of DeepObject "box" too`),
		mistake(serving(route.Get("/a/{n}", empty).Path(prop.Int("n").Min(2).Max(1)).Handle(serveNone)), `property "n": Max(1) is below Min(2)`),
		mistake(serving(route.Group("/g", route.Get("/a", empty).Handle(serveNone)).Query(nil, thingN)), `a query parameter is nil`),
		mistake(serving(route.Group("/g", route.Get("/a", empty).Handle(serveNone)).Use(nil)), `Use has a nil middleware`),
		mistake(serving(route.Group("/g", route.Get("/a", empty).Handle(serveNone)).Wrap(nil)), `Wrap has a nil middleware`),
		mistake(serving(route.Get("/a", empty).Query(nil, thingN).Handle(serveNone)), `GET /a: a query parameter is nil`),
		mistake(serving(route.Get("/a", empty).Header(prop.String("Accept")).Handle(serveNone)), `GET /a: header "Accept" cannot be a parameter: OpenAPI describes it elsewhere`),
		mistake(serving(route.Get("/a", empty).Header(prop.String("authorization")).Handle(serveNone)), `GET /a: header "authorization" cannot be a parameter: OpenAPI describes it elsewhere`),
		mistake(serving(route.Get("/a", empty).Header(prop.String("Cookie")).Handle(serveNone)), `GET /a: header "Cookie" cannot be a parameter: declare cookies with Cookie`),
		mistake(serving(route.Get("/a", empty).Header(prop.String("Host")).Handle(serveNone)), `GET /a: header "Host" cannot be a parameter: net/http keeps it from handlers`),
		mistake(serving(route.Get("/a", empty).Header(prop.String("X Rate")).Handle(serveNone)), `GET /a: "X Rate" is not a header name`),
		mistake(serving(route.Get("/a", empty).Cookie(prop.String("a;b")).Handle(serveNone)), `GET /a: "a;b" is not a cookie name`),

		// What is read and answered.
		mistake(serving(route.Post("/a", things.View(), empty).Handle(takeNone)), `POST /a: reads Thing in View mode, which is what the server answers; a request has Create or Update`),
		mistake(serving(route.Get("/a", things.Create()).Handle(serveThing)), `GET /a: answers with Thing in Create mode, which is what a client sends; an answer has View, Delete or List`),
		mistake(serving(route.Delete("/a", boxes.Delete()).Handle(func(*route.Call) (b box, _ error) { return b, nil })), `DELETE /a: collection "Box" has no members in Delete mode; mark what identifies it with Key`),
		mistake(serving(route.Post("/a", collection.New("Seen", prop.Int("n").ReadOnly()).Create(), empty).Handle(takeRecord)), `POST /a: collection "Seen" has no members in Create mode`),
		mistake(serving(route.Post("/a", nestedSeen.Create(), empty).Handle(takeRecord)), `POST /a: collection "Seen" has no members in Create mode`),
		mistake(serving(route.Post("/a", things.Create(), things.View()).Status(204).Handle(takeThing)), `POST /a: status 204 has no content; answer with collection.NoContent()`),
		mistake(serving(route.Post("/a", things.Create(), things.View()).Status(205).Handle(takeThing)), `POST /a: status 205 has no content; answer with collection.NoContent()`),
		mistake(serving(route.Get("/a", empty).Status(302).Handle(serveNone)), `GET /a: Status(302) is not from 200 to 299`),
		mistake(serving(route.Get("/a", empty).Also(404, "").Handle(serveNone)), `GET /a: Also(404) is not from 200 to 299`),
		mistake(serving(route.Get("/a", things.View()).Also(202, "").Also(202, "").Handle(serveThing)), `GET /a: status 202 is declared twice`),
		mistake(serving(route.Get("/a", things.View()).Also(200, "").Handle(serveThing)), `GET /a: status 200 is declared twice`),
		mistake(serving(route.Get("/a", empty).ResponseHeader(prop.Int("X-N"), prop.Int("x-n")).Handle(serveNone)), `GET /a: header "x-n" is sent twice`),
		mistake(serving(route.Get("/a", empty).ResponseHeader(prop.Object(boxes)).Handle(serveNone)), `GET /a: header "box" cannot be written as text; a header is a scalar or a list of scalars`),
		mistake(serving(route.Get("/a", empty).ResponseHeader(prop.Nullable(prop.Int("X-N"))).Handle(serveNone)), `GET /a: header "X-N" is nullable, but a header cannot be null`),
		mistake(serving(route.Get("/a", empty).ResponseHeader(prop.Int("X N")).Handle(serveNone)), `GET /a: "X N" is not a header name`),
		mistake(serving(route.Get("/a", empty).ResponseHeader(prop.Int("X-N").WriteOnly()).Handle(serveNone)), `GET /a: header "X-N" is WriteOnly, so that the server cannot send it`),
		mistake(serving(route.Get("/a", empty).ResponseHeader(prop.String("content-type")).Handle(serveNone)), `GET /a: header "content-type" is the library's to send`),
		mistake(readAndSent(prop.String("ETag")), `GET /a: property "ETag" is declared in two places; rename one with As`),
		mistake(serving(route.Get("/a", empty).ResponseHeader(nil, thingN).Handle(serveNone)), `GET /a: a header is nil`),
		mistake(serving(route.Get("/a", empty).Extension("order", "1").Handle(serveNone)), `GET /a: Extension("order"): the name must begin with x-`),
		mistake(serving(route.Get("/a", empty).Extension("x-order", "").Handle(serveNone)), `GET /a: Extension("x-order"): the value is not JSON text`),
		mistake(serving(route.Get("/a", empty).Use(nil).Handle(serveNone)), `GET /a: Use has a nil middleware`),
		mistake(serving(route.Get("/a", empty).Handle(serveNone).Wrap(nil)), `GET /a: Wrap has a nil middleware`),
		mistake(serving(route.Get("/a", empty).ID("get a").Handle(serveNone)), `GET /a: ID("get a") must be printable ASCII without spaces, for clients name functions after it`),
	})
}

func takeRecord(*route.Call, collection.Record) (n collection.Empty, _ error) { return n, nil }

var nestedSeen = collection.New("Outer", thingN, prop.Array(prop.Object(collection.New("Seen", prop.Int("n").ReadOnly()))))

func bothPlaces(p prop.Prop) tenon.API {
	return serving(route.Get("/a", empty).Query(p).Header(p).Handle(serveNone))
}

func readAndSent(p prop.Prop) tenon.API {
	return serving(route.Get("/a", empty).Header(p).ResponseHeader(p).Handle(serveNone))
}

func TestBuildReportsWrongProblems(t *testing.T) {
	testMistakes(t, "build_fault_route_test.go", []wrong{
		mistake(failing(render.NewProblem(200, "fine", "Fine")), `GET /a: problem "fine": status 200 is not from 400 to 599`),
		mistake(failing(render.NewProblem(404, "no such", "None")), `GET /a: problem "no such": a code is lower-case letters, digits and _, and begins with a letter`),
		mistake(failing(render.NewProblem(404, "none", "")), `GET /a: problem "none" needs a title`),
		mistake(failing(render.NewProblem(404, "none", "None").Extension("status", "1")), `GET /a: problem "none": member "status" cannot be added`),
		mistake(failing(render.NewProblem(404, "none", "None"), render.NewProblem(404, "none", "Nothing")), `GET /a: two problems are 404 none: "None" and "Nothing"`),
		mistake(failing(render.NewProblem(500, "internal_error", "Oops")), `GET /a: problem 500 internal_error is the library's own`),
		mistake(failing(render.NewProblem(404, "none", "None").Type("http://a b")), `GET /a: problem "none": the type "http://a b" is not a URI reference`),
		mistake(serving(route.Group("/g", route.Get("/a", empty).Handle(serveNone)).Fails(nil)), `Fails has a nil problem`),
		mistake(serving(route.Get("/a", empty).Fails(nil).Handle(serveNone)), `GET /a: Fails has a nil problem`),
	})
}

func failing(ps ...*render.Problem) tenon.API {
	return serving(route.Get("/a", empty).Fails(ps...).Handle(serveNone))
}

func TestBuildReportsWrongAPIs(t *testing.T) {
	through := func(h http.Handler) http.Handler { return h }
	testMistakes(t, "build_fault_route_test.go", []wrong{
		mistake(tenon.New("", "1"), `an API needs a title and a version`),
		mistake(tenon.New("Shop", ""), `an API needs a title and a version`),
		mistake(tenon.API{}.Describe("Shop"), `an API was not started by tenon.New`),
		mistake(tenon.New("Shop", "1").Server("", "Here"), `server "" is not a URL`),
		mistake(tenon.New("Shop", "1").Server("https://a b", "Here"), `server "https://a b" is not a URL`),
		mistake(tenon.New("Shop", "1").Extension("order", "1"), `Extension("order"): the name must begin with x-`),
		mistake(tenon.New("Shop", "1").Extension("x-order", "?"), `Extension("x-order"): the value is not JSON text`),
		mistake(tenon.New("Shop", "1").Tag("a", "A").Tag("a", "B"), `tag "a" is described twice`),
		mistake(tenon.New("Shop", "1").Tag("", "A"), `a tag needs a name`),
		mistake(tenon.New("Shop", "1").Use(through, nil), `Use has a nil middleware`),
		mistake(tenon.New("Shop", "1").Add(nil), `Add has a nil route`),
		mistake(tenon.New("Shop", "1").Group("/v1", nil), `Group has a nil route`),
		mistake(tenon.New("Shop", "1").Limits(route.Limits{Body: -1}), `Limits: Body is below 0`),
		mistake(tenon.New("Shop", "1").Renderer(render.Envelope("a\xff")), `Renderer: the envelope "a\xff" is not valid UTF-8`),
	})
}

// Two declarations that do not go together are reported at the second one,
// which names the first.
func TestBuildReportsTheSecondOfTwo(t *testing.T) {
	_, file, base, _ := runtime.Caller(0)
	a := func(path string) *route.ReadRoute[collection.Empty] { return route.Get(path, empty) } // base+1
	named := prop.String("name")                                                                // base+2
	shop, key := prop.Int("shop"), prop.Int("key")                                              // base+3
	first := collection.New("Part", named)                                                      // base+4
	second := collection.New("Part", key)                                                       // base+5
	derived := first.Title("Part")                                                              // base+6
	show := func(*route.Call) (r collection.Record, _ error) { return r, nil }

	at := func(n int) string { return "build_fault_route_test.go:" + strconv.Itoa(base+n) }
	tests := []struct {
		name    string
		members []route.Member
		line    int
		what    string
	}{
		{
			"one route twice",
			[]route.Member{route.Get("/a", empty).ID("x").Handle(serveNone), a("/a").ID("y").Handle(serveNone)},
			1, "GET /a is declared twice; the first is at " + at(18),
		},
		{
			"one route twice, with other names of parameters",
			[]route.Member{route.Get("/{shop}", empty).Path(shop).Handle(serveNone), a("/{key}").Path(key).Handle(serveNone)},
			1, "GET /{key} and /{shop} at " + at(23) + " match the same paths",
		},
		{
			"one path with two names of parameters",
			[]route.Member{route.Delete("/{shop}", empty).Path(shop).Handle(serveNone), a("/{key}").Path(key).Handle(serveNone)},
			1, "/{key} and /{shop} at " + at(28) + " are one path to OpenAPI; name their parameters alike",
		},
		{
			"overlapping routes",
			[]route.Member{route.Get("/{shop}/new", empty).Path(shop).Handle(serveNone), a("/old/{key}").Path(key).Handle(serveNone)},
			1, "GET /old/{key} and /{shop}/new at " + at(33) + " both match some paths, like /old/new, and neither is more specific",
		},
		{
			"one operation ID",
			[]route.Member{route.Get("/b", empty).ID("list").Handle(serveNone), a("/a").ID("list").Handle(serveNone)},
			1, `GET /a: operation ID "list" is taken by GET /b at ` + at(38) + "; set another with ID",
		},
		{
			"one operation ID that no one chose",
			[]route.Member{route.Get("/a-b", empty).Handle(serveNone), a("/a/b").Handle(serveNone)},
			1, `GET /a/b: operation ID "getAB" is taken by GET /a-b at ` + at(43) + "; set another with ID",
		},
		{
			"two collections of one name",
			[]route.Member{route.Get("/a", first.View()).Handle(show), route.Get("/b", second.View()).Handle(show)},
			5, `collection "Part": another at ` + at(4) + " has this name; rename one with As",
		},
		{
			"a derived collection beside its origin",
			[]route.Member{route.Get("/a", first.View()).Handle(show), route.Get("/b", derived.View()).Handle(show)},
			6, `collection "Part": another at ` + at(4) + " has this name; rename one with As",
		},
		{
			"two collections of one function",
			[]route.Member{route.Get("/a", pageOf(first).View()).Handle(show), route.Get("/b", pageOf(second.As("Second")).View()).Handle(show)},
			pageLine - base, `collection "Page": another at build_fault_route_test.go:` + strconv.Itoa(pageLine) + " has this name; rename one with As",
		},
		{
			"two members of one name",
			[]route.Member{route.Get("/a", collection.New("Two", named, key.As("name")).View()).Handle(show)},
			63, `collection "Two": two members are named "name"; the first is at ` + at(2),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := serving(test.members...).Build()
			compareFaults(t, err, []tenon.Fault{{File: file, Line: base + test.line, Message: test.what}})
		})
	}
}

// pageOf makes two collections under one name, on one line.
func pageOf(c *collection.Collection[collection.Record]) *collection.Collection[collection.Record] {
	return collection.New("Page", c.Array("items"))
}

var pageLine = lineHere() - 3
