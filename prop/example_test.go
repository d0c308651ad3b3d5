package prop_test

import (
	"fmt"

	"github.com/tenon-go/tenon/prop"
)

func Example() {
	name := prop.String("name").MinLen(1).MaxLen(80)
	price := prop.Int64("price").Min(0).Describe("In cents.")
	note := prop.Nullable(prop.String("note").MaxLen(500))
	tags := prop.Array(prop.String("tags").MaxLen(20)).MaxItems(2).Unique()

	fmt.Println(name.Check(""))
	fmt.Println(tags.Check([]string{"red", "red"}))
	fmt.Println(price.Check(100) == nil, note.Check(nil) == nil)
	// Output:
	// #: must have at least 1 character (min_length)
	// #/1: must differ from every item before it (unique)
	// true true
}
