package faults_test

import (
	"net/http"
	"runtime"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func TestBuildReportsRoutes(t *testing.T) {
	kit.CheckFaults(t,
		// Routes that are not whole.
		kit.Faulty(kit.API(route.Get("/a", kit.Empty)), `GET /a: there is no handler; end with Handle`),
		kit.Faulty(kit.API(route.Post("/a", collection.NoContent(), kit.Empty).IgnoreUnknownMembers().Handle(func(*route.Call, collection.Empty) (collection.Empty, error) { return collection.Empty{}, nil })), `POST /a: IgnoreUnknownMembers: requests have no members`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Handle(nil)), `GET /a: Handle(nil): the function is nil`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).Handle(nil)), `POST /a: Handle(nil): the function is nil`),
		kit.Faulty(kit.API(new(route.Route).Summary("A")), `a route was not created by a function such as route.Get`),
		kit.Faulty(kit.API(route.Get("/a", &collection.Body[kit.Thing]{}).Handle(kit.ServeThing)), `GET /a: answers with no body; use collection.NoContent()`),
		kit.Faulty(kit.API(route.Post("/a", &collection.Body[kit.Thing]{}, kit.Empty).Handle(kit.TakeEmpty)), `POST /a: reads no body; use collection.NoContent()`),

		// Paths.
		kit.Faulty(kit.API(route.Get("a", kit.Empty).Handle(kit.ServeEmpty)), `GET a: the path: must start with /`),
		kit.Faulty(kit.API(route.Get("", kit.Empty).Handle(kit.ServeEmpty)), `GET : the path: must start with /`),
		kit.Faulty(kit.API(route.Get("/a//b", kit.Empty).Handle(kit.ServeEmpty)), `GET /a//b: the path: empty segment "//"`),
		kit.Faulty(kit.API(route.Get("/a/{id}{n}", kit.Empty).Path(kit.ThingID).Handle(kit.ServeEmpty)), `GET /a/{id}{n}: the path: segment {id}{n} has two parameters without text between them`),
		kit.Faulty(kit.API(route.Get("/{id}/{id}", kit.Empty).Path(kit.ThingID).Handle(kit.ServeEmpty)), `GET /{id}/{id}: the path: two parameters are named "id"`),
		kit.Faulty(kit.API(route.Get("/ä", kit.Empty).Handle(kit.ServeEmpty)), `GET /ä: the path: 'ä' must be percent-encoded in segment "ä"`),
		kit.Faulty(kit.API(route.Get("/a/{id}", kit.Empty).Handle(kit.ServeEmpty)), `GET /a/{id}: {id} has no property; declare it with Path`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Path(prop.Int("id")).Handle(kit.ServeEmpty)), `GET /a: property "id" is not in the path; write {id} there`),
		kit.Faulty(kit.API(route.Get("/a/{id}", kit.Empty).Path(prop.Int("id").Optional()).Handle(kit.ServeEmpty)), `GET /a/{id}: path parameter "id" cannot be optional or have a default`),
		kit.Faulty(kit.API(route.Get("/a/{id}", kit.Empty).Path(prop.Int("id").Default(1)).Handle(kit.ServeEmpty)), `GET /a/{id}: path parameter "id" cannot be optional or have a default`),
		kit.Faulty(kit.API(route.Group("/{id}", route.Get("/a", kit.Empty).Handle(kit.ServeEmpty))), `GET /{id}/a: {id} has no property; declare it with Path`),

		// Parameters.
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Query(prop.Int("n"), prop.String("n")).Handle(kit.ServeEmpty)), `GET /a: query parameter "n" is declared twice`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(prop.Int("X-N"), prop.String("x-n")).Handle(kit.ServeEmpty)), `GET /a: header parameter "x-n" is declared twice`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Query(prop.Int("")).Handle(kit.ServeEmpty)), `GET /a: a query parameter needs a name`),
		kit.Faulty(bothPlaces(prop.Int("n")), `GET /a: property "n" is declared in two places; rename one with As`),
		kit.Faulty(kit.APIWithQuery(prop.Object(kit.Boxes)), `GET /asking: object "box" can be a parameter only in a query, as DeepObject`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(prop.Object(kit.Boxes)).Handle(kit.ServeEmpty)), `GET /a: object "box" can be a parameter only in a query, as DeepObject`),
		kit.Faulty(kit.APIWithQuery(route.DeepObject(prop.Int("n"))), `GET /asking: DeepObject is for an object or a list in a query, which "n" is not`),
		kit.Faulty(kit.APIWithQuery(route.CSV(prop.Int("n"))), `GET /asking: CSV is for a list in a query, which "n" is not`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(route.CSV(prop.Array(prop.Int("n")))).Handle(kit.ServeEmpty)), `GET /a: CSV is for a list in a query, which "n" is not`),
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Object(kit.Boxes))), `GET /asking: query parameter "box" cannot be written as text; a parameter is a scalar, a list of scalars, a union of these or an object of scalars, or needs route.DeepObject or route.AsJSON`),
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Array(prop.Int("n")))), `GET /asking: query parameter "n" cannot be written as text; a parameter is a scalar, a list of scalars, a union of these or an object of scalars, or needs route.DeepObject or route.AsJSON`),
		kit.Faulty(kit.APIWithQuery(prop.Map(prop.Int("n"))), `GET /asking: query parameter "n" cannot be written as text; a parameter is a scalar, a list of scalars, a union of these or an object of scalars, or needs route.DeepObject or route.AsJSON`),
		kit.Faulty(kit.APIWithQuery(prop.Nullable(prop.Int("n"))), `GET /asking: query parameter "n" is nullable, but a parameter cannot be null`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").ReadOnly()), `GET /asking: query parameter "n" is ReadOnly, so that no client can send it`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Query(route.DeepObject(prop.Object(kit.Boxes)), prop.Int("box[w]")).Handle(kit.ServeEmpty)), `GET /a: query parameter "box[w]" is a member of DeepObject "box" too`),
		kit.Faulty(kit.API(route.Get("/a/{n}", kit.Empty).Path(prop.Int("n").Min(2).Max(1)).Handle(kit.ServeEmpty)), `property "n": Max(1) is below Min(2)`),
		kit.Faulty(kit.API(route.Group("/g", route.Get("/a", kit.Empty).Handle(kit.ServeEmpty)).Query(nil, kit.ThingN)), `a query parameter is nil`),
		kit.Faulty(kit.API(route.Group("/g", route.Get("/a", kit.Empty).Handle(kit.ServeEmpty)).Use(nil)), `Use has a nil middleware`),
		kit.Faulty(kit.API(route.Group("/g", route.Get("/a", kit.Empty).Handle(kit.ServeEmpty)).Wrap(nil)), `Wrap has a nil middleware`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Query(nil, kit.ThingN).Handle(kit.ServeEmpty)), `GET /a: a query parameter is nil`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(prop.String("Accept")).Handle(kit.ServeEmpty)), `GET /a: header "Accept" cannot be a parameter: OpenAPI describes it elsewhere`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(prop.String("authorization")).Handle(kit.ServeEmpty)), `GET /a: header "authorization" cannot be a parameter: OpenAPI describes it elsewhere`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(prop.String("Cookie")).Handle(kit.ServeEmpty)), `GET /a: header "Cookie" cannot be a parameter: declare cookies with Cookie`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(prop.String("Host")).Handle(kit.ServeEmpty)), `GET /a: header "Host" cannot be a parameter: net/http keeps it from handlers`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Header(prop.String("X Rate")).Handle(kit.ServeEmpty)), `GET /a: "X Rate" is not a header name`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Cookie(prop.String("a;b")).Handle(kit.ServeEmpty)), `GET /a: "a;b" is not a cookie name`),

		// Bodies.
		kit.Faulty(kit.API(route.Post("/a", kit.Things.View(), kit.Empty).Handle(kit.TakeEmpty)), `POST /a: reads Thing in View mode, which is what the server answers; a request has Create or Update`),
		kit.Faulty(kit.API(route.Get("/a", kit.Things.Create()).Handle(kit.ServeThing)), `GET /a: answers with Thing in Create mode, which is what a client sends; an answer has View, Delete or List`),
		kit.Faulty(kit.API(route.Delete("/a", kit.Boxes.Delete()).Handle(func(*route.Call) (b kit.Box, _ error) { return b, nil })), `DELETE /a: collection "Box" has no members in Delete mode; mark what identifies it with Key`),
		kit.Faulty(kit.API(route.Post("/a", collection.New("Seen", prop.Int("n").ReadOnly()).Create(), kit.Empty).Handle(takeRecord)), `POST /a: collection "Seen" has no members in Create mode`),
		kit.Faulty(kit.API(route.Post("/a", nestedSeen.Create(), kit.Empty).Handle(takeRecord)), `POST /a: collection "Seen" has no members in Create mode`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Things.View()).Status(204).Handle(kit.TakeThing)), `POST /a: status 204 has no content; respond with collection.NoContent()`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Things.View()).Status(205).Handle(kit.TakeThing)), `POST /a: status 205 has no content; respond with collection.NoContent()`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Status(302).Handle(kit.ServeEmpty)), `GET /a: Status(302) is not from 200 to 299`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Also(404, "").Handle(kit.ServeEmpty)), `GET /a: Also(404) is not from 200 to 299, or 304`),
		kit.Faulty(kit.API(route.Get("/a", kit.Things.View()).Also(202, "").Also(202, "").Handle(kit.ServeThing)), `GET /a: status 202 is declared twice`),
		kit.Faulty(kit.API(route.Get("/a", kit.Things.View()).Also(200, "").Handle(kit.ServeThing)), `GET /a: status 200 is declared twice`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ResponseHeader(prop.Int("X-N"), prop.Int("x-n")).Handle(kit.ServeEmpty)), `GET /a: header "x-n" is sent twice`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ResponseHeader(prop.Object(kit.Boxes)).Handle(kit.ServeEmpty)), `GET /a: header "box" cannot be written as text; a header is a scalar, a union of scalars or a list of scalars`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ResponseHeader(prop.Nullable(prop.Int("X-N"))).Handle(kit.ServeEmpty)), `GET /a: header "X-N" is nullable, but a header cannot be null`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ResponseHeader(prop.Int("X N")).Handle(kit.ServeEmpty)), `GET /a: "X N" is not a header name`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ResponseHeader(prop.Int("X-N").WriteOnly()).Handle(kit.ServeEmpty)), `GET /a: header "X-N" is WriteOnly, so that the server cannot send it`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ResponseHeader(prop.String("content-type")).Handle(kit.ServeEmpty)), `GET /a: header "content-type" is reserved: the library sends it`),
		kit.Faulty(readAndSent(prop.String("ETag")), `GET /a: property "ETag" is declared in two places; rename one with As`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ResponseHeader(nil, kit.ThingN).Handle(kit.ServeEmpty)), `GET /a: a header is nil`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Docs(meta.Extension("order", "1")).Handle(kit.ServeEmpty)), `GET /a: Extension("order"): the name must begin with x-`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Docs(meta.Extension("x-order", "")).Handle(kit.ServeEmpty)), `GET /a: Extension("x-order"): the value is not valid JSON`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Use(nil).Handle(kit.ServeEmpty)), `GET /a: Use has a nil middleware`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Handle(kit.ServeEmpty).Wrap(nil)), `GET /a: Wrap has a nil middleware`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).ID("get a").Handle(kit.ServeEmpty)), `GET /a: ID("get a") must be printable ASCII without spaces, for clients name functions after it`),
	)
}

