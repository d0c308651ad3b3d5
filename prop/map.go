package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/tree"
)

// MapProp is a property with a map.
type MapProp[E any] core

// Map declares an object with any member names, whose values are declared by value, with the
// name of value:
//
//	prop.Map(prop.String("labels").MaxLen(80))
//
// Members are written in the order of their names, on which PropertyNames has rules. A nil map is
// written as an empty object.
func Map[E any](value Of[E]) *MapProp[E] {
	f := property.FormOf(value)
	return (*MapProp[E])(property.Start(dict(f, codec.EntriesOf[E](codec.TypeOf[map[string]E](), f.Type))))
}

func dict(value codec.Form, entries *codec.Entries) codec.Form {
	m := &codec.MapForm{Value: value, Entries: entries}
	return codec.Form{
		Type: entries.Maps,
		Node: &tree.Prop{Name: value.Node.Name, Type: tree.Map{Value: value.Node}},
		Make: codec.Map(m),
		Map:  m,
		Late: value.Late,
		Fork: codec.ForkEntries(value, entries),
	}
}

// MinProperties sets the minimum number of members. An update is checked after it is merged.
func (p *MapProp[E]) MinProperties(n int) *MapProp[E] {
	return (*MapProp[E])(counted((*core)(p), tree.MinProps{N: n}))
}

// MaxProperties sets the maximum number of members.
func (p *MapProp[E]) MaxProperties(n int) *MapProp[E] {
	return (*MapProp[E])(counted((*core)(p), tree.MaxProps{N: n}))
}

// PropertyNames sets the rules on the names of members, those of a property of text, which may be an
// enumeration or have a format; it replaces an earlier one:
//
//	prop.Map(prop.String("labels").MaxLen(512)).PropertyNames(prop.String("label").Pattern("^[a-z]+$").MaxLen(64))
//
// The name of the property has no meaning. A violation has the pointer of the member and, in addition
// to the parameters of the rule, property_name, which is true.
func (p *MapProp[E]) PropertyNames(name Prop) *MapProp[E] {
	return (*MapProp[E])((*core)(p).Named(name))
}
