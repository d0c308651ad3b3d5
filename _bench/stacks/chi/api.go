// Package chi serves the API with chi, encoding/json and
// go-playground/validator.
package chi

import (
	"net/http"

	"bench/stacks/validated"

	"github.com/go-chi/chi/v5"
)

func router() (http.Handler, validated.Mount) {
	mux := chi.NewRouter()
	return mux, validated.Mount{
		Handle: func(method, path string, h http.HandlerFunc) { mux.MethodFunc(method, path, h) },
		Param:  chi.URLParam,
	}
}

// New serves the shop.
func New() http.Handler {
	h, m := router()
	m.Shop()
	return h
}

// Routes serves n routes with two parameters in the path.
func Routes(n int) http.Handler {
	h, m := router()
	m.Routes(n)
	return h
}
