// Package ogen serves the API with the code that ogen generates.
package ogen

import (
	"context"
	"encoding/json"
	"net/http"

	"bench/shop"
	"bench/stacks/ogen/routesapi"
	"bench/stacks/ogen/shopapi"

	"github.com/google/uuid"
)

//go:generate go tool ogen --config ogen.yml --package shopapi --target shopapi --clean ../../document/shop.yaml
//go:generate go tool ogen --config ogen.yml --package routesapi --target routesapi --clean ../../document/routes.yaml

type service struct {
	id   uuid.UUID
	one  shopapi.Product
	page []shopapi.Product
}

// New serves the shop.
func New() http.Handler {
	s := service{id: uuid.MustParse(shop.ID)}
	must(json.Unmarshal(shop.One, &s.one))
	must(json.Unmarshal(shop.Page, &s.page))
	h, err := shopapi.NewServer(s)
	must(err)
	return h
}

func (s service) ShowProduct(context.Context, shopapi.ShowProductParams) (*shopapi.ProductData, error) {
	return &shopapi.ProductData{Data: s.one}, nil
}

func (s service) ListProducts(_ context.Context, p shopapi.ListProductsParams) (*shopapi.ProductList, error) {
	number, limit := p.Page.Value, p.Limit.Value
	pages := (shop.Total + limit - 1) / limit
	return &shopapi.ProductList{Data: s.page, Pagination: shopapi.Pagination{
		Page: number, PageSize: limit, HasMore: number < pages, TotalPages: pages,
	}}, nil
}

func (s service) CreateProduct(_ context.Context, in *shopapi.NewProduct) (*shopapi.ProductData, error) {
	return &shopapi.ProductData{Data: shopapi.Product{
		ID: s.id, Sku: in.Sku, Name: in.Name, Description: in.Description, Price: in.Price, Status: in.Status, Tags: in.Tags,
		Size: in.Size, Variants: in.Variants, Weight: in.Weight, Released: in.Released, Note: in.Note,
	}}, nil
}

func (s service) CreateProducts(_ context.Context, in *shopapi.Batch) (*shopapi.CreatedData, error) {
	return &shopapi.CreatedData{Data: shopapi.Created{Created: len(in.Products)}}, nil
}

// things embeds all methods except the last one.
type things struct{ routesapi.UnimplementedHandler }

func (things) DeleteThing499(context.Context, routesapi.DeleteThing499Params) error { return nil }

// Routes serves the generated 500 routes with two parameters in the path. It returns nil for
// any other number.
func Routes(n int) http.Handler {
	if n != shop.Routes {
		return nil
	}
	h, err := routesapi.NewServer(things{})
	must(err)
	return h
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
