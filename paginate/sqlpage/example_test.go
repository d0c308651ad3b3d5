package sqlpage_test

import (
	"fmt"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The query of a client becomes a statement; List runs it, and counts.
func Example() {
	type product struct {
		ID    int
		Name  string
		Price int64
	}
	id, name, price := prop.Int("id"), prop.String("name").MaxLen(80), prop.Int64("price")
	products := collection.Of("Product", func(p *product) collection.Fields {
		return collection.Fields{
			id.At(&p.ID).Key(),
			name.At(&p.Name),
			price.At(&p.Price),
		}
	})
	list := route.List("/products", products.List(), paginate.ByPage()).
		Sorting(price).
		Filters(paginate.AtLeast(price), paginate.Contains(name))

	table := sqlpage.From("products",
		sqlpage.Column(id, "id"),
		sqlpage.Column(name, "title"),
		sqlpage.Column(price, "price_cents"),
	)
	q, err := list.Parse("min_price=100&name_contains=50%25&order_by=-price&page=3")
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := table.Select(sqlpage.PostgreSQL, "id, title, price_cents", q)
	fmt.Println(s.SQL)
	fmt.Println(s.Args, err)
	// Output:
	// SELECT id, title, price_cents FROM products WHERE "price_cents" >= $1 AND strpos("title" COLLATE "C", $2) > 0 ORDER BY "price_cents" DESC, "id" DESC LIMIT $3 OFFSET $4
	// [100 50% 21 40] <nil>
}
