package main

import (
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// plan is what a route declares beside its bodies.
type plan struct {
	path, query, header, cookie []prop.Prop
	status                      int
	headers                     []prop.Prop
	responses                   []route.AnyResponse
	fails                       []*render.Problem
	format                      *render.Format
	deprecated                  bool
}

// apply adds the plan to a route.
func (p *plan) apply(r *route.Route) *route.Route {
	r = r.Path(p.path...).Query(p.query...).Header(p.header...).Cookie(p.cookie...).IgnoreUnknown()
	if p.status/100 == 2 { // a redirect has its status
		r = r.Status(p.status)
	}
	r = r.ResponseHeader(p.headers...).Responses(p.responses...).Fails(p.fails...)
	if p.format != nil {
		r = r.ProblemFormat(p.format)
	}
	if p.deprecated {
		r = r.Deprecated()
	}
	return r
}
