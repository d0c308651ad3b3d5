package route

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// access is who may call an operation, as its route and its groups say.
type access struct {
	at       callsite.PC // of Public or Requires
	public   bool
	requires authn.Requirement // nil: what the API says
	rules    authz.Rule
}

// What contradicts itself, in whatever order it is said, and at whatever place.
var (
	publicRequires = "Public lets everybody call, and Requires does not: say one of them"
	publicRules    = "Public lets everybody call, and Scopes and Authorize do not: say one of them"
	requiresTwice  = "Requires is said twice; say authn.AllOf or authn.AnyOf of both"
)

// Public lets everybody call the route, without credentials. Those that a
// request has must be good all the same. Beside Requires, Scopes or Authorize, of the
// route or of its groups, it is a fault; the rules of the API do not hold for it.
func (o *Operation) setPublic() *Operation {
	at, f := callsite.Here(), ir.Faultf("%s", publicRequires)
	return o.edit(func(o *Operation) {
		if o.access.requires != nil {
			o.fault(f)
		}
		o.access.at, o.access.public = at, true
	})
}

// Requires sets how callers prove who they are, in place of any of the schemes of
// the API, and of what the groups of the route require:
// Requires(authn.AllOf(certificate, bearer)). Every scheme must be one of the API's.
func (o *Operation) setRequires(r authn.Requirement) *Operation {
	if r == nil {
		return o.faulted(ir.Faultf("Requires(nil): for none say Public"))
	}
	at, f, twice := callsite.Here(), ir.Faultf("%s", publicRequires), ir.Faultf("%s", requiresTwice)
	return o.edit(func(o *Operation) {
		switch {
		case o.access.public:
			o.fault(f)
		case o.access.requires != nil:
			o.fault(twice)
		}
		o.access.at, o.access.requires = at, r
	})
}

// Scopes asks for every one of the scopes; it is Authorize(authz.Scopes(…)).
func (o *Operation) setScopes(names ...string) *Operation {
	return o.setAuthorize(authz.Scopes(names...))
}

// Authorize adds rules that the identity of a caller must meet.
func (o *Operation) setAuthorize(rules ...authz.Rule) *Operation {
	if what := EmptyRules(ir.Key{}, rules); what != "" {
		return o.faulted(ir.Faultf("%s", what))
	}
	return o.edit(func(o *Operation) { o.access.rules = o.access.rules.And(rules...) })
}

// EmptyRules is what is wrong with rules that ask for nothing, so that whoever
// declares them believes to be guarded and is not; "" where nothing is. It is for
// sibling packages.
func EmptyRules(_ ir.Key, rules []authz.Rule) string {
	if len(rules) == 0 {
		return "Authorize has no rule"
	}
	for _, r := range rules {
		if auth.Rule(r).Empty() {
			return "Authorize has a rule that asks for nothing"
		}
	}
	return ""
}

// Public lets everybody call the routes of the group that say nothing else. Beside
// Requires, Scopes or Authorize of the same group it is a fault.
func (g RouteGroup) Public() RouteGroup {
	at := callsite.Here()
	if g.g != nil {
		switch {
		case g.g.requires:
			return g.fault(publicRequires)
		case g.g.authorizes:
			return g.fault(publicRules)
		}
	}
	return g.edit(func(g *group) { g.public = true }).every(func(o *Operation) {
		if o.access.requires == nil && !o.access.public {
			o.access.at, o.access.public = at, true
		}
	})
}

// Requires sets how callers of the group prove who they are, where a route says
// nothing else.
func (g RouteGroup) Requires(r authn.Requirement) RouteGroup {
	if r == nil {
		return g.fault("Requires(nil): for none say Public")
	}
	at := callsite.Here()
	if g.g != nil {
		switch {
		case g.g.public:
			return g.fault(publicRequires)
		case g.g.requires:
			return g.fault(requiresTwice)
		}
	}
	return g.edit(func(g *group) { g.requires = true }).every(func(o *Operation) {
		if o.access.requires == nil && !o.access.public {
			o.access.at, o.access.requires = at, r
		}
	})
}

// Scopes asks callers of the group for every one of the scopes.
func (g RouteGroup) Scopes(names ...string) RouteGroup { return g.Authorize(authz.Scopes(names...)) }

// Authorize adds rules that the identity of a caller of the group must meet.
func (g RouteGroup) Authorize(rules ...authz.Rule) RouteGroup {
	if what := EmptyRules(ir.Key{}, rules); what != "" {
		return g.fault(what)
	}
	if g.g != nil && g.g.public {
		return g.fault(publicRules)
	}
	return g.edit(func(g *group) { g.authorizes = true }).every(func(o *Operation) { o.access.rules = authz.Rule{}.And(rules...).And(o.access.rules) })
}

// Requires sets how callers prove who they are; see [Route.Requires].
func (c ResourceRoutes[T, K]) Requires(r authn.Requirement) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Requires(r) })
}

// Authorize adds rules that the identity of a caller must meet.
func (c ResourceRoutes[T, K]) Authorize(rules ...authz.Rule) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup { return g.Authorize(rules...) })
}

// Scopes asks for every one of the scopes, for each operation, as [RouteGroup.Scopes]
// does; [ResourceRoutes.ReadScopes] and [ResourceRoutes.WriteScopes] tell operations apart.
func (c ResourceRoutes[T, K]) Scopes(names ...string) ResourceRoutes[T, K] {
	return c.Authorize(authz.Scopes(names...))
}

