package query

import (
	"context"
	"math"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// Plan describes how a list is divided into pages. T is the type of terms, C that of conditions, as
// in [Query].
type Plan[T, C any] struct {
	Settings
	// Pager returns what divides the list; nil if the plan was not started.
	Pager func(*Settings) Pager[T, C]
}

// Settings are what the methods of a plan set.
type Settings struct {
	Kind   Kind
	At     tree.Position
	Size   Amount // the default limit
	Most   Amount // the greatest limit
	Total  Total
	Bound  func(context.Context) string // nil: cursors are valid for all callers
	Faults []tree.Fault

	Names         Names
	RepeatedOrder bool
	LastPage      int         // 0: MaxPage
	Pagination    *Pagination // nil: that of the kind

	Key         *Key // of a list by key
	ForwardOnly bool // there is no parameter for the pages before an entity
}

// Names are the names of query parameters, as those of package paginate.
type Names struct {
	Page, Offset, Limit, Cursor, Count, OrderBy string
	Direction, After, Before                    string
}

// Key is the property that identifies the entities of a list by key.
type Key struct {
	Node  *tree.Prop
	Order codec.Order
}

// Kind is a kind of plan. The zero value is that of a plan that was not started.
type Kind uint8

// The kinds of plans.
const (
	Unstarted Kind = iota
	ByPage
	ByOffset
	ByCursor
	ByKey
)

// Total says which responses have the number of entities in the list.
type Total uint8

// The totals.
const (
	Never Total = iota
	Always
	OnRequest
)

// Amount is a number and where it was declared. It is absent if At is not known.
type Amount struct {
	N  int
	At tree.Position
}

// Bounds of limits, pages and offsets.
const (
	DefaultLimit = 20
	DefaultMax   = 100
	// MaxLimit, MaxPage and MaxOffset keep the greatest offset within an int64.
	MaxLimit  = 1_000_000
	MaxPage   = min(1_000_000_000, math.MaxInt/DefaultMax)
	MaxOffset = min(1_000_000_000_000, math.MaxInt)

	// CursorVersion is the version of the format of cursors.
	CursorVersion = 1
)

// Sizes returns the default and the greatest limit, as declared.
func (p *Settings) Sizes() (size, most int) {
	size, most = DefaultLimit, DefaultMax
	if p.Most.At.Known() {
		most = p.Most.N
		size = min(size, most)
	}
	if p.Size.At.Known() {
		size = p.Size.N
	}
	return size, most
}

// ValidSizes returns the sizes within their bounds: parameters are declared with these
// while a fault reports those of the plan.
func (p *Settings) ValidSizes() (size, most int) {
	size, most = p.Sizes()
	most = min(max(most, 1), MaxLimit)
	return min(max(size, 1), most), most
}
