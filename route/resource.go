package route

import (
	"context"
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// ResourceRoutes declares the operations of a resource: list, create, view, update, replace and
// delete, if its store implements them. It is an immutable value. Options of routes apply to
// all operations; see [ResourceRoutes.Set] for options of some.
type ResourceRoutes[T, K any] struct {
	members
	r *resource[T, K]
}

type resource[T, K any] struct {
	at         tree.Position
	path       string
	collection *collection.Collection[T]
	key        Key[K]
	store      func(*Call) any
	ops        Op
	only       Op // of Only
	served     Op // by the store, before Only
	pointers   Op // by a pointer to the store, but not by the store
	misfits    Op // for which the store has a method with another signature
	sets       []setting
	checks     bool // the store is a ConditionalDeleter
	plan       paginate.Plan
	pages      []func(*ListRoute[T]) *ListRoute[T]
	noContent  bool
	policy     func(context.Context, authn.Identity, *T) error // nil: there is none
	policyAt   tree.Position                                   // of the first
	notFound   *render.Problem
	conflict   *render.Problem
	settings   *operation // inherited by the operations; nil: none
	reads      authz.Rule // of ReadScopes
	writes     authz.Rule // of WriteScopes
	options    []Options
	authorizers[T]
	with   []joined
	faults []tree.Fault
}

// authorizers has the functions of AuthorizeCreate and similar methods.
type authorizers[T any] struct {
	list    []func(*Call, paginate.Query) error
	create  []func(*Call, T) error
	view    []func(*Call) error
	update  []func(*Call, collection.Patch[T]) error
	replace []func(*Call, collection.Replacement[T]) error
	remove  []func(*Call) error
}

// Resource declares the operations on the entities of a collection:
//
//	route.Resource("/products", products, id, store).
//		Paginate(paginate.ByCursor(key)).
//		Sorting(name, price).
//		Filters(paginate.Equal(status))
//
// The store has a method for each operation that it supports: those of [Lister], [Creator],
// [Viewer], [Updater], [Replacer] and [Deleter]. There are no other operations.
func Resource[T, K, S any](path string, c *collection.Collection[T], key Key[K], store S) ResourceRoutes[T, K] {
	r := start(path, c, key, func(*Call) any { return store })
	r.offers(store, &store)
	return r.routes()
}

// ResourceOf is like [Resource] with a store that depends on the request, such as on the keys
// of an outer resource:
//
//	route.ResourceOf("/products/{product_id}/orders", orders, number,
//		func(c *route.Call) Orders { return Orders{db, productID.Get(c)} }).
//		Path(productID)
func ResourceOf[T, K, S any](path string, c *collection.Collection[T], key Key[K], store func(*Call) S) ResourceRoutes[T, K] {
	r := start(path, c, key, func(call *Call) any { return store(call) })
	var zero S
	r.offers(zero, &zero)
	if any(zero) == nil {
		r.faults = append(r.faults, tree.Faultf("the store is an interface, whose methods do not show what it implements; return its Go type"))
	}
	if store == nil {
		r.faults = append(r.faults, tree.Faultf("the function that returns a store is nil"))
	}
	return r.routes()
}

func start[T, K any](path string, c *collection.Collection[T], key Key[K], store func(*Call) any) *resource[T, K] {
	r := &resource[T, K]{
		at: tree.Here(), path: path, collection: c, key: key, store: store,
		plan: paginate.ByPage(), notFound: render.NotFound, conflict: render.Conflict,
	}
	if len(propsOf(key)) == 0 || slices.Contains(propsOf(key), nil) {
		r.faults = append(r.faults, tree.Faultf("the key is not a property; use route.KeyOf for several"))
	}
	return r
}

func (r *resource[T, K]) routes() ResourceRoutes[T, K] {
	return ResourceRoutes[T, K]{endpoint.ResourceOf(r.operations), r}
}

func (c ResourceRoutes[T, K]) edit(change func(*resource[T, K])) ResourceRoutes[T, K] {
	var r resource[T, K]
	if c.r != nil {
		r = *c.r
	} else {
		r.faults = []tree.Fault{tree.Faultf("a resource was not created by route.Resource")}
	}
	r.with, r.faults = slices.Clip(r.with), slices.Clip(r.faults)
	r.pages, r.options, r.sets = slices.Clip(r.pages), slices.Clip(r.options), slices.Clip(r.sets)
	change(&r)
	return r.routes()
}

func (c ResourceRoutes[T, K]) fault(format string, args ...any) ResourceRoutes[T, K] {
	f := tree.Faultf(format, args...)
	return c.edit(func(r *resource[T, K]) { r.faults = append(r.faults, f) })
}

func (c ResourceRoutes[T, K]) with(change change) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.settings = inheritable(r.settings, "resource "+r.path, change) })
}

