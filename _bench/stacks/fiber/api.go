// Package fiber serves the API with fiber, on fasthttp, and go-playground/validator.
package fiber

import (
	"net"
	"net/http"

	"bench/shop"
	"bench/stacks/tagged"
	"bench/stacks/validated"

	"github.com/go-playground/validator/v10"
	"github.com/gofiber/fiber/v3"
)

type checker struct{ v *validator.Validate }

func (c checker) Validate(v any) error { return c.v.Struct(v) }

// Listen serves the shop.
func Listen(at net.Listener) error {
	return shopApp().Listener(at, fiber.ListenConfig{DisableStartupMessage: true})
}

func shopApp() *fiber.App {
	one, page := tagged.Content()
	app := fiber.New(fiber.Config{StructValidator: checker{validated.New()}})
	app.Get("/v1/products/:id", func(c fiber.Ctx) error {
		var in validated.Product
		if err := c.Bind().URI(&in); err != nil {
			return refuse(c, err)
		}
		return c.JSON(tagged.Data[tagged.Product]{Data: one})
	})
	app.Get("/v1/products", func(c fiber.Ctx) error {
		in := validated.Query{Page: 1, Limit: 20}
		if err := c.Bind().Query(&in); err != nil {
			return refuse(c, err)
		}
		return c.JSON(tagged.Paginated(page, in.Page, in.Limit))
	})
	app.Post("/v1/products", func(c fiber.Ctx) error {
		var in tagged.Fields
		if err := c.Bind().JSON(&in); err != nil {
			return refuse(c, err)
		}
		return c.Status(http.StatusCreated).JSON(tagged.Data[tagged.Product]{Data: tagged.Product{ID: shop.ID, Fields: in}})
	})
	return app
}

func refuse(c fiber.Ctx, err error) error {
	p := validated.Explain(err)
	return c.Status(p.Status).JSON(p)
}