func takeRecord(*route.Call, collection.Record) (n collection.Empty, _ error) { return n, nil }

var nestedSeen = collection.New("Outer", kit.ThingN, prop.Array(prop.Object(collection.New("Seen", prop.Int("n").ReadOnly()))))

func bothPlaces(p prop.Prop) tenon.API {
	return kit.API(route.Get("/a", kit.Empty).Query(p).Header(p).Handle(kit.ServeEmpty))
}

func readAndSent(p prop.Prop) tenon.API {
	return kit.API(route.Get("/a", kit.Empty).Header(p).ResponseHeader(p).Handle(kit.ServeEmpty))
}

func TestBuildReportsProblems(t *testing.T) {
	kit.CheckFaults(t,
		kit.Faulty(failing(render.NewProblem(200, "fine", "Fine")), `GET /a: problem "fine": status 200 is not from 400 to 599`),
		kit.Faulty(failing(render.NewProblem(404, "no such", "None")), `GET /a: problem "no such": a code must consist of letters, digits and _, and begin with a letter`),
		kit.Faulty(failing(render.NewProblem(404, "none", "")), `GET /a: problem "none" needs a title`),
		kit.Faulty(failing(render.NewProblem(404, "none", "None").Extension("status", "1")), `GET /a: problem "none": member "status" cannot be added`),
		kit.Faulty(failing(render.NewProblem(404, "none", "None"), render.NewProblem(404, "none", "Nothing")), `GET /a: two problems are 404 none: "None" and "Nothing"`),
		kit.Faulty(failing(render.NewProblem(500, "internal_error", "Oops")), `GET /a: problem 500 internal_error is reserved for the library`),
		kit.Faulty(failing(render.NewProblem(404, "none", "None").Type("http://a b")), `GET /a: problem "none": the type "http://a b" is not a URI reference`),
		kit.Faulty(kit.API(route.Group("/g", route.Get("/a", kit.Empty).Handle(kit.ServeEmpty)).Fails(nil)), `Fails has a nil problem`),
		kit.Faulty(kit.API(route.Get("/a", kit.Empty).Fails(nil).Handle(kit.ServeEmpty)), `GET /a: Fails has a nil problem`),
	)
}

