package everything

import (
	"net/netip"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// Thing has a field for every kind of property.
type Thing struct {
	ID       string
	Int      int
	Int32    int32
	Int64    int64
	Uint64   uint64
	Small    Small
	Float    float64
	Ratio    Ratio
	Bool     bool
	Text     string
	Code     Code
	UUID     string
	Email    string
	URI      string
	Host     string
	Clock    string
	Price    string
	Date     time.Time
	DateTime time.Time
	Lasts    time.Duration
	IP       netip.Addr
	IPv4     netip.Addr
	IPv6     netip.Addr
	Net      netip.Prefix
	Status   Status
	Tags     []string
	Grid     [][]int
	Labels   map[string]string
	Part     Part
	Parts    []Part
	Spare    *Part
	Note     *string
	Nick     *string
	Either   *string
	Or       *string
	Secret   string
	Made     time.Time
	Tree     *Node
}

// Small is a narrow integer of a type of its own.
type Small int8

// Ratio is a float of a type of its own.
type Ratio float64

// Code is a string of a type of its own.
type Code string

// Status is a closed set.
type Status string

// The statuses.
const (
	Draft  Status = "draft"
	Active Status = "active"
)

// Part is a nested object.
type Part struct {
	Name  string
	Count int
}

// Node contains itself.
type Node struct {
	Label    string
	Children []Node
}

// The properties of a thing.
var (
	ID       = prop.UUID("id").ReadOnly().Title("Identifier").Describe("Made by the server.")
	Int      = prop.Int("int").Min(-10).Max(10).MultipleOf(2).Example(4)
	Int32    = prop.Int32("int32").ExclusiveMin(0)
	Int64    = prop.Int64("int64").Default(9007199254740993)
	Uint64   = prop.Uint64("uint64").ExclusiveMax(18446744073709551615).Default(1)
	Tiny     = prop.IntOf[Small]("small").Default(0)
	Float    = prop.Float64("float").Min(0).Max(1).MultipleOf(0.01)
	Part1    = prop.FloatOf[Ratio]("ratio").ExclusiveMin(0).ExclusiveMax(1).Default(0.5)
	Bool     = prop.Bool("bool").Default(true)
	Text     = prop.String("text").MinLen(1).MaxLen(20).Describe("Some *text*.").Example("A text")
	Coded    = prop.StringOf[Code]("code").Pattern(`^[A-Z]{2}-[0-9]+$`).Default("AB-1")
	UUID     = prop.UUID("uuid").Default("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57")
	Email    = prop.Email("email").Default("a@example.com")
	URI      = prop.URI("uri").Default("https://example.com/").Deprecated()
	Host     = prop.Hostname("host").Default("example.com")
	Clock    = prop.Time("clock").Default("10:00:00Z")
	Price    = prop.Decimal("price").Places(2).Min("0").Default("0.00")
	Date     = prop.Date("date").Default(epoch)
	DateTime = prop.DateTime("date_time").Default(epoch)
	Lasts    = prop.Duration("lasts").Default(90 * time.Minute)
	IP       = prop.IP("ip").Default(netip.MustParseAddr("192.0.2.1"))
	IPv4     = prop.IPv4("ipv4").Default(netip.MustParseAddr("192.0.2.1"))
	IPv6     = prop.IPv6("ipv6").Default(netip.MustParseAddr("2001:db8::1"))
	Net      = prop.IPNet("net").Default(netip.MustParsePrefix("192.0.2.0/24"))
	State    = prop.OneOf("status", Draft, Active).Default(Draft)
	Tags     = prop.Array(prop.String("tags").MinLen(1).MaxLen(20)).MinItems(1).MaxItems(5).Unique().Default([]string{"new"})
	Grid     = prop.Array(prop.Array(prop.Int("grid"))).Default(nil)
	Labels   = prop.Map(prop.String("labels").MaxLen(10)).Default(map[string]string{"a": "b"})
	APart    = prop.Object(Parts).Describe("One part.")
	ManyPart = prop.Array(prop.Object(Parts)).As("parts").MaxItems(3).Default([]Part{})
	Spare    = prop.Nullable(prop.Object(Parts)).As("spare").Default(nil)
	Note     = prop.Nullable(prop.String("note").MaxLen(500).Example("fragile")).Optional()
	Nick     = prop.String("nick").Optional().Extension("x-order", "7")
	Either   = prop.String("either").Optional()
	Or       = prop.String("or").Optional()
	Secret   = prop.String("secret").WriteOnly().Default("hush")
	Made     = prop.DateTime("made_at").ReadOnly()
	Twice    = prop.Int("twice").Describe("Twice int.")
	Tree     = prop.Nullable(prop.Lazy("tree", Nodes)).Default(nil)
	Even     = prop.Int("even").Rule("even", "must be a multiple of {of}", func(n int) bool { return n%2 == 0 }, prop.NumberParam("of", 2)).Default(2).WriteOnly()
)

var epoch = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// Parts groups the members of a part.
var Parts = collection.Of("Part",
	collection.Bind(prop.String("name").MinLen(1), func(p *Part) *string { return &p.Name }),
	collection.Bind(prop.Int("count").Min(0).Default(1), func(p *Part) *int { return &p.Count }),
).Title("Part")

// Nodes is a collection that contains itself.
func Nodes() collection.Collection[Node] {
	return collection.Of("Node",
		collection.Bind(prop.String("label"), func(n *Node) *string { return &n.Label }),
		collection.Bind(prop.Array(prop.Lazy("children", Nodes)).Default(nil), func(n *Node) *[]Node { return &n.Children }),
	)
}

// Things groups the members of a thing.
var Things = collection.Of("Thing",
	collection.Bind(ID, func(t *Thing) *string { return &t.ID }).Key(),
	collection.Bind(Int, func(t *Thing) *int { return &t.Int }),
	collection.Bind(Int32, func(t *Thing) *int32 { return &t.Int32 }),
	collection.Bind(Int64, func(t *Thing) *int64 { return &t.Int64 }),
	collection.Bind(Uint64, func(t *Thing) *uint64 { return &t.Uint64 }),
	collection.Bind(Tiny, func(t *Thing) *Small { return &t.Small }),
	collection.Bind(Float, func(t *Thing) *float64 { return &t.Float }),
	collection.Bind(Part1, func(t *Thing) *Ratio { return &t.Ratio }),
	collection.Bind(Bool, func(t *Thing) *bool { return &t.Bool }),
	collection.Bind(Text, func(t *Thing) *string { return &t.Text }),
	collection.Bind(Coded, func(t *Thing) *Code { return &t.Code }),
	collection.Bind(UUID, func(t *Thing) *string { return &t.UUID }),
	collection.Bind(Email, func(t *Thing) *string { return &t.Email }),
	collection.Bind(URI, func(t *Thing) *string { return &t.URI }),
	collection.Bind(Host, func(t *Thing) *string { return &t.Host }),
	collection.Bind(Clock, func(t *Thing) *string { return &t.Clock }),
	collection.Bind(Price, func(t *Thing) *string { return &t.Price }),
	collection.Bind(Date, func(t *Thing) *time.Time { return &t.Date }),
	collection.Bind(DateTime, func(t *Thing) *time.Time { return &t.DateTime }),
	collection.Bind(Lasts, func(t *Thing) *time.Duration { return &t.Lasts }),
	collection.Bind(IP, func(t *Thing) *netip.Addr { return &t.IP }),
	collection.Bind(IPv4, func(t *Thing) *netip.Addr { return &t.IPv4 }),
	collection.Bind(IPv6, func(t *Thing) *netip.Addr { return &t.IPv6 }),
	collection.Bind(Net, func(t *Thing) *netip.Prefix { return &t.Net }),
	collection.Bind(State, func(t *Thing) *Status { return &t.Status }),
	collection.Bind(Tags, func(t *Thing) *[]string { return &t.Tags }).Except(collection.List),
	collection.Bind(Grid, func(t *Thing) *[][]int { return &t.Grid }),
	collection.Bind(Labels, func(t *Thing) *map[string]string { return &t.Labels }),
	collection.Bind(APart, func(t *Thing) *Part { return &t.Part }),
	collection.Bind(ManyPart, func(t *Thing) *[]Part { return &t.Parts }),
	collection.Bind(Spare, func(t *Thing) **Part { return &t.Spare }),
	collection.Bind(Note, func(t *Thing) **string { return &t.Note }),
	collection.BindOptional(Nick, func(t *Thing) **string { return &t.Nick }),
	collection.BindOptional(Either, func(t *Thing) **string { return &t.Either }),
	collection.BindOptional(Or, func(t *Thing) **string { return &t.Or }),
	collection.Bind(Secret, func(t *Thing) *string { return &t.Secret }),
	collection.Bind(Made, func(t *Thing) *time.Time { return &t.Made }),
	collection.Bind(Tree, func(t *Thing) **Node { return &t.Tree }),
	collection.Bind(Even, func(t *Thing) *int { return new(int) }).Only(collection.Create),
	collection.Computed(Twice, func(t *Thing) int { return 2 * t.Int }),
).
	Describe("A thing with everything.").
	AllOrNone(Either, Or)
