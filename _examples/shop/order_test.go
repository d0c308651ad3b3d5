package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

const order = `{"quantity": 2, "email": "ada@example.com"}`

func TestOrderBelongsToItsProduct(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		made := c.want(201, "POST", first+"/orders", order)
		got := data(t, made)
		at, err := time.Parse(time.RFC3339, got["placed_at"].(string))
		if err != nil || time.Since(at) > time.Minute {
			t.Errorf("placed at %v, %v", at, err)
		}
		delete(got, "placed_at")
		equal(t, map[string]any{
			"product_id": strings.TrimPrefix(first, "/v1/products/"), "number": 1.0,
			"quantity": 2.0, "email": "ada@example.com", "status": "placed",
		}, got)
		equal(t, first+"/orders/1", resolve(t, made, made.header.Get("Location")))
		equal(t, made.text, c.want(200, "GET", first+"/orders/1", "").text)

		equal(t, first+"/orders/2", c.want(201, "POST", first+"/orders", order).header.Get("Location"))
		equal(t, second+"/orders/1", c.want(201, "POST", second+"/orders", order).header.Get("Location"))
		c.want(404, "GET", second+"/orders/2", "")
	})
}

func TestOnlyActiveProductsAreOrdered(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		none := `{"title":"No such product.","status":404,"code":"no_such_product"}`
		equal(t, none, c.want(404, "POST", absent+"/orders", order).text)
		equal(t, none, c.want(404, "GET", absent+"/orders", "").text)
		equal(t, `{"title":"No such order.","status":404,"code":"no_such_order"}`, c.want(404, "GET", absent+"/orders/1", "").text)
		for _, status := range []string{"draft", "retired"} {
			c.want(200, "PATCH", first, `{"status": "`+status+`"}`)
			equal(t, `{"title":"The product is not for sale.","status":409,"code":"not_for_sale"}`,
				c.want(409, "POST", first+"/orders", order).text)
		}
		c.want(200, "PATCH", first, `{"status": "active"}`)
		equal(t, []string{"min #/quantity", "format #/email", "read_only #/status"}, violations(t,
			c.want(422, "POST", first+"/orders", `{"quantity": 0, "email": "ada", "status": "shipped"}`)))
		equal(t, 0, rows(t, c.store, "orders"))
	})
}

func TestClosedOrderCannotChange(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c.want(201, "POST", first+"/orders", order)
		path := first + "/orders/1"
		equal(t, []string{"read_only #/quantity"}, violations(t, c.want(422, "PATCH", path, `{"quantity": 3}`)))
		c.want(200, "PATCH", path, `{"email": "grace@example.com"}`)
		shipped := c.want(200, "PATCH", path, `{"status": "shipped"}`)
		equal(t, `{"title":"The order is closed.","status":409,"code":"order_closed"}`,
			c.want(409, "PATCH", path, `{"status": "cancelled"}`).text)
		equal(t, shipped.text, c.want(200, "GET", path, "").text)
		c.want(404, "PATCH", first+"/orders/2", `{}`)
		equal(t, "GET, HEAD, OPTIONS, PATCH", c.want(405, "DELETE", path, "").header.Get("Allow"))
	})
}

func TestProductWithOrdersIsNotDeleted(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c.want(201, "POST", first+"/orders", order)
		equal(t, `{"title":"The product has orders.","status":409,"code":"has_orders"}`, c.want(409, "DELETE", first, "").text)
		c.want(200, "GET", first+"/orders/1", "")
	})
}

func TestOrdersAreListedByPage(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		for i := range 23 {
			c.want(201, "POST", first+"/orders", fmt.Sprintf(`{"quantity": %d, "email": "ada@example.com"}`, i%3+1))
		}
		c.want(201, "POST", second+"/orders", order)
		c.want(200, "PATCH", first+"/orders/7", `{"status": "cancelled"}`)
		tests := []struct {
			query   string
			numbers string
			page    string
			links   string
		}{
			{"", "[23 22 21 20 19 18 17 16 15 14]", "map[has_more:true page:1 page_size:10 total_pages:3]", "first=1 last=3 next=2"},
			{"?page=2", "[13 12 11 10 9 8 7 6 5 4]", "map[has_more:true page:2 page_size:10 total_pages:3]", "first=1 last=3 next=3 prev=1"},
			{"?page=3", "[3 2 1]", "map[has_more:false page:3 page_size:10 total_pages:3]", "first=1 last=3 prev=2"},
			{"?page=4", "[]", "map[has_more:false page:4 page_size:10 total_pages:3]", "first=1 last=3 prev=3"},
			{"?limit=3&order_by=number", "[1 2 3]", "map[has_more:true page:1 page_size:3 total_pages:8]", "first=1 last=8 next=2"},
			{"?limit=3&order_by=-quantity,number", "[3 6 9]", "map[has_more:true page:1 page_size:3 total_pages:8]", "first=1 last=8 next=2"},
			{"?status=cancelled", "[7]", "map[has_more:false page:1 page_size:10 total_pages:1]", "first=1 last=1"},
			{"?status=shipped", "[]", "map[has_more:false page:1 page_size:10 total_pages:0]", "first=1 last=1"},
		}
		for _, tt := range tests {
			a := c.want(200, "GET", first+"/orders"+tt.query, "")
			var v struct {
				Data       []struct{ Number int }
				Pagination map[string]any
			}
			if err := json.Unmarshal([]byte(a.text), &v); err != nil {
				t.Fatal(err)
			}
			numbers := []int{}
			for _, o := range v.Data {
				numbers = append(numbers, o.Number)
			}
			equal(t, tt.numbers, fmt.Sprint(numbers))
			equal(t, tt.page, fmt.Sprint(v.Pagination))
			var rels []string
			for _, rel := range []string{"first", "last", "next", "prev"} {
				if target, ok := links(t, a)[rel]; ok {
					_, page, _ := strings.Cut(target, "page=")
					rels = append(rels, rel+"="+page)
					c.want(200, "GET", target, "")
				}
			}
			equal(t, tt.links, strings.Join(rels, " "))
		}
		equal(t, []string{"unknown cursor"}, violations(t, c.want(422, "GET", first+"/orders?cursor=AAAA", "")))
	})
}

