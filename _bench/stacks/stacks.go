// Package stacks has the implementations of the API that are compared.
package stacks

import (
	"net"
	"net/http"
	"strings"

	"bench/shop"
	"bench/stacks/floor"
	"bench/stacks/limit"
	"bench/stacks/tenon"
	"bench/stacks/tenon/documents"
	"bench/stacks/tenon/more"
)

// A Stack is one implementation of the API. It does not support the cases of nil fields.
type Stack struct {
	Name string
	// Hand marks a stack written by hand.
	Hand   bool
	Shop   func() http.Handler
	Routes func(n int) http.Handler
	// More are the APIs of package bench/more by their names.
	More map[string]func() http.Handler
	// Resources starts an API of n routes, and returns a function that renders its
	// documents.
	Resources func(n int) (render func() [][]byte)
	Documents string // the documents it renders
	// Socket marks a stack that is measured over sockets, too. Listen serves the shop if it does
	// not use net/http.
	Socket bool
	Listen func(net.Listener) error
}

// The stacks by hand.
const (
	Ours  = "tenon"
	Limit = "by hand, the limit"
	Plain = "by hand, encoding/json"
)

// All returns the library, the stacks by hand and, unless they are excluded, the peers.
func All() []Stack {
	return append([]Stack{
		{Name: Ours, Socket: true, Shop: tenon.New, Routes: tenon.Routes, Documents: "3.0 and 3.1", Resources: func(n int) func() [][]byte {
			app := tenon.Resources(n)
			return func() [][]byte { return documents.Render(app) }
		}, More: more.APIs()},
		{Name: Limit, Hand: true, Socket: true, Shop: limit.New, More: limit.More()},
		{Name: Plain, Hand: true, Socket: true, Shop: floor.New, Routes: floor.Routes, More: floor.More()},
	}, peers()...)
}

// Serves returns the handler of the case, or nil if the stack does not support it.
func (s Stack) Serves(c shop.Case) http.Handler {
	switch {
	case c.API != "":
		if of := s.More[c.API]; of != nil {
			return of()
		}
	case c.Routes == 0 && s.Shop != nil:
		return s.Shop()
	case c.Routes > 0 && s.Routes != nil:
		return s.Routes(c.Routes)
	}
	return nil
}

// Slug is the name in a benchmark.
func (s Stack) Slug() string {
	return strings.NewReplacer(" ", "_", ",", "", "+_", "").Replace(s.Name)
}
