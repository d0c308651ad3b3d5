// Package design is the design of the goa stack.
package design

import . "goa.design/goa/v3/dsl"

//go:generate sh ../generate.sh

var _ = API("shop", func() {})

// ID is the type of IDs.
func identity() { Format(FormatUUID) }

var sku = func() { Pattern(`^[A-Z]{3}-[0-9]{4}$`) }

func status() { Enum("draft", "active", "retired") }

func length(least, most int) func() {
	return func() {
		if least > 0 {
			MinLength(least)
		}
		MaxLength(most)
	}
}

func between(least, most int) func() {
	return func() {
		Minimum(least)
		Maximum(most)
	}
}

func fields() {
	Attribute("sku", String, sku)
	Attribute("name", String, length(1, 64))
	Attribute("description", String, length(0, 1000))
	Attribute("price", Int64, between(0, 100_000_000))
	Attribute("status", String, status)
	Attribute("tags", ArrayOf(String, func() {
		Pattern(`^[a-z][a-z0-9-]*$`)
		MaxLength(20)
	}), length(0, 10))
	Attribute("size", Size)
	Attribute("variants", ArrayOf(Variant), length(0, 20))
	Attribute("weight", Float64, between(0, 1000))
	Attribute("released", String, func() { Format(FormatDateTime) })
	Attribute("note", String, length(0, 500))
	Required("sku", "name", "description", "price", "status", "tags", "size", "variants", "weight", "released")
}

// The types of the shop.
var (
	Product = Type("Product", func() {
		Attribute("id", String, identity)
		fields()
		Required("id")
	})
	NewProduct = Type("NewProduct", fields)
	Size       = Type("Size", func() {
		for _, name := range []string{"width", "height", "depth"} {
			Attribute(name, Int, between(1, 10_000))
		}
		Required("width", "height", "depth")
	})
	Variant = Type("Variant", func() {
		Attribute("sku", String, sku)
		Attribute("color", String, length(1, 30))
		Attribute("stock", Int, func() { Minimum(0) })
		Required("sku", "color", "stock")
	})
	Batch = Type("Batch", func() {
		Attribute("products", ArrayOf(NewProduct), length(0, 1000))
		Required("products")
	})
	ProductData = Type("ProductData", func() {
		Attribute("data", Product)
		Required("data")
	})
	ProductList = Type("ProductList", func() {
		Attribute("data", ArrayOf(Product))
		Attribute("pagination", Pagination)
		Required("data", "pagination")
	})
	Pagination = Type("Pagination", func() {
		Attribute("page", Int)
		Attribute("page_size", Int)
		Attribute("has_more", Boolean)
		Attribute("total_pages", Int)
		Required("page", "page_size", "has_more", "total_pages")
	})
	Created = Type("Created", func() {
		Attribute("created", Int)
		Required("created")
	})
	CreatedData = Type("CreatedData", func() {
		Attribute("data", Created)
		Required("data")
	})
)

var _ = Service("shop", func() {
	Method("show", func() {
		Payload(func() {
			Attribute("id", String, identity)
			Required("id")
		})
		Result(ProductData)
		HTTP(func() { GET("/v1/products/{id}") })
	})
	Method("list", func() {
		Payload(func() {
			Attribute("page", Int, func() {
				Minimum(1)
				Default(1)
			})
			Attribute("limit", Int, func() {
				between(1, 100)()
				Default(20)
			})
			Attribute("order_by", String, func() { Enum("name", "-name", "price", "-price") })
			Attribute("status", String, status)
			Attribute("min_price", Int64, between(0, 100_000_000))
		})
		Result(ProductList)
		HTTP(func() {
			GET("/v1/products")
			Param("page")
			Param("limit")
			Param("order_by")
			Param("status")
			Param("min_price")
		})
	})
	Method("create", func() {
		Payload(NewProduct)
		Result(ProductData)
		HTTP(func() {
			POST("/v1/products")
			Response(StatusCreated)
		})
	})
	Method("create_many", func() {
		Payload(Batch)
		Result(CreatedData)
		HTTP(func() { POST("/v1/products/batch") })
	})
})
