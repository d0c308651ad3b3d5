package match_test

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/internal/match"
)

// The searches of the documentation of the package.
func Example() {
	var tree match.Tree[string]
	for _, route := range []string{
		"GET /products/{id}",
		"DELETE /products/{id}",
		"GET /products/archive",
		"GET /products/{id}/reviews",
		"GET /{section}/archive/years",
	} {
		method, template, _ := strings.Cut(route, " ")
		tpl, err := match.Parse(template)
		if err != nil {
			panic(err)
		}
		tree.Add(method, tpl, route)
	}
	for _, request := range []string{"GET /products/archive", "DELETE /products/archive", "GET /products/archive/years"} {
		method, text, _ := strings.Cut(request, " ")
		var path match.Cut
		path.Read(match.Escaped(text))
		route, found := tree.Find(method, &path)
		fmt.Println(found, route)
	}
	// Output:
	// Yes GET /products/archive
	// Yes DELETE /products/{id}
	// Yes GET /{section}/archive/years
}
