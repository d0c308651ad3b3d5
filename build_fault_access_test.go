package tenon_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// strongroom is a store that shows and deletes things.
type strongroom struct{}

func (strongroom) List(context.Context, paginate.Query) (r paginate.Result[thing], _ error) {
	return r, nil
}
func (strongroom) View(_ context.Context, id string) (thing, error) { return thing{ID: id}, nil }
func (strongroom) Create(_ context.Context, t thing) (thing, error) { return t, nil }
func (strongroom) Delete(_ context.Context, id string, unchanged func(*thing) error) (thing, error) {
	t := thing{ID: id}
	return t, unchanged(&t)
}

func opened(p string) *route.ReadRoute[collection.Empty] { return route.Get(p, empty) }

func onePage(*route.Call, paginate.Query) (r paginate.Result[thing], _ error) { return r, nil }

var (
	closed    = authz.Policy("closed", func(context.Context, authn.Identity) bool { return false })
	everyone  = func(context.Context, authn.Identity, *thing) error { return nil }
	guardable = route.Resource("/t", things, thingID, strongroom{})
	archive   = route.Post("/t/{id}/archive", things.Create(), empty).Path(thingID).Handle(takeNone)
	shadow    = route.Get("/t/{id}", things.View()).Path(thingID).Handle(serveThing)
)

const (
	bothSaid    = "Public lets everybody call, and Requires does not: say one of them"
	rulesSaid   = "Public lets everybody call, and Scopes and Authorize do not: say one of them"
	twiceSaid   = "Requires is said twice; say authn.AllOf or authn.AnyOf of both"
	scopeAsked  = `is Public, and asks for the scope "s"`
	unheard     = "With: the guard of the resource is not asked for this route; add it with Unguarded, and say there who may call it"
	guestsAlike = "guests of a Public route are not told apart, and would get the answers of one another; say with IdempotencyScope what stands for a client"
)

