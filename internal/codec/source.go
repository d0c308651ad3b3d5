package codec

import (
	"slices"

	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Source holds values of properties, each in a cell: a *V of what the property carries.
// Its methods belong to this package, so that only types that embed [Cells], [Claims],
// [Entity] or a record are sources. Interfaces of package prop embed it.
type Source interface {
	// cell returns the cell of a property, and whether the value in it was given.
	cell(id *tree.ID) (cell any, given bool)
	// missing says that the source does not have a property; it ends the sentence
	// `property "x" is not …`.
	missing() string
	// named returns the property of the source that has a name; nil if there is none.
	named(name string) *tree.Prop
}

// Sink is a source whose values can be set.
type Sink interface {
	Source
	// place returns the cell of a property and marks its value as given; nil if the
	// sink does not have the property.
	place(id *tree.ID) (cell any)
}

// CellIn returns the cell of a property in a source, and whether its value was given.
func CellIn(s Source, id *tree.ID) (cell any, given bool) { return s.cell(id) }

// PlaceIn returns the cell of a property in a sink, and marks its value as given.
func PlaceIn(s Sink, id *tree.ID) (cell any) { return s.place(id) }

// Missing is the text of the panic of a handle that reads a property which s does not
// have.
func Missing(s Source, name string, id *tree.ID) string {
	return "tenon: property \"" + name + "\" is not " + s.missing() + tree.Namesake(s.named(name), id)
}

// Layout says which properties a source of cells has.
type Layout struct {
	Inputs []*tree.ID // what can be read
	Sends  []*tree.ID // what can be set, and read too
	Owner  Owner
}

// Owner declares the properties of a source of cells.
type Owner interface {
	// Missing says that the owner does not have a property; it ends the sentence
	// `property "x" is not …`.
	Missing() string
	// Named returns the property of the owner that has a name; nil if there is none.
	Named(name string) *tree.Prop
}

// Cells is a sink whose cells lie in slices that its owner fills.
type Cells struct {
	layout       *Layout
	cells, sends []any
	given, sent  []bool
}

// NewCells returns a sink over the cells of the owner, in the order of the layout.
func NewCells(l *Layout, cells []any, given []bool, sends []any, sent []bool) Cells {
	return Cells{l, cells, sends, given, sent}
}

func (c *Cells) cell(id *tree.ID) (cell any, given bool) {
	if c.layout == nil {
		return nil, false
	}
	for i, input := range c.layout.Inputs {
		if input == id {
			return c.cells[i], c.given[i]
		}
	}
	if i := slices.Index(c.layout.Sends, id); i >= 0 {
		return c.sends[i], c.sent[i]
	}
	return nil, false
}

func (c *Cells) place(id *tree.ID) (cell any) {
	i := slices.Index(c.layout.Sends, id)
	if i < 0 {
		return nil
	}
	c.sent[i] = true
	return c.sends[i]
}

func (c *Cells) missing() string {
	if c.layout == nil {
		return "in an answer that no call has had"
	}
	return c.layout.Owner.Missing()
}

func (c *Cells) named(name string) *tree.Prop {
	if c.layout == nil {
		return nil
	}
	return c.layout.Owner.Named(name)
}

// Claims is the source of the claims of an identity, which are the members of records:
// the first that was given a value counts. It is one word, so that a value of nothing
// else is not boxed; the zero Claims has none.
type Claims struct {
	set *ClaimSet
}

// ClaimSet is what [Claims] points to: the records, and the address of what they belong to.
type ClaimSet struct {
	Records []Record
	Owner   place.Addr
}

// ClaimsIn returns the source of the claims in a set.
func ClaimsIn(s *ClaimSet) Claims { return Claims{s} }

// OwnerOf returns the address of what the claims belong to; nil for the zero Claims.
func OwnerOf(c Claims) place.Addr {
	if c.set == nil {
		return place.Addr{}
	}
	return c.set.Owner
}

func (c Claims) cell(id *tree.ID) (cell any, given bool) {
	if c.set == nil {
		return nil, false
	}
	records := c.set.Records
	for i := range records {
		found, ok := records[i].cell(id)
		if ok {
			return found, true
		}
		if cell == nil {
			cell = found
		}
	}
	return cell, false
}

func (Claims) missing() string { return "a claim that the schemes of the route declare" }

func (Claims) named(string) *tree.Prop { return nil }
