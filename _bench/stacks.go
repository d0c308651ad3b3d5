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

// stack is one way to serve the API. What it has no name for, it does not do.
type stack struct {
	name string
	// hand says that it is no peer, but a floor written by hand.
	hand   bool
	shop   func() http.Handler
	routes func(n int) http.Handler
	// resources starts an API of n routes, and returns what renders its documents.
	resources func(n int) (render func() [][]byte)
	documents string // which documents it renders
}

// The floors by name.
const (
	ours  = "tenon"
	limed = "by hand, the limit"
	plain = "by hand, encoding/json"
)

// stacks are ours, the floors and, unless they are left out of the program, the peers.
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
