package limit

import (
	"math"
	"time"
)

// A Product is something that the shop sells.
type Product struct {
	ID          string
	SKU         string
	Name        string
	Description string
	Price       int64
	Status      string
	Tags        []string
	Size        Size
	Variants    []Variant
	Weight      float64
	Released    time.Time
	Note        *string
}

// Size is in millimeters.
type Size struct{ Width, Height, Depth int }

// A Variant is a version of a product.
type Variant struct {
	SKU   string
	Color string
	Stock int
}

// The bits of the members of a product.
var productNames = [...]string{"id", "sku", "name", "description", "price", "status", "tags", "size", "variants", "weight", "released", "note"}

// product reads a product; stored allows an ID.
func (c *cursor) product(p *Product, stored bool) {
	if c.kind() != '{' {
		c.refuseType(&notObject)
		return
	}
	c.i++
	var seen uint
	n := len(c.path)
	for first := true; c.more(first, '}'); first = false {
		name := c.name()
		c.path = append(append(c.path[:n], '/'), name...)
		member := uint(0)
		switch name {
		case "id":
			member = 0
			if !stored {
				c.note(&readOnly)
			}
			p.ID = c.words()
		case "sku":
			member = 1
			if p.SKU = c.words(); !isSKU(p.SKU) {
				c.note(&notSKU)
			}
		case "name":
			member = 2
			p.Name = c.words()
			c.length(p.Name, 1, 64, &beyond64)
		case "description":
			member = 3
			p.Description = c.words()
			c.length(p.Description, 0, 1000, &beyond1000)
		case "price":
			member = 4
			p.Price = c.integer(0, 100_000_000, &below0, &above100000000)
		case "status":
			member = 5
			p.Status = c.words()
			switch p.Status {
			case "draft", "active", "retired":
			default:
				c.note(&notStatus)
			}
		case "tags":
			member = 6
			p.Tags = c.tags()
		case "size":
			member = 7
			c.size(&p.Size)
		case "variants":
			member = 8
			p.Variants = c.variants()
		case "weight":
			member = 9
			p.Weight = c.float(0, 1000, &below0, &above1000)
		case "released":
			member = 10
			p.Released = c.moment()
		case "note":
			member = 11
			s := c.words()
			c.length(s, 0, 500, &beyond500)
			p.Note = &s
		default:
			c.note(&unknown)
			c.skip(64)
			continue
		}
		if seen&(1<<member) != 0 {
			c.fail()
		}
		seen |= 1 << member
	}
	c.path = c.path[:n]
	const all = 1<<12 - 1 - 1<<11 - 1 // except id and note
	if seen&all != all && !c.broken {
		c.absent(seen, all, productNames[:])
	}
}

// absent records the missing required members.
func (c *cursor) absent(seen, all uint, names []string) {
	for i, name := range names {
		if bit := uint(1) << i; all&bit != 0 && seen&bit == 0 {
			c.under(name, &required)
		}
	}
}

func (c *cursor) tags() []string {
	if c.kind() != '[' {
		c.refuseType(&notArray)
		return nil
	}
	c.i++
	tags := make([]string, 0, 2)
	n := len(c.path)
	for first := true; c.more(first, ']'); first = false {
		c.item(n, len(tags))
		tag := c.words()
		if !isTag(tag) {
			c.note(&notTag)
		}
		c.length(tag, 0, 20, &beyond20)
		tags = append(tags, tag)
	}
	if c.path = c.path[:n]; len(tags) > 10 {
		c.note(&moreThan10)
	}
	return tags
}

func (c *cursor) size(s *Size) {
	if c.kind() != '{' {
		c.refuseType(&notObject)
		return
	}
	c.i++
	var seen uint
	n := len(c.path)
	for first := true; c.more(first, '}'); first = false {
		name := c.name()
		c.path = append(append(c.path[:n], '/'), name...)
		var side *int
		var member uint
		switch name {
		case "width":
			side, member = &s.Width, 1
		case "height":
			side, member = &s.Height, 2
		case "depth":
			side, member = &s.Depth, 4
		default:
			c.note(&unknown)
			c.skip(64)
			continue
		}
		*side = int(c.integer(1, 10_000, &below1, &above10000))
		if seen&member != 0 {
			c.fail()
		}
		seen |= member
	}
	if c.path = c.path[:n]; seen != 7 && !c.broken {
		c.absent(seen, 7, []string{"width", "height", "depth"})
	}
}

func (c *cursor) variants() []Variant {
	if c.kind() != '[' {
		c.refuseType(&notArray)
		return nil
	}
	c.i++
	variants := []Variant{}
	n := len(c.path)
	for first := true; c.more(first, ']'); first = false {
		c.item(n, len(variants))
		if variants = append(variants, Variant{}); len(variants) == 1 {
			variants = append(make([]Variant, 0, 4), variants...)
		}
		c.variant(&variants[len(variants)-1])
	}
	if c.path = c.path[:n]; len(variants) > 20 {
		c.note(&moreThan20)
	}
	return variants
}

func (c *cursor) variant(v *Variant) {
	if c.kind() != '{' {
		c.refuseType(&notObject)
		return
	}
	c.i++
	var seen uint
	n := len(c.path)
	for first := true; c.more(first, '}'); first = false {
		name := c.name()
		c.path = append(append(c.path[:n], '/'), name...)
		var member uint
		switch name {
		case "sku":
			member = 1
			if v.SKU = c.words(); !isSKU(v.SKU) {
				c.note(&notSKU)
			}
		case "color":
			member = 2
			v.Color = c.words()
			c.length(v.Color, 1, 30, &beyond30)
		case "stock":
			member = 4
			v.Stock = int(c.integer(0, math.MaxInt64, &below0, &below0))
		default:
			c.note(&unknown)
			c.skip(64)
			continue
		}
		if seen&member != 0 {
			c.fail()
		}
		seen |= member
	}
	if c.path = c.path[:n]; seen != 7 && !c.broken {
		c.absent(seen, 7, []string{"sku", "color", "stock"})
	}
}

// batch reads an object with many products.
func (c *cursor) batch(stored bool) (all []Product) {
	if c.kind() != '{' {
		c.refuseType(&notObject)
		return nil
	}
	c.i++
	seen := false
	n := len(c.path)
	for first := true; c.more(first, '}'); first = false {
		if name := c.name(); name != "products" || seen {
			c.path = append(append(c.path[:n], '/'), name...)
			c.note(&unknown)
			c.skip(64)
			continue
		}
		seen = true
		c.path = append(c.path[:n], "/products"...)
		all = c.products(stored)
	}
	if c.path = c.path[:n]; !seen {
		c.under("products", &required)
	}
	return all
}

func (c *cursor) products(stored bool) []Product {
	if c.kind() != '[' {
		c.refuseType(&notArray)
		return nil
	}
	c.i++
	all := []Product{}
	n := len(c.path)
	for first := true; c.more(first, ']'); first = false {
		c.item(n, len(all))
		all = append(all, Product{})
		c.product(&all[len(all)-1], stored)
	}
	if c.path = c.path[:n]; len(all) > 1000 {
		c.note(&moreThan1000)
	}
	return all
}