func failing(ps ...*render.Problem) tenon.API {
	return kit.API(route.Get("/a", kit.Empty).Fails(ps...).Handle(kit.ServeEmpty))
}

func TestBuildReportsAPIs(t *testing.T) {
	through := func(h http.Handler) http.Handler { return h }
	kit.CheckFaults(t,
		kit.Faulty(tenon.New("", "1").Add(route.Health("/health")), `an API needs a title and a version`),
		kit.Faulty(tenon.New("Shop", "").Add(route.Health("/health")), `an API needs a title and a version`),
		kit.Faulty(tenon.API{}.Describe("Shop").Add(route.Health("/health")), `an API was not created by tenon.New`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Server("", "Here"), `server "" is not a URL`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Server("https://a b", "Here"), `server "https://a b" is not a URL`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Docs(meta.Extension("order", "1")), `Extension("order"): the name must begin with x-`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Docs(meta.Extension("x-order", "?")), `Extension("x-order"): the value is not valid JSON`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Tag("a", "A").Tag("a", "B"), `tag "a" is described twice`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Tag("", "A"), `a tag needs a name`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Use(through, nil), `Use has a nil middleware`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Add(nil), `Add has a nil route`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Group("/v1", nil), `Group has a nil route`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Limits(route.Limits{Body: -1}), `Limits: Body is below 0`),
		kit.Faulty(tenon.New("Shop", "1").Add(route.Health("/health")).Renderer(render.Envelope("a\xff")), `Renderer: the envelope "a\xff" is not valid UTF-8`),
	)
}

