package endpoint

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// Access is who may call an operation, as its route and its groups declare.
type Access struct {
	At       tree.Position // the position of Public or Requires
	Public   bool
	Ignores  bool              // credentials, so that it is Public too
	Requires authn.Requirement // nil: any scheme of the API
	Rules    authz.Rule
	// Everyone admits every caller as one who has all that the operation requires: a mock does.
	Everyone bool
}

// Policy has the access control that an API declares for all operations.
type Policy struct {
	Schemes []authn.Scheme
	Rules   authz.Rule
	Limits  []*PlacedLimit
	Caching *tree.Caching // nil: the API has no policy for caches
}

// EmptyRules returns what is wrong with rules that require nothing, which are a mistake, or "".
func EmptyRules(rules []authz.Rule) string {
	if len(rules) == 0 {
		return "Authorize has no rule"
	}
	for _, r := range rules {
		if auth.Rule(r).Empty() {
			return "Authorize has a rule that requires nothing"
		}
	}
	return ""
}

// SetPolicy sets the policy of the API, and decides who may call the operation. It is for use
// within Edit.
func (o *Operation) SetPolicy(p *Policy) {
	a, s := &o.Access, new(tree.Security)
	o.Node.Security = s
	o.WithCaching(p.Caching)
	if limits := o.placeLimits(p.Limits); len(limits) > 0 {
		o.ChangeOptions().Throttled = limits
	}
	s.Limits = o.limitNodes()
	if !a.Public {
		a.Rules = p.Rules.And(a.Rules)
	}
	if s.Access = auth.Rule(a.Rules).Node(); len(s.Access.Clauses) == 0 && len(s.Access.Faults) == 0 {
		s.Access = nil
	} else {
		o.Fault(s.Access.Faults...)
	}
	o.checkAccess(p.Schemes)
	o.checkLimits(p.Schemes)
	if a.Requires == nil && len(p.Schemes) > 0 {
		a.Requires = anyScheme(p.Schemes)
	}
	switch {
	case a.Requires != nil && a.Ignores:
		s.Credentials = tree.CredentialsIgnored
		return
	case a.Requires == nil:
		s.Credentials = tree.CredentialsUnread
		return
	case a.Public:
		s.Credentials = tree.CredentialsOptional
	default:
		s.Credentials = tree.CredentialsRequired
	}
	required := auth.RequirementOf(a.Requires)
	o.Fault(required.Faults()...)
	for _, combination := range required.Combinations() {
		var nodes []*tree.Scheme
		for _, scheme := range combination {
			nodes = append(nodes, scheme.Node())
		}
		s.Schemes = append(s.Schemes, nodes)
	}
	var schemes []*auth.Scheme
	for _, scheme := range p.Schemes {
		schemes = append(schemes, auth.SchemeOf(scheme))
		n := auth.SchemeOf(scheme).Node()
		if !slices.ContainsFunc(s.Schemes, func(together []*tree.Scheme) bool { return slices.Contains(together, n) }) {
			s.Others = append(s.Others, n)
		}
	}
	a.Requires = required.Among(schemes)
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

// checkAccess reports requirements that no caller can meet.
func (o *Operation) checkAccess(schemes []authn.Scheme) {
	a := &o.Access
	if clauses := auth.Rule(a.Rules).Node().Clauses; len(clauses) > 0 {
		g := clauses[0].Any[0]
		switch {
		case a.Public:
			o.Fault(tree.Fault{At: a.At, Message: "is Public, but requires the " + string(g.Kind) + " " + strconv.Quote(g.Name)})
		case len(schemes) == 0:
			o.Fault(tree.Fault{At: clauses[0].At, Message: "requires the " + string(g.Kind) + " " + strconv.Quote(g.Name) +
				", but the API has no Authenticate"})
		}
	}
	if a.Requires == nil {
		return
	}
	for _, combination := range auth.RequirementOf(a.Requires).Combinations() {
		for _, s := range combination {
			if n := s.Node(); !slices.ContainsFunc(schemes, func(known authn.Scheme) bool { return auth.SchemeOf(known) == s }) {
				o.Fault(tree.Fault{At: a.At, Message: "requires the scheme " + strconv.Quote(n.Name) + ", which the API does not declare; add it to Authenticate"})
			}
		}
	}
}

// checkLimits reports limits by identity if nobody has one: they would count by address.
func (o *Operation) checkLimits(schemes []authn.Scheme) {
	if len(schemes) > 0 {
		return
	}
	for _, l := range o.Options().Throttled {
		if n := quota.PolicyOf(l.limit).Node(); n.Per == tree.LimitIdentity {
			o.limitFault(l, tree.Fault{At: n.At, Message: "the rate limit " + strconv.Quote(n.Name) +
				" counts ByIdentity, but the API has no Authenticate; add it, or count ByIP"})
		}
	}
}

// challenge adds challenges to a 401 of the application (RFC 9110 §15.5.2), unless the
// handler has set some.
func (e *Endpoint) challenge(h http.Header, err error) {
	if h["Www-Authenticate"] != nil {
		return
	}
	if p := render.ProblemOf(err); p != nil && p.Status() == http.StatusUnauthorized {
		h["Www-Authenticate"] = auth.RequirementOf(e.access.Requires).Challenges()
	}
}

// authProblem sets the challenges of an authentication failure (RFC 9110 §11.6.1), and
// returns its problem.
func (c *Call) authProblem(r *auth.Failure) error {
	h := c.ex.W.Header()
	for _, challenge := range r.Challenges {
		h.Add("WWW-Authenticate", challenge)
	}
	if r.RetryAfter > 0 {
		c.retryAfter(int64((r.RetryAfter-1)/time.Second) + 1)
	}
	h["Cache-Control"] = media.NoStore
	p := media.Detailed(r.BuiltinProblem, r.Reason)
	if r.Cause != nil {
		p = p.Cause(r.Cause)
	}
	return p
}
