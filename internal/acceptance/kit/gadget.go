package kit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Kilobyte is a valid gadget of 12 members, among them an object and five items.
var Kilobyte = []byte(`{"name":"Tenkeyless keyboard with a rather long name, so that it counts","price":129.90,"stock":1200,` +
	`"views":9007199254740993,"grade":"B","active":true,"released":"2026-01-02","updated":"2026-01-02T03:04:05.678Z",` +
	`"email":"sales.department@keyboards.example.com","site":"https://www.keyboards.example.com/catalogue/tenkeyless?colour=black",` +
	`"size":{"width":360,"height":140},` +
	`"parts":[{"name":"case, anodised aluminium","count":1},{"name":"switch, tactile, 62 g, lubricated","count":87},` +
	`{"name":"keycap, dye-sublimated","count":87},{"name":"stabiliser, screw-in","count":4},{"name":"cable, USB-C, braided","count":1}],` +
	`"note":"` + strings.Repeat("A note of some length, as people write them. ", 9) + `"}`)

// Gadget has a field of every type that a body can have.
type Gadget struct {
	ID       string
	Name     string
	Price    float64
	Stock    int32
	Views    int64
	Hash     uint64
	Grade    Grade
	Active   bool
	Released time.Time
	Updated  time.Time
	Email    string
	Site     string
	Size     Extent
	Parts    []Part
	Labels   map[string]string
	Note     *string
	PIN      string
}

type Grade string

type Extent struct{ Width, Height int }

type Part struct {
	Name  string
	Count int
}

var (
	GadgetID       = prop.UUID("id").ReadOnly()
	gadgetName     = prop.String("name").MinLen(1).MaxLen(80)
	gadgetPrice    = prop.Float64("price").Min(0).MultipleOf(0.01)
	gadgetStock    = prop.Int32("stock").Default(0)
	gadgetViews    = prop.Int64("views").Default(0)
	gadgetHash     = prop.Uint64("hash").Default(0)
	gadgetGrade    = prop.Enum[Grade]("grade", "A", "B", "C").Default("A")
	gadgetActive   = prop.Bool("active").Default(true)
	gadgetReleased = prop.Date("released").Default(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC))
	gadgetUpdated  = prop.DateTime("updated").Default(time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC))
	gadgetEmail    = prop.Email("email").Default("a@example.com")
	gadgetSite     = prop.URI("site").Default("https://example.com/")
	gadgetSize     = extents.Object().As("size").Default(Extent{1, 1})
	gadgetParts    = prop.Array(parts.Object().As("parts")).MaxItems(300).Default(nil)
	gadgetLabels   = prop.Map(prop.String("labels").MaxLen(20)).Default(nil)
	gadgetNote     = prop.Nullable(prop.String("note").MaxLen(500))
	gadgetPIN      = prop.String("pin").WriteOnly().Pattern(`^[0-9]{4}$`).Default("0000")

	extents = collection.Of("Extent", func(e *Extent) collection.Fields {
		return collection.Fields{
			prop.Int("width").Min(1).At(&e.Width),
			prop.Int("height").Min(1).At(&e.Height),
		}
	})
	parts = collection.Of("Part", func(p *Part) collection.Fields {
		return collection.Fields{
			prop.String("name").MinLen(1).At(&p.Name),
			prop.Int("count").Min(1).Default(1).At(&p.Count),
		}
	})
	Gadgets = collection.Of("Gadget", func(g *Gadget) collection.Fields {
		return collection.Fields{
			GadgetID.At(&g.ID).Key(),
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

var noGadget = render.NewProblem(404, "no_such_gadget", "No such gadget.")

// BuildGadgets builds [GadgetAPI].
func BuildGadgets(t testing.TB) *tenon.App {
	t.Helper()
	return Build(t, GadgetAPI())
}

// GadgetAPI returns an API that creates and changes gadgets and reads inputs of every type.
func GadgetAPI() tenon.API {
	create := route.Post("/gadgets", Gadgets.Create(), Gadgets.View()).
		Handle(func(_ *route.Call, g Gadget) (Gadget, error) {
			g.ID = "123e4567-e89b-12d3-a456-426614174000"
			return g, nil
		})
	change := route.Patch("/gadgets/{id}", Gadgets.Update(), Gadgets.View()).
		Path(GadgetID).Fails(noGadget).
		Handle(func(c *route.Call, p collection.Patch[Gadget]) (Gadget, error) {
			g := Gadget{ID: GadgetID.Get(c), Name: "old", Size: Extent{1, 1}, Grade: "B", Email: "a@example.com",
				Site: "https://example.com/", PIN: "1234", Labels: map[string]string{"a": "1"}}
			return g, p.Apply(&g)
		})
	remove := route.Delete("/gadgets/{id}", collection.NoContent()).Path(GadgetID).
		Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })
	pick := route.Get("/gadgets/{id}/{label}", Seen.View()).Path(GadgetID, InPath).
		Handle(func(c *route.Call) (collection.Record, error) {
			return Saw(Given(c, GadgetID), Given(c, InPath)), nil
		})
	inputs := route.Get("/inputs", Seen.View()).
		Query(InCount, InBig, InHash, InRatio, InOn, InDay, InAt, InRef, InMail, InLink, InState, InText,
			route.CSV(InIDs), InTags, route.DeepObject(InRange)).
		Header(InTries, InKinds).
		Cookie(InVisits, InTheme).
		Handle(echoInputs)
	huge := route.Get("/huge", Seen.View()).Query(InSize, InCount).
		Handle(func(*route.Call) (collection.Record, error) { return Saw("nothing"), nil })
	lax := route.Get("/lax", Seen.View()).IgnoreUnknown().
		Handle(func(*route.Call) (collection.Record, error) { return Saw("nothing"), nil })
	return tenon.New("Torture", "1.0.0").
		Add(create, change, remove, pick, inputs, huge, lax)
}

// GadgetWith returns a valid gadget in which one member has this JSON text.
func GadgetWith(member, json string) string {
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
