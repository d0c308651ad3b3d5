package main

import (
	"strings"
	"testing"
)

// Only callers with the scope can see the cost of a product.
func TestCostIsVisibleByScope(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		buyer := c.as("buyer", readProducts, writeProducts, seeCosts)
		for _, path := range []string{first, "/v1/products?limit=1", "/v1/products/export"} {
			if a := buyer.want(200, "GET", path, ""); !strings.Contains(a.text, `"price":990,"cost":594,`) {
				t.Errorf("%s hides the cost from the buyer\n%.400s", path, a.text)
			}
			others := []client{c}
			if path != "/v1/products/export" {
				others = append(others, c.anonymous())
			}
			for _, other := range others {
				if a := other.want(200, "GET", path, ""); strings.Contains(a.text, "cost") {
					t.Errorf("%s shows the cost\n%.400s", path, a.text)
				}
			}
		}

		// Other callers cannot set it, and their changes keep it.
		costly := strings.Replace(keyboard, `"price": 1`, `"price": 9, "cost": 1`, 1)
		equal(t, []string{"scope #/cost"}, violations(t, c.want(422, "POST", "/v1/products", costly)))
		equal(t, []string{"scope #/cost"}, violations(t, c.want(422, "PATCH", first, `{"cost": 1}`)))
		equal(t, []string{"scope #/cost"}, violations(t, c.want(422, "PATCH", first, `{"cost": null}`)))
		equal(t, []string{"scope #/cost"}, violations(t, c.want(422, "PUT", first, costly, "If-Match", "*")))
		equal(t, nil, data(t, c.want(200, "PATCH", first, `{"price": 991}`))["cost"])
		equal(t, nil, data(t, c.want(200, "PUT", first, keyboard, "If-Match", "*"))["cost"])
		equal(t, 594.0, data(t, buyer.want(200, "GET", first, ""))["cost"])

		equal(t, 1.0, data(t, buyer.want(200, "PATCH", first, `{"cost": 1}`))["cost"])
		equal(t, nil, data(t, buyer.want(200, "PATCH", first, `{"cost": null}`))["cost"])
		equal(t, []string{"min #/cost"}, violations(t, buyer.want(422, "PATCH", first, `{"cost": -1}`)))
	})
}

// A cache must not mix up the versions.
func TestVisibleCostHasAnotherEntityTag(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		buyer := c.as("buyer", seeCosts, writeProducts)
		a, b := c.want(200, "GET", first, ""), buyer.want(200, "GET", first, "")
		if a.header.Get("ETag") == b.header.Get("ETag") || a.header.Get("Last-Modified") != "" {
			t.Errorf("%v, and for who sees the cost %v", a.header, b.header)
		}
		equal(t, a.header.Values("Vary"), []string{"Authorization, X-Api-Key, Accept"})
		c.want(200, "GET", first, "", "If-None-Match", b.header.Get("ETag"))
		buyer.want(200, "GET", first, "", "If-None-Match", a.header.Get("ETag"))
		buyer.want(304, "GET", first, "", "If-None-Match", b.header.Get("ETag"))
		buyer.want(200, "PATCH", first, `{"price": 2}`, "If-Match", a.header.Get("ETag")) // what it saw has not changed
	})
}
