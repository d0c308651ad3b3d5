package everything

import (
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// An Odd has what a [Thing] lacks: any JSON, bytes, numbers in strings, unions, undeclared
// members, and object rules.
type Odd struct {
	Data    prop.JSON
	Choices []prop.JSON
	Blob    []byte
	Exact   []byte
	Big     int64
	Count   uint32
	Money   string
	Moments []time.Time
	Scores  map[string]int
	Nested  map[string]Part
	Payment Payment
	Shape   *Shape
	Site    string
	Ref     string
	A, B, C *string
	Void    *string
	Kind    string
	Number  *string
	Level   float64
	Starts  int
	Ends    int
	Choice  Choice
	Version int
	Extra   map[string]*string
}

// A Payment is a union with a tag.
type Payment interface{ payment() }

// Card and Transfer are payments.
type (
	Card     struct{ Number string }
	Transfer struct {
		IBAN   string
		Amount int
	}
)

func (Card) payment()     {}
func (Transfer) payment() {}

// A Shape is a union without a tag.
type Shape interface{ shape() }

// Circle and Square are shapes.
type (
	Circle struct{ Radius float64 }
	Square struct{ Side, Turn float64 }
)

func (Circle) shape() {}
func (Square) shape() {}

// A Choice has exactly one of its members.
type Choice struct{ This, That *int }

// The unions and their cases.
var (
	Cards = collection.Of("Card", func(c *Card) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "card")),
			prop.String("number").Pattern(`^[0-9]{4,8}$`).At(&c.Number),
		}
	})
	Transfers = collection.Of("Transfer", func(t *Transfer) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "transfer")),
			prop.String("iban").MinLen(2).At(&t.IBAN),
			prop.Int("amount").Min(1).Default(1).At(&t.Amount),
		}
	})
	Payments = collection.OneOf("Payment",
		collection.Case(Cards, func(c Card) Payment { return c }, func(p Payment) (Card, bool) { c, ok := p.(Card); return c, ok }),
		collection.Case(Transfers, func(t Transfer) Payment { return t }, func(p Payment) (Transfer, bool) { t, ok := p.(Transfer); return t, ok }),
	).Tagged("kind").ComponentName(collection.Create, "NewPayment")

	Shapes = collection.OneOf("Shape",
		collection.Case(collection.Of("Circle", func(c *Circle) collection.Fields {
			return collection.Fields{
				prop.Float64("radius").ExclusiveMin(0).At(&c.Radius),
			}
		}).IgnoreUnknown(), func(c Circle) Shape { return c }, func(s Shape) (Circle, bool) { c, ok := s.(Circle); return c, ok }),
		collection.Case(collection.Of("Square", func(s *Square) collection.Fields {
			return collection.Fields{
				prop.Float64("side").Min(0.5).Max(8).At(&s.Side),
				prop.Float64("turn").Max(360).Default(0).At(&s.Turn),
			}
		}), func(q Square) Shape { return q }, func(s Shape) (Square, bool) { q, ok := s.(Square); return q, ok }),
	)

	This    = prop.Int("this").Optional()
	That    = prop.Int("that").Optional()
	Choices = collection.Of("Choice", func(c *Choice) collection.Fields {
		return collection.Fields{
			This.AtOptional(&c.This),
			That.AtOptional(&c.That),
		}
	}).ExactlyOne(This, That).MinProperties(1).MaxProperties(1)
)

// The properties of Odd.
var (
	Data    = prop.Any("data").NoNUL().Default("null")
	Several = prop.Array(prop.Any("choices")).Unique().MaxItems(20).Default(nil)
	Blob    = prop.Bytes("blob").MinBytes(2).MaxBytes(7).Default([]byte("blob"))
	Digest  = prop.Bytes("exact").MinBytes(6).MaxBytes(6).Default([]byte("digest"))
	Big     = prop.Int64("big").Quoted().Default(1)
	Count   = prop.IntOf[uint32]("count").Min(3).ExclusiveMax(300).MultipleOf(3).Quoted().Default(3)
	Money   = prop.Decimal("money").Min("-0.5").Max("1000000000000000000000").Default("1")
	Moments = prop.Array(prop.DateTime("moments")).Unique().Default(nil)
	Scores  = prop.Map(prop.Int("scores").Max(9)).NoNUL().MinProperties(1).MaxProperties(3).Default(map[string]int{"a": 1})
	Nested  = prop.Map(prop.Object(Parts)).As("nested").Default(nil).
		PropertyNames(prop.String("role").NoNUL().Rule("free", "must not be taken", func(s string) bool { return s != "c" }))
	Pay     = prop.Union(Payments)
	Form    = prop.Nullable(prop.Union(Shapes)).Default(nil)
	Site    = prop.Hostname("site").MaxLen(12).Default("a.example")
	Ref     = prop.URIReference("ref").Default("/a")
	OptA    = prop.String("opt_a").Optional()
	OptB    = prop.String("opt_b").Optional()
	OptC    = prop.String("opt_c").Optional()
	Void    = prop.String("").As("").MaxLen(5).Optional() // the member ""
	Kind    = prop.String("kind").MinLen(1).NoNUL().Default("plain")
	Numeral = prop.String("numeral").Optional()
	Level   = prop.Float64("level").ExclusiveMin(0).ExclusiveMax(1).Default(0.5)
	Starts  = prop.Int("starts").Min(0).Max(9).Default(0)
	Ends    = prop.Int("ends").Min(0).Max(9).Default(9)
	Picked  = prop.Object(Choices)
	Version = prop.Int("version").Min(0).ReadOnly()
)

