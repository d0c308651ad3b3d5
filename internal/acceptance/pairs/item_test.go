package pairs

import (
	"net/netip"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// Item is the entity of every API that is built here. It has room for what each
// feature adds; a feature binds its part.
type Item struct {
	ID       int
	Name     string
	Price    int
	Cost     int // nobody sees it without a scope where the feature VisibleTo is on
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

// Part lies within an item, and within other parts.
type Part struct {
	Name   string
	Count  int
	Size   int
	Secret *int // as Cost
	Values
	Nests
	Object Leaf
}

// Leaf is the innermost of what lies within what.
type Leaf struct {
	Name   string
	Size   int
	Secret *int
}

// Nests has a place for each way in which parts lie in something.
type Nests struct {
	Maybe *Part
	Spare *Part
	List  []Part
	Map   map[string]Part
	Lists [][]Part
	Shape *Shape // tagged
	Loose *Shape // not tagged
	Next  *Part
}

// Shape is one of several, the name of which is Kind.
type Shape struct {
	Kind string
	Part Part
}

// cell holds a value in each way of being there.
type cell[V any] struct {
	is    V
	maybe *V
}

// Values has a cell for each kind of property.
type Values struct {
	Bool     cell[bool]
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
	URI      cell[string]
	UUID     cell[string]
	Time     cell[string]
	Date     cell[time.Time]
	DateTime cell[time.Time]
	Duration cell[time.Duration]
	IP       cell[netip.Addr]
	IPNet    cell[netip.Prefix]
	Bytes    cell[[]byte]
	Choice   cell[string]
	Const    cell[string]
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
	tagline   = prop.String("tagline").Optional()
)

// columns returns the fields that every item has; cost is guarded, or not.
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
