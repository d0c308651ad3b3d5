package oas_test

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
)

// A consumer without an OpenAPI document validates messages with the schema of their data.
func ExampleEventSchema() {
	name := prop.String("name").MinLen(1).MaxLen(80)
	created := event.New("product.created", collection.New("Product", name).View())

	schema, err := oas.EventSchema(created)
	fmt.Printf("%s%v\n", schema, err)

	_, err = oas.EventSchema(event.New("Product Created", collection.New("Product", name).View()))
	fmt.Println(strings.Contains(err.Error(), "a name must have words of lower-case letters"))
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "$ref": "#/$defs/Product",
	//   "$defs": {
	//     "Product": {
	//       "type": "object",
	//       "properties": {
	//         "name": {
	//           "type": "string",
	//           "minLength": 1,
	//           "maxLength": 80
	//         }
	//       },
	//       "required": [
	//         "name"
	//       ]
	//     }
	//   }
	// }
	// <nil>
	// true
}

func ExampleAsyncAPI() {
	name := prop.String("name").MinLen(1).MaxLen(80)
	created := event.New("product.created", collection.New("Product", name).View())
	app := tenon.New("Shop", "1.0.0").Events(created).MustBuild()

	text, err := oas.AsyncAPI(app)
	fmt.Println(strings.Contains(string(text), `"send.product.created"`), err)
	// Output: true <nil>
}
