package oas_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// benchAPI is an API of n routes, five for each type of entity.
func benchAPI(n int) *tenon.App {
	api := tenon.New("Catalogue", "1.0.0").Server("https://api.example.com", "")
	noSuch := func(*route.Call) (entity, error) { return entity{}, nil }
	for i := range n / 5 {
		kind := fmt.Sprintf("Kind%d", i)
		id := prop.UUID("id").ReadOnly().Describe("Made by the server.").Example("123e4567-e89b-12d3-a456-426614174000")
		name := prop.String("name").MinLen(1).MaxLen(80).Describe("What customers see.").Example("Keyboard")
		all := collection.Of(kind, func(e *entity) collection.Fields {
			return collection.Fields{
				id.At(&e.ID).Key(),
				name.At(&e.Name),
				prop.Int64("price").Min(0).Describe("In cents.").At(&e.Price),
				prop.Enum("status", "draft", "active", "retired").Default("draft").At(&e.Status),
				prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique().At(&e.Tags),
				prop.Nullable(prop.String("note").MaxLen(500)).At(&e.Note),
				prop.DateTime("created_at").ReadOnly().At(&e.Created),
			}
		})
		path := fmt.Sprintf("/kind%d", i)
		fails := render.NewProblem(404, "no_such_entity", "No such entity.")
		api = api.Add(
			route.Get(path, collection.Many(all.List())).ID("list"+kind).Summary("List entities").Tag(kind).
				Query(prop.Int("page").Min(1).Default(1), prop.Int("limit").Min(1).Max(100).Default(20)).
				Handle(func(*route.Call) ([]entity, error) { return nil, nil }),
			route.Post(path, all.Create(), all.View()).ID("create"+kind).Summary("Create an entity").Tag(kind).
				Handle(func(_ *route.Call, e entity) (entity, error) { return e, nil }),
			route.Get(path+"/{id}", all.View()).ID("view"+kind).Summary("View an entity").Tag(kind).Path(id).Fails(fails).
				Handle(noSuch),
			route.Patch(path+"/{id}", all.Update(), all.View()).ID("update"+kind).Summary("Update an entity").Tag(kind).Path(id).Fails(fails).
				Handle(func(*route.Call, collection.Patch[entity]) (entity, error) { return entity{}, nil }),
			route.Delete(path+"/{id}", all.Delete()).ID("delete"+kind).Summary("Delete an entity").Tag(kind).Path(id).Fails(fails).
				Handle(noSuch),
		)
	}
	return api.MustBuild()
}

type entity struct {
	ID, Name, Status string
	Price            int64
	Tags             []string
	Note             *string
	Created          time.Time
}

// BenchmarkJSON writes the document of 500 routes, with a hundred collections in
// four modes each.
func BenchmarkJSON(b *testing.B) {
	app := benchAPI(500)
	for _, v := range oas.Versions() {
		b.Run(v.String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				text, err := oas.JSON(app, v)
				if err != nil {
					b.Fatal(err)
				}
				b.SetBytes(int64(len(text)))
			}
		})
	}
}

func BenchmarkYAML(b *testing.B) {
	app := benchAPI(500)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := oas.YAML(app, oas.V31); err != nil {
			b.Fatal(err)
		}
	}
}
