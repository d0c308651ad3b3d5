package everything

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The values of bodies that are not objects of a collection.
var (
	StockMap      = collection.ValueOf(prop.Map(prop.Int("stocks").Min(0)).MinProperties(1).MaxProperties(3).Title("Stocks").Example(map[string]int{"a": 1}))
	LabelList     = collection.ValueOf(prop.Array(prop.String("labels").MaxLen(4)).MaxItems(3).Unique())
	NullableRatio = collection.ValueOf(prop.Nullable(prop.Float64("ratio").Min(0).Max(1)))
	AnyConfig     = collection.ValueOf(prop.Any("config").NoNUL())
	PartsByName   = collection.ValueOf(prop.Map(Parts.Object()).As("by_name").MaxProperties(2))
)

// roots has a route for each value, which returns what it gets.
var roots = route.Group("/roots",
	echo("stocks", StockMap), echo("labels", LabelList), echo("ratio", NullableRatio), echo("config", AnyConfig), echo("by_name", PartsByName),
	route.Put("/parts", collection.Many(Parts.Create()).MinItems(1).MaxItems(2).Unique(), collection.Many(Parts.List()).MaxItems(2)).
		ID("putParts").Summary("Put parts").
		Handle(func(_ *route.Call, in []Part) ([]Part, error) { return in, nil }),
).Tag("other").Public()

func echo[V any](name string, v collection.Value[V]) route.Member {
	return route.Put("/"+name, v.Create(), v.View()).ID("put_" + name).Summary("Put " + name).
		Handle(func(_ *route.Call, in V) (V, error) { return in, nil })
}
