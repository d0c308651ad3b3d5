package faults_test

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func TestAComponentIsOneParameterOrHeader(t *testing.T) {
	get := func(path string) *route.ReadRoute[collection.Empty] {
		return route.Get(path, collection.NoContent())
	}
	none := func(*route.Call) (n collection.Empty, _ error) { return n, nil }
	size, words := prop.Int("size").ComponentName("Size"), prop.Array(prop.String("words")).ComponentName("Words")
	for message, api := range map[string]tenon.API{
		`property "limit": the component "Size" is one parameter, and belongs to property "size" at chosen_test.go:… already`: kit.API(
			get("/a").Query(size).Handle(none), get("/b").Query(prop.Int("limit").ComponentName("Size")).Handle(none)),
		`property "size": the component "Size" is one parameter of one place and one style, and belongs to property "size" at chosen_test.go:… already`: kit.API(
			get("/a").Query(size).Handle(none), get("/b").Header(size).Handle(none), get("/c").Header(size).Handle(none)),
		`property "words": the component "Words" is one parameter of one place and one style, and belongs to property "words" at chosen_test.go:… already`: kit.API(
			get("/a").Query(words).Handle(none), get("/b").Query(route.CSV(words)).Handle(none)),
		`property "X-Size": the component "Size" is one header, and belongs to property "X-A" at chosen_test.go:… already`: kit.API(
			get("/a").ResponseHeader(prop.Int("X-A").ComponentName("Size")).Handle(none), get("/b").ResponseHeader(prop.Int("X-Size").ComponentName("Size")).Handle(none)),
		`property "size": ComponentName("a b"): the name is letters, digits, . _ and -`: kit.API(get("/a").Query(prop.Int("size").ComponentName("a b")).Handle(none)),
		``: kit.API(
			get("/a").Query(size).Handle(none), get("/b").Query(size, size.As("other")).ResponseHeader(prop.Int("X-Size").ComponentName("Size")).Handle(none)),
	} {
		kit.CheckFault(t, message, api, message)
	}
}
