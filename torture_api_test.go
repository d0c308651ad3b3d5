package tenon_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// gadget has a field of every kind that a body can carry.
type gadget struct {
	ID       string
	Name     string
	Price    float64
	Stock    int32
	Views    int64
	Hash     uint64
	Grade    grade
	Active   bool
	Released time.Time
	Updated  time.Time
	Email    string
	Site     string
	Size     extent
	Parts    []part
	Labels   map[string]string
	Note     *string
	PIN      string
}

type grade string

type extent struct{ Width, Height int }

type part struct {
	Name  string
	Count int
}

var (
	gadgetID       = prop.UUID("id").ReadOnly()
	gadgetName     = prop.String("name").MinLen(1).MaxLen(80)
	gadgetPrice    = prop.Float64("price").Min(0).MultipleOf(0.01)
	gadgetStock    = prop.Int32("stock").Default(0)
	gadgetViews    = prop.Int64("views").Default(0)
	gadgetHash     = prop.Uint64("hash").Default(0)
	gadgetGrade    = prop.OneOf[grade]("grade", "A", "B", "C").Default("A")
	gadgetActive   = prop.Bool("active").Default(true)
	gadgetReleased = prop.Date("released").Default(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	gadgetUpdated  = prop.DateTime("updated").Default(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	gadgetEmail    = prop.Email("email").Default("a@example.com")
	gadgetSite     = prop.URI("site").Default("https://example.com/")
	gadgetSize     = extents.Object().As("size").Default(extent{1, 1})
	gadgetParts    = prop.Array(parts.Object().As("parts")).MaxItems(300).Default(nil)
	gadgetLabels   = prop.Map(prop.String("labels").MaxLen(20)).Default(nil)
	gadgetNote     = prop.Nullable(prop.String("note").MaxLen(500))
	gadgetPIN      = prop.String("pin").WriteOnly().Pattern(`^[0-9]{4}$`).Default("0000")

	extents = collection.Of("Extent", func(e *extent) collection.Fields {
		return collection.Fields{
			prop.Int("width").Min(1).At(&e.Width),
			prop.Int("height").Min(1).At(&e.Height),
		}
	})
	parts = collection.Of("Part", func(p *part) collection.Fields {
		return collection.Fields{
			prop.String("name").MinLen(1).At(&p.Name),
			prop.Int("count").Min(1).Default(1).At(&p.Count),
		}
	})
	gadgets = collection.Of("Gadget", func(g *gadget) collection.Fields {
		return collection.Fields{
			gadgetID.At(&g.ID).Key(),
			gadgetName.At(&g.Name),
			gadgetPrice.At(&g.Price),
			gadgetStock.At(&g.Stock),
			gadgetViews.At(&g.Views),
			gadgetHash.At(&g.Hash),
			gadgetGrade.At(&g.Grade),
			gadgetActive.At(&g.Active),
			gadgetReleased.At(&g.Released),
			gadgetUpdated.At(&g.Updated),
			gadgetEmail.At(&g.Email),
			gadgetSite.At(&g.Site),
			gadgetSize.At(&g.Size),
			gadgetParts.At(&g.Parts),
			gadgetLabels.At(&g.Labels),
			gadgetNote.Optional().At(&g.Note),
			gadgetPIN.At(&g.PIN),
		}
	})
)

// Inputs of every type and in every part of a request.
var (
	inCount  = prop.Int32("count").Optional()
	inBig    = prop.Int64("big").Optional()
	inHash   = prop.Uint64("hash").Optional()
	inRatio  = prop.Float64("ratio").MultipleOf(0.01).Optional()
	inOn     = prop.Bool("on").Optional()
	inDay    = prop.Date("day").Optional()
	inAt     = prop.DateTime("at").Optional()
	inRef    = prop.UUID("ref").Optional()
	inMail   = prop.Email("mail").Optional()
	inLink   = prop.URI("link").Optional()
	inState  = prop.OneOf("state", "on", "off").Optional()
	inText   = prop.String("text").MaxLen(20).Optional()
	inIDs    = prop.Array(prop.Int64("ids")).MaxItems(5).Optional()
	inTags   = prop.Array(prop.String("tags").MaxLen(5)).Unique().Optional()
	inLeast  = prop.Int("min")
	inMost   = prop.Int("max").Optional()
	inRange  = prop.Object(collection.New("Range", inLeast, inMost)).As("range").Optional()
	inTries  = prop.Int32("X-Tries").Max(9).Optional()
	inKinds  = prop.Array(prop.OneOf("X-Kinds", "new", "old")).Optional()
	inVisits = prop.Int32("visits").Optional()
	inTheme  = prop.OneOf("theme", "dark", "light").Optional()
	inPath   = prop.String("label").MaxLen(10)

	// inSize is a choice whose description alone is larger than an answer may be.
	inSize = prop.OneOf("size", manyTexts(3000)...).Optional()
)

func manyTexts(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprintf("a rather long value number %d", i)
	}
	return texts
}

// seen tells what a handler got, as text: "count=1 big=2".
var (
	seenText = prop.String("seen")
	seen     = collection.New("Seen", seenText)
)

func sight(parts ...string) collection.Record {
	rec := collection.NewRecord(seen)
	kept := parts[:0]
	for _, p := range parts {
		if p != "" {
			kept = append(kept, p)
		}
	}
	seenText.Set(rec, strings.Join(kept, " "))
	return rec
}

// given formats an input that the client sent.
func given[V any](c *route.Call, p prop.Of[V]) string {
	v, sent := p.Lookup(c)
	if !sent {
		return ""
	}
	return fmt.Sprintf("%s=%v", p.Name(), v)
}

var gone = render.NewProblem(404, "no_such_gadget", "No such gadget.")

func tortured() *tenon.App { return torture().MustBuild() }

// torture is the API that every hostile request is sent to.
func torture() tenon.API {
	create := route.Post("/gadgets", gadgets.Create(), gadgets.View()).
		Handle(func(_ *route.Call, g gadget) (gadget, error) {
			g.ID = "123e4567-e89b-12d3-a456-426614174000"
			return g, nil
		})
	change := route.Patch("/gadgets/{id}", gadgets.Update(), gadgets.View()).
		Path(gadgetID).Fails(gone).
		Handle(func(c *route.Call, p collection.Patch[gadget]) (gadget, error) {
			g := gadget{ID: gadgetID.Get(c), Name: "old", Size: extent{1, 1}, Grade: "B", Email: "a@example.com",
				Site: "https://example.com/", PIN: "1234", Labels: map[string]string{"a": "1"}}
			return g, p.Apply(&g)
		})
	remove := route.Delete("/gadgets/{id}", collection.NoContent()).Path(gadgetID).
		Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })
	pick := route.Get("/gadgets/{id}/{label}", seen.View()).Path(gadgetID, inPath).
		Handle(func(c *route.Call) (collection.Record, error) {
			return sight(given(c, gadgetID), given(c, inPath)), nil
		})
	inputs := route.Get("/inputs", seen.View()).
		Query(inCount, inBig, inHash, inRatio, inOn, inDay, inAt, inRef, inMail, inLink, inState, inText,
			route.CSV(inIDs), inTags, route.DeepObject(inRange)).
		Header(inTries, inKinds).
		Cookie(inVisits, inTheme).
		Handle(look)
	huge := route.Get("/huge", seen.View()).Query(inSize, inCount).
		Handle(func(*route.Call) (collection.Record, error) { return sight("nothing"), nil })
	lax := route.Get("/lax", seen.View()).IgnoreUnknown().
		Handle(func(*route.Call) (collection.Record, error) { return sight("nothing"), nil })
	return tenon.New("Torture", "1.0.0").
		Add(create, change, remove, pick, inputs, huge, lax)
}

func look(c *route.Call) (collection.Record, error) {
	between := ""
	if r, sent := inRange.Lookup(c); sent {
		between = fmt.Sprintf("range=%d", inLeast.Get(r))
		if most, ok := inMost.Lookup(r); ok {
			between += fmt.Sprintf("..%d", most)
		}
	}
	return sight(given(c, inCount), given(c, inBig), given(c, inHash), given(c, inRatio), given(c, inOn),
		given(c, inDay), given(c, inAt), given(c, inRef), given(c, inMail), given(c, inLink), given(c, inState),
		given(c, inText), given(c, inIDs), given(c, inTags), between,
		given(c, inTries), given(c, inKinds), given(c, inVisits), given(c, inTheme)), nil
}

// gadgetWith is a valid gadget in which one member has another JSON text.
func gadgetWith(member, json string) string {
	members := []string{"name", `"n"`, "price", `1.5`}
	var b strings.Builder
	b.WriteByte('{')
	replaced := false
	for i := 0; i < len(members); i += 2 {
		if members[i] == member {
			members[i+1], replaced = json, true
		}
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%q:%s", members[i], members[i+1])
	}
	if !replaced {
		fmt.Fprintf(&b, ",%q:%s", member, json)
	}
	return b.String() + "}"
}
