package kit

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Thing is the entity of most declarations with faults.
type Thing struct {
	ID   string
	N    int
	Note *string
	Box  Box
}

// Box is a value inside a Thing.
type Box struct{ W int }

// ThingLine is the line of ThingN.
var ThingLine, ThingN = Line(), prop.Int("n")

// Properties and collections of things and boxes.
var (
	ThingID = prop.String("id").ReadOnly()
	boxW    = prop.Int("w").Min(1)
	Boxes   = collection.Of("Box", func(b *Box) collection.Fields { return collection.Fields{boxW.At(&b.W)} })
	Things  = collection.Of("Thing", func(_ *Thing) collection.Fields {
		return collection.Fields{
			collection.AtFunc(ThingID, ThingIDAt).Key(),
			collection.AtFunc(ThingN, ThingNAt),
		}
	})
	Empty = collection.NoContent()
)

// ThingIDAt, ThingNAt and ThingNoteAt return the fields of a Thing.
func ThingIDAt(t *Thing) *string { return &t.ID }

func ThingNAt(t *Thing) *int { return &t.N }

func ThingNoteAt(t *Thing) **string { return &t.Note }

// ServeEmpty, ServeThing, TakeThing and TakeEmpty are handlers that return zero values.
func ServeEmpty(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }

func ServeThing(*route.Call) (Thing, error) { return Thing{}, nil }

func TakeThing(*route.Call, Thing) (Thing, error) { return Thing{}, nil }

func TakeEmpty(*route.Call, Thing) (n collection.Empty, _ error) { return n, nil }

// API returns an API of these routes.
func API(members ...route.Member) tenon.API { return tenon.New("Test", "1").Add(members...) }

// APIWithQuery returns an API with one route, which reads a query parameter.
func APIWithQuery(p prop.Prop) tenon.API {
	return API(route.Get("/asking", Empty).Query(p).Handle(ServeEmpty))
}

// APIWithBody returns an API with one route, which reads a collection.
func APIWithBody[T any](c *collection.Collection[T]) tenon.API {
	return API(route.Post("/making", c.Create(), Empty).Handle(func(*route.Call, T) (n collection.Empty, _ error) { return n, nil }))
}

// ThingsOf returns a collection of these members, which need not be fields of a Thing.
func ThingsOf(fields ...collection.Field) *collection.Collection[Thing] {
	return collection.Of("A", func(*Thing) collection.Fields { return fields })
}
