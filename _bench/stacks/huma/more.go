package huma

import (
	"context"
	"encoding/json"
	"net/http"

	"bench/more"
	"bench/stacks/tagged"

	"github.com/danielgtaylor/huma/v2"
)

// More returns the APIs of package more by their names.
func More(on func() (http.Handler, huma.API)) map[string]func() http.Handler {
	return map[string]func() http.Handler{
		more.Names: func() http.Handler { return returned[tagged.People](on, more.Names) },
		more.Tree:  func() http.Handler { return returned[tagged.Node](on, more.Tree) },
		more.Wide:  func() http.Handler { return returned[tagged.Wide](on, more.Wide) },
		more.Long:  func() http.Handler { return long(on) },
	}
}

// returned is a POST that returns what it gets.
func returned[T any](on func() (http.Handler, huma.API), name string) http.Handler {
	h, api := on()
	huma.Register(api, huma.Operation{OperationID: name, Method: "POST", Path: "/v1/" + name, DefaultStatus: 201},
		func(_ context.Context, in *struct{ Body T }) (*struct{ Body data[T] }, error) {
			return &struct{ Body data[T] }{data[T]{in.Body}}, nil
		})
	return h
}

func long(on func() (http.Handler, huma.API)) http.Handler {
	var products []Product
	must(json.Unmarshal(more.Thousand(), &products))
	h, api := on()
	huma.Get(api, "/v1/products", func(_ context.Context, in *struct {
		Limit int `query:"limit" minimum:"1" maximum:"1000" default:"20"`
	}) (*page, error) {
		return &page{list{products, pagination{1, in.Limit, false, 1}}}, nil
	})
	return h
}
