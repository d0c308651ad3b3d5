// Package tagged has the types of the stacks that read struct tags.
package tagged

import (
	"encoding/json"
	"time"

	"bench/shop"
)

// A Product is something that the shop sells.
type Product struct {
	ID string `json:"id"`
	Fields
}

// Fields are the members of a product that a client sends. Required members that may be zero
// are pointers, to distinguish zero from absent.
type Fields struct {
	SKU         string     `json:"sku" validate:"sku"`
	Name        string     `json:"name" validate:"min=1,max=64"`
	Description *string    `json:"description" validate:"required,max=1000"`
	Price       *int64     `json:"price" validate:"required,min=0,max=100000000"`
	Status      string     `json:"status" validate:"oneof=draft active retired"`
	Tags        []string   `json:"tags" validate:"required,max=10,dive,tag,max=20"`
	Size        Size       `json:"size"`
	Variants    []Variant  `json:"variants" validate:"required,max=20,dive"`
	Weight      *float64   `json:"weight" validate:"required,min=0,max=1000"`
	Released    *time.Time `json:"released" validate:"required"`
	Note        *string    `json:"note,omitempty" validate:"omitempty,max=500"`
}

// Size is in millimeters.
type Size struct {
	Width  int `json:"width" validate:"min=1,max=10000"`
	Height int `json:"height" validate:"min=1,max=10000"`
	Depth  int `json:"depth" validate:"min=1,max=10000"`
}

// A Variant is a version of a product.
type Variant struct {
	SKU   string `json:"sku" validate:"sku"`
	Color string `json:"color" validate:"min=1,max=30"`
	Stock *int   `json:"stock" validate:"required,min=0"`
}

// Batch is the request body of a batch.
type Batch struct {
	Products []Fields `json:"products" validate:"required,max=1000,dive"`
}

// Data is the envelope.
type Data[T any] struct {
	Data T `json:"data"`
}

// Created is the response to a batch.
type Created struct {
	Created int `json:"created"`
}

// List is the response of a list.
type List struct {
	Data       []Product  `json:"data"`
	Pagination Pagination `json:"pagination"`
}

// Pagination describes a page.
type Pagination struct {
	Page       int  `json:"page"`
	PageSize   int  `json:"page_size"`
	HasMore    bool `json:"has_more"`
	TotalPages int  `json:"total_pages"`
}

// Paginated is the response of a list with its pagination.
func Paginated(page []Product, number, limit int) List {
	pages := (shop.Total + limit - 1) / limit
	return List{page, Pagination{number, limit, number < pages, pages}}
}

// Patterns of strings.
const (
	SKU = `^[A-Z]{3}-[0-9]{4}$`
	Tag = `^[a-z][a-z0-9-]*$`
)

// Content decodes the products of the shop.
func Content() (one Product, page []Product) {
	if err := json.Unmarshal(shop.One, &one); err != nil {
		panic(err)
	}
	if err := json.Unmarshal(shop.Page, &page); err != nil {
		panic(err)
	}
	return one, page
}
