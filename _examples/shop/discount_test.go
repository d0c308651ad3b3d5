package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"
)

func TestDiscountHasOneKind(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		tests := []struct{ discount, want string }{
			{`5`, "type #/discount"},
			{`{"percent": 5}`, "required #/discount/kind"},
			{`{"kind": "bonus", "percent": 5}`, "one_of #/discount/kind"},
			{`{"kind": "percent", "percent": 91}`, "max #/discount/percent"},
			{`{"kind": "percent", "percent": 5, "amount": 5}`, "unknown #/discount/amount"},
			{`{"kind": "amount", "amount": 0}`, "min #/discount/amount"},
			{`{"kind": "amount", "amount": 990}`, "below_price #/discount"},
		}
		before := c.want(200, "GET", first, "").text
		for _, tt := range tests {
			t.Run(tt.discount, func(t *testing.T) {
				if tt.want != "required #/discount/kind" { // a patch changes the discount that there is
					equal(t, []string{tt.want}, violations(t, c.want(422, "PATCH", first, `{"discount": `+tt.discount+`}`)))
				}
				equal(t, []string{tt.want}, violations(t, c.want(422, "POST", "/v1/products", `{
				"sku": "NEW-0001", "name": "N", "price": 990, "size": {"width": 1, "height": 1, "depth": 1}, "discount": `+tt.discount+`}`)))
			})
		}
		equal(t, before, c.want(200, "GET", first, "").text)
	})
}

// The rule applies to the result of a patch: a patch that sends only one of the two members
// can violate it.
func TestDiscountIsBelowThePrice(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c.want(200, "PATCH", first, `{"discount": {"kind": "amount", "amount": 989}}`)
		equal(t, []string{"below_price #/discount"}, violations(t, c.want(422, "PATCH", first, `{"price": 989}`)))
		c.want(200, "PATCH", first, `{"price": 989, "discount": null}`)
		c.want(200, "PATCH", first, `{"price": 0, "discount": {"kind": "percent", "percent": 90}}`) // nothing off a price of 0
	})
}

// The file was created before the third migration.
func TestOldFileMigrates(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{
		"migrations/sqlite/0001_products.sql",
		"migrations/sqlite/0002_product_order.sql",
		"testdata/before_0003.sql",
	} {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(string(text)); err != nil {
			t.Fatal(err)
		}
	}
	db.Close()

	c := open(t, file)
	equal(t, 2, rows(t, c.store, "products"))
	for id, want := range map[string]Discount{
		"00000000-0000-4000-8000-000000000001": PercentOff{15},
		"00000000-0000-4000-8000-000000000002": nil,
	} {
		p, err := Products{c.store}.View(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		var got Discount
		if p.Discount != nil {
			got = *p.Discount
		}
		equal(t, want, got)
		equal(t, []string{"office"}, p.Tags)
		equal(t, int64(1), p.Revision)
	}
	c.want(200, "PATCH", first, `{"status": "active"}`, "If-Match", c.want(200, "GET", first, "").header.Get("ETag"))
	c.want(201, "POST", first+"/orders", `{"quantity": 1, "email": "ada@example.com"}`)
}
