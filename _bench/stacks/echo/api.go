// Package echo serves the API with echo and go-playground/validator.
package echo

import (
	"errors"
	"fmt"
	"net/http"

	"bench/shop"
	"bench/stacks/tagged"
	"bench/stacks/validated"

	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v5"
)

type checker struct{ v *validator.Validate }

func (c checker) Validate(v any) error { return c.v.Struct(v) }

func engine() *echo.Echo {
	e := echo.New()
	e.Validator = checker{validated.New()}
	e.HTTPErrorHandler = func(c *echo.Context, err error) {
		if he, ok := errors.AsType[*echo.HTTPError](err); ok {
			c.JSON(he.Code, validated.Problem{Title: fmt.Sprint(he.Message), Status: he.Code})
			return
		}
		p := validated.Explain(err)
		c.JSON(p.Status, p)
	}
	return e
}

// read binds and validates a request.
func read(c *echo.Context, v any) error {
	if err := c.Bind(v); err != nil {
		return err
	}
	return c.Validate(v)
}

// New serves the shop.
func New() http.Handler {
	one, page := tagged.Content()
	e := engine()
	e.GET("/v1/products/:id", func(c *echo.Context) error {
		var in validated.Product
		if err := read(c, &in); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, tagged.Data[tagged.Product]{Data: one})
	})
	e.GET("/v1/products", func(c *echo.Context) error {
		in := validated.Query{Page: 1, Limit: 20}
		if err := read(c, &in); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, tagged.Paginated(page, in.Page, in.Limit))
	})
	e.POST("/v1/products", func(c *echo.Context) error {
		var in tagged.Fields
		if err := read(c, &in); err != nil {
			return err
		}
		return c.JSON(http.StatusCreated, tagged.Data[tagged.Product]{Data: tagged.Product{ID: shop.ID, Fields: in}})
	})
	e.POST("/v1/products/batch", func(c *echo.Context) error {
		var in tagged.Batch
		if err := read(c, &in); err != nil {
			return err
		}
		return c.JSON(http.StatusOK, tagged.Data[tagged.Created]{Data: tagged.Created{Created: len(in.Products)}})
	})
	return e
}

// Routes serves n routes with two parameters in the path.
func Routes(n int) http.Handler {
	e := engine()
	for i := range n {
		e.DELETE(fmt.Sprintf("/v1/r%03d/:area/things/:thing", i), func(c *echo.Context) error {
			var in validated.Thing
			if err := read(c, &in); err != nil {
				return err
			}
			return c.NoContent(http.StatusNoContent)
		})
	}
	return e
}
