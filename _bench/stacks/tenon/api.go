package tenon

import (
	"fmt"
	"net/http"

	"bench/shop"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

// New serves the shop.
func New() http.Handler {
	one, page := must(products.View().Parse(shop.One)), must(collection.Many(products.View()).Parse(shop.Page))

	show := route.Get("/v1/products/{id}", products.View()).Path(id).
		Handle(func(*route.Call) (Product, error) { return one, nil })
	list := route.List("/v1/products", products.List(), paginate.ByPage().Default(20).Max(100)).
		Sorting(name, price).
		Filters(paginate.Equal(status), minPrice).
		Handle(func(*route.Call, paginate.Query) (paginate.Result[Product], error) {
			return paginate.Result[Product]{Items: page, More: true, Total: shop.Total}, nil
		})
	create := route.Post("/v1/products", products.Create(), products.View()).
		Handle(func(_ *route.Call, in Product) (Product, error) {
			in.ID = shop.ID
			return in, nil
		})
	many := route.Post("/v1/products/batch", batches.Create(), receipts.View()).Status(200).
		Handle(func(_ *route.Call, in batch) (created, error) { return created{len(in.Products)}, nil })
	return tenon.New("Shop", "1.0.0").CheckResponses(tenon.Never).Add(show, list, create, many).MustBuild()
}

// Routes serves n routes with two parameters in the path.
func Routes(n int) http.Handler {
	all := make([]route.Member, n)
	for i := range all {
		all[i] = route.Delete(fmt.Sprintf("/v1/r%03d/{area}/things/{thing}", i), collection.NoContent()).Path(area, thing).
			Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil })
	}
	return tenon.New("Routes", "1.0.0").Add(all...).MustBuild()
}

// Resources builds an API of n routes, five for each of its resources.
func Resources(n int) *tenon.App {
	api := tenon.New("Shops", "1.0.0")
	for i := range n / 5 {
		suffix := fmt.Sprintf("%03d", i)
		path := "/v1/s" + suffix + "/products"
		api = api.Add(
			route.Get(path+"/{id}", products.View()).ID("show"+suffix).Path(id).
				Handle(func(*route.Call) (p Product, err error) { return p, nil }),
			route.List(path, products.List(), paginate.ByPage().Default(20).Max(100)).ID("list"+suffix).
				Sorting(name, price).
				Filters(paginate.Equal(status), minPrice).
				Handle(func(*route.Call, paginate.Query) (r paginate.Result[Product], err error) { return r, nil }),
			route.Post(path, products.Create(), products.View()).ID("create"+suffix).
				Handle(func(_ *route.Call, in Product) (Product, error) { return in, nil }),
			route.Put(path+"/{id}", products.Create(), products.View()).ID("replace"+suffix).Path(id).
				Handle(func(_ *route.Call, in Product) (Product, error) { return in, nil }),
			route.Delete(path+"/{id}", collection.NoContent()).ID("delete"+suffix).Path(id).
				Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
		)
	}
	return api.MustBuild()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
