package access_test

import (
	"context"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// thingStore is a store that lists, shows, creates and deletes things.
type thingStore struct{}

func (thingStore) List(context.Context, paginate.Query) (r paginate.Result[kit.Thing], _ error) {
	return r, nil
}
func (thingStore) View(_ context.Context, id string) (kit.Thing, error) {
	return kit.Thing{ID: id}, nil
}
func (thingStore) Create(_ context.Context, t kit.Thing) (kit.Thing, error) { return t, nil }
func (thingStore) Delete(_ context.Context, id string, unchanged func(*kit.Thing) error) (kit.Thing, error) {
	t := kit.Thing{ID: id}
	return t, unchanged(&t)
}

func opened(p string) *route.ReadRoute[collection.Empty] { return route.Get(p, kit.Empty) }

func onePage(*route.Call, paginate.Query) (r paginate.Result[kit.Thing], _ error) { return r, nil }

var (
	closed    = authz.Policy("closed", func(context.Context, authn.Identity) bool { return false })
	everyone  = func(context.Context, authn.Identity, *kit.Thing) error { return nil }
	guardable = route.Resource("/t", kit.Things, kit.ThingID, thingStore{})
	archive   = route.Post("/t/{id}/archive", kit.Things.Create(), kit.Empty).Path(kit.ThingID).Handle(kit.TakeEmpty)
	shadow    = route.Get("/t/{id}", kit.Things.View()).Path(kit.ThingID).Handle(kit.ServeThing)
)

const (
	bothSaid    = "Public and Requires contradict each other; use one of them"
	rulesSaid   = "Public contradicts Scopes and Authorize; use one of them"
	twiceSaid   = "Requires is set twice; use authn.AllOf or authn.AnyOf"
	scopeAsked  = `is Public, but requires the scope "s"`
	unheard     = "With: AuthorizeEntity is not called for this route; add it with Unguarded, and authorize its callers there"
	guestsAlike = "guests of a Public route cannot be distinguished, and would get each other's responses; identify clients with IdempotencyScope"
)

// Declarations that admit more callers than they seem to are faults: contradictions,
// repetitions and empty lists, in every order, on routes, groups, resources and the API.
func TestDeclarationsThatWouldFailOpenAreFaults(t *testing.T) {
	api := tenon.New("Test", "1").Authenticate(kit.Bearer, kit.APIKey)
	in := func(members ...route.Member) tenon.API { return api.Add(members...) }
	var none []authz.Rule
	var noLimits []route.RateLimit
	var noScopes []string
	kit.CheckFaults(t,
		// A route.
		kit.Faulty(in(opened("/a").Public().Requires(kit.Bearer).Handle(kit.ServeEmpty)), "GET /a: "+bothSaid),
		kit.Faulty(in(opened("/a").Requires(kit.Bearer).Public().Handle(kit.ServeEmpty)), "GET /a: "+bothSaid),
		kit.Faulty(in(opened("/a").Requires(kit.Bearer).Requires(kit.APIKey).Handle(kit.ServeEmpty)), "GET /a: "+twiceSaid),
		kit.Faulty(in(opened("/a").Public().Scopes("s").Handle(kit.ServeEmpty)), "GET /a: "+scopeAsked),
		kit.Faulty(in(opened("/a").Scopes("s").Public().Handle(kit.ServeEmpty)), "GET /a: "+scopeAsked),
		kit.Faulty(in(opened("/a").Public().Authorize(closed).Handle(kit.ServeEmpty)), `GET /a: is Public, but requires the policy "closed"`),
		kit.Faulty(in(opened("/a").Authorize(closed).Public().Handle(kit.ServeEmpty)), `GET /a: is Public, but requires the policy "closed"`),
		kit.Faulty(in(opened("/a").Authorize().Handle(kit.ServeEmpty)), "GET /a: Authorize has no rule"),
		kit.Faulty(in(opened("/a").Authorize(none...).Handle(kit.ServeEmpty)), "GET /a: Authorize has no rule"),
		kit.Faulty(in(opened("/a").Authorize(authz.Rule{}).Handle(kit.ServeEmpty)), "GET /a: Authorize has a rule that requires nothing"),
		kit.Faulty(in(opened("/a").Authorize(closed, authz.Rule{}.And()).Handle(kit.ServeEmpty)), "GET /a: Authorize has a rule that requires nothing"),
		kit.Faulty(in(opened("/a").Scopes(noScopes...).Handle(kit.ServeEmpty)), "GET /a: Scopes names nothing"),
		kit.Faulty(in(opened("/a").Throttle(noLimits...).Handle(kit.ServeEmpty)), "GET /a: Throttle has no limit"),
		kit.Faulty(in(opened("/a").Requires(authn.AllOf()).Handle(kit.ServeEmpty)), "GET /a: AllOf requires nothing"),
		kit.Faulty(in(opened("/a").Requires(authn.AnyOf()).Handle(kit.ServeEmpty)), "GET /a: AnyOf requires nothing"),
		kit.Faulty(in(opened("/a").AuthorizeInput(nil).Handle(kit.ServeEmpty)), "GET /a: AuthorizeInput(nil): the function is nil"),

		// A group, alone and around a route.
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Public().Requires(kit.Bearer)), bothSaid),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Requires(kit.Bearer).Public()), bothSaid),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Requires(kit.Bearer).Requires(kit.APIKey)), twiceSaid),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Public().Scopes("s")), rulesSaid),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Scopes("s").Public()), rulesSaid),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Public().Authorize(closed)), rulesSaid),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Authorize(closed).Public()), rulesSaid),
		kit.Faulty(in(route.Group("").Public().Requires(kit.Bearer)), bothSaid),
		kit.Faulty(in(route.Group("", opened("/a").Public().Handle(kit.ServeEmpty)).Scopes("s")), "GET /a: "+scopeAsked),
		kit.Faulty(in(route.Group("", opened("/a").Scopes("s").Handle(kit.ServeEmpty)).Public()), "GET /a: "+scopeAsked),
		kit.Faulty(in(route.Group("", route.Group("", opened("/a").Handle(kit.ServeEmpty)).Public()).Scopes("s")), "GET /a: "+scopeAsked),
		kit.Faulty(in(route.Group("", route.Group("", opened("/a").Handle(kit.ServeEmpty)).Scopes("s")).Public()), "GET /a: "+scopeAsked),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Authorize()), "Authorize has no rule"),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Authorize(authz.Rule{})), "Authorize has a rule that requires nothing"),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Scopes()), "GET /a: Scopes names nothing"),
		kit.Faulty(in(route.Group("", opened("/a").Handle(kit.ServeEmpty)).Throttle()), "Throttle has no limit"),

		// A resource.
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Requires(kit.Bearer).Requires(kit.APIKey)), twiceSaid),
		kit.Faulty(in(route.Group("", route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Only(route.OpView).Scopes("s")).Public()), "GET /t/{id}: "+scopeAsked),
		kit.Faulty(in(route.Group("", route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Only(route.OpView).ReadScopes("s")).Public()), "GET /t/{id}: "+scopeAsked),
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Only(route.OpView).ReadScopes()), "GET /t/{id}: Scopes names nothing"),
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Only(route.OpCreate).WriteScopes("")), `POST /t: Scopes(""): a scope is printable ASCII without spaces, " and \`),
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Authorize()), "Authorize has no rule"),
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Throttle()), "Throttle has no limit"),
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).AuthorizeEntity(nil)), "AuthorizeEntity(nil): the function is nil"),
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Only(0)), "Only leaves no operation"),
		kit.Faulty(in(route.Resource("/t", kit.Things, kit.ThingID, thingStore{}).Only(route.OpView).Only(route.OpList)), "Only leaves no operation"),
		kit.Faulty(in(guardable.AuthorizeEntity(everyone).With(archive)), "POST /t/{id}/archive: "+unheard),
		kit.Faulty(in(guardable.With(archive).AuthorizeEntity(everyone)), "POST /t/{id}/archive: "+unheard),
		kit.Faulty(in(guardable.AuthorizeEntity(everyone).With(shadow)), "GET /t/{id}: "+unheard),
		kit.Faulty(in(guardable.AuthorizeEntity(everyone).Unguarded(archive).With(shadow)), "GET /t/{id}: "+unheard),
		kit.Faulty(in(guardable.AuthorizeEntity(everyone).Unguarded(nil)), "Unguarded has a nil route"),

		// An API.
		kit.Faulty(tenon.New("Test", "1").Authenticate().Add(opened("/a").Handle(kit.ServeEmpty)), "Authenticate has no scheme: every route would be open to all"),
		kit.Faulty(tenon.New("Test", "1").Add(route.Health("/health")).Authenticate([]authn.Scheme{}...), "Authenticate has no scheme: every route would be open to all"),
		kit.Faulty(in(opened("/a").Handle(kit.ServeEmpty)).Authenticate(), "Authenticate has no scheme: every route would be open to all"),
		kit.Faulty(in(opened("/a").Handle(kit.ServeEmpty)).Authorize(), "Authorize has no rule"),
		kit.Faulty(in(opened("/a").Handle(kit.ServeEmpty)).Authorize(authz.Rule{}), "Authorize has a rule that requires nothing"),
		kit.Faulty(in(opened("/a").Handle(kit.ServeEmpty)).Throttle(), "Throttle has no limit"),

		// Members.
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtFunc(prop.Int("n"), kit.ThingNAt).Except())), `collection "A": Except names no mode`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtFunc(prop.Int("n"), kit.ThingNAt).Except(collection.View).Only(collection.View))), `collection "A": member "n" is left in no mode`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtFunc(prop.Int("n").Default(1), kit.ThingNAt).VisibleTo("s").VisibleTo("t"))).Authenticate(kit.Bearer), `collection "A": VisibleTo is said twice; name all scopes, any of which is enough, at once`),

		// Anonymous clients.
		kit.Faulty(in(route.Post("/a", kit.Things.Create(), kit.Empty).Public().Idempotent(time.Hour, idempotency.Memory()).Handle(kit.TakeEmpty)), "POST /a: "+guestsAlike),
		kit.Faulty(in(route.Group("", route.Post("/a", kit.Things.Create(), kit.Empty).Idempotent(time.Hour, idempotency.Memory()).Handle(kit.TakeEmpty)).Public()), "POST /a: "+guestsAlike),
		kit.Faulty(in(route.Post("/a", kit.Things.Create(), kit.Empty).IdempotencyScope(func(*http.Request) string { return "" }).Handle(kit.TakeEmpty)), "POST /a: IdempotencyScope needs a store; declare it with Idempotent"),

		// A path.
		kit.Faulty(kit.API(route.Group("/v1", route.Get("books", kit.Empty).Handle(kit.ServeEmpty))), `GET /v1/books: the path "books" must start with /`),
		kit.Faulty(tenon.New("Test", "1").Group("/v1", route.Get("books", kit.Empty).Handle(kit.ServeEmpty)), `GET /v1/books: the path "books" must start with /`),
		kit.Faulty(kit.API(route.Group("/v1", route.Group("books", route.Get("/x", kit.Empty).Handle(kit.ServeEmpty)))), `GET /v1/books/x: the path "books/x" must start with /`),
		kit.Faulty(kit.API(route.Group("/v1", route.Group("", route.Get("books", kit.Empty).Handle(kit.ServeEmpty)))), `GET /v1/books: the path "books" must start with /`),
		kit.Faulty(kit.API(route.Group("", route.Get("books", kit.Empty).Handle(kit.ServeEmpty))), "GET books: the path: must start with /"),
		kit.Faulty(kit.API(route.Group("v1", route.Get("/books", kit.Empty).Handle(kit.ServeEmpty))), "GET v1/books: the path: must start with /"),
		kit.Faulty(kit.API(route.Group("/v1/", route.Get("/books", kit.Empty).Handle(kit.ServeEmpty))), `GET /v1//books: the path: empty segment "//"`),

		// An order of what is not there.
		kit.Faulty(kit.API(route.List("/a", kit.Things.List(), paginate.ByPage()).Sorting(prop.Int("size")).Handle(onePage)), `GET /a: property "size" is not a member of collection "Thing", so it cannot be sorted by`),
		kit.Faulty(kit.API(route.List("/a", kit.Things.List(), paginate.ByOffset()).DefaultOrder(paginate.Desc(prop.Int("size"))).Handle(onePage)), `GET /a: property "size" is not a member of collection "Thing", so it cannot be sorted by`),
		kit.Faulty(kit.API(route.List("/a", kit.Things.List(), paginate.ByPage()).Tiebreaker(prop.Int("n")).Handle(onePage)), `GET /a: property "n" is not a member of collection "Thing", so it cannot be sorted by; another property named "n", declared at ../kit/thing.go:`+strconv.Itoa(kit.ThingLine)+", is"),
	)
}

