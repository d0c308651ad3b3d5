package verify

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// unnamed reports whether a member in p has the name "", which parameters and forms cannot have:
// in brackets, it is an item of a list.
func unnamed(p *tree.Prop) (found bool) {
	w := tree.Walk{AllModes: true, Member: func(_ *tree.Collection, m *tree.Member, _ tree.Mode) {
		found = found || m.Prop.Name == ""
	}}
	w.Visit(p, tree.Create)
	return found
}

// unnamedField reports whether a body is a form with a field that has the name "" or writes such a
// member in brackets. A part of a form may be any JSON.
func unnamedField(b *tree.Body) bool {
	if b.Format != tree.Form && b.Format != tree.Multipart {
		return false
	}
	return slices.ContainsFunc(b.Fields(), func(m *tree.Member) bool {
		brackets := slices.ContainsFunc(b.Styles, func(s tree.MemberStyle) bool {
			return s.Name == m.Prop.Name && s.Style != tree.Content
		})
		return m.Prop.Name == "" || brackets && unnamed(m.Prop)
	})
}
