package prop_test

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
)

// The value of a new order is known before the server sends it.
func ExampleStringProp_Initial() {
	orders := collection.New("Order", prop.String("status").Initial("new").ReadOnly())

	schema, err := oas.BodySchema(orders.View())
	_, status, _ := strings.Cut(strings.Join(strings.Fields(string(schema)), ""), `"status":`)
	fmt.Println(status, err)
	// Output:
	// {"type":"string","default":"new","readOnly":true}},"required":["status"]}}} <nil>
}
