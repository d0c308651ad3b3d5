package main

import (
	"strconv"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// A Product is something that the shop sells.
type Product struct {
	ID       string
	SKU      string
	Name     string
	Price    int64  // in cents
	Cost     *int64 // in cents; nil is absent
	Status   Status
	Tags     []string
	Size     Size
	Variants []Variant
	Note     *string   // nil is null
	Discount *Discount // nil is absent
	Created  time.Time
	Updated  time.Time
	Revision int64 // counts the changes, from 1
}

// Status determines whether a product can be bought.
type Status string

const (
	Draft   Status = "draft"
	Active  Status = "active"
	Retired Status = "retired"
)

// Size is the size of a product in millimeters.
type Size struct{ Width, Height, Depth int }

// A Variant is a version of a product with its own stock.
type Variant struct {
	SKU   string
	Color string
	Stock int
}

// The problem types of products.
var (
	NoSuchProduct = render.NewProblem(404, "no_such_product", "No such product.").
			Describe("There is no product with this ID, or it was deleted.")
	SKUTaken = render.NewProblem(409, "sku_taken", "The SKU is taken.").
			Describe("Another product has the same SKU.")
)

// The properties of a product. Each declaration decodes, validates and documents the property
// wherever it is used. NoNUL rejects U+0000, which PostgreSQL cannot store.
var (
	id       = prop.UUID("id").ReadOnly().Describe("Of the product.").Example("2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f")
	sku      = prop.String("sku").Pattern(`^[A-Z]{3}-[0-9]{4}$`).Message("must look like KEY-0042").Describe("Stock keeping unit, unique in the shop.").Example("KEY-0042")
	name     = prop.String("name").MinLen(1).MaxLen(64).NoNUL().Example("Tenkeyless keyboard")
	price    = prop.Int64("price").Min(0).Max(100_000_000).Describe("In cents.").Example(8900)
	cost     = prop.Int64("cost").Min(0).Max(100_000_000).Optional().Describe("What the shop itself pays, in cents.").Example(5300)
	status   = prop.Enum("status", Draft, Active, Retired).Default(Draft).Describe("Only an active product can be bought.").Example(Active)
	tag      = prop.String("tag").Pattern(`^[a-z][a-z0-9-]*$`).MaxLen(20).Example("usb-c")
	tags     = prop.Array(tag).As("tags").MaxItems(10).Unique().Default(nil).Example([]string{"usb-c", "office"})
	size     = sizes.Object()
	versions = variants.Array("variants").MaxItems(20).Default(nil)
	note     = prop.Nullable(prop.String("note").MaxLen(500).NoNUL().Describe("For employees.").Example("Ask for the new supplier.")).Optional()
	discount = prop.Union(discounts).Optional().Describe("Absent if there is none.").Example(PercentOff{10})
	created  = prop.DateTime("created_at").ReadOnly().Describe("When the product was created.").Example(morning)
	updated  = prop.DateTime("updated_at").ReadOnly().Describe("The time of the last change of the product.").Example(morning.Add(time.Hour))

	morning = time.Date(2026, time.November, 21, 8, 30, 0, 0, time.UTC)

	width  = prop.Int("width").Min(1).Max(10_000).Example(359)
	height = prop.Int("height").Min(1).Max(10_000).Example(35)
	depth  = prop.Int("depth").Min(1).Max(10_000).Example(128)

	color = prop.String("color").MinLen(1).MaxLen(30).NoNUL().Example("graphite")
	stock = prop.Int("stock").Min(0).Describe("The number of products that are left.").Example(12)
)

// A collection binds each property to a field.
var (
	products = collection.Of("Product", func(p *Product) collection.Fields {
		return collection.Fields{
			id.At(&p.ID).Key(),
			sku.At(&p.SKU),
			name.At(&p.Name),
			price.At(&p.Price),
			cost.AtOptional(&p.Cost).VisibleTo(seeCosts),
			status.At(&p.Status),
			tags.At(&p.Tags),
			size.At(&p.Size),
			versions.At(&p.Variants).Except(collection.List),
			note.At(&p.Note).Except(collection.List),
			discount.AtOptional(&p.Discount),
			created.At(&p.Created),
			updated.At(&p.Updated),
		}
	}).
		Rule("below_price", "must take off less than the price", belowPrice, discount).
		Versioned(func(p *Product) collection.Version {
			return collection.Version{Tag: strconv.FormatInt(p.Revision, 10), Modified: p.Updated}
		}).
		Describe("A product of the shop.")

	// Closed: the same type in requests and responses, which later versions will not extend.
	sizes = collection.Of("Size", func(s *Size) collection.Fields {
		return collection.Fields{
			width.At(&s.Width),
			height.At(&s.Height),
			depth.At(&s.Depth),
		}
	}).Closed().Describe("In millimetres.")

	variants = collection.Of("Variant", func(v *Variant) collection.Fields {
		return collection.Fields{
			sku.At(&v.SKU),
			color.At(&v.Color),
			stock.At(&v.Stock),
		}
	}).Closed().Describe("A variant of a product, with its own stock.")
)