// What would let in more than it seems to is a fault: beside one another in every order,
// said twice, empty, and at every place.
func TestDeclarationsThatWouldFailOpenAreFaults(t *testing.T) {
	api := tenon.New("Test", "1").Authenticate(bearer, apiKey)
	in := func(members ...route.Member) tenon.API { return api.Add(members...) }
	var none []authz.Rule
	var noLimits []route.RateLimit
	var noScopes []string
	testMistakes(t, "build_fault_access_test.go", []wrong{
		// A route.
		mistake(in(opened("/a").Public().Requires(bearer).Handle(serveNone)), "GET /a: "+bothSaid),
		mistake(in(opened("/a").Requires(bearer).Public().Handle(serveNone)), "GET /a: "+bothSaid),
		mistake(in(opened("/a").Requires(bearer).Requires(apiKey).Handle(serveNone)), "GET /a: "+twiceSaid),
		mistake(in(opened("/a").Public().Scopes("s").Handle(serveNone)), "GET /a: "+scopeAsked),
		mistake(in(opened("/a").Scopes("s").Public().Handle(serveNone)), "GET /a: "+scopeAsked),
		mistake(in(opened("/a").Public().Authorize(closed).Handle(serveNone)), `GET /a: is Public, and asks for the policy "closed"`),
		mistake(in(opened("/a").Authorize(closed).Public().Handle(serveNone)), `GET /a: is Public, and asks for the policy "closed"`),
		mistake(in(opened("/a").Authorize().Handle(serveNone)), "GET /a: Authorize has no rule"),
		mistake(in(opened("/a").Authorize(none...).Handle(serveNone)), "GET /a: Authorize has no rule"),
		mistake(in(opened("/a").Authorize(authz.Rule{}).Handle(serveNone)), "GET /a: Authorize has a rule that asks for nothing"),
		mistake(in(opened("/a").Authorize(closed, authz.Rule{}.And()).Handle(serveNone)), "GET /a: Authorize has a rule that asks for nothing"),
		mistake(in(opened("/a").Scopes(noScopes...).Handle(serveNone)), "GET /a: Scopes names nothing"),
		mistake(in(opened("/a").Throttle(noLimits...).Handle(serveNone)), "GET /a: Throttle has no limit"),
		mistake(in(opened("/a").Requires(authn.AllOf()).Handle(serveNone)), "GET /a: AllOf asks for nothing"),
		mistake(in(opened("/a").Requires(authn.AnyOf()).Handle(serveNone)), "GET /a: AnyOf asks for nothing"),
		mistake(in(opened("/a").AuthorizeInput(nil).Handle(serveNone)), "GET /a: AuthorizeInput(nil): the function is nil"),

		// A group, alone and around a route.
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Public().Requires(bearer)), bothSaid),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Requires(bearer).Public()), bothSaid),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Requires(bearer).Requires(apiKey)), twiceSaid),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Public().Scopes("s")), rulesSaid),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Scopes("s").Public()), rulesSaid),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Public().Authorize(closed)), rulesSaid),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Authorize(closed).Public()), rulesSaid),
		mistake(in(route.Group("").Public().Requires(bearer)), bothSaid),
		mistake(in(route.Group("", opened("/a").Public().Handle(serveNone)).Scopes("s")), "GET /a: "+scopeAsked),
		mistake(in(route.Group("", opened("/a").Scopes("s").Handle(serveNone)).Public()), "GET /a: "+scopeAsked),
		mistake(in(route.Group("", route.Group("", opened("/a").Handle(serveNone)).Public()).Scopes("s")), "GET /a: "+scopeAsked),
		mistake(in(route.Group("", route.Group("", opened("/a").Handle(serveNone)).Scopes("s")).Public()), "GET /a: "+scopeAsked),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Authorize()), "Authorize has no rule"),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Authorize(authz.Rule{})), "Authorize has a rule that asks for nothing"),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Scopes()), "GET /a: Scopes names nothing"),
		mistake(in(route.Group("", opened("/a").Handle(serveNone)).Throttle()), "Throttle has no limit"),

		// A resource.
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).Requires(bearer).Requires(apiKey)), twiceSaid),
		mistake(in(route.Group("", route.Resource("/t", things, thingID, strongroom{}).Only(route.OpView).Scopes("s")).Public()), "GET /t/{id}: "+scopeAsked),
		mistake(in(route.Group("", route.Resource("/t", things, thingID, strongroom{}).Only(route.OpView).ReadScopes("s")).Public()), "GET /t/{id}: "+scopeAsked),
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).Only(route.OpView).ReadScopes()), "GET /t/{id}: Scopes names nothing"),
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).Only(route.OpCreate).WriteScopes("")), `POST /t: Scopes(""): a scope is printable ASCII without spaces, " and \`),
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).Authorize()), "Authorize has no rule"),
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).Throttle()), "Throttle has no limit"),
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).AuthorizeEntity(nil)), "AuthorizeEntity(nil): the function is nil"),
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).Only(0)), "Only leaves no operation"),
		mistake(in(route.Resource("/t", things, thingID, strongroom{}).Only(route.OpView).Only(route.OpList)), "Only leaves no operation"),
		mistake(in(guardable.AuthorizeEntity(everyone).With(archive)), "POST /t/{id}/archive: "+unheard),
		mistake(in(guardable.With(archive).AuthorizeEntity(everyone)), "POST /t/{id}/archive: "+unheard),
		mistake(in(guardable.AuthorizeEntity(everyone).With(shadow)), "GET /t/{id}: "+unheard),
		mistake(in(guardable.AuthorizeEntity(everyone).Unguarded(archive).With(shadow)), "GET /t/{id}: "+unheard),
		mistake(in(guardable.AuthorizeEntity(everyone).Unguarded(nil)), "Unguarded has a nil route"),

		// An API.
		mistake(tenon.New("Test", "1").Authenticate().Add(opened("/a").Handle(serveNone)), "Authenticate has no scheme: every route would be open to all"),
		mistake(tenon.New("Test", "1").Authenticate([]authn.Scheme{}...), "Authenticate has no scheme: every route would be open to all"),
		mistake(in(opened("/a").Handle(serveNone)).Authenticate(), "Authenticate has no scheme: every route would be open to all"),
		mistake(in(opened("/a").Handle(serveNone)).Authorize(), "Authorize has no rule"),
		mistake(in(opened("/a").Handle(serveNone)).Authorize(authz.Rule{}), "Authorize has a rule that asks for nothing"),
		mistake(in(opened("/a").Handle(serveNone)).Throttle(), "Throttle has no limit"),

		// Members.
		mistake(making(thingsOf(collection.AtFunc(prop.Int("n"), thingNAt).Except())), `collection "A": Except names no mode`),
		mistake(making(thingsOf(collection.AtFunc(prop.Int("n"), thingNAt).Except(collection.View).Only(collection.View))), `collection "A": member "n" is left in no mode`),
		mistake(making(thingsOf(collection.AtFunc(prop.Int("n").Default(1), thingNAt).VisibleTo("s").VisibleTo("t"))).Authenticate(bearer), `collection "A": VisibleTo is said twice; name all scopes, any of which is enough, at once`),

		// A client that is nobody.
		mistake(in(route.Post("/a", things.Create(), empty).Public().Idempotent(time.Hour, ledger).Handle(takeNone)), "POST /a: "+guestsAlike),
		mistake(in(route.Group("", route.Post("/a", things.Create(), empty).Idempotent(time.Hour, ledger).Handle(takeNone)).Public()), "POST /a: "+guestsAlike),
		mistake(in(route.Post("/a", things.Create(), empty).IdempotencyScope(func(*http.Request) string { return "" }).Handle(takeNone)), "POST /a: IdempotencyScope needs a store; say Idempotent"),

		// A path.
		mistake(serving(route.Group("/v1", route.Get("books", empty).Handle(serveNone))), `GET /v1/books: the path "books" must start with /`),
		mistake(tenon.New("Test", "1").Group("/v1", route.Get("books", empty).Handle(serveNone)), `GET /v1/books: the path "books" must start with /`),
		mistake(serving(route.Group("/v1", route.Group("books", route.Get("/x", empty).Handle(serveNone)))), `GET /v1/books/x: the path "books/x" must start with /`),
		mistake(serving(route.Group("/v1", route.Group("", route.Get("books", empty).Handle(serveNone)))), `GET /v1/books: the path "books" must start with /`),
		mistake(serving(route.Group("", route.Get("books", empty).Handle(serveNone))), "GET books: the path: must start with /"),
		mistake(serving(route.Group("v1", route.Get("/books", empty).Handle(serveNone))), "GET v1/books: the path: must start with /"),
		mistake(serving(route.Group("/v1/", route.Get("/books", empty).Handle(serveNone))), `GET /v1//books: the path: empty segment "//"`),

		// An order of what is not there.
		mistake(serving(route.List("/a", things.List(), paginate.ByPage()).Sorting(prop.Int("size")).Handle(onePage)), `GET /a: property "size" is not a member of collection "Thing", so that nothing can be sorted by it`),
		mistake(serving(route.List("/a", things.List(), paginate.ByOffset()).DefaultOrder(paginate.Desc(prop.Int("size"))).Handle(onePage)), `GET /a: property "size" is not a member of collection "Thing", so that nothing can be sorted by it`),
		mistake(serving(route.List("/a", things.List(), paginate.ByPage()).Tiebreaker(prop.Int("n")).Handle(onePage)), `GET /a: property "n" is not a member of collection "Thing", so that nothing can be sorted by it; another property named "n", declared at build_fault_test.go:76, is`),
	})
}

