//go:build !alone

package stacks

import (
	"net/http"

	"bench/stacks/chi"
	"bench/stacks/echo"
	"bench/stacks/fiber"
	"bench/stacks/fuego"
	"bench/stacks/gin"
	"bench/stacks/goa"
	"bench/stacks/gorilla"
	"bench/stacks/huma"
	"bench/stacks/oapi"
	"bench/stacks/ogen"
)

func peers() []Stack {
	return []Stack{
		{Name: "ogen", Socket: true, Shop: ogen.New, Routes: ogen.Routes},
		{Name: "goa", Socket: true, Shop: goa.New},
		{Name: "oapi-codegen + kin-openapi", Shop: oapi.New},
		{Name: "huma on net/http", Socket: true, Documents: "3.1", More: huma.More(huma.OnServeMux), Shop: func() http.Handler { return huma.Shop(huma.OnServeMux) },
			Routes: func(n int) http.Handler { return huma.Routes(huma.OnServeMux, n) },
			Resources: func(n int) func() [][]byte {
				api := huma.Resources(n)
				return func() [][]byte { return [][]byte{huma.Document(api)} }
			}},
		{Name: "huma on chi", More: huma.More(huma.OnChi), Shop: func() http.Handler { return huma.Shop(huma.OnChi) },
			Routes: func(n int) http.Handler { return huma.Routes(huma.OnChi, n) }},
		{Name: "fuego", Shop: fuego.New, Routes: fuego.Routes, Documents: "3.1", Resources: func(n int) func() [][]byte {
			s := fuego.Resources(n)
			return func() [][]byte { return [][]byte{fuego.Document(s)} }
		}},
		{Name: "gin + validator", Socket: true, Shop: gin.New, Routes: gin.Routes},
		{Name: "echo + validator", Socket: true, Shop: echo.New, Routes: echo.Routes},
		{Name: "fiber + validator", Socket: true, Listen: fiber.Listen},
		{Name: "chi + validator", Shop: chi.New, Routes: chi.Routes},
		{Name: "gorilla/mux + validator", Shop: gorilla.New, Routes: gorilla.Routes},
	}
}
