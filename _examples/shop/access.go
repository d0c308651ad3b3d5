package main

import (
	"context"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// The scopes. The catalog is public; orders are visible to their owners and to callers
// that manage orders.
const (
	readProducts  = "products:read" // the export and the stream of changes
	writeProducts = "products:write"
	seeCosts      = "products:cost"
	readOrders    = "orders:read"
	writeOrders   = "orders:write"
	manageOrders  = "orders:manage"
	writeWebhooks = "webhooks:write"
)

var allScopes = []string{readProducts, writeProducts, seeCosts, readOrders, writeOrders, manageOrders, writeWebhooks}

// verifier checks a bearer token.
type verifier = func(ctx context.Context, token string) (authn.Identity, error)

// schemes returns the security schemes of the shop.
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
			Describe("A key for programs, created with `shop key`."),
	}
}

// ownOrder is the policy of orders. It hides the orders of other customers.
func ownOrder(_ context.Context, who authn.Identity, o *Order) error {
	made := o.Number > 0 // otherwise it is being created and has no owner yet
	if made && o.Owner != who.Key() && !who.Has(manageOrders) {
		return render.NotFound
	}
	return nil
}

// shipping rejects changes that only the shop may make.
func shipping(c *route.Call, patch collection.Patch[Order]) error {
	if status, ok := progress.Lookup(patch); ok && status == Shipped && !c.Identity().Has(manageOrders) {
		return render.Forbidden
	}
	return nil
}
