package prop_test

import (
	"fmt"
	"time"

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

// Times of APIs that have numbers for them.
func ExampleUnixTime() {
	created := prop.UnixTime("created").Min(time.Unix(0, 0))

	at, err := created.Parse([]byte(`1772274030`))
	fmt.Println(at, err)
	fmt.Println(created.Check(time.Date(1969, 7, 20, 20, 17, 40, 0, time.UTC)))
	// Output:
	// 2026-02-28 10:20:30 +0000 UTC <nil>
	// #: must be at least 0 (min)
}

func ExampleStringProp_Message() {
	sku := prop.String("sku").Pattern("^[A-Z]{2}-[0-9]+$").Message("must be a number such as AB-12")

	_, err := sku.Parse([]byte(`"12"`))
	fmt.Println(err)
	// Output:
	// #: must be a number such as AB-12 (pattern)
}

func ExampleUUIDOf() {
	type ID [16]byte // such as uuid.UUID

	id := prop.UUIDOf[ID]("id")
	v, err := id.Parse([]byte(`"018F3C1E-7C1A-7B9E-8F57-3C1A7B9E8F57"`))
	fmt.Printf("%x %v\n", v[:4], err)
	_, err = id.Parse([]byte(`"018f3c1e"`))
	fmt.Println(err)
	// Output:
	// 018f3c1e <nil>
	// #: must be a UUID such as 123e4567-e89b-12d3-a456-426614174000 (format)
}
