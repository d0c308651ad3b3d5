// Package fuego serves the API with fuego and its validator.
package fuego

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"

	"bench/shop"
	"bench/stacks/tagged"
	"bench/stacks/validated"

	"github.com/go-fuego/fuego"
	"github.com/go-fuego/fuego/option"
	"github.com/go-fuego/fuego/param"
	"github.com/go-playground/validator/v10"
)

func server() (*fuego.Server, *validator.Validate) {
	v := validated.New()
	return fuego.NewServer(
		fuego.WithoutStartupMessages(), fuego.WithoutLogger(), fuego.WithoutAutoGroupTags(),
		fuego.WithValidator(v), fuego.WithMaxBodySize(1<<20),
		fuego.WithEngineOptions(fuego.WithOpenAPIConfig(fuego.OpenAPIConfig{DisableLocalSave: true, DisableMessages: true})),
	), v
}

// query has the parameters of the list in the document.
func query() func(*fuego.BaseRoute) {
	return fuego.GroupOptions(
		option.QueryInt("page", "", param.Default(1)),
		option.QueryInt("limit", "", param.Default(20)),
		option.Query("order_by", ""), option.Query("status", ""), option.QueryInt("min_price", "", param.Default(0)))
}

// New serves the shop.
func New() http.Handler {
	one, page := tagged.Content()
	s, v := server()
	fuego.Get(s, "/v1/products/{id}", func(c fuego.ContextNoBody) (tagged.Data[tagged.Product], error) {
		if err := v.Struct(&validated.Product{ID: c.PathParam("id")}); err != nil {
			return tagged.Data[tagged.Product]{}, fuego.BadRequestError{Err: err}
		}
		return tagged.Data[tagged.Product]{Data: one}, nil
	})
	fuego.Get(s, "/v1/products", func(c fuego.ContextNoBody) (list tagged.List, err error) {
		in := validated.Query{OrderBy: c.QueryParam("order_by"), Status: c.QueryParam("status")}
		if in.Page, err = c.QueryParamIntErr("page"); err != nil {
			return list, fuego.BadRequestError{Err: err}
		}
		if in.Limit, err = c.QueryParamIntErr("limit"); err != nil {
			return list, fuego.BadRequestError{Err: err}
		}
		least, err := c.QueryParamIntErr("min_price")
		if err != nil {
			return list, fuego.BadRequestError{Err: err}
		}
		in.MinPrice = int64(least)
		if err := v.Struct(&in); err != nil {
			return list, fuego.BadRequestError{Err: err}
		}
		return tagged.Paginated(page, in.Page, in.Limit), nil
	}, query())
	fuego.Post(s, "/v1/products", func(c fuego.ContextWithBody[tagged.Fields]) (tagged.Data[tagged.Product], error) {
		in, err := c.Body()
		return tagged.Data[tagged.Product]{Data: tagged.Product{ID: shop.ID, Fields: in}}, err
	}, option.DefaultStatusCode(http.StatusCreated))
	fuego.Post(s, "/v1/products/batch", func(c fuego.ContextWithBody[tagged.Batch]) (tagged.Data[tagged.Created], error) {
		in, err := c.Body()
		return tagged.Data[tagged.Created]{Data: tagged.Created{Created: len(in.Products)}}, err
	})
	return s.Mux
}

// Routes serves n routes with two parameters in the path.
func Routes(n int) http.Handler {
	s, v := server()
	for i := range n {
		fuego.Delete(s, fmt.Sprintf("/v1/r%03d/{area}/things/{thing}", i), func(c fuego.ContextNoBody) (any, error) {
			area, err := strconv.ParseInt(c.PathParam("area"), 10, 64)
			if err != nil {
				return nil, fuego.BadRequestError{Err: err}
			}
			thing, err := strconv.ParseInt(c.PathParam("thing"), 10, 64)
			if err != nil {
				return nil, fuego.BadRequestError{Err: err}
			}
			if err := v.Struct(&validated.Thing{Area: area, Thing: thing}); err != nil {
				return nil, fuego.BadRequestError{Err: err}
			}
			return nil, nil
		}, option.DefaultStatusCode(http.StatusNoContent))
	}
	return s.Mux
}

// Resources builds an API of n routes, five for each of its resources.
func Resources(n int) *fuego.Server {
	s, _ := server()
	for i := range n / 5 {
		path := fmt.Sprintf("/v1/s%03d/products", i)
		fuego.Get(s, path+"/{id}", func(fuego.ContextNoBody) (d tagged.Data[tagged.Product], err error) { return d, nil })
		fuego.Get(s, path, func(fuego.ContextNoBody) (l tagged.List, err error) { return l, nil }, query())
		fuego.Post(s, path, func(fuego.ContextWithBody[tagged.Fields]) (d tagged.Data[tagged.Product], err error) { return d, nil },
			option.DefaultStatusCode(http.StatusCreated))
		fuego.Put(s, path+"/{id}", func(fuego.ContextWithBody[tagged.Fields]) (d tagged.Data[tagged.Product], err error) { return d, nil })
		fuego.Delete(s, path+"/{id}", func(fuego.ContextNoBody) (any, error) { return nil, nil }, option.DefaultStatusCode(http.StatusNoContent))
	}
	return s
}

// Document renders the document of an API in OpenAPI 3.1.
func Document(s *fuego.Server) []byte {
	text, err := json.Marshal(s.OpenAPI.Description())
	if err != nil {
		panic(err)
	}
	return text
}
