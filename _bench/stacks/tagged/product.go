// Package tagged has the types of the stacks that read struct tags.
package tagged

import (
	"encoding/json"
	"time"

	"bench/shop"
)

// Product is what the shop sells.
type Product struct {
	ID string `json:"id"`
	Fields
}

// Fields are what a client sends of a product. What is required although it may
// be zero is a pointer, for nothing else tells zero from absent.
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

// Size is in millimetres.
type Size struct {
	Width  int `json:"width" validate:"min=1,max=10000"`
	Height int `json:"height" validate:"min=1,max=10000"`
	Depth  int `json:"depth" validate:"min=1,max=10000"`
}

// Variant is a version of a product.
type Variant struct {
	SKU   string `json:"sku" validate:"sku"`
	Color string `json:"color" validate:"min=1,max=30"`
	Stock *int   `json:"stock" validate:"required,min=0"`
}

// Batch is what a client creates many products with.
type Batch struct {
	Products []Fields `json:"products" validate:"required,max=1000,dive"`
}

// Data is the envelope.
type Data[T any] struct {
	Data T `json:"data"`
}

// Created is the answer to a batch.
type Created struct {
	Created int `json:"created"`
}

// List is the answer to a list.
type List struct {
	Data       []Product  `json:"data"`
	Pagination Pagination `json:"pagination"`
}

// Pagination tells where a page is.
type Pagination struct {
	Page       int  `json:"page"`
	PageSize   int  `json:"page_size"`
	HasMore    bool `json:"has_more"`
	TotalPages int  `json:"total_pages"`
}

// Paginated is the answer that tells of a page of the whole list.
func Paginated(page []Product, number, limit int) List {
	pages := (shop.Total + limit - 1) / limit
	return List{page, Pagination{number, limit, number < pages, pages}}
}

// Patterns of texts.
const (
	SKU = `^[A-Z]{3}-[0-9]{4}$`
	Tag = `^[a-z][a-z0-9-]*$`
)

// Content decodes what there is in the shop.
func Content() (one Product, page []Product) {
	if err := json.Unmarshal(shop.One, &one); err != nil {
		panic(err)
	}
	if err := json.Unmarshal(shop.Page, &page); err != nil {
		panic(err)
	}
	return one, page
}
