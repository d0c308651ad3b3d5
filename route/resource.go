package route

import (
	"context"
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// ResourceRoutes is the operations of a resource: list, create, view, update, replace and
// delete, as far as its store serves them. It is an immutable value.
type ResourceRoutes[T, K any] struct{ r *resource[T, K] }

type resource[T, K any] struct {
	at         callsite.PC
	path       string
	collection *collection.Collection[T]
	key        Key[K]
	store      func(*Call) any
	ops        Op
	served     Op   // by the store, whatever is left of it
	checks     bool // the store checks what it deletes
	plan       paginate.Plan
	noContent  bool
	guard      func(context.Context, authn.Identity, *T) error // nil: no entity is guarded
	guardAt    callsite.PC                                     // of the first
	notFound   *render.Problem
	conflict   *render.Problem
	group      RouteGroup
	with       []joined
	faults     []ir.Fault

	list    []func(*ListRoute[T]) *ListRoute[T]
	create  []func(*WriteRoute[T, T]) *WriteRoute[T, T]
	view    []func(*ReadRoute[T]) *ReadRoute[T]
	update  []func(*WriteRoute[collection.Patch[T], T]) *WriteRoute[collection.Patch[T], T]
	replace []func(*WriteRoute[collection.Replacement[T], T]) *WriteRoute[collection.Replacement[T], T]
	remove  []func(*ReadRoute[T]) *ReadRoute[T]
}

// Resource declares the operations on the entities of a collection:
//
//	route.Resource("/products", products, id, store).
//		Paginate(paginate.ByCursor(key)).
//		Sorting(name, price).
//		Filters(paginate.Equal(status))
//
// The store has one method for each operation that it serves: those of [Lister],
// [Creator], [Viewer], [Updater], [Replacer] and [Deleter]. An operation that it
// lacks is not there.
func Resource[T, K any](path string, c *collection.Collection[T], key Key[K], store any) ResourceRoutes[T, K] {
	r := start(path, c, key, func(*Call) any { return store })
	r.offers(store)
	return ResourceRoutes[T, K]{r}
}

// ResourceOf is [Resource] with a store that depends on the request, such as on
// the keys of what the resource lies in:
//
//	route.ResourceOf("/products/{product_id}/orders", orders, number,
//		func(c *route.Call) Orders { return Orders{db, productID.Get(c)} }).
//		Path(productID)
func ResourceOf[T, K, S any](path string, c *collection.Collection[T], key Key[K], store func(*Call) S) ResourceRoutes[T, K] {
	r := start(path, c, key, func(call *Call) any { return store(call) })
	var zero S
	r.offers(zero)
	if any(zero) == nil {
		r.faults = append(r.faults, ir.Faultf("the store is an interface, which does not tell what it serves; answer with its Go type"))
	}
	if store == nil {
		r.faults = append(r.faults, ir.Faultf("the function that makes a store is nil"))
	}
	return ResourceRoutes[T, K]{r}
}

func start[T, K any](path string, c *collection.Collection[T], key Key[K], store func(*Call) any) *resource[T, K] {
	r := &resource[T, K]{
		at: callsite.Here(), path: path, collection: c, key: key, store: store,
		plan: paginate.ByPage(), notFound: render.NotFound, conflict: render.Conflict,
	}
	if len(propsOf(key)) == 0 || slices.Contains(propsOf(key), nil) {
		r.faults = append(r.faults, ir.Faultf("the key is no property; make one of several with route.KeyOf"))
	}
	return r
}

func (c ResourceRoutes[T, K]) edit(change func(*resource[T, K])) ResourceRoutes[T, K] {
	var r resource[T, K]
	if c.r != nil {
		r = *c.r
	} else {
		r.faults = []ir.Fault{ir.Faultf("a resource was not started by route.Resource")}
	}
	r.with, r.faults = slices.Clip(r.with), slices.Clip(r.faults)
	r.list, r.create, r.view = slices.Clip(r.list), slices.Clip(r.create), slices.Clip(r.view)
	r.update, r.replace, r.remove = slices.Clip(r.update), slices.Clip(r.replace), slices.Clip(r.remove)
	change(&r)
	return ResourceRoutes[T, K]{&r}
}

func (c ResourceRoutes[T, K]) fault(format string, args ...any) ResourceRoutes[T, K] {
	f := ir.Faultf(format, args...)
	return c.edit(func(r *resource[T, K]) { r.faults = append(r.faults, f) })
}

// Only leaves the operations that are named, with or. The store must serve each
// of them:
//
//	Only(route.OpList | route.OpView)
func (c ResourceRoutes[T, K]) Only(ops Op) ResourceRoutes[T, K] {
	if c.r == nil {
		return c.edit(func(*resource[T, K]) {})
	}
	for op := OpList; op < everyOp; op <<= 1 {
		if ops&op != 0 && c.r.served&op == 0 {
			c = c.fault("Only: the store has no method %s", op.needs())
		}
	}
	if left := c.r.ops & ops; left == 0 && len(c.r.faults) == 0 {
		c = c.fault("Only leaves no operation")
	}
	return c.edit(func(r *resource[T, K]) { r.ops &= ops })
}

// Paginate sets how the list is cut into pages; without it, paginate.ByPage().
func (c ResourceRoutes[T, K]) Paginate(plan paginate.Plan) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.plan = plan })
}

