package collection_test

import (
	"fmt"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A delivery window is one of the usual ones, or any text.
func ExampleAnyOf() {
	type usual string
	windows := collection.AnyOf("Window",
		collection.CaseOf[any](prop.Enum[usual]("usual", "morning", "evening")),
		collection.CaseOf[any](prop.String("other").MaxLen(12)),
	)

	for _, text := range []string{`"morning"`, `"after 9 pm"`, `"when the moon is full"`} {
		w, err := windows.Create().Parse([]byte(text))
		fmt.Printf("%T %v\n", w, err)
	}
	// Output:
	// collection_test.usual <nil>
	// string <nil>
	// <nil> #: must be one of usual, other; it comes closest to other (no_case)
	// #: must have at most 12 characters (max_length)
}

// A record keeps the members that its collection does not declare.
func ExampleAdditionalIn() {
	id, labels := prop.Int("id"), prop.Map(prop.String("labels").MaxLen(20))
	items := collection.New("Item", id, collection.AdditionalIn(labels))

	item, err := items.Create().Parse([]byte(`{"id": 7, "color": "red"}`))
	fmt.Println(id.Get(item), labels.Get(item), err)
	text, _ := items.View().Append(nil, item)
	fmt.Println(string(text))
	// Output:
	// 7 map[color:red] <nil>
	// {"id":7,"color":"red"}
}
