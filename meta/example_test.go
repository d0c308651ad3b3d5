package meta_test

import (
	"fmt"

	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
)

func Example() {
	sku := prop.String("sku").Docs(
		meta.ExternalDocs("https://example.com/sku", "How SKUs are made"),
		meta.Extension("x-order", "3"),
	)
	text, err := oas.JSONSchema(sku)
	fmt.Printf("%s%v\n", text, err)
	// Output:
	// {
	//   "$schema": "https://json-schema.org/draft/2020-12/schema",
	//   "type": "string",
	//   "externalDocs": {
	//     "description": "How SKUs are made",
	//     "url": "https://example.com/sku"
	//   },
	//   "x-order": 3
	// }
	// <nil>
}
