package huma

import "time"

// A Product is something that the shop sells.
type Product struct {
	ID string `json:"id" format:"uuid"`
	Fields
}

// Fields are the members of a product that a client sends.
type Fields struct {
	SKU         string    `json:"sku" pattern:"^[A-Z]{3}-[0-9]{4}$"`
	Name        string    `json:"name" minLength:"1" maxLength:"64"`
	Description string    `json:"description" maxLength:"1000"`
	Price       int64     `json:"price" minimum:"0" maximum:"100000000"`
	Status      string    `json:"status" enum:"draft,active,retired"`
	Tags        []string  `json:"tags" maxItems:"10" maxLength:"20" pattern:"^[a-z][a-z0-9-]*$" nullable:"false"`
	Size        Size      `json:"size"`
	Variants    []Variant `json:"variants" maxItems:"20" nullable:"false"`
	Weight      float64   `json:"weight" minimum:"0" maximum:"1000"`
	Released    time.Time `json:"released"`
	Note        *string   `json:"note,omitempty" maxLength:"500"`
}

// Size is in millimeters.
type Size struct {
	Width  int `json:"width" minimum:"1" maximum:"10000"`
	Height int `json:"height" minimum:"1" maximum:"10000"`
	Depth  int `json:"depth" minimum:"1" maximum:"10000"`
}

// A Variant is a version of a product.
type Variant struct {
	SKU   string `json:"sku" pattern:"^[A-Z]{3}-[0-9]{4}$"`
	Color string `json:"color" minLength:"1" maxLength:"30"`
	Stock int    `json:"stock" minimum:"0"`
}

type batch struct {
	Products []Fields `json:"products" maxItems:"1000" nullable:"false"`
}

type data[T any] struct {
	Data T `json:"data"`
}

type created struct {
	Created int `json:"created"`
}

type list struct {
	Data       []Product  `json:"data"`
	Pagination pagination `json:"pagination"`
}

type pagination struct {
	Page       int  `json:"page"`
	PageSize   int  `json:"page_size"`
	HasMore    bool `json:"has_more"`
	TotalPages int  `json:"total_pages"`
}
