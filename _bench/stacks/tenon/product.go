// Package tenon serves the API with this library.
package tenon

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// Product is what the shop sells.
type Product struct {
	ID          string
	SKU         string
	Name        string
	Description string
	Price       int64
	Status      Status
	Tags        []string
	Size        Size
	Variants    []Variant
	Weight      float64
	Released    time.Time
	Note        *string
}

// Status says whether a product can be bought.
type Status string

// Size is in millimetres.
type Size struct{ Width, Height, Depth int }

// Variant is a version of a product.
type Variant struct {
	SKU   string
	Color string
	Stock int
}

type batch struct{ Products []Product }

type created struct{ N int }

var (
	id          = prop.UUID("id").ReadOnly()
	sku         = prop.String("sku").Pattern(`^[A-Z]{3}-[0-9]{4}$`)
	name        = prop.String("name").MinLen(1).MaxLen(64)
	description = prop.String("description").MaxLen(1000)
	price       = prop.Int64("price").Min(0).Max(100_000_000)
	status      = prop.OneOf[Status]("status", "draft", "active", "retired")
	tag         = prop.String("tag").Pattern(`^[a-z][a-z0-9-]*$`).MaxLen(20)
	width       = prop.Int("width").Min(1).Max(10_000)
	color       = prop.String("color").MinLen(1).MaxLen(30)
	stock       = prop.Int("stock").Min(0)
	weight      = prop.Float64("weight").Min(0).Max(1000)
	released    = prop.DateTime("released")
	note        = prop.String("note").MaxLen(500).Optional()

	area  = prop.Int64("area").Min(1)
	thing = prop.Int64("thing").Min(1)

	minPrice = paginate.AtLeast(price)
)

var (
	products = collection.Of("Product",
		collection.Bind(id, func(p *Product) *string { return &p.ID }).Key(),
		collection.Bind(sku, func(p *Product) *string { return &p.SKU }),
		collection.Bind(name, func(p *Product) *string { return &p.Name }),
		collection.Bind(description, func(p *Product) *string { return &p.Description }),
		collection.Bind(price, func(p *Product) *int64 { return &p.Price }),
		collection.Bind(status, func(p *Product) *Status { return &p.Status }),
		collection.Bind(prop.Array(tag).As("tags").MaxItems(10), func(p *Product) *[]string { return &p.Tags }),
		collection.Bind(prop.Object(sizes), func(p *Product) *Size { return &p.Size }),
		collection.Bind(prop.Array(prop.Object(variants)).As("variants").MaxItems(20), func(p *Product) *[]Variant { return &p.Variants }),
		collection.Bind(weight, func(p *Product) *float64 { return &p.Weight }),
		collection.Bind(released, func(p *Product) *time.Time { return &p.Released }),
		collection.BindOptional(note, func(p *Product) **string { return &p.Note }),
	)
	sizes = collection.Of("Size",
		collection.Bind(width, func(s *Size) *int { return &s.Width }),
		collection.Bind(width.As("height"), func(s *Size) *int { return &s.Height }),
		collection.Bind(width.As("depth"), func(s *Size) *int { return &s.Depth }),
	)
	variants = collection.Of("Variant",
		collection.Bind(sku, func(v *Variant) *string { return &v.SKU }),
		collection.Bind(color, func(v *Variant) *string { return &v.Color }),
		collection.Bind(stock, func(v *Variant) *int { return &v.Stock }),
	)
	batches = collection.Of("Batch",
		collection.Bind(prop.Array(prop.Object(products)).As("products").MaxItems(1000), func(b *batch) *[]Product { return &b.Products }))
	receipts = collection.Of("Created",
		collection.Bind(prop.Int("created"), func(c *created) *int { return &c.N }))
)