// The product is retired between two orders, not during one.
func TestParallelOrdersHaveSequentialNumbers(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		const customers = 40
		var wg sync.WaitGroup
		for range customers {
			wg.Go(func() {
				if a := c.ask("POST", first+"/orders", order); a.status != 201 && a.status != 409 {
					t.Errorf("%d\n%s", a.status, a.text)
				}
			})
		}
		wg.Go(func() { c.want(200, "PATCH", first, `{"status": "retired"}`) })
		wg.Wait()
		var highest int
		if err := c.store.db.QueryRow(`SELECT coalesce(max(number), 0) FROM orders`).Scan(&highest); err != nil {
			t.Fatal(err)
		}
		equal(t, rows(t, c.store, "orders"), highest)
		c.want(409, "POST", first+"/orders", order)
	})
}

// Customers see and change only their own orders.
func TestOrderBelongsToItsCustomer(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		ada := c.as("ada", readOrders, writeOrders)
		bob := c.as("bob", readOrders, writeOrders)
		path := first + "/orders/1"
		ada.want(201, "POST", first+"/orders", order)
		bob.want(201, "POST", first+"/orders", order)

		ada.want(200, "GET", path, "")
		c.want(200, "GET", path, "") // manages orders
		equal(t, bob.want(404, "GET", first+"/orders/9", "").text, bob.want(404, "GET", path, "").text)
		bob.want(404, "PATCH", path, `{"status": "cancelled"}`)
		ada.want(200, "PATCH", path, `{"email": "lovelace@example.com"}`)

		numbers := func(c client) string {
			var v struct {
				Data       []struct{ Number int }
				Pagination map[string]any
			}
			if err := json.Unmarshal([]byte(c.want(200, "GET", first+"/orders?order_by=number", "").text), &v); err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(v.Data, v.Pagination["total_pages"])
		}
		equal(t, "[{1}] 1", numbers(ada))
		equal(t, "[{2}] 1", numbers(bob))
		equal(t, "[] 0", numbers(c.as("eve", readOrders)))
		equal(t, "[{1} {2}] 1", numbers(c))

		// Orders from before the migration have no owner.
		if _, err := c.store.db.Exec(`UPDATE orders SET owner = '' WHERE number = 1`); err != nil {
			t.Fatal(err)
		}
		ada.want(404, "GET", path, "")
		c.want(200, "GET", path, "")
		c.anonymous().want(404, "GET", path, "", "X-Api-Key", apiKey(t, c.store, readOrders))
	})
}

// The same subject of another issuer or of an API key is another identity.
func TestOwnerIsAnIdentity(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		secret, err := c.store.MakeKey(t.Context(), "ada", []string{readOrders, writeOrders})
		if err != nil {
			t.Fatal(err)
		}
		plant("the key of ada", secret.Reveal()[keyPublic:])
		c.as("ada", writeOrders).want(201, "POST", first+"/orders", order)
		c.anonymous().want(404, "GET", first+"/orders/1", "", "X-Api-Key", secret.Reveal())
	})
}

func TestOnlyTheShopShips(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		ada := c.as("ada", readOrders, writeOrders)
		path := first + "/orders/1"
		ada.want(201, "POST", first+"/orders", order)
		a := ada.want(403, "PATCH", path, `{"status": "shipped"}`)
		if !strings.Contains(a.text, `"code":"forbidden"`) {
			t.Error(a.text)
		}
		equal(t, "placed", data(t, ada.want(200, "GET", path, ""))["status"])
		c.want(200, "PATCH", path, `{"status": "shipped"}`)
		c.as("bob", writeOrders).want(404, "PATCH", path, `{"status": "cancelled"}`) // not 409
		ada.want(409, "PATCH", path, `{"status": "cancelled"}`)
	})
}
