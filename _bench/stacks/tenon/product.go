// Package tenon serves the API with this library.
package tenon

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
)

// A Product is something that the shop sells.
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

// Status determines whether a product can be bought.
type Status string

// Size is in millimeters.
type Size struct{ Width, Height, Depth int }

// A Variant is a version of a product.
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
	status      = prop.Enum[Status]("status", "draft", "active", "retired")
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
	products = collection.Of("Product", Fields)
	sizes    = collection.Of("Size", func(s *Size) collection.Fields {
		return collection.Fields{
			width.At(&s.Width),
			width.As("height").At(&s.Height),
			width.As("depth").At(&s.Depth),
		}
	})
	variants = collection.Of("Variant", func(v *Variant) collection.Fields {
		return collection.Fields{
			sku.At(&v.SKU),
			color.At(&v.Color),
			stock.At(&v.Stock),
		}
	})
	batches = collection.Of("Batch", func(b *batch) collection.Fields {
		return collection.Fields{
			products.Array("products").MaxItems(1000).At(&b.Products),
		}
	})
	receipts = collection.Of("Created", func(c *created) collection.Fields {
		return collection.Fields{
			prop.Int("created").At(&c.N),
		}
	})
)

// Fields are the fields of a product.
func Fields(p *Product) collection.Fields {
	return collection.Fields{
		id.At(&p.ID).Key(),
		sku.At(&p.SKU),
		name.At(&p.Name),
		description.At(&p.Description),
		price.At(&p.Price),
		status.At(&p.Status),
		prop.Array(tag).As("tags").MaxItems(10).At(&p.Tags),
		sizes.Object().At(&p.Size),
		variants.Array("variants").MaxItems(20).At(&p.Variants),
		weight.At(&p.Weight),
		released.At(&p.Released),
		note.AtOptional(&p.Note),
	}
}

// Products returns the collection of products.
func Products() *collection.Collection[Product] { return products }