// Equal reports whether d is the same resource: its store does not compare.
func (c ResourceRoutes[T, K]) Equal(d ResourceRoutes[T, K]) bool { return c.r == d.r }

// String returns the path of the resource.
func (c ResourceRoutes[T, K]) String() string {
	if c.r == nil {
		return "<nil>"
	}
	return "resource " + c.r.path
}

// Only removes all operations but those of the set. The store must serve each of them:
//
//	Only(route.OpList | route.OpView)
func (c ResourceRoutes[T, K]) Only(ops Op) ResourceRoutes[T, K] {
	if c.r == nil {
		return c.edit(func(*resource[T, K]) {})
	}
	for op := OpList; op < everyOp; op <<= 1 {
		if ops&op != 0 && (c.r.served|c.r.pointers|c.r.misfits)&op == 0 {
			c = c.fault("Only: the store has no method %s", c.r.needs(op))
		}
	}
	if left := (c.r.ops | c.r.pointers | c.r.misfits) & ops; left == 0 && len(c.r.faults) == 0 {
		c = c.fault("Only leaves no operation")
	}
	return c.edit(func(r *resource[T, K]) { r.ops, r.only = r.ops&ops, r.only&ops })
}

// Set sets options of some operations:
//
//	Set(
//		route.On(route.OpList|route.OpView).Public(),
//		route.On(route.OpDelete).Fails(HasOrders).Returns("The product that was deleted."))
func (c ResourceRoutes[T, K]) Set(options ...Options) ResourceRoutes[T, K] {
	if slices.ContainsFunc(options, func(o Options) bool { return o.at == tree.Position{} }) {
		c = c.fault("Set has options of no operation; begin with route.On")
	}
	return c.edit(func(r *resource[T, K]) {
		for _, o := range options {
			r.sets = append(r.sets, setting{"On", o.ops, o.at})
			r.options = append(r.options, o)
		}
	})
}

// Paginate sets the plan of the list. The default is paginate.ByPage().
func (c ResourceRoutes[T, K]) Paginate(plan paginate.Plan) ResourceRoutes[T, K] {
	return c.sets("Paginate", OpList).edit(func(r *resource[T, K]) { r.plan = plan })
}

func (c ResourceRoutes[T, K]) listed(call string, change func(*ListRoute[T]) *ListRoute[T]) ResourceRoutes[T, K] {
	return c.sets(call, OpList).edit(func(r *resource[T, K]) { r.pages = append(r.pages, change) })
}

// Sorting lets clients sort the list; see [ListRoute.Sorting].
func (c ResourceRoutes[T, K]) Sorting(props ...prop.Prop) ResourceRoutes[T, K] {
	return c.listed("Sorting", func(l *ListRoute[T]) *ListRoute[T] { return l.Sorting(props...) })
}

// MaxTerms bounds the properties in one order_by; see [ListRoute.MaxTerms].
func (c ResourceRoutes[T, K]) MaxTerms(n int) ResourceRoutes[T, K] {
	return c.listed("MaxTerms", func(l *ListRoute[T]) *ListRoute[T] { return l.MaxTerms(n) })
}

// DefaultOrder sets the sort order without order_by; see [ListRoute.DefaultOrder].
func (c ResourceRoutes[T, K]) DefaultOrder(terms ...paginate.Term) ResourceRoutes[T, K] {
	return c.listed("DefaultOrder", func(l *ListRoute[T]) *ListRoute[T] { return l.DefaultOrder(terms...) })
}

// Tiebreaker sets the properties that together are unique; see [ListRoute.Tiebreaker].
func (c ResourceRoutes[T, K]) Tiebreaker(props ...prop.Prop) ResourceRoutes[T, K] {
	return c.listed("Tiebreaker", func(l *ListRoute[T]) *ListRoute[T] { return l.Tiebreaker(props...) })
}

// Filters lets clients filter the list; see [ListRoute.Filters].
func (c ResourceRoutes[T, K]) Filters(filters ...paginate.Filterer) ResourceRoutes[T, K] {
	return c.listed("Filters", func(l *ListRoute[T]) *ListRoute[T] { return l.Filters(filters...) })
}

// NoContent makes Delete respond with 204, without the deleted entity.
func (c ResourceRoutes[T, K]) NoContent() ResourceRoutes[T, K] {
	return c.sets("NoContent", OpDelete).edit(func(r *resource[T, K]) { r.noContent = true })
}

// NotFound sets the problem of an entity that does not exist, in place of
// [render.NotFound]. The store may return either.
func (c ResourceRoutes[T, K]) NotFound(p *render.Problem) ResourceRoutes[T, K] {
	if p == nil {
		return c.fault("NotFound has a nil problem")
	}
	return c.edit(func(r *resource[T, K]) { r.notFound = p })
}