// Sorting lets clients order the list; see [ListRoute.Sorting].
func (c ResourceRoutes[T, K]) Sorting(props ...prop.Prop) ResourceRoutes[T, K] {
	return c.List(func(l *ListRoute[T]) *ListRoute[T] { return l.Sorting(props...) })
}

// DefaultOrder is the order of the list where the client asks for none; see
// [ListRoute.DefaultOrder].
func (c ResourceRoutes[T, K]) DefaultOrder(terms ...paginate.Term) ResourceRoutes[T, K] {
	return c.List(func(l *ListRoute[T]) *ListRoute[T] { return l.DefaultOrder(terms...) })
}

// Filters lets clients narrow the list; see [ListRoute.Filters].
func (c ResourceRoutes[T, K]) Filters(filters ...paginate.Filterer) ResourceRoutes[T, K] {
	return c.List(func(l *ListRoute[T]) *ListRoute[T] { return l.Filters(filters...) })
}

// NoContent answers a deletion with 204, without what was deleted.
func (c ResourceRoutes[T, K]) NoContent() ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.noContent = true })
}

// NotFound sets the problem of an entity that does not exist. It stands for
// [render.NotFound], and the store may return either.
func (c ResourceRoutes[T, K]) NotFound(kind *render.Problem) ResourceRoutes[T, K] {
	if kind == nil {
		return c.fault("NotFound has a nil problem")
	}
	return c.edit(func(r *resource[T, K]) { r.notFound = kind })
}

// Conflict sets the problem of an entity that cannot stand beside another. It
// stands for [render.Conflict], and the store may return either.
func (c ResourceRoutes[T, K]) Conflict(kind *render.Problem) ResourceRoutes[T, K] {
	if kind == nil {
		return c.fault("Conflict has a nil problem")
	}
	return c.edit(func(r *resource[T, K]) { r.conflict = kind })
}

// List adjusts the list operation.
func (c ResourceRoutes[T, K]) List(change func(*ListRoute[T]) *ListRoute[T]) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.list = append(r.list, change) })
}

// Create adjusts the create operation.
func (c ResourceRoutes[T, K]) Create(change func(*WriteRoute[T, T]) *WriteRoute[T, T]) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.create = append(r.create, change) })
}

// View adjusts the operation that shows an entity.
func (c ResourceRoutes[T, K]) View(change func(*ReadRoute[T]) *ReadRoute[T]) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.view = append(r.view, change) })
}

// Update adjusts the update operation.
func (c ResourceRoutes[T, K]) Update(change func(*WriteRoute[collection.Patch[T], T]) *WriteRoute[collection.Patch[T], T]) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.update = append(r.update, change) })
}

// Replace adjusts the replace operation.
func (c ResourceRoutes[T, K]) Replace(change func(*WriteRoute[collection.Replacement[T], T]) *WriteRoute[collection.Replacement[T], T]) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.replace = append(r.replace, change) })
}

