package main

import (
	"net/http"
	"strings"

	"bench/shop"
	"bench/stacks/chi"
	"bench/stacks/echo"
	"bench/stacks/floor"
	"bench/stacks/fuego"
	"bench/stacks/gin"
	"bench/stacks/goa"
	"bench/stacks/gorilla"
	"bench/stacks/huma"
	"bench/stacks/limit"
	"bench/stacks/oapi"
	"bench/stacks/ogen"
	"bench/stacks/tenon"
)

// stack is one way to serve the API. What it has no name for, it does not do.
type stack struct {
	name string
	// hand says that it is no peer, but a floor written by hand.
	hand   bool
	shop   func() http.Handler
	routes func(n int) http.Handler
	// resources starts an API of n routes, and returns what renders its documents.
	resources func(n int) (documents func() [][]byte)
	documents string // which documents it renders
}

// The floors by name.
const (
	ours  = "tenon"
	limed = "by hand, the limit"
	plain = "by hand, encoding/json"
)

func stacks() []stack {
	return []stack{
		{name: ours, shop: tenon.New, routes: tenon.Routes, documents: "3.0 and 3.1", resources: func(n int) func() [][]byte {
			app := tenon.Resources(n)
			return func() [][]byte { return tenon.Documents(app) }
		}},
		{name: limed, hand: true, shop: limit.New},
		{name: plain, hand: true, shop: floor.New, routes: floor.Routes},
		{name: "ogen", shop: ogen.New, routes: ogen.Routes},
		{name: "goa", shop: goa.New},
		{name: "oapi-codegen + kin-openapi", shop: oapi.New},
		{name: "huma on net/http", documents: "3.1", shop: func() http.Handler { return huma.Shop(huma.OnServeMux) },
			routes: func(n int) http.Handler { return huma.Routes(huma.OnServeMux, n) },
			resources: func(n int) func() [][]byte {
				api := huma.Resources(n)
				return func() [][]byte { return [][]byte{huma.Document(api)} }
			}},
		{name: "huma on chi", shop: func() http.Handler { return huma.Shop(huma.OnChi) },
			routes: func(n int) http.Handler { return huma.Routes(huma.OnChi, n) }},
		{name: "fuego", shop: fuego.New, routes: fuego.Routes, documents: "3.1", resources: func(n int) func() [][]byte {
			s := fuego.Resources(n)
			return func() [][]byte { return [][]byte{fuego.Document(s)} }
		}},
		{name: "gin + validator", shop: gin.New, routes: gin.Routes},
		{name: "echo + validator", shop: echo.New, routes: echo.Routes},
		{name: "chi + validator", shop: chi.New, routes: chi.Routes},
		{name: "gorilla/mux + validator", shop: gorilla.New, routes: gorilla.Routes},
	}
}

// serves returns what answers the case; nil if the stack does not.
func (s stack) serves(c shop.Case) http.Handler {
	switch {
	case c.Routes == 0:
		return s.shop()
	case s.routes != nil:
		return s.routes(c.Routes)
	}
	return nil
}

// slug is the name as a benchmark has it.
func (s stack) slug() string {
	return strings.NewReplacer(" ", "_", ",", "", "+_", "").Replace(s.name)
}
