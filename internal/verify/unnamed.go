package verify

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
)

// unnamed reports whether a member in p has the name "", which parameters and forms cannot have:
// in brackets, it is an item of a list.
func unnamed(p *ir.Prop) (found bool) {
	w := ir.Walk{AllModes: true, Member: func(_ *ir.Collection, m *ir.Member, _ ir.Mode) {
		found = found || m.Prop.Name == ""
	}}
	w.Visit(p, ir.Create)
	return found
}

// unnamedField reports whether a body is a form with a field that has the name "" or writes such a
// member in brackets. A part of a form may be any JSON.
func unnamedField(b *ir.Body) bool {
	object, is := b.Prop.Type.(ir.Object)
	if !is || b.Format != ir.Form && b.Format != ir.Multipart {
		return false
	}
	return slices.ContainsFunc(object.Of().In(b.Mode), func(m *ir.Member) bool {
		brackets := slices.ContainsFunc(b.Styles, func(s ir.MemberStyle) bool {
			return s.Name == m.Prop.Name && s.Style != ir.Content
		})
		return m.Prop.Name == "" || brackets && unnamed(m.Prop)
	})
}