// Delete adjusts the delete operation.
func (c ResourceRoutes[T, K]) Delete(change func(*ReadRoute[T]) *ReadRoute[T]) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.remove = append(r.remove, change) })
}

// With adds routes to the resource. One with the method and the path of an
// operation stands in its place. Beside a [ResourceRoutes.AuthorizeEntity], which would not be asked for
// them, it is a fault: say [ResourceRoutes.Unguarded].
func (c ResourceRoutes[T, K]) With(routes ...*Route) ResourceRoutes[T, K] {
	return c.join("With", routes, false)
}

// Unguarded is [ResourceRoutes.With] for a resource with a [ResourceRoutes.AuthorizeEntity]: routes that decide by
// themselves who may call them, with Scopes, Authorize or Allow, or in their handlers.
func (c ResourceRoutes[T, K]) Unguarded(routes ...*Route) ResourceRoutes[T, K] {
	return c.join("Unguarded", routes, true)
}

// joined is a route that was added to a resource.
type joined struct {
	route     *Route
	at        callsite.PC
	unguarded bool // the guard need not be asked
}

func (c ResourceRoutes[T, K]) join(call string, routes []*Route, unguarded bool) ResourceRoutes[T, K] {
	if slices.Contains(routes, nil) {
		return c.fault("%s has a nil route", call)
	}
	at := callsite.Here()
	return c.edit(func(r *resource[T, K]) {
		for _, route := range routes {
			r.with = append(r.with, joined{route, at, unguarded})
		}
	})
}

// grouped changes what holds for every operation.
func (c ResourceRoutes[T, K]) grouped(change func(RouteGroup) RouteGroup) ResourceRoutes[T, K] {
	return c.edit(func(r *resource[T, K]) { r.group = change(r.group) })
}

// Path declares the parameters of the path before the key, for every operation.
func (c ResourceRoutes[T, K]) Path(props ...prop.Prop) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Path(props...) })
}

// Tag puts every operation into groups of the document.
func (c ResourceRoutes[T, K]) Tag(names ...string) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Tag(names...) })
}

// Audience says who reads of the operations that say nothing else; see
// [Route.Audience].
func (c ResourceRoutes[T, K]) Audience(names ...string) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Audience(names...) })
}

// Fails declares problems that every operation may answer with.
func (c ResourceRoutes[T, K]) Fails(kinds ...*render.Problem) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Fails(kinds...) })
}

// Use wraps every operation in middlewares, the first outermost.
func (c ResourceRoutes[T, K]) Use(middlewares ...func(http.Handler) http.Handler) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Use(middlewares...) })
}

// Wrap wraps every handler in middlewares that see the decoded call, the first
// outermost.
func (c ResourceRoutes[T, K]) Wrap(middlewares ...func(Handler) Handler) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Wrap(middlewares...) })
}

// Operations implements [Member].
func (c ResourceRoutes[T, K]) Operations(key ir.Key) []*Operation {
	if c.r == nil {
		c = c.edit(func(*resource[T, K]) {})
	}
	r := c.r
	if len(r.faults) == 0 && r.ops == 0 && len(r.with) == 0 {
		r.faults = append(r.faults, ir.Fault{At: r.at, Message: "resource " + r.path +
			": the store has no method of an operation, such as " + OpView.needs()})
	}
	if len(r.faults) > 0 {
		return []*Operation{{Node: &ir.Operation{At: r.at, Path: r.path, Faults: r.faults}}}
	}
	var members []Member
	for _, m := range r.members() {
		if !slices.ContainsFunc(r.with, func(with joined) bool { return sameRoute(m.op, with.route.op) }) {
			members = append(members, m.edit(func(o *Operation) { o.storable = true }))
		}
	}
	for _, with := range r.with {
		if r.guard != nil && !with.unguarded {
			with.route = with.route.fault(ir.Fault{At: with.at, Message: "With: the guard of the resource is not asked for this route; " +
				"add it with Unguarded, and say there who may call it"})
		}
		members = append(members, with.route)
	}
	return r.group.holding(members).Operations(key)
}

func sameRoute(a, b *Operation) bool {
	return b != nil && a.Node.Method == b.Node.Method && a.Node.Path == b.Node.Path
}