// ReadScopes asks for every one of the scopes where an operation shows entities: List,
// View, and the routes of With that are a GET.
//
//	ReadScopes("products:read").WriteScopes("products:write")
func (c ResourceRoutes[T, K]) ReadScopes(names ...string) ResourceRoutes[T, K] {
	return c.scopes(true, authz.Scopes(names...))
}

// WriteScopes asks for every one of the scopes where an operation changes something:
// Create, Update, Replace, Delete, and the routes of With that are no GET.
func (c ResourceRoutes[T, K]) WriteScopes(names ...string) ResourceRoutes[T, K] {
	return c.scopes(false, authz.Scopes(names...))
}

func (c ResourceRoutes[T, K]) scopes(reads bool, rule authz.Rule) ResourceRoutes[T, K] {
	return c.grouped(func(g RouteGroup) RouteGroup {
		return g.every(func(o *Operation) {
			if (o.Node.Method == http.MethodGet) == reads {
				o.access.rules = o.access.rules.And(rule)
			}
		})
	})
}

// Access are what an API asks of who calls it. It is for sibling packages.
type Access struct {
	Schemes []authn.Scheme
	Rules   authz.Rule
	Limits  []*PlacedLimit
	Caching *ir.Caching // nil: it says nothing
}

// WithAccess returns the operation under the guards of its API. It is for sibling
// packages.
func (o *Operation) WithAccess(key ir.Key, g Access) *Operation {
	return o.edit(func(o *Operation) {
		a := &o.access
		s := &ir.Security{Public: a.public}
		o.Node.Security = s
		o.cached(g.Caching)
		o.counted = o.placedAt(g.Limits)
		s.Limits = o.limitNodes()
		if !a.public {
			a.rules = g.Rules.And(a.rules)
		}
		if s.Access = auth.Rule(a.rules).Node(); len(s.Access.Clauses) == 0 && len(s.Access.Faults) == 0 {
			s.Access = nil
		} else {
			o.Node.Faults = append(o.Node.Faults, s.Access.Faults...)
		}
		o.checkAccess(g.Schemes, a)
		if a.requires == nil && len(g.Schemes) > 0 {
			a.requires = anyScheme(g.Schemes)
		}
		if a.requires == nil {
			return
		}
		required := auth.RequirementOf(a.requires)
		o.Node.Faults = append(o.Node.Faults, required.Faults()...)
		for _, combination := range required.Combinations() {
			var nodes []*ir.Scheme
			for _, scheme := range combination {
				nodes = append(nodes, scheme.Node())
			}
			s.Schemes = append(s.Schemes, nodes)
		}
		var schemes []*auth.Scheme
		for _, scheme := range g.Schemes {
			schemes = append(schemes, auth.SchemeOf(scheme))
			n := auth.SchemeOf(scheme).Node()
			if !slices.ContainsFunc(s.Schemes, func(together []*ir.Scheme) bool { return slices.Contains(together, n) }) {
				s.Others = append(s.Others, n)
			}
		}
		a.requires = required.Among(schemes)
	})
}

func anyScheme(schemes []authn.Scheme) authn.Requirement {
	if len(schemes) == 1 {
		return schemes[0]
	}
	var all []authn.Requirement
	for _, s := range schemes {
		all = append(all, s)
	}
	return authn.AnyOf(all...)
}

// checkAccess looks for what nobody could meet.
func (o *Operation) checkAccess(schemes []authn.Scheme, a *access) {
	if clauses := auth.Rule(a.rules).Node().Clauses; len(clauses) > 0 {
		g := clauses[0].Any[0]
		switch {
		case a.public:
			o.fault(ir.Fault{At: a.at, Message: "is Public, and asks for the " + string(g.Kind) + " " + strconv.Quote(g.Name)})
		case len(schemes) == 0:
			o.fault(ir.Fault{At: clauses[0].At, Message: "asks for the " + string(g.Kind) + " " + strconv.Quote(g.Name) +
				", but the API has no Authenticate that tells who has it"})
		}
	}
	if a.requires == nil {
		return
	}
	for _, combination := range auth.RequirementOf(a.requires).Combinations() {
		for _, s := range combination {
			if n := s.Node(); !slices.ContainsFunc(schemes, func(known authn.Scheme) bool { return auth.SchemeOf(known) == s }) {
				o.fault(ir.Fault{At: a.at, Message: "requires the scheme " + strconv.Quote(n.Name) + ", which the API does not provide; name it with Authenticate"})
			}
		}
	}
}

// Identity is who sent the request: a guest where the API has no schemes, and on
// a public route where nothing was proved.
func (c *Call) Identity() authn.Identity { return c.who }

// challenge adds to a 401 of the application what it must have (RFC 9110 §15.5.2),
// unless the handler has said it.
func (e *Endpoint) challenge(h http.Header, err error) {
	if e.access.requires == nil || h["Www-Authenticate"] != nil {
		return
	}
	if p := render.ProblemOf(err); p != nil && p.Status() == http.StatusUnauthorized {
		h["Www-Authenticate"] = auth.RequirementOf(e.access.requires).Challenges()
	}
}

// authProblem is the problem of a refusal, whose challenges are set (RFC 9110
// §11.6.1).
func (c *Call) authProblem(r *auth.Failure) error {
	h := c.w.Header()
	for _, challenge := range r.Challenges {
		h.Add("WWW-Authenticate", challenge)
	}
	if r.RetryAfter > 0 {
		c.retryAfter(int((r.RetryAfter + time.Second - 1) / time.Second))
	}
	h["Cache-Control"] = noStore
	p := detailed(r.BuiltinProblem, r.Reason)
	if r.Cause != nil {
		p = p.Cause(r.Cause)
	}
	return p
}
