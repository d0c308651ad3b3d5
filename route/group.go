package route

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Member is what an API or a group is made of: a route or a group.
type Member interface {
	// Operations returns what the member amounts to. It is for sibling packages.
	Operations(ir.Key) []*Operation
}

// RouteGroup is a group of routes below a path. It is an immutable value.
type RouteGroup struct{ g *group }

type group struct {
	prefix  string
	members []Member
	edits   []func(*Operation)
	outer   []func(http.Handler) http.Handler
	inner   []func(Handler) Handler
	caching *ir.Caching // nil: the group says nothing
	faults  []ir.Fault  // of the group itself

	public, requires, authorizes bool // what it says of who may call
}

// Group puts routes and other groups below a path, such as /v1 or
// /shops/{shop_id}; "" is no path.
func Group(prefix string, members ...Member) RouteGroup {
	g := &group{prefix: prefix}
	for _, m := range members {
		if m == nil {
			g.faults = append(g.faults, ir.Faultf("Group has a nil route"))
			continue
		}
		g.members = append(g.members, m)
	}
	return RouteGroup{g}
}

func (g RouteGroup) edit(change func(*group)) RouteGroup {
	c := group{}
	if g.g != nil {
		c = *g.g
	}
	c.edits, c.outer, c.inner = slices.Clip(c.edits), slices.Clip(c.outer), slices.Clip(c.inner)
	c.faults = slices.Clip(c.faults)
	change(&c)
	return RouteGroup{&c}
}

func (g RouteGroup) fault(what string) RouteGroup {
	f := ir.Faultf("%s", what)
	return g.edit(func(g *group) { g.faults = append(g.faults, f) })
}

func (g RouteGroup) every(change func(*Operation)) RouteGroup {
	return g.edit(func(g *group) { g.edits = append(g.edits, change) })
}

// inputs adds parameters to every route. What is nil must be told here: the
// routes are edited when the API is built.
func (g RouteGroup) inputs(in ir.In, props []prop.Prop) RouteGroup {
	if slices.Contains(props, nil) {
		return g.fault("a " + string(in) + " parameter is nil")
	}
	return g.every(func(o *Operation) { o.add(in, props) })
}

// Path declares the parameters of the group's path for every route in it.
func (g RouteGroup) Path(props ...prop.Prop) RouteGroup {
	return g.inputs(ir.InPath, props)
}

// Query declares query parameters for every route of the group.
func (g RouteGroup) Query(props ...prop.Prop) RouteGroup {
	return g.inputs(ir.InQuery, props)
}

// Header declares request headers for every route of the group.
func (g RouteGroup) Header(props ...prop.Prop) RouteGroup {
	return g.inputs(ir.InHeader, props)
}

// Cookie declares cookies for every route of the group.
func (g RouteGroup) Cookie(props ...prop.Prop) RouteGroup {
	return g.inputs(ir.InCookie, props)
}

// Tag puts every route of the group into groups of the document.
func (g RouteGroup) Tag(names ...string) RouteGroup {
	return g.every(func(o *Operation) { o.Node.Tags = append(o.Node.Tags, names...) })
}

// Deprecated marks every route of the group as one that clients should stop
// using.
func (g RouteGroup) Deprecated() RouteGroup {
	return g.every(func(o *Operation) { o.Node.Deprecated = true })
}

// Audience says who reads of the routes of the group that say nothing else; see
// [Route.Audience].
func (g RouteGroup) Audience(names ...string) RouteGroup {
	if slices.Contains(names, "") || len(names) == 0 {
		return g.fault("Audience needs names")
	}
	return g.every(func(o *Operation) {
		if o.Node.Audiences == nil {
			o.Node.Audiences = slices.Clone(names)
		}
	})
}

// Fails declares problems that every handler of the group may return, such as
// those of its middlewares.
func (g RouteGroup) Fails(kinds ...*render.Problem) RouteGroup {
	if slices.Contains(kinds, nil) {
		return g.fault("Fails has a nil problem")
	}
	return g.every(func(o *Operation) { o.fails(kinds) })
}

// Use wraps every route of the group in middlewares, the first outermost.
func (g RouteGroup) Use(middlewares ...func(http.Handler) http.Handler) RouteGroup {
	if lacks(middlewares) {
		return g.fault("Use has a nil middleware")
	}
	return g.edit(func(g *group) { g.outer = append(g.outer, middlewares...) })
}

// Wrap wraps every handler of the group in middlewares that see the decoded
// call, the first outermost.
func (g RouteGroup) Wrap(middlewares ...func(Handler) Handler) RouteGroup {
	if lacks(middlewares) {
		return g.fault("Wrap has a nil middleware")
	}
	return g.edit(func(g *group) { g.inner = append(g.inner, middlewares...) })
}

// Operations implements [Member].
func (g RouteGroup) Operations(key ir.Key) (all []*Operation) {
	if g.g == nil {
		return nil
	}
	if len(g.g.faults) > 0 { // an operation without a method carries them
		all = append(all, &Operation{Node: &ir.Operation{Path: g.g.prefix, Faults: g.g.faults}})
	}
	for _, m := range g.g.members {
		for _, o := range m.Operations(key) {
			all = append(all, g.over(o))
		}
	}
	return all
}

// over returns an operation as it is in the group.
func (g RouteGroup) over(o *Operation) *Operation {
	if g.g == nil {
		return o
	}
	return o.edit(func(o *Operation) {
		o.naming.within = g.g.prefix + o.naming.within
		o.Node.Path = g.below(o)
		inputs, nodes := o.inputs, o.Node.Inputs
		o.inputs, o.Node.Inputs = nil, nil
		for _, change := range g.g.edits {
			change(o)
		}
		o.inputs = append(o.inputs, inputs...)
		o.Node.Inputs = append(o.Node.Inputs, nodes...)
		o.outer = slices.Concat(g.g.outer, o.outer)
		o.inner = slices.Concat(g.g.inner, o.inner)
		o.cached(g.g.caching)
	})
}

// below is the path of an operation below that of the group. Of /v1 and books it would
// be /v1books.
func (g RouteGroup) below(o *Operation) string {
	prefix, path := g.g.prefix, o.Node.Path
	if prefix == "" || path == "" || path[0] == '/' || o.Node.Method == "" { // or what Build says of a path by itself
		return prefix + path
	}
	o.fault(ir.Fault{At: o.Node.At, Message: "the path " + strconv.Quote(path) + " must start with /"})
	return prefix + "/" + path
}

// holding returns the group with other members.
func (g RouteGroup) holding(members []Member) RouteGroup {
	return g.edit(func(g *group) { g.members = members })
}
