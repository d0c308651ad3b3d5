package verify

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
)

// misplacedFiles checks that only forms have files.
func (a *API) misplacedFiles() {
	for _, o := range a.Operations {
		for _, u := range a.contentsOf(o.Node) {
			body := u.body
			a.checkOnce(misplacedFiles, body, func() {
				if file := a.misplacedFile(body.Prop, body.Format == ir.Multipart); file != nil {
					o.fault(o.Node.At, "member %q is a file, which only a form has; see route.Multipart", file.Name)
				}
			})
		}
	}
}

// misplacedFile returns a file where no file can be sent; nil if there is none.
// The members of a form may be files and lists of files, and unions with such cases.
func (c *Checker) misplacedFile(p *ir.Prop, form bool) (file *ir.Prop) {
	if !c.files {
		return nil
	}
	w := ir.Walk{AllModes: true, Prop: func(p *ir.Prop, _ ir.Mode) {
		if _, ok := p.Type.(ir.File); ok && file == nil {
			file = p
		}
	}}
	object, ok := p.Type.(ir.Object)
	if !ok || !form {
		w.Visit(p, ir.Create)
		return file
	}
	for _, m := range object.Of().Members {
		if union, ok := m.Prop.Type.(ir.Alternatives); ok && ir.MayHaveFiles(m.Prop) {
			for _, p := range union.Of().Cases {
				if !ir.HasFiles(p) {
					w.Visit(p, ir.Create)
				}
			}
		} else if !ir.HasFiles(m.Prop) {
			w.Visit(m.Prop, ir.Create)
		}
	}
	w.Visit(object.Of().Rest, ir.Create)
	return file
}

// hasFiles reports whether a form has a file, or a list of files, among its members.
func hasFiles(b *ir.Body) bool {
	object, ok := b.Prop.Type.(ir.Object)
	if !ok || b.Format != ir.Multipart {
		return false
	}
	return slices.ContainsFunc(object.Of().In(b.Mode), func(m *ir.Member) bool { return ir.MayHaveFiles(m.Prop) })
}