// The modes of a member must leave it a purpose.
func TestModesThatDoNotCohereAreFaults(t *testing.T) {
	taken := collection.AtFunc(prop.String("taken"), thingIDAt)
	const unseen = `collection "A": member "n" is sent by clients, and no answer shows it; if that is meant, say WriteOnly of its property`
	const listed = `collection "A": member "n" is listed, and not viewed; if the server makes it for lists, say ReadOnly of its property, or Computed`
	testMistakes(t, "build_fault_access_test.go", []wrong{
		mistake(making(thingsOf(taken, collection.AtFunc(prop.Int("n"), thingNAt).Only(collection.Create))), unseen),
		mistake(making(thingsOf(taken, collection.AtFunc(prop.Int("n"), thingNAt).Only(collection.Update))), unseen),
		mistake(making(thingsOf(taken, collection.AtFunc(prop.Int("n"), thingNAt).Only(collection.Create, collection.Update))), unseen),
		mistake(making(thingsOf(taken, collection.AtFunc(prop.Int("n"), thingNAt).Except(collection.View, collection.List, collection.Delete))), unseen),
		mistake(making(thingsOf(taken, collection.AtFunc(prop.Int("n"), thingNAt).Only(collection.List))), listed),
		mistake(making(thingsOf(taken, collection.AtFunc(prop.Int("n"), thingNAt).Except(collection.View))), listed),
		mistake(making(thingsOf(taken, collection.AtFunc(prop.Int("n"), thingNAt).Key().Only(collection.Create, collection.List))), listed),
	})
	n := prop.Int("n")
	for name, f := range map[string]collection.Field{
		"everywhere":                        collection.AtFunc(n, thingNAt),
		"write-only":                        collection.AtFunc(n.WriteOnly(), thingNAt),
		"write-only, on creation":           collection.AtFunc(n.WriteOnly(), thingNAt).Only(collection.Create),
		"write-only, on updates":            collection.AtFunc(n.WriteOnly(), thingNAt).Only(collection.Update),
		"read-only":                         collection.AtFunc(n.ReadOnly(), thingNAt),
		"the server's, in lists":            collection.AtFunc(n.ReadOnly(), thingNAt).Only(collection.List),
		"computed, in lists":                collection.Computed(n, func(*thing) int { return 1 }).Only(collection.List),
		"computed, viewed":                  collection.Computed(n, func(*thing) int { return 1 }).Only(collection.View),
		"begun by the server":               collection.AtFunc(n, thingNAt).Except(collection.Create),
		"never changed":                     collection.AtFunc(n, thingNAt).Except(collection.Update),
		"too much for lists":                collection.AtFunc(n, thingNAt).Except(collection.List),
		"shown only":                        collection.AtFunc(n, thingNAt).Only(collection.View, collection.List),
		"viewed only":                       collection.AtFunc(n, thingNAt).Only(collection.View),
		"shown of what is gone":             collection.AtFunc(n, thingNAt).Only(collection.Delete),
		"created, and told when it is gone": collection.AtFunc(n, thingNAt).Only(collection.Create, collection.Delete),
	} {
		if _, err := making(thingsOf(collection.AtFunc(thingID.As("key"), thingIDAt).Key(), collection.AtFunc(prop.String("sent"), thingIDAt), f)).Build(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
