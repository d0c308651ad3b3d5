package main

import (
	"errors"
	"log/slog"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// declare turns an operation into an API with one route, and builds it.
func (c *converter) declare(o *shape, op operation, problems bool) (*tenon.App, error) {
	api, err := c.api(o, op, problems)
	if err != nil {
		return nil, err
	}
	return api.Build()
}

// api turns an operation into an API with one route.
func (c *converter) api(o *shape, op operation, problems bool) (api tenon.API, err error) {
	r, err := c.route(o, op, problems)
	if err != nil {
		return api, err
	}
	return apiOf(r), nil
}

// apiOf returns an API with some routes.
func apiOf(routes ...*route.Route) tenon.API {
	api := tenon.New("Reach", "1").Renderer(render.NoEnvelope()).Logger(slog.New(slog.DiscardHandler))
	for _, r := range routes {
		api = api.Add(r)
	}
	return api
}

// route turns an operation into a route.
func (c *converter) route(o *shape, op operation, problems bool) (*route.Route, error) {
	p := &plan{deprecated: o.deprecated}
	out := c.successes(o, p)
	in := c.request(o)
	p.path = c.parameters(o, "path")
	p.query = c.parameters(o, "query")
	p.header = c.parameters(o, "header")
	p.cookie = c.parameters(o, "cookie")
	if problems {
		c.problems(o, p)
	}
	if in == nil || out == nil {
		return nil, errors.New("no body")
	}
	r := dynamic.RouteOf(op.method, op.path, in, out)
	if r == nil {
		o.miss("(program) a pair of rare Go types")
		return nil, errors.New("no route")
	}
	return p.apply(r), nil
}

// emit writes the document of an API and reads its only operation.
func emit(app *tenon.App, op operation, old bool) (*shape, error) {
	version := oas.V31
	if old {
		version = oas.V30
	}
	text, err := oas.JSON(app, version)
	_ = app.Close() // nothing has been served
	if err != nil {
		return nil, err
	}
	d, err := parseDocument(text)
	if err != nil {
		return nil, err
	}
	for _, got := range d.operations() {
		if got.method == op.method && strings.Trim(got.path, "/") == strings.Trim(op.path, "/") {
			return d.shapeOf(got), nil
		}
	}
	return nil, errors.New("the operation is missing")
}
