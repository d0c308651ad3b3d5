package route

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/tree"
)

// Member is what an API or a group consists of: a route, a resource or a group.
type Member interface{ member }

type member = endpoint.Member

// RouteGroup is a group of routes below a path. It is an immutable value. Its options apply to
// all of its routes. If a route has the same option, that of the route takes precedence;
// options with several values add up.
type RouteGroup struct {
	several
	g *group
}

type group struct {
	prefix   string
	members  []Member
	settings *operation // inherited by the members; nil: none
	faults   []tree.Fault
}

// Equal reports whether h is the same group: its routes have functions, which do not compare.
func (r RouteGroup) Equal(h RouteGroup) bool { return r.g == h.g }

// String returns the path of the group.
func (r RouteGroup) String() string {
	if r.g == nil {
		return "<nil>"
	}
	return "group " + strconv.Quote(r.g.prefix)
}

// Group returns a group of routes and other groups below a path, such as /v1 or
// /shops/{shop_id}; the path may be "".
func Group(prefix string, members ...Member) RouteGroup {
	g := &group{prefix: prefix}
	for _, m := range members {
		if m == nil {
			g.faults = append(g.faults, tree.Faultf("Group has a nil route"))
			continue
		}
		g.members = append(g.members, m)
	}
	return g.group()
}

func (g *group) group() RouteGroup { return RouteGroup{endpoint.SeveralOf(g.operations), g} }

func (g RouteGroup) with(c change) RouteGroup {
	n := new(group)
	if g.g != nil {
		*n = *g.g
	}
	n.settings = inheritable(n.settings, "group "+n.prefix, c)
	return n.group()
}

// inheritable returns the options of a group or a resource with another one.
func inheritable(settings *operation, place string, c change) *operation {
	if settings == nil {
		settings = endpoint.Faulty(tree.Position{}, "")
	}
	contradicts := func(o *operation) bool { return o.Access.Public && !auth.Rule(o.Access.Rules).Empty() }
	next := settings.Edit(func(o *operation) {
		c(o)
		o.PlaceShared(place)
	})
	if contradicts(next) && !contradicts(settings) {
		return settings.Edit(faulty(publicRules))
	}
	return next
}

func (g *group) operations() (all []*operation) {
	faults := g.faults
	if g.settings != nil {
		faults = append(faults[:len(faults):len(faults)], g.settings.Node.Faults...)
	}
	if len(faults) > 0 { // an operation without a method holds them
		all = append(all, endpoint.Faulty(tree.Position{}, g.prefix, faults...))
	}
	for _, m := range g.members {
		for _, o := range endpoint.OperationsOf(m) {
			all = append(all, inherit(o, g.prefix, g.settings))
		}
	}
	return all
}

// inherit returns an operation below a path with the options of its group.
func inherit(o *operation, prefix string, settings *operation) *operation {
	return o.Edit(func(o *operation) {
		o.Naming.Within = prefix + o.Naming.Within
		o.Node.Path = below(o, prefix)
		if settings != nil {
			o.Inherit(settings)
		}
	})
}

// below returns the path of an operation below a prefix. A path without a slash is a
// fault: /v1 and books would be /v1books.
func below(o *operation, prefix string) string {
	path := o.Node.Path
	if prefix == "" || path == "" || path[0] == '/' || o.Node.Method == "" { // Build reports an invalid path
		return prefix + path
	}
	o.Fault(tree.Fault{At: o.Node.At, Message: "the path " + strconv.Quote(path) + " must start with /"})
	return prefix + "/" + path
}
