package main

import (
	"net/http"
	"strings"

	"bench/shop"
	"bench/stacks/floor"
	"bench/stacks/limit"
	"bench/stacks/tenon"
	"bench/stacks/tenon/documents"
)

// A stack is one implementation of the API. It does not support the cases of nil fields.
type stack struct {
	name string
	// hand marks a stack written by hand.
	hand   bool
	shop   func() http.Handler
	routes func(n int) http.Handler
	// resources starts an API of n routes, and returns a function that renders its
	// documents.
	resources func(n int) (render func() [][]byte)
	documents string // the documents it renders
}

// The stacks by hand.
const (
	ours  = "tenon"
	limed = "by hand, the limit"
	plain = "by hand, encoding/json"
)

// stacks returns the library, the stacks by hand and, unless they are excluded, the peers.
func stacks() []stack {
	return append([]stack{
		{name: ours, shop: tenon.New, routes: tenon.Routes, documents: "3.0 and 3.1", resources: func(n int) func() [][]byte {
			app := tenon.Resources(n)
			return func() [][]byte { return documents.Render(app) }
		}},
		{name: limed, hand: true, shop: limit.New},
		{name: plain, hand: true, shop: floor.New, routes: floor.Routes},
	}, peers()...)
}

// serves returns the handler of the case, or nil if the stack does not support it.
func (s stack) serves(c shop.Case) http.Handler {
	switch {
	case c.Routes == 0:
		return s.shop()
	case s.routes != nil:
		return s.routes(c.Routes)
	}
	return nil
}

// slug is the name in a benchmark.
func (s stack) slug() string {
	return strings.NewReplacer(" ", "_", ",", "", "+_", "").Replace(s.name)
}
