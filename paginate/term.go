package paginate

import (
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/prop"
)

// Term is an order term: a property and a direction. Null sorts before every value
// ascending, and after every value descending.
type Term term

type term = seal.Box[query.Term]

func (t Term) open() query.Term { return term(t).Open() }

// Asc sorts from the lowest value to the highest.
func Asc(p prop.Prop) Term { return newTerm(p, false) }

// Desc sorts from the highest value to the lowest.
func Desc(p prop.Prop) Term { return newTerm(p, true) }

func newTerm(p prop.Prop, desc bool) Term {
	if p == nil {
		return Term{}
	}
	return Term(seal.New(query.Term{Node: property.NodeOf(p), Order: property.OrderOf(p), Desc: desc}))
}

// Name returns the name of the property.
func (t Term) Name() string { return t.open().Name() }

// Descending reports whether the highest value comes first.
func (t Term) Descending() bool { return t.open().Desc }

// FromClient reports whether the term is from the client and not from the route.
func (t Term) FromClient() bool { return t.open().FromClient }

// Is reports whether the term sorts by a property.
func (t Term) Is(p prop.Prop) bool {
	id := t.open().ID()
	return p != nil && id != nil && property.NodeOf(p).ID == id
}
