// Command document writes the document of the 500 routes, for the stacks that are generated
// from a document. The document of the shop is shop.yaml.
//
//	go run . > routes.yaml
package main

import (
	"fmt"

	"bench/shop"
)

//go:generate sh -c "go run . > routes.yaml"

func main() {
	fmt.Println("openapi: 3.0.3\ninfo: {title: Routes, version: 1.0.0}\npaths:")
	for i := range shop.Routes {
		fmt.Printf(`  /v1/r%03[1]d/{area}/things/{thing}:
    delete:
      operationId: deleteThing%03[1]d
      parameters:
        - {name: area, in: path, required: true, schema: {type: integer, format: int64, minimum: 1}}
        - {name: thing, in: path, required: true, schema: {type: integer, format: int64, minimum: 1}}
      responses: {"204": {description: It is gone.}}
`, i)
	}
}
