package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
)

// MapProp is a property with a map.
type MapProp[E any] core

// Map declares an object with any member names, whose values are declared by value, with the
// name of value:
//
//	prop.Map(prop.String("labels").MaxLen(80))
//
// Members are written in the order of their names. A nil map is written as an empty object.
func Map[E any](value Of[E]) *MapProp[E] {
	f := property.FormOf(value)
	return (*MapProp[E])(property.StartOf[map[string]E](dict(f, codec.EntriesOf[E](codec.TypeOf[map[string]E](), f.Type))))
}

func dict(value codec.Form, entries *codec.Entries) codec.Form {
	return codec.Form{
		Type: entries.Maps,
		Node: &ir.Prop{Name: value.Node.Name, Type: ir.Map{Value: value.Node}},
		Make: codec.Map(value, entries),
		Map:  &codec.MapForm{Value: value, Entries: entries},
		Late: value.Late,
		Fork: codec.ForkEntries(value, entries),
	}
}

// MinProperties sets the minimum number of members. An update is checked after it is merged.
func (p *MapProp[E]) MinProperties(n int) *MapProp[E] {
	return (*MapProp[E])(counted((*core)(p), ir.MinProps{N: n}))
}

// MaxProperties sets the maximum number of members.
func (p *MapProp[E]) MaxProperties(n int) *MapProp[E] {
	return (*MapProp[E])(counted((*core)(p), ir.MaxProps{N: n}))
}