// The modes of a member must leave at least one in which it is read or written.
func TestModesThatExcludeEachOtherAreFaults(t *testing.T) {
	taken := collection.AtFunc(prop.String("taken"), kit.ThingIDAt)
	const unseen = `collection "A": member "n" is sent by clients, and no answer shows it; if that is meant, say WriteOnly of its property`
	const listed = `collection "A": member "n" is listed, and not viewed; if the server makes it for lists, say ReadOnly of its property, or Computed`
	kit.CheckFaults(t,
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(taken, collection.AtFunc(prop.Int("n"), kit.ThingNAt).Only(collection.Create))), unseen),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(taken, collection.AtFunc(prop.Int("n"), kit.ThingNAt).Only(collection.Update))), unseen),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(taken, collection.AtFunc(prop.Int("n"), kit.ThingNAt).Only(collection.Create, collection.Update))), unseen),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(taken, collection.AtFunc(prop.Int("n"), kit.ThingNAt).Except(collection.View, collection.List, collection.Delete))), unseen),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(taken, collection.AtFunc(prop.Int("n"), kit.ThingNAt).Only(collection.List))), listed),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(taken, collection.AtFunc(prop.Int("n"), kit.ThingNAt).Except(collection.View))), listed),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(taken, collection.AtFunc(prop.Int("n"), kit.ThingNAt).Key().Only(collection.Create, collection.List))), listed),
	)
	n := prop.Int("n")
	for name, f := range map[string]collection.Field{
		"everywhere":                        collection.AtFunc(n, kit.ThingNAt),
		"write-only":                        collection.AtFunc(n.WriteOnly(), kit.ThingNAt),
		"write-only, on creation":           collection.AtFunc(n.WriteOnly(), kit.ThingNAt).Only(collection.Create),
		"write-only, on updates":            collection.AtFunc(n.WriteOnly(), kit.ThingNAt).Only(collection.Update),
		"read-only":                         collection.AtFunc(n.ReadOnly(), kit.ThingNAt),
		"the server's, in lists":            collection.AtFunc(n.ReadOnly(), kit.ThingNAt).Only(collection.List),
		"computed, in lists":                collection.Computed(n, func(*kit.Thing) int { return 1 }).Only(collection.List),
		"computed, viewed":                  collection.Computed(n, func(*kit.Thing) int { return 1 }).Only(collection.View),
		"begun by the server":               collection.AtFunc(n, kit.ThingNAt).Except(collection.Create),
		"never changed":                     collection.AtFunc(n, kit.ThingNAt).Except(collection.Update),
		"too much for lists":                collection.AtFunc(n, kit.ThingNAt).Except(collection.List),
		"shown only":                        collection.AtFunc(n, kit.ThingNAt).Only(collection.View, collection.List),
		"viewed only":                       collection.AtFunc(n, kit.ThingNAt).Only(collection.View),
		"shown of what is gone":             collection.AtFunc(n, kit.ThingNAt).Only(collection.Delete),
		"created, and told when it is gone": collection.AtFunc(n, kit.ThingNAt).Only(collection.Create, collection.Delete),
	} {
		things := kit.ThingsOf(collection.AtFunc(kit.ThingID.As("key"), kit.ThingIDAt).Key(), collection.AtFunc(prop.String("sent"), kit.ThingIDAt), f)
		kit.CheckFault(t, name, kit.APIWithBody(things), "")
	}
}
