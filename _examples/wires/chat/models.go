package chat

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A Model answers.
type Model struct {
	ID      string
	Created time.Time
}

var models = collection.Of("Model", func(m *Model) collection.Fields {
	return collection.Fields{
		prop.String("id").At(&m.ID), object("model"), created.At(&m.Created), collection.Fixed(prop.Const("owned_by", "the zoo")),
	}
})

var known = []Model{{"parrot-1", time.Unix(1_690_000_000, 0)}, {"parrot-1-mini", time.Unix(1_695_000_000, 0)}}

// all is a list that has no pages: {"object": "list", "data": […]}.
var all = collection.Of("Models", func(all *[]Model) collection.Fields {
	return collection.Fields{object("list"), models.Array("data").At(all)}
})

// inputs is a text, or several.
var inputs = collection.OneOf("EmbeddingInput",
	collection.Case(text("text"), func(t string) []string { return []string{t} }, func([]string) (string, bool) { return "", false }),
	collection.Case(prop.Array(text("texts")).MinItems(1).MaxItems(2048), func(all []string) []string { return all },
		func(all []string) ([]string, bool) { return all, true }),
)

// An Embedding is a list of numbers for a text: here, how often it has each vowel.
type Embedding struct {
	Index  int
	Vector []float64
}

var (
	input      = prop.Union(inputs).As("input")
	asked      = collection.New("EmbeddingRequest", model, input)
	embeddings = collection.Of("Embedding", func(e *Embedding) collection.Fields {
		return collection.Fields{object("embedding"), prop.Int("index").At(&e.Index), prop.Array(prop.Float64("embedding")).At(&e.Vector)}
	})
	embedded = collection.Of("Embeddings", func(all *[]Embedding) collection.Fields {
		return collection.Fields{object("list"), embeddings.Array("data").At(all)}
	})
)

// words returns an example of a request.
func words() collection.Record {
	r := collection.NewRecord(asked)
	model.Set(&r, "parrot-1")
	input.Set(&r, []string{"parrot", "zoo"})
	return r
}

func (s *server) models() route.Member {
	id := prop.String("model").MaxLen(64)
	return route.Group("",
		route.Get("/models", all.View()).
			ID("listModels").Summary("List models").
			Handle(func(*route.Call) ([]Model, error) { return known, nil }),
		route.Get("/models/{model}", models.View()).
			ID("retrieveModel").Summary("Get a model").
			Path(id).Fails(NotFound).
			Handle(func(c *route.Call) (Model, error) {
				for _, m := range known {
					if m.ID == id.Get(c) {
						return m, nil
					}
				}
				return Model{}, NotFound
			}),
		route.Post("/embeddings", asked.Create().Example("words", "Two words", words()),
			embedded.View().Example("words", "One of each word", []Embedding{{0, []float64{1, 0, 0, 1, 0}}, {1, []float64{0, 0, 0, 2, 0}}})).Status(200).
			ID("createEmbedding").Summary("Create embeddings").
			Handle(func(_ *route.Call, in collection.Record) (out []Embedding, _ error) {
				for i, t := range input.Get(in) {
					e := Embedding{i, make([]float64, 5)}
					for _, r := range t {
						for at, vowel := range "aeiou" {
							if r == vowel {
								e.Vector[at]++
							}
						}
					}
					out = append(out, e)
				}
				return out, nil
			}),
	).Tag("Models")
}
