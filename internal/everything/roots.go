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

// The constants of each JSON type.
var (
	VAT      = prop.Enum("vat", 0, 7, -19)
	Factor   = prop.Enum("factor", 0.5, 1, 1e21).Optional()
	Deleted  = prop.Const("deleted", true)
	Next     = prop.Const("next", prop.JSON("null")).Default("null")
	Retry    = prop.Enum("retry", prop.JSON(`"auto"`), prop.JSON(`3`), prop.JSON(`null`), prop.JSON(`{"a":[1.0]}`)).Default("null")
	Rate     = prop.Nullable(prop.Enum("rate", int8(1), int8(100))).Optional()
	Rates    = prop.Array(prop.Enum("rates", uint64(1), uint64(18446744073709551615))).MaxItems(2).Optional()
	Settings = collection.New("Settings", VAT, Factor, Deleted, Next, Retry, Rate, Rates)
)

// roots has a route for each value, which returns what it gets.
var roots = route.Group("/roots",
	echo("stocks", StockMap), echo("labels", LabelList), echo("ratio", NullableRatio), echo("config", AnyConfig), echo("by_name", PartsByName),
	route.Put("/settings", Settings.Create(), Settings.View()).Query(VAT.As("vat_of").Optional(), Rates.As("rates")).
		ID("putSettings").Summary("Put settings").
		Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	route.Put("/parts", collection.Many(Parts.Create()).MinItems(1).MaxItems(2).Unique(), collection.Many(Parts.List()).MaxItems(2)).
		ID("putParts").Summary("Put parts").
		Handle(func(_ *route.Call, in []Part) ([]Part, error) { return in, nil }),
).Tag("other").Public()

func echo[V any](name string, v collection.Value[V]) route.Member {
	return route.Put("/"+name, v.Create(), v.View()).ID("put_" + name).Summary("Put " + name).
		Handle(func(_ *route.Call, in V) (V, error) { return in, nil })
}
