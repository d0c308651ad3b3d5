// Package gorilla serves the API with gorilla/mux, encoding/json and
// go-playground/validator.
package gorilla

import (
	"net/http"

	"bench/stacks/validated"

	"github.com/gorilla/mux"
)

func router() (http.Handler, validated.Mount) {
	router := mux.NewRouter()
	return router, validated.Mount{
		Handle: func(method, path string, h http.HandlerFunc) { router.HandleFunc(path, h).Methods(method) },
		Param:  func(r *http.Request, name string) string { return mux.Vars(r)[name] },
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