// Odds is the collection of Odd.
var Odds = collection.Of("Odd", func(o *Odd) collection.Fields {
	return collection.Fields{
		Data.At(&o.Data),
		Several.At(&o.Choices),
		Blob.At(&o.Blob),
		Digest.At(&o.Exact),
		Big.At(&o.Big),
		Count.At(&o.Count),
		Money.At(&o.Money),
		Moments.At(&o.Moments),
		Scores.At(&o.Scores),
		Nested.At(&o.Nested),
		Pay.At(&o.Payment),
		Form.At(&o.Shape),
		Site.At(&o.Site),
		Ref.At(&o.Ref),
		OptA.AtOptional(&o.A),
		OptB.AtOptional(&o.B),
		OptC.AtOptional(&o.C),
		Void.AtOptional(&o.Void),
		Kind.At(&o.Kind),
		Numeral.AtOptional(&o.Number),
		Level.At(&o.Level),
		Starts.At(&o.Starts),
		Ends.At(&o.Ends),
		Picked.At(&o.Choice),
		Version.At(&o.Version),
		collection.Additional(prop.Nullable(prop.String("extra").MaxLen(9)), &o.Extra).PropertyNames(prop.String("extra_name").MaxLen(6)),
	}
}).
	AtLeastOne(OptA, OptB, OptC).
	RequiredWhen(collection.Equals(Kind, "numbered"), Numeral).
	Rule("ordered", "must not be before starts", func(o *Odd) bool { return o.Starts <= o.Ends }, Ends, Starts)

// An Upload is a form with files.
type Upload struct {
	Title string
	Image prop.Upload
}

// Uploads is the collection of Upload.
var Uploads = collection.Of("Upload", func(u *Upload) collection.Fields {
	return collection.Fields{
		prop.String("title").MinLen(1).At(&u.Title),
		prop.File("image").MaxBytes(1000).At(&u.Image),
	}
})

// OddSample is a short JSON of an Odd.
const OddSample = `{"payment":{"kind":"card","number":"1234"},"opt_a":"a","choice":{"this":1}}`

var (
	showOdd = route.Get("/odds", Odds.View()).
		ID("showOdd").Summary("Show what is odd").Tag("odds").
		Handle(func(*route.Call) (Odd, error) { return Odds.Create().Parse([]byte(OddSample)) })

	createOdd = route.Post("/odds", Odds.Create(), Odds.View()).
			ID("createOdd").Summary("Create what is odd").Tag("odds").
			Handle(func(_ *route.Call, in Odd) (Odd, error) { return in, nil })

	updateOdd = route.Patch("/odds", Odds.Update(), Odds.View()).
			ID("updateOdd").Summary("Change what is odd").Tag("odds").
			Handle(func(_ *route.Call, p collection.Patch[Odd]) (Odd, error) {
			o, err := Odds.Create().Parse([]byte(OddSample))
			if err == nil {
				err = p.Apply(&o)
			}
			return o, err
		})

	pay = route.Post("/payments", route.AnyOf(Payments.Create(), route.Form(Payments.Create())), Payments.View()).
		ID("pay").Summary("Pay").Tag("odds").
		Handle(func(_ *route.Call, in Payment) (Payment, error) { return in, nil })

	upload = route.Post("/uploads", route.Multipart(Uploads.Create()), collection.NoContent()).
		ID("upload").Summary("Upload an image").Tag("odds").
		Handle(func(*route.Call, Upload) (collection.Empty, error) { return collection.Empty{}, nil })
)