// Of two declarations that contradict each other, the second one is reported, and names the
// first.
func TestBuildReportsTheSecondOfTwo(t *testing.T) {
	_, file, base, _ := runtime.Caller(0)
	a := func(path string) *route.ReadRoute[collection.Empty] { return route.Get(path, kit.Empty) } // base+1
	named := prop.String("name")                                                                    // base+2
	shop, key := prop.Int("shop"), prop.Int("key")                                                  // base+3
	first := collection.New("Part", named)                                                          // base+4
	second := collection.New("Part", key)                                                           // base+5
	derived := first.Title("Part")                                                                  // base+6
	show := func(*route.Call) (r collection.Record, _ error) { return r, nil }

	at := func(n int) string { return "route_test.go:" + strconv.Itoa(base+n) }
	tests := []struct {
		name    string
		members []route.Member
		line    int
		what    string
	}{
		{
			"one route twice",
			[]route.Member{route.Get("/a", kit.Empty).ID("x").Handle(kit.ServeEmpty), a("/a").ID("y").Handle(kit.ServeEmpty)},
			1, "GET /a is declared twice; the first is at " + at(18),
		},
		{
			"one route twice, with other names of parameters",
			[]route.Member{route.Get("/{shop}", kit.Empty).Path(shop).Handle(kit.ServeEmpty), a("/{key}").Path(key).Handle(kit.ServeEmpty)},
			1, "GET /{key} and /{shop} at " + at(23) + " match the same paths",
		},
		{
			"one path with two names of parameters",
			[]route.Member{route.Delete("/{shop}", kit.Empty).Path(shop).Handle(kit.ServeEmpty), a("/{key}").Path(key).Handle(kit.ServeEmpty)},
			1, "/{key} and /{shop} at " + at(28) + " are one path to OpenAPI; name their parameters alike",
		},
		{
			"overlapping routes",
			[]route.Member{route.Get("/{shop}.new", kit.Empty).Path(shop).Handle(kit.ServeEmpty), a("/old{key}").Path(key).Handle(kit.ServeEmpty)},
			1, "GET /old{key} and /{shop}.new at " + at(33) + " both match some paths, like /oldxx.new, and neither is more specific",
		},
		{
			"one operation ID",
			[]route.Member{route.Get("/b", kit.Empty).ID("list").Handle(kit.ServeEmpty), a("/a").ID("list").Handle(kit.ServeEmpty)},
			1, `GET /a: operation ID "list" is taken by GET /b at ` + at(38) + "; set another with ID",
		},
		{
			"one operation ID that no one chose",
			[]route.Member{route.Get("/a-b", kit.Empty).Handle(kit.ServeEmpty), a("/a/b").Handle(kit.ServeEmpty)},
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
			pageLine - base, `collection "Page": another at route_test.go:` + strconv.Itoa(pageLine) + " has this name; rename one with As",
		},
		{
			"two members of one name",
			[]route.Member{route.Get("/a", collection.New("Two", named, key.As("name")).View()).Handle(show)},
			63, `collection "Two": two members are named "name"; the first is at ` + at(2),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := kit.API(test.members...).Build()
			compareFaults(t, err, []tenon.Fault{{File: file, Line: base + test.line, Message: test.what}})
		})
	}
}

// pageOf returns collections with one name, declared on one line.
func pageOf(c *collection.Collection[collection.Record]) *collection.Collection[collection.Record] {
	return collection.New("Page", c.Array("items"))
}

var pageLine = kit.Line() - 3
