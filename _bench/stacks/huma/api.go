// Package huma serves the API with huma, on net/http's mux and on chi.
package huma

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"bench/shop"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
	"github.com/go-chi/chi/v5"
)

type (
	one     struct{ Body data[Product] }
	page    struct{ Body list }
	receipt struct{ Body data[created] }
	byID    struct {
		ID string `path:"id" format:"uuid"`
	}
	writing  struct{ Body Fields }
	batching struct{ Body batch }
	both     struct {
		Area  int64 `path:"area" minimum:"1"`
		Thing int64 `path:"thing" minimum:"1"`
	}
	query struct {
		Page     int    `query:"page" minimum:"1" default:"1"`
		Limit    int    `query:"limit" minimum:"1" maximum:"100" default:"20"`
		OrderBy  string `query:"order_by" enum:"name,-name,price,-price"`
		Status   string `query:"status" enum:"draft,active,retired"`
		MinPrice int64  `query:"min_price" minimum:"0" maximum:"100000000"`
	}
)

// config is huma's default without the member $schema and its header, which the other stacks
// do not have.
func config() huma.Config {
	c := huma.DefaultConfig("Shop", "1.0.0")
	c.CreateHooks = nil
	c.SchemasPath = ""
	return c
}

// OnServeMux returns an adapter for net/http's mux.
func OnServeMux() (http.Handler, huma.API) {
	mux := http.NewServeMux()
	return mux, humago.New(mux, config())
}

// OnChi returns an adapter for chi.
func OnChi() (http.Handler, huma.API) {
	mux := chi.NewMux()
	return mux, humachi.New(mux, config())
}

// Shop serves the shop on a mux.
func Shop(on func() (http.Handler, huma.API)) http.Handler {
	var product Product
	var products []Product
	must(json.Unmarshal(shop.One, &product))
	must(json.Unmarshal(shop.Page, &products))
	h, api := on()
	huma.Get(api, "/v1/products/{id}", func(context.Context, *byID) (*one, error) {
		return &one{data[Product]{product}}, nil
	})
	huma.Get(api, "/v1/products", func(_ context.Context, in *query) (*page, error) {
		pages := (shop.Total + in.Limit - 1) / in.Limit
		return &page{list{products, pagination{in.Page, in.Limit, in.Page < pages, pages}}}, nil
	})
	huma.Register(api, huma.Operation{OperationID: "create", Method: "POST", Path: "/v1/products", DefaultStatus: 201},
		func(_ context.Context, in *writing) (*one, error) {
			return &one{data[Product]{Product{shop.ID, in.Body}}}, nil
		})
	huma.Register(api, huma.Operation{OperationID: "batch", Method: "POST", Path: "/v1/products/batch", DefaultStatus: 200},
		func(_ context.Context, in *batching) (*receipt, error) {
			return &receipt{data[created]{created{len(in.Body.Products)}}}, nil
		})
	return h
}

// Routes serves n routes with two parameters in the path.
func Routes(on func() (http.Handler, huma.API), n int) http.Handler {
	h, api := on()
	for i := range n {
		huma.Delete(api, fmt.Sprintf("/v1/r%03d/{area}/things/{thing}", i), func(context.Context, *both) (*struct{}, error) { return nil, nil })
	}
	return h
}

// Resources builds an API of n routes, five for each of its resources.
func Resources(n int) huma.API {
	_, api := OnServeMux()
	for i := range n / 5 {
		suffix := fmt.Sprintf("%03d", i)
		path := "/v1/s" + suffix + "/products"
		huma.Get(api, path+"/{id}", func(context.Context, *byID) (*one, error) { return nil, nil })
		huma.Get(api, path, func(context.Context, *query) (*page, error) { return nil, nil })
		huma.Register(api, huma.Operation{OperationID: "create" + suffix, Method: "POST", Path: path, DefaultStatus: 201},
			func(context.Context, *writing) (*one, error) { return nil, nil })
		huma.Put(api, path+"/{id}", func(context.Context, *struct {
			byID
			writing
		}) (*one, error) {
			return nil, nil
		})
		huma.Delete(api, path+"/{id}", func(context.Context, *byID) (*struct{}, error) { return nil, nil })
	}
	return api
}

// Document renders the document of an API in OpenAPI 3.1.
func Document(api huma.API) []byte {
	text, err := json.Marshal(api.OpenAPI())
	must(err)
	return text
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
