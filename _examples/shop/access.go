package main

import (
	"context"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// What credentials may allow. The catalogue is for everybody; orders are for whom
// they are of, and for those who manage them.
const (
	readProducts  = "products:read" // all at once, and as they change
	writeProducts = "products:write"
	seeCosts      = "products:cost"
	readOrders    = "orders:read"
	writeOrders   = "orders:write"
	manageOrders  = "orders:manage"
)

var allScopes = []string{readProducts, writeProducts, seeCosts, readOrders, writeOrders, manageOrders}

// verifier checks a bearer token.
type verifier = func(ctx context.Context, token string) (authn.Identity, error)

// schemes are the ways in which callers prove who they are.
func schemes(verify verifier, store *Store) []authn.Scheme {
	if verify == nil {
		verify = func(context.Context, string) (authn.Identity, error) {
			return authn.Identity{}, authn.Invalid("This shop takes no tokens.")
		}
	}
	return []authn.Scheme{
		authn.Bearer("bearer", verify).Format("JWT").
			Describe("A token of the shop's OpenID Connect provider, with the scopes in its claim `scope`, checked as RFC8725 asks."),
		authn.APIKeyHeader("key", "X-Api-Key", store.Identify).
			Describe("A key for programs, made by `shop key`."),
	}
}

// public lets everybody call an operation of a resource.
func public[R interface{ Public() R }](operation R) R { return operation.Public() }

// ownOrder decides about one order; of others' orders nobody learns.
func ownOrder(_ context.Context, who authn.Identity, o *Order) error {
	made := o.Number > 0 // else it is about to be, and nobody's yet
	if made && o.Owner != who.Key() && !who.Has(manageOrders) {
		return render.NotFound
	}
	return nil
}

// shipping keeps customers from saying what only the shop can know.
func shipping(c *route.Call, patch collection.Patch[Order]) error {
	if status, ok := progress.Lookup(patch); ok && status == Shipped && !c.Identity().Has(manageOrders) {
		return render.Forbidden
	}
	return nil
}
