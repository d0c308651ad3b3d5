package asyncapi_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/oas/asyncapi"
	"github.com/tenon-go/tenon/prop"
)

// The document of one event.
func ExampleYAML() {
	name := prop.String("name").MinLen(1).MaxLen(80)
	created := event.New("product.created", collection.New("Product", name).View()).Key(name).Summary("A product is for sale.")
	app := tenon.New("Shop", "1.0.0").Events(created).MustBuild()

	text, err := asyncapi.YAML(app)
	before, _, _ := strings.Cut(string(text), "components:") // messages and schemas
	fmt.Print(before, err)
	// Output:
	// asyncapi: "3.0.0"
	// info:
	//   title: Shop
	//   version: "1.0.0"
	// defaultContentType: application/json
	// channels:
	//   product.created:
	//     address: product.created
	//     messages:
	//       product.created:
	//         $ref: '#/components/messages/product.created'
	// operations:
	//   send.product.created:
	//     action: send
	//     channel:
	//       $ref: '#/channels/product.created'
	//     summary: A product is for sale.
	//     messages:
	//       - $ref: '#/channels/product.created/messages/product.created'
	// <nil>
}

// The document beside the API.
func ExampleHandler() {
	name := prop.String("name").MinLen(1).MaxLen(80)
	created := event.New("product.created", collection.New("Product", name).View())
	app := tenon.New("Shop", "1.0.0").Events(created).MustBuild()

	mux := http.NewServeMux()
	mux.Handle("/", app)
	mux.Handle("/asyncapi.json", asyncapi.Handler(app))

	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/asyncapi.json", nil))
	fmt.Println(w.Code, w.Header().Get("Content-Type"))
	// Output: 200 application/vnd.aai.asyncapi+json;version=3.0.0
}
