// Package goa serves the API with the code that goa generates from package design.
package goa

import (
	"context"
	"encoding/json"
	"net/http"

	"bench/shop"
	shophttp "bench/stacks/goa/gen/http/shop/server"
	shopapi "bench/stacks/goa/gen/shop"

	goahttp "goa.design/goa/v3/http"
)

type service struct {
	one  *shopapi.Product
	page []*shopapi.Product
}

// New serves the shop.
func New() http.Handler {
	var s service
	must(json.Unmarshal(shop.One, &s.one))
	must(json.Unmarshal(shop.Page, &s.page))
	mux := goahttp.NewMuxer()
	shophttp.Mount(mux, shophttp.New(shopapi.NewEndpoints(s), mux, goahttp.RequestDecoder, goahttp.ResponseEncoder, nil, nil))
	return mux
}

func (s service) Show(context.Context, *shopapi.ShowPayload) (*shopapi.ProductData, error) {
	return &shopapi.ProductData{Data: s.one}, nil
}

func (s service) List(_ context.Context, in *shopapi.ListPayload) (*shopapi.ProductList, error) {
	pages := (shop.Total + in.Limit - 1) / in.Limit
	return &shopapi.ProductList{Data: s.page, Pagination: &shopapi.Pagination{
		Page: in.Page, PageSize: in.Limit, HasMore: in.Page < pages, TotalPages: pages,
	}}, nil
}

func (s service) Create(_ context.Context, in *shopapi.NewProduct) (*shopapi.ProductData, error) {
	return &shopapi.ProductData{Data: &shopapi.Product{
		ID: shop.ID, Sku: in.Sku, Name: in.Name, Description: in.Description, Price: in.Price, Status: in.Status, Tags: in.Tags,
		Size: in.Size, Variants: in.Variants, Weight: in.Weight, Released: in.Released, Note: in.Note,
	}}, nil
}

func (s service) CreateMany(_ context.Context, in *shopapi.Batch) (*shopapi.CreatedData, error) {
	return &shopapi.CreatedData{Data: &shopapi.Created{Created: len(in.Products)}}, nil
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
