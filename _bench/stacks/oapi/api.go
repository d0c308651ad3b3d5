// Package oapi serves the API with the code that oapi-codegen generates, on net/http's mux and
// with validation by kin-openapi.
package oapi

import (
	"context"
	"encoding/json"
	"net/http"

	"bench/shop"
	"bench/stacks/oapi/shopapi"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/google/uuid"
	middleware "github.com/oapi-codegen/nethttp-middleware"
)

//go:generate go tool oapi-codegen -config shop.yml ../../document/shop.yaml

type service struct {
	id   uuid.UUID
	one  shopapi.Product
	page []shopapi.Product
}

// New serves the shop. Options of kin-openapi report all violations and validate IDs.
func New() http.Handler {
	s := service{id: uuid.MustParse(shop.ID)}
	must(json.Unmarshal(shop.One, &s.one))
	must(json.Unmarshal(shop.Page, &s.page))
	document, err := shopapi.GetSwagger()
	must(err)
	openapi3.DefineStringFormatValidator("uuid", openapi3.NewRegexpFormatValidator(openapi3.FormatOfStringForUUIDOfRFC4122))
	check := middleware.OapiRequestValidatorWithOptions(document, &middleware.Options{
		Options:      openapi3filter.Options{MultiError: true},
		ErrorHandler: func(w http.ResponseWriter, message string, status int) { http.Error(w, message, status) },
	})
	return shopapi.HandlerWithOptions(shopapi.NewStrictHandler(s, nil), shopapi.StdHTTPServerOptions{
		Middlewares: []shopapi.MiddlewareFunc{check},
	})
}

func (s service) ShowProduct(context.Context, shopapi.ShowProductRequestObject) (shopapi.ShowProductResponseObject, error) {
	return shopapi.ShowProduct200JSONResponse{Data: s.one}, nil
}

func (s service) ListProducts(_ context.Context, in shopapi.ListProductsRequestObject) (shopapi.ListProductsResponseObject, error) {
	number, limit := or(in.Params.Page, 1), or(in.Params.Limit, 20)
	pages := (shop.Total + limit - 1) / limit
	return shopapi.ListProducts200JSONResponse{Data: s.page, Pagination: shopapi.Pagination{
		Page: number, PageSize: limit, HasMore: number < pages, TotalPages: pages,
	}}, nil
}

func (s service) CreateProduct(_ context.Context, r shopapi.CreateProductRequestObject) (shopapi.CreateProductResponseObject, error) {
	in := r.Body
	return shopapi.CreateProduct201JSONResponse{Data: shopapi.Product{
		Id: s.id, Sku: in.Sku, Name: in.Name, Description: in.Description, Price: in.Price, Status: in.Status, Tags: in.Tags,
		Size: in.Size, Variants: in.Variants, Weight: in.Weight, Released: in.Released, Note: in.Note,
	}}, nil
}

func (s service) CreateProducts(_ context.Context, r shopapi.CreateProductsRequestObject) (shopapi.CreateProductsResponseObject, error) {
	return shopapi.CreateProducts200JSONResponse{Data: shopapi.Created{Created: len(r.Body.Products)}}, nil
}

func or(n *int, absent int) int {
	if n == nil {
		return absent
	}
	return *n
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
