package codec

import (
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// marker is an optional constant that identifies a case; see [tree.Union.Marker]. It is written even if
// the value does not have it, because values without it may match other cases.
type marker struct {
	field          Field
	name, constant string
	text           string // "name":"constant"
}

// markerOf returns the marker of a case; nil if it is not a collection, or always has its marker.
func markerOf(f Form, name string) *marker {
	if _, is := f.Node.Type.(tree.Object); !is || name == "" {
		return nil
	}
	g := f.Group()
	for i, m := range g.Node.Members {
		if m.Prop.Name == name && m.Omittable {
			e := m.Prop.Type.(tree.Enum)
			return &marker{Field{Binding: &g.Bindings[i]}, name, e.Values[0], jsonx.KeyOf(name).String() + e.Texts()[0]}
		}
	}
	return nil
}

// encode adds the marker to the object that ends the text, unless it is there.
func (m *marker) encode(e *Encoder, t place.Addr) {
	if !m.field.omitted(t) {
		return
	}
	e.B = e.B[:len(e.B)-1]
	if e.B[len(e.B)-1] != '{' {
		e.B = append(e.B, ',')
	}
	e.write(m.text)
	e.B = append(e.B, '}')
}
