//go:build !alone

package main

import (
	"net/http"

	"bench/stacks/chi"
	"bench/stacks/echo"
	"bench/stacks/fuego"
	"bench/stacks/gin"
	"bench/stacks/goa"
	"bench/stacks/gorilla"
	"bench/stacks/huma"
	"bench/stacks/oapi"
	"bench/stacks/ogen"
)

func peers() []stack {
	return []stack{
		{name: "ogen", shop: ogen.New, routes: ogen.Routes},
		{name: "goa", shop: goa.New},
		{name: "oapi-codegen + kin-openapi", shop: oapi.New},
		{name: "huma on net/http", documents: "3.1", shop: func() http.Handler { return huma.Shop(huma.OnServeMux) },
			routes: func(n int) http.Handler { return huma.Routes(huma.OnServeMux, n) },
			resources: func(n int) func() [][]byte {
				api := huma.Resources(n)
				return func() [][]byte { return [][]byte{huma.Document(api)} }
			}},
		{name: "huma on chi", shop: func() http.Handler { return huma.Shop(huma.OnChi) },
			routes: func(n int) http.Handler { return huma.Routes(huma.OnChi, n) }},
		{name: "fuego", shop: fuego.New, routes: fuego.Routes, documents: "3.1", resources: func(n int) func() [][]byte {
			s := fuego.Resources(n)
			return func() [][]byte { return [][]byte{fuego.Document(s)} }
		}},
		{name: "gin + validator", shop: gin.New, routes: gin.Routes},
		{name: "echo + validator", shop: echo.New, routes: echo.Routes},
		{name: "chi + validator", shop: chi.New, routes: chi.Routes},
		{name: "gorilla/mux + validator", shop: gorilla.New, routes: gorilla.Routes},
	}
}
