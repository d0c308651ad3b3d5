package verify

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// misplacedFiles checks that only forms have files.
func (a *API) misplacedFiles() {
	for _, o := range a.Operations {
		for _, u := range a.contentsOf(o.Node) {
			body := u.body
			a.checkOnce(misplacedFiles, body, func() {
				if file := a.misplacedFile(body.Prop, body.Format == tree.Multipart); file != nil {
					o.fault(o.Node.At, "member %q is a file, which only a form has; see route.Multipart", file.Name)
				}
			})
		}
	}
}

// misplacedFile returns a file where no file can be sent; nil if there is none.
// The members of a form may be files and lists of files, and unions with such cases.
func (c *Checker) misplacedFile(p *tree.Prop, form bool) (file *tree.Prop) {
	if !c.files {
		return nil
	}
	w := tree.Walk{AllModes: true, Prop: func(p *tree.Prop, _ tree.Mode) {
		if _, ok := p.Type.(tree.File); ok && file == nil {
			file = p
		}
	}}
	all := tree.CollectionsOf(p)
	if all == nil || !form {
		w.Visit(p, tree.Create)
		return file
	}
	for _, c := range all {
		for _, m := range c.Members {
			parts := []*tree.Prop{m.Prop}
			if union, ok := m.Prop.Type.(tree.Alternatives); ok && tree.MayHaveFiles(m.Prop) {
				parts = union.Of().Cases
			}
			for _, p := range parts {
				if !tree.HasFiles(p) {
					w.Visit(p, tree.Create)
				}
			}
		}
		w.Visit(c.Rest, tree.Create)
	}
	return file
}

// hasFiles reports whether a form has a file, or a list of files, among its members.
func hasFiles(b *tree.Body) bool {
	return b.Format == tree.Multipart && slices.ContainsFunc(b.Fields(), func(m *tree.Member) bool { return tree.MayHaveFiles(m.Prop) })
}
