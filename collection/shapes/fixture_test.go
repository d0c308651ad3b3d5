package shapes_test

import (
	"net/netip"
	"time"

	"github.com/tenon-go/tenon/collection"
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
	status1 = prop.OneOf("status", draft, active).Default(draft)
	tags    = prop.Array(prop.String("tags").MinLen(1).MaxLen(20)).MinItems(1).MaxItems(5).Unique().Default([]string{"new"})
	note    = prop.Nullable(prop.String("note").MaxLen(500).Example("fragile")).Optional().Describe("What */ to know.\nMore of it.")
	nick    = prop.String("nick").Optional()
	alias   = prop.String("alias").Optional()
	price   = prop.Decimal("price").Places(2).Min("0").Default("0.00")
)

var sizes = collection.Of("Size",
	collection.Bind(prop.Int32("width").Min(1), func(s *size) *int32 { return &s.Width }),
	collection.Bind(prop.Int32("height").Min(1).Default(1), func(s *size) *int32 { return &s.Height }),
).Title("A size")

func nodes() collection.Collection[node] {
	return collection.Of("Node",
		collection.Bind(prop.String("label"), func(n *node) *string { return &n.Label }),
		collection.Bind(prop.Array(prop.Lazy("children", nodes)).Default(nil), func(n *node) *[]node { return &n.Children }),
		collection.Bind(prop.Map(prop.Lazy("others", nodes)).Default(nil), func(n *node) *map[string]node { return &n.Others }),
	)
}

var cards = collection.Of("Card",
	collection.Fixed[card](prop.Const("kind", "card")),
	collection.Bind(prop.String("number").Pattern(`^[0-9]{4}$`), func(c *card) *string { return &c.Number }),
)

var transfers = collection.Of("Transfer",
	collection.Fixed[transfer](prop.Const("kind", "transfer")),
	collection.Bind(prop.String("iban"), func(t *transfer) *string { return &t.IBAN }),
	collection.Rest(prop.Int("extra"), func(t *transfer) *map[string]int { return &t.Extra }),
)

var payments = collection.OneOf("Payment", collection.CaseOf[payment](cards), collection.CaseOf[payment](transfers)).
	Tagged("kind").Describe("How it is paid.")

var products = collection.Of("Product",
	collection.Bind(prop.UUID("id").ReadOnly(), func(p *product) *string { return &p.ID }).Key(),
	collection.Bind(prop.String("name").MinLen(1).MaxLen(80).Title("Name").Describe("What it is called.").Example("A name"), func(p *product) *string { return &p.Name }),
	collection.Bind(prop.IntOf[cents]("price-in-cents").Min(0).MultipleOf(5).Extension("x-order", "7"), func(p *product) *cents { return &p.Cents }),
	collection.Bind(prop.IntOf[int8]("level").ExclusiveMin(-3).ExclusiveMax(3).Default(0), func(p *product) *int8 { return &p.Level }),
	collection.Bind(prop.Uint64("count").Default(18446744073709551615), func(p *product) *uint64 { return &p.Count }),
	collection.Bind(prop.Int64("big").Quoted().Default(9007199254740993), func(p *product) *int64 { return &p.Big }),
	collection.Bind(prop.Float64("ratio").Min(0).Max(1).Default(0.1).Deprecated(), func(p *product) *float64 { return &p.Ratio }),
	collection.Bind(status1, func(p *product) *status { return &p.Status }),
	collection.Bind(prop.Nullable(prop.OneOf("state", draft, active)).Default(new(active)), func(p *product) **status { return &p.State }),
	collection.Bind(tags, func(p *product) *[]string { return &p.Tags }).Except(collection.List),
	collection.Bind(prop.Array(prop.Array(prop.Int("grid"))).Default(nil), func(p *product) *[][]int { return &p.Grid }),
	collection.Bind(prop.Map(prop.String("labels").MaxLen(10)).MaxProperties(3).Default(map[string]string{"a": "b"}), func(p *product) *map[string]string { return &p.Labels }),
	collection.Bind(prop.Object(sizes), func(p *product) *size { return &p.Size }),
	collection.Bind(prop.Array(prop.Object(sizes)).As("more_sizes").Default([]size{}), func(p *product) *[]size { return &p.Sizes }),
	collection.Bind(note, func(p *product) **string { return &p.Note }),
	collection.BindOptional(nick, func(p *product) **string { return &p.Nick }),
	collection.BindOptional(alias, func(p *product) **string { return &p.Alias }),
	collection.Bind(prop.DateTime("made_at").ReadOnly(), func(p *product) *time.Time { return &p.Made }),
	collection.Bind(prop.Date("day").Default(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)), func(p *product) *time.Time { return &p.Day }),
	collection.Bind(prop.Duration("lasts").Default(90*time.Minute), func(p *product) *time.Duration { return &p.Lasts }),
	collection.Bind(prop.IPv4("from").Default(netip.MustParseAddr("192.0.2.1")), func(p *product) *netip.Addr { return &p.From }),
	collection.Bind(prop.IPNet("net").Default(netip.MustParsePrefix("192.0.2.0/24")), func(p *product) *netip.Prefix { return &p.Net }),
	collection.Bind(price, func(p *product) *string { return &p.Price }),
	collection.Bind(prop.Bytes("seal").MaxBytes(4), func(p *product) *[]byte { return &p.Seal }),
	collection.Bind(prop.Any("raw").Default("null"), func(p *product) *prop.JSON { return &p.Raw }),
	collection.Bind(prop.String("secret").WriteOnly().Default("hush"), func(p *product) *string { return &p.Secret }),
	collection.Bind(prop.Int64("cost").Default(0), func(p *product) *int64 { return &p.Cost }).VisibleTo("cost:read", "admin"),
	collection.Bind(prop.Union(payments), func(p *product) *payment { return &p.Payment }),
	collection.Bind(prop.Nullable(prop.Lazy("tree", nodes)).Default(nil), func(p *product) **node { return &p.Tree }),
	collection.Computed(prop.Int("twice"), func(p *product) int { return 2 * int(p.Cents) }),
).
	Describe("What is sold.").
	AtLeastOne(alias, nick).
	RequiredWhen(collection.Is(status1, active), nick)

// An address has no struct.
var (
	street  = prop.String("street").MinLen(1)
	zip     = prop.String("zip").Optional()
	since   = prop.Nullable(prop.Date("since")).Optional()
	address = collection.New("Address", street, zip, since)
)
