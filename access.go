package tenon

import (
	"slices"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/cache"
	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// Authenticate declares security schemes. Every route then requires authentication by any of
// them unless it is Public. Malformed and invalid credentials are rejected on every route.
func (a API) Authenticate(schemes ...authn.Scheme) API {
	if len(schemes) == 0 {
		return a.fault("Authenticate has no scheme: every route would be open to all")
	}
	return a.edit(func(d *declaration) {
		d.policy.Schemes = slices.Clip(d.policy.Schemes)
		for _, s := range schemes {
			d.policy.Schemes = append(d.policy.Schemes, s)
			if n := auth.SchemeOf(s).Node(); !slices.Contains(d.node.Schemes, n) {
				d.node.Schemes = append(d.node.Schemes, n)
			}
		}
	})
}

// secure makes an App remember who sends a request, if middleware may ask.
func (b *build) secure(app *App, env *endpoint.Env) {
	wrapped := func(op *endpoint.Operation) bool { return len(op.Options().Outer) > 0 }
	app.named = len(b.d.policy.Schemes) > 0 && (len(b.d.outer) > 0 || slices.ContainsFunc(b.ops, wrapped))
	if app.named || app.edge.exchanges() {
		env.Identified = app.identified
	}
}

// Authorize adds rules that every identity must satisfy, except on public routes.
func (a API) Authorize(rules ...authz.Rule) API {
	if what := endpoint.EmptyRules(rules); what != "" {
		return a.fault("%s", what)
	}
	return a.edit(func(d *declaration) {
		d.policy.Rules = d.policy.Rules.And(rules...)
	})
}

// Throttle adds rate limits over all routes of the API together:
//
//	api.Throttle(throttle.PerMinute(600), throttle.PerSecond(50).Name("burst"))
//
// Close the App after use; see [App.Close].
func (a API) Throttle(limits ...route.RateLimit) API {
	switch {
	case len(limits) == 0:
		return a.fault("Throttle has no limit")
	case slices.Contains(limits, nil):
		return a.fault("Throttle has a nil limit")
	}
	return a.edit(func(d *declaration) {
		d.policy.Limits = slices.Clip(d.policy.Limits)
		for _, l := range limits {
			d.policy.Limits = append(d.policy.Limits, endpoint.APILimit(l))
		}
	})
}

// Cache sets what caches may do with the successful responses of every GET for which neither
// the route nor a group sets a policy, except server-sent events; see [route.Route.Cache]. By
// default, responses of routes that require authentication are no-store, and so are responses
// of middleware in such an API.
//
// An API that authenticates in middleware of its own declares
//
//	api.Cache(cache.NoStore())
func (a API) Cache(p cache.Policy) API {
	n := *tree.CachingOf(seal.Box[*tree.Caching](p).Open())
	n.At = tree.Here()
	return a.edit(func(d *declaration) {
		d.faults = append(d.faults, n.Faults...)
		d.policy.Caching = &n
	})
}
