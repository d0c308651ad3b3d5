package doc_test

import (
	"context"
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

func Example_behindAProxy() {
	limit := throttle.PerMinute(600).TrustedProxies("10.0.0.0/8", "192.0.2.1")
	app := tenon.New("Library", "1.0.0").
		BaseURL("https://example.com/library"). // the proxy removes /library
		Throttle(limit).
		ClientAddress(limit.Address).
		Observe(clients{}).
		Add(route.List("/books", books.List(), paginate.ByPage().Default(1)).Handle(page)).
		MustBuild()
	defer app.Close()

	header := send(app, "GET", "/books", "", "X-Forwarded-For: 203.0.113.7")
	fmt.Println(header.Get("Link"))

	// Output:
	// 203.0.113.7
	// 200 {"data":[{"id":"018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57","title":"Moby-Dick","pages":635,"genre":"novel","note":null}],"pagination":{"page":1,"page_size":1,"has_more":true,"total_pages":3}}
	// <https://example.com/library/books?page=1>; rel="first", <https://example.com/library/books?page=2>; rel="next", <https://example.com/library/books?page=3>; rel="last"
}

func page(c *route.Call, q paginate.Query) (paginate.Result[Book], error) {
	return shelf.List(c.Context(), q)
}

// clients prints the address of each client.
type clients struct{}

func (clients) Observe(_ context.Context, e tenon.Exchange) { fmt.Println(e.Client) }
