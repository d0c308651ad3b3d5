package paginate_test

import (
	"fmt"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func Example() {
	type product struct {
		ID    int
		Price int64
	}
	id, price := prop.Int("id"), prop.Int64("price").Min(0)
	products := collection.Of("Product", func(p *product) collection.Fields {
		return collection.Fields{
			id.At(&p.ID).Key(),
			price.At(&p.Price),
		}
	})
	minPrice := paginate.AtLeast(price)
	list := route.List("/products", products.List(), paginate.ByPage().Default(20).Max(100)).
		Sorting(price).
		Filters(minPrice)

	q, err := list.Parse("page=2&limit=10&order_by=-price&min_price=100")
	fmt.Println(q.Limit(), minPrice.Get(q), err)
	for _, term := range q.Order() { // always total: the key comes last
		fmt.Println(term.Name(), term.Descending())
	}

	_, err = list.Parse("limit=1000&order_by=name")
	fmt.Println(err)
	// Output:
	// 10 100 <nil>
	// price true
	// id true
	// query parameter limit: must be at most 100 (max)
	// query parameter order_by/0: must be one of price, +price, -price (one_of)
}
