package collection_test

import (
	"fmt"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

func Example() {
	type plant struct {
		ID     int
		Name   string
		Height float64
	}
	height := prop.Float64("height").Min(0)
	plants := collection.Of("Plant", func(p *plant) collection.Fields {
		return collection.Fields{
			prop.Int("id").ReadOnly().At(&p.ID).Key(),
			prop.String("name").MinLen(1).At(&p.Name),
			height.At(&p.Height),
		}
	})

	fern, err := plants.Create().Parse([]byte(`{"name": "Fern", "height": 0.4}`))
	fmt.Println(fern.Name, err)

	_, err = plants.Create().Parse([]byte(`{"id": 7, "height": -1}`))
	fmt.Println(err)

	change, err := plants.Update().Parse([]byte(`{"height": 0.5}`))
	if err == nil {
		err = change.Apply(&fern)
	}
	fmt.Println(fern.Height, change.Has(height), err)

	fern.ID = 7
	text, err := plants.View().Append(nil, fern)
	fmt.Println(string(text), err)
	// Output:
	// Fern <nil>
	// #/id: is set by the server and cannot be sent (read_only)
	// #/height: must be at least 0 (min)
	// #/name: is required (required)
	// 0.5 true <nil>
	// {"id":7,"name":"Fern","height":0.5} <nil>
}

func ExampleCollection_ComponentName() {
	plants := collection.New("Plant", prop.Int64("id").ReadOnly(), prop.String("name")).
		ComponentName(collection.Create, "CreatePlantRequest")

	fmt.Println(plants)
	// Output:
	// collection.Of("Plant",
	// 	prop.Int64("id").ReadOnly(),
	// 	prop.String("name"),
	// ).ComponentName(collection.Create, "CreatePlantRequest")
}
