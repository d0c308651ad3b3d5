package pairs

import (
	"net/netip"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// An Item is the entity of every API. It has fields for every feature; a feature binds its own.
type Item struct {
	ID       int
	Name     string
	Price    int
	Cost     int // visible only with a scope if the feature VisibleTo is on
	Owner    string
	Password string
	Tagline  *string
	Revision int
	Modified time.Time
	Values
	Nests
	Object Part
	Rest   map[string]string
	First  *string
	Second *string
	MadeAs string
	Detail *string
	Memo   string
}

// A Part is nested in items and in other parts.
type Part struct {
	Name   string
	Count  int
	Size   int
	Secret *int // as Cost
	Values
	Nests
	Object Leaf
}

// A Leaf is the innermost part.
type Leaf struct {
	Name   string
	Size   int
	Secret *int
}

// Nests has a field for every way of nesting parts.
type Nests struct {
	Maybe *Part
	Spare *Part
	List  []Part
	Map   map[string]Part
	Lists [][]Part
	Shape *Shape // with a tag
	Loose *Shape // without a tag
	Next  *Part
}

// A Shape is one of several cases, named by Kind.
type Shape struct {
	Kind string
	Part Part
}

// A cell has a value for each presence.
type cell[V any] struct {
	is     V
	maybe  *V
	either prop.Maybe[V]
}

// Values has a cell for each type of property.
type Values struct {
	Bool     cell[bool]
	Offset   cell[time.Time]
	Int      cell[int]
	Int32    cell[int32]
	Quoted   cell[int64]
	Uint64   cell[uint64]
	Float    cell[float64]
	Decimal  cell[string]
	String   cell[string]
	Storable cell[string]
	Pattern  cell[string]
	Email    cell[string]
	Hostname cell[string]
	Octets   cell[[16]byte]
	URI      cell[string]
	UUID     cell[string]
	Time     cell[string]
	Date     cell[time.Time]
	DateTime cell[time.Time]
	UnixTime cell[time.Time]
	Duration cell[time.Duration]
	IP       cell[netip.Addr]
	IPNet    cell[netip.Prefix]
	Bytes    cell[[]byte]
	Choice   cell[string]
	Const    cell[string]
	Level    cell[int]
	True     cell[bool]
	Mixed    cell[prop.JSON]
	TextOf   cell[string]
	Any      cell[prop.JSON]
	Array    cell[[]string]
	Map      cell[map[string]int]
}

// The members that every item has.
var (
	itemID    = prop.Int("id").Min(1).ReadOnly()
	itemName  = prop.String("name").MinLen(1).MaxLen(60)
	itemPrice = prop.Int("price").Min(0).Default(100)
	itemCost  = prop.Int("cost").Min(0).Default(5)
	itemOwner = prop.String("owner").ReadOnly()
	tagline   = prop.String("tagline").AbsentMeans("none")
)

// columns returns the fields that every item has; cost may have VisibleTo.
func columns(guarded bool) []collection.Field {
	cost := collection.AtFunc(itemCost, func(i *Item) *int { return &i.Cost })
	if guarded {
		cost = cost.VisibleTo("cost")
	}
	return []collection.Field{
		collection.AtFunc(itemID, func(i *Item) *int { return &i.ID }).Key(),
		collection.AtFunc(itemName, func(i *Item) *string { return &i.Name }),
		collection.AtFunc(itemPrice, func(i *Item) *int { return &i.Price }),
		cost,
		collection.AtFunc(itemOwner, func(i *Item) *string { return &i.Owner }),
		collection.AtOptionalFunc(tagline, func(i *Item) **string { return &i.Tagline }),
	}
}
