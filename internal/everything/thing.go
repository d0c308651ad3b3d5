package everything

import (
	"net/netip"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
)

// A Thing has a field for every type of property.
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
	Seconds  time.Time
	Millis   time.Time
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

// Small is a custom integer type.
type Small int8

// Ratio is a custom float type.
type Ratio float64

// Code is a custom string type.
type Code string

// Status is an enum.
type Status string

// The statuses.
const (
	Draft  Status = "draft"
	Active Status = "active"
)

// A Part is a nested object.
type Part struct {
	Name  string
	Count int
}

// A Node contains nodes.
type Node struct {
	Label    string
	Children []Node
}

// The properties of a thing.
var (
	ID         = prop.UUID("id").ReadOnly().Title("Identifier").Describe("Made by the server.")
	Int        = prop.Int("int").Min(-10).Max(10).MultipleOf(2).Example(4)
	Int32      = prop.Int32("int32").ExclusiveMin(0)
	Int64      = prop.Int64("int64").Default(9007199254740993).Format("")
	Uint64     = prop.Uint64("uint64").ExclusiveMax(18446744073709551615).Default(1)
	Tiny       = prop.IntOf[Small]("small").Default(0)
	Float      = prop.Float64("float").Min(0).Max(1).MultipleOf(0.01)
	Part1      = prop.FloatOf[Ratio]("ratio").ExclusiveMin(0).ExclusiveMax(1).Default(0.5)
	Bool       = prop.Bool("bool").Default(true)
	Text       = prop.String("text").MinLen(1).MaxLen(20).Describe("Some *text*.").Example("A text")
	Coded      = prop.StringOf[Code]("code").Pattern(`^[A-Z]{2}-[0-9]+$`).Message("must be two letters and a number, such as AB-1").Format("sf-token").Default("AB-1")
	UUID       = prop.UUID("uuid").Format("").Default("018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57")
	Email      = prop.Email("email").Default("a@example.com")
	URI        = prop.URI("uri").Default("https://example.com/").Deprecated()
	Host       = prop.Hostname("host").Default("example.com")
	Clock      = prop.Time("clock").Default("10:00:00Z")
	Price      = prop.Decimal("price").Scale(2).Min("0").Default("0.00")
	Date       = prop.Date("date").Default(epoch)
	DateTime   = prop.DateTime("date_time").Default(epoch)
	Seconds    = prop.UnixTime("seconds").Min(time.Unix(0, 0)).Default(epoch)
	Millis     = prop.UnixMilli("millis").Default(epoch)
	Lasts      = prop.Duration("lasts").Default(90 * time.Minute)
	IP         = prop.IP("ip").Default(netip.MustParseAddr("192.0.2.1"))
	IPv4       = prop.IPv4("ipv4").Default(netip.MustParseAddr("192.0.2.1"))
	IPv6       = prop.IPv6("ipv6").Default(netip.MustParseAddr("2001:db8::1"))
	Net        = prop.IPPrefix("net").Default(netip.MustParsePrefix("192.0.2.0/24"))
	State      = prop.Enum("status", Draft, Active).Default(Draft)
	Tags       = prop.Array(prop.String("tags").MinLen(1).MaxLen(20)).MinItems(1).MaxItems(5).Unique().Default([]string{"new"})
	Grid       = prop.Array(prop.Array(prop.Int("grid"))).Default(nil)
	LabelNames = prop.String("label").MinLen(1).MaxLen(3).Pattern("^[a-z_/]")
	Labels     = prop.Map(prop.String("labels").MaxLen(10)).PropertyNames(LabelNames).Default(map[string]string{"a": "b"})
	APart      = prop.Object(Parts).Describe("One part.")
	ManyPart   = Parts.Array("parts").MaxItems(3).Default([]Part{})
	Spare      = prop.Nullable(prop.Object(Parts)).As("spare").Default(nil)
	Note       = prop.Nullable(prop.String("note").MaxLen(500).Example("fragile")).Optional()
	Nick       = prop.String("nick").Optional().Docs(meta.Extension("x-order", "7"))
	Either     = prop.String("either").Optional()
	Or         = prop.String("or").Optional()
	Secret     = prop.String("secret").WriteOnly().Default("hush")
	Made       = prop.DateTime("made_at").ReadOnly()
	Twice      = prop.Int("twice").Describe("Twice int.")
	Tree       = prop.Nullable(prop.Lazy("tree", Nodes)).Default(nil)
	Even       = prop.Int("even").Rule("even", "must be a multiple of {of}", func(n int) bool { return n%2 == 0 }, prop.NumberParam("of", 2)).Default(2).WriteOnly()
)

var epoch = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

// Parts is the collection of Part.
var Parts = collection.Of("Part", func(p *Part) collection.Fields {
	return collection.Fields{
		prop.String("name").MinLen(1).At(&p.Name),
		prop.Int("count").Min(0).Default(1).At(&p.Count),
	}
}).Title("Part").Closed().ComponentName(collection.Update, "PartPatch")

// Nodes is a recursive collection.
func Nodes() *collection.Collection[Node] {
	return collection.Of("Node", func(n *Node) collection.Fields {
		return collection.Fields{
			prop.String("label").At(&n.Label),
			prop.Array(prop.Lazy("children", Nodes)).Default(nil).At(&n.Children),
		}
	})
}

// Things groups the members of a thing.
var Things = collection.Of("Thing", func(t *Thing) collection.Fields {
	return collection.Fields{
		ID.At(&t.ID).Key(),
		Int.At(&t.Int),
		Int32.At(&t.Int32),
		Int64.At(&t.Int64),
		Uint64.At(&t.Uint64),
		Tiny.At(&t.Small),
		Float.At(&t.Float),
		Part1.At(&t.Ratio),
		Bool.At(&t.Bool),
		Text.At(&t.Text),
		Coded.At(&t.Code),
		UUID.At(&t.UUID),
		Email.At(&t.Email),
		URI.At(&t.URI),
		Host.At(&t.Host),
		Clock.At(&t.Clock),
		Price.At(&t.Price),
		Date.At(&t.Date),
		DateTime.At(&t.DateTime),
		Seconds.At(&t.Seconds),
		Millis.At(&t.Millis),
		Lasts.At(&t.Lasts),
		IP.At(&t.IP),
		IPv4.At(&t.IPv4),
		IPv6.At(&t.IPv6),
		Net.At(&t.Net),
		State.At(&t.Status),
		Tags.At(&t.Tags).Except(collection.List),
		Grid.At(&t.Grid),
		Labels.At(&t.Labels),
		APart.At(&t.Part),
		ManyPart.At(&t.Parts),
		Spare.At(&t.Spare),
		Note.At(&t.Note),
		Nick.AtOptional(&t.Nick),
		Either.AtOptional(&t.Either),
		Or.AtOptional(&t.Or),
		Secret.At(&t.Secret),
		Made.At(&t.Made),
		Tree.At(&t.Tree),
		collection.AtFunc(Even, func(t *Thing) *int { return new(int) }).Only(collection.Create),
		collection.Computed(Twice, func(t *Thing) int { return 2 * t.Int }),
	}
}).
	Describe("A thing with everything.").
	AllOrNone(Either, Or)