// Conflict sets the problem of an entity that conflicts with another, in place of
// [render.Conflict]. The store may return either.
func (c ResourceRoutes[T, K]) Conflict(p *render.Problem) ResourceRoutes[T, K] {
	if p == nil {
		return c.fault("Conflict has a nil problem")
	}
	return c.edit(func(r *resource[T, K]) { r.conflict = p })
}

// ReadScopes requires all of the scopes for operations that show entities: List, View, and the
// GET routes of With.
//
//	ReadScopes("products:read").WriteScopes("products:write")
func (c ResourceRoutes[T, K]) ReadScopes(names ...string) ResourceRoutes[T, K] {
	rule := authz.Scopes(names...)
	return c.edit(func(r *resource[T, K]) { r.reads = r.reads.And(rule) })
}

// WriteScopes requires all of the scopes for operations that change something: Create, Update,
// Replace, Delete, and the routes of With that are not GET.
func (c ResourceRoutes[T, K]) WriteScopes(names ...string) ResourceRoutes[T, K] {
	rule := authz.Scopes(names...)
	return c.edit(func(r *resource[T, K]) { r.writes = r.writes.And(rule) })
}

// With adds routes to the resource. A route with the method and the path of an operation
// replaces it. It is a fault if the resource has [ResourceRoutes.AuthorizeEntity], which is not
// called for them: use [ResourceRoutes.Unguarded].
func (c ResourceRoutes[T, K]) With(routes ...*Route) ResourceRoutes[T, K] {
	return c.join("With", routes, false)
}

// Unguarded is like [ResourceRoutes.With] for a resource with [ResourceRoutes.AuthorizeEntity].
// The routes authorize their callers themselves, with Scopes, Authorize or AuthorizeInput, or
// in their handlers.
func (c ResourceRoutes[T, K]) Unguarded(routes ...*Route) ResourceRoutes[T, K] {
	return c.join("Unguarded", routes, true)
}

// joined is a route that was added to a resource.
type joined struct {
	route     *Route
	at        tree.Position
	unguarded bool // the policy is not called
}

func (c ResourceRoutes[T, K]) join(call string, routes []*Route, unguarded bool) ResourceRoutes[T, K] {
	if slices.Contains(routes, nil) {
		return c.fault("%s has a nil route", call)
	}
	at := tree.Here()
	return c.edit(func(r *resource[T, K]) {
		for _, route := range routes {
			r.with = append(r.with, joined{route, at, unguarded})
		}
	})
}

func (r *resource[T, K]) operations() (all []*operation) {
	faults := slices.Concat(r.faults, r.storeFaults())
	if len(faults) == 0 && r.ops == 0 && len(r.with) == 0 {
		faults = []tree.Fault{{At: r.at, Message: "resource " + r.path +
			": the store has no method of an operation, such as " + r.needs(OpView)}}
	}
	if k, ok := r.key.(interface{ fault() *tree.Fault }); ok && len(faults) == 0 {
		if f := k.fault(); f != nil {
			faults = []tree.Fault{*f}
		}
	}
	if len(faults) > 0 {
		return []*operation{endpoint.Faulty(r.at, r.path, faults...)}
	}
	if r.settings != nil && len(r.settings.Node.Faults) > 0 {
		all = append(all, endpoint.Faulty(r.at, "", r.settings.Node.Faults...))
	}
	for _, m := range r.members() {
		if !slices.ContainsFunc(r.with, func(with joined) bool { return sameRoute(m, with.route) }) {
			all = append(all, r.inherit(endpoint.Op(m.single)))
		}
	}
	for _, with := range r.with {
		if r.policy != nil && !with.unguarded {
			f := tree.Fault{At: with.at, Message: "With: AuthorizeEntity is not called for this route; " +
				"add it with Unguarded, and authorize its callers there"}
			with.route = with.route.with(func(o *operation) { o.Fault(f) })
		}
		all = append(all, r.inherit(endpoint.Op(with.route.single).Edit(func(*operation) {})))
	}
	return all
}

// inherit returns an operation with the options of the resource.
func (r *resource[T, K]) inherit(o *operation) *operation {
	return inherit(o, "", r.settings).Edit(func(o *operation) {
		rule := r.writes
		if o.Reads() {
			rule = r.reads
		}
		o.Access.Rules = o.Access.Rules.And(rule)
	})
}

func sameRoute(a, b *Route) bool {
	x, y := endpoint.Op(a.single), endpoint.Op(b.single)
	return y != nil && x.Node.Method == y.Node.Method && x.Node.Path == y.Node.Path
}
