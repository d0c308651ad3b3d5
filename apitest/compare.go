package apitest

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// compared selects members for a comparison.
type compared uint8

const (
	all     compared = iota // everything that the server shows
	written                 // what clients write: nothing that is read-only or computed
)

// difference returns where two states of an entity differ, as a pointer with both values, or "".
// Members that one of them does not have are not compared, unless the other has a value.
func (s *settings) difference(c *tree.Collection, mode tree.Mode, want, got value, of compared) string {
	for _, m := range c.In(mode) {
		if slices.Contains(s.volatile, m.Prop.ID) || of == written && (m.Prop.ReadOnly || m.Computed) || m.Prop.WriteOnly {
			continue
		}
		w, known := want.get(m.Prop.Name)
		if !known {
			continue
		}
		g, has := got.get(m.Prop.Name)
		if !has && (w.null() || m.Guarded()) {
			continue
		}
		if at := s.differs(m.Prop, mode, w, g, of); at != "" {
			return m.Prop.Name + at
		}
	}
	return ""
}

// differs compares two values of a property.
func (s *settings) differs(p *tree.Prop, mode tree.Mode, want, got value, of compared) string {
	switch t := p.Type.(type) {
	case tree.Object:
		if want.kind == jsonx.Object && got.kind == jsonx.Object {
			if at := s.difference(t.Of(), mode.Nested(), want, got, of); at != "" {
				return "/" + at
			}
			return ""
		}
	case tree.Array:
		if want.kind == jsonx.Array && got.kind == jsonx.Array && len(want.items) == len(got.items) {
			for i := range want.items {
				if at := s.differs(t.Item, mode, want.items[i], got.items[i], of); at != "" {
					return "/" + strconv.Itoa(i) + at
				}
			}
			return ""
		}
	case tree.Map:
		if want.kind == jsonx.Object && got.kind == jsonx.Object {
			return s.mapDiffers(t, mode, want, got, of)
		}
	case tree.Alternatives:
		tag, _ := want.get(t.Of().Tag)
		other, _ := got.get(t.Of().Tag)
		if owner := t.Of().Owner(tag.text); owner != nil && tag.kind == jsonx.String && equal(tag, other) {
			return s.differs(owner, mode, want, got, of)
		}
		if want.kind == jsonx.Object && got.kind == jsonx.Object && t.Of().Tag == "" {
			return "" // its cases may have members of their own for each mode
		}
	}
	if equal(want, got) || want.null() && got.kind == jsonx.Invalid || got.null() && want.kind == jsonx.Invalid {
		return ""
	}
	return ": " + got.String() + ", not " + want.String()
}

// mapDiffers compares two maps, which have no members of their own for each mode.
func (s *settings) mapDiffers(t tree.Map, mode tree.Mode, want, got value, of compared) string {
	for i, name := range want.names {
		g, _ := got.get(name)
		if at := s.differs(t.Value, mode.Nested(), want.items[i], g, of); at != "" {
			return "/" + name + at
		}
	}
	for i, name := range got.names {
		if _, known := want.get(name); !known {
			return "/" + name + ": " + got.items[i].String() + ", which was not sent"
		}
	}
	return ""
}
