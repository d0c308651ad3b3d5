package prop_test

import (
	"fmt"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A member that is absent means something else than null: nobody was asked, or there is none.
func ExampleMaybe() {
	type guest struct{ Diet prop.Maybe[string] }
	diet := prop.String("diet").MinLen(1).Optional()
	guests := collection.Of("Guest", func(g *guest) collection.Fields {
		return collection.Fields{diet.AtMaybe(&g.Diet)}
	})

	for _, text := range []string{`{}`, `{"diet": null}`, `{"diet": "vegan"}`} {
		g, err := guests.Create().Parse([]byte(text))
		fmt.Println(g.Diet.Has(), g.Diet.IsNull(), g.Diet.Get(), err)
	}
	for _, g := range []guest{{}, {prop.Null[string]()}, {prop.Some("vegan")}} {
		text, _ := guests.View().Append(nil, g)
		fmt.Println(string(text))
	}
	// Output:
	// false false  <nil>
	// true true  <nil>
	// true false vegan <nil>
	// {}
	// {"diet":null}
	// {"diet":"vegan"}
}
