package tree_test

import (
	"fmt"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

func Example() {
	type order struct {
		ID    string
		Items int
	}
	orders := collection.Of("Order", func(o *order) collection.Fields {
		return collection.Fields{
			prop.UUID("id").ReadOnly().At(&o.ID).Key(),
			prop.Int("items").Min(1).Default(1).At(&o.Items),
		}
	})
	place := route.Post("/orders", orders.Create(), orders.View()).
		Handle(func(_ *route.Call, o order) (order, error) { return o, nil })
	app := tenon.New("Shop", "1.0.0").Add(place).MustBuild()

	for _, op := range app.Tree().Operations {
		fmt.Println(op.Method, op.Path)
		for _, m := range op.Body.Prop.Type.(tree.Object).Of().In(op.Body.Mode) {
			fmt.Printf("  %s: %s", m.Prop.Name, m.Prop.Type.Word())
			for _, r := range m.Prop.Rules {
				fmt.Print(", ", r.Code())
				for _, p := range r.Params() {
					fmt.Print(" ", p.JSON)
				}
			}
			if text, ok := m.Prop.JSON(m.Prop.Default, op.Body.Mode); ok {
				fmt.Print(", default ", text)
			}
			fmt.Println()
		}
	}
	// Output:
	// POST /orders
	//   items: integer, min 1, default 1
}
