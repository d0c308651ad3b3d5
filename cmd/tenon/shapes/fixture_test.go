package shapes_test

import (
	"net/netip"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
)

// What the tests print: a product with a member of every kind.
type (
	product struct {
		ID      string
		Name    string
		Cents   cents
		Level   int8
		Count   uint64
		Big     int64
		Ratio   float64
		Status  status
		State   *status
		Tags    []string
		Grid    [][]int
		Labels  map[string]string
		Size    size
		Sizes   []size
		Note    *string
		Nick    *string
		Alias   *string
		Made    time.Time
		Opened  time.Time
		Closed  time.Time
		Day     time.Time
		Lasts   time.Duration
		From    netip.Addr
		Net     netip.Prefix
		Price   string
		Seal    []byte
		Raw     prop.JSON
		Secret  string
		Cost    int64
		Payment payment
		Tree    *node
	}
	cents  int64
	status string
	size   struct{ Width, Height int32 }
	node   struct {
		Label    string
		Children []node
		Others   map[string]node
		Void     *string
	}
	payment  interface{ pays() }
	card     struct{ Number string }
	transfer struct {
		IBAN  string
		Extra map[string]int
	}
)

func (card) pays()     {}
func (transfer) pays() {}

const (
	draft  status = "draft"
	active status = "active-now"
)

var (
	status1 = prop.Enum("status", draft, active).Default(draft)
	tags    = prop.Array(prop.String("tags").MinLen(1).MaxLen(20)).MinItems(1).MaxItems(5).Unique().Default([]string{"new"})
	note    = prop.Nullable(prop.String("note").MaxLen(500).Example("fragile")).Optional().Describe("What */ to know.\nMore of it.")
	nick    = prop.String("nick").Optional()
	alias   = prop.String("alias").Optional()
	price   = prop.Decimal("price").Scale(2).Min("0").Default("0.00")
)

var sizes = collection.Of("Size", func(s *size) collection.Fields {
	return collection.Fields{
		prop.Int32("width").Min(1).At(&s.Width),
		prop.Int32("height").Min(1).Default(1).At(&s.Height),
	}
}).Title("A size").ComponentName(collection.Update, "SizeChange")

func nodes() *collection.Collection[node] {
	return collection.Of("Node", func(n *node) collection.Fields {
		return collection.Fields{
			prop.String("label").At(&n.Label),
			prop.String("").As("").Optional().AtOptional(&n.Void),
			prop.Array(prop.Lazy("children", nodes)).Default(nil).At(&n.Children),
			prop.Map(prop.Lazy("others", nodes)).Default(nil).At(&n.Others),
		}
	})
}

var cards = collection.Of("Card", func(c *card) collection.Fields {
	return collection.Fields{
		collection.Fixed(prop.Const("kind", "card")),
		prop.String("number").Pattern(`^[0-9]{4}$`).Message("must be four digits").At(&c.Number),
	}
})

var transfers = collection.Of("Transfer", func(t *transfer) collection.Fields {
	return collection.Fields{
		collection.Fixed(prop.Const("kind", "transfer")),
		prop.String("iban").At(&t.IBAN),
		collection.Additional(prop.Int("extra"), &t.Extra),
	}
})

var payments = collection.OneOf("Payment", collection.CaseOf[payment](cards), collection.CaseOf[payment](transfers)).
	Tagged("kind").Describe("How it is paid.").ComponentName(collection.Create, "NewPayment")

var products = collection.Of("Product", func(p *product) collection.Fields {
	return collection.Fields{
		prop.UUID("id").ReadOnly().At(&p.ID).Key(),
		prop.String("name").MinLen(1).MaxLen(80).Title("Name").Describe("What it is called.").Example("A name").At(&p.Name),
		prop.IntOf[cents]("price-in-cents").Min(0).MultipleOf(5).Docs(meta.Extension("x-order", "7")).At(&p.Cents),
		prop.IntOf[int8]("level").ExclusiveMin(-3).ExclusiveMax(3).Default(0).At(&p.Level),
		prop.Uint64("count").Default(18446744073709551615).At(&p.Count),
		prop.Int64("big").Quoted().Default(9007199254740993).At(&p.Big),
		prop.Float64("ratio").Min(0).Max(1).Default(0.1).Deprecated().At(&p.Ratio),
		status1.At(&p.Status),
		prop.Nullable(prop.Enum("state", draft, active)).Default(new(active)).At(&p.State),
		tags.At(&p.Tags).Except(collection.List),
		prop.Array(prop.Array(prop.Int("grid"))).Default(nil).At(&p.Grid),
		prop.Map(prop.String("labels").MaxLen(10)).PropertyNames(prop.String("label").MaxLen(5)).MaxProperties(3).Default(map[string]string{"a": "b"}).At(&p.Labels),
		sizes.Object().At(&p.Size),
		sizes.Array("more_sizes").Default([]size{}).At(&p.Sizes),
		note.At(&p.Note),
		nick.AtOptional(&p.Nick),
		alias.AtOptional(&p.Alias),
		prop.DateTime("made_at").Fraction(3).KeepOffset().ReadOnly().At(&p.Made),
		prop.UnixTime("opened").Min(time.Unix(0, 0)).Default(time.Unix(1700000000, 0)).At(&p.Opened),
		prop.UnixMilli("closed").Default(time.UnixMilli(1700000000123)).At(&p.Closed),
		prop.Date("day").Default(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)).At(&p.Day),
		prop.Duration("lasts").Default(90 * time.Minute).At(&p.Lasts),
		prop.IPv4("from").Default(netip.MustParseAddr("192.0.2.1")).At(&p.From),
		prop.IPPrefix("net").Default(netip.MustParsePrefix("192.0.2.0/24")).At(&p.Net),
		price.At(&p.Price),
		prop.Bytes("seal").MaxBytes(4).At(&p.Seal),
		prop.Any("raw").Default("null").At(&p.Raw),
		prop.String("secret").WriteOnly().Default("hush").At(&p.Secret),
		prop.Int64("cost").Default(0).At(&p.Cost).VisibleTo("cost:read", "admin"),
		prop.Union(payments).At(&p.Payment),
		prop.Nullable(prop.Lazy("tree", nodes)).Default(nil).At(&p.Tree),
		collection.Computed(prop.Int("twice"), func(p *product) int { return 2 * int(p.Cents) }),
	}
}).
	Describe("What is sold.").
	AtLeastOne(alias, nick).
	RequiredWhen(collection.Equals(status1, active), nick)

// An address has no struct.
var (
	street  = prop.String("street").MinLen(1)
	zip     = prop.String("zip").Optional()
	since   = prop.Nullable(prop.Date("since")).Optional()
	address = collection.New("Address", street, zip, since)
)
