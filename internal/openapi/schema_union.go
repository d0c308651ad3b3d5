package openapi

import (
	"fmt"
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// union writes a union as a schema.
func (w *writer) union(u *tree.Union, mode tree.Mode) error {
	w.open('{')
	w.translated("title", u.Title)
	w.translated("description", u.Doc)
	word := unionWord(u, mode)
	if together := merged(u, mode); len(together) > 1 {
		err := w.unionPatch(u, word, together, mode)
		w.end()
		return err
	}
	var objects []*tree.Prop
	for _, p := range u.Cases {
		if _, is := p.Type.(tree.Object); is {
			objects = append(objects, p)
		}
	}
	if u.Tag != "" && len(objects) == len(u.Cases) {
		err := w.tagged(u, word, objects, mode)
		w.end()
		return err
	}
	w.list(word)
	for _, p := range u.Cases {
		switch _, object := p.Type.(tree.Object); {
		case !object || u.Tag == "":
			if err := w.cases([]*tree.Prop{p}, mode); err != nil {
				return err
			}
		case p == objects[0]: // only objects have a discriminator
			w.item()
			if err := w.tagged(u, word, objects, mode); err != nil {
				return err
			}
			w.end()
		}
	}
	w.endList()
	w.end()
	return nil
}

// merged returns the cases with objects of a union in an update: a part of an object may match
// several, and the value that it changes decides.
func merged(u *tree.Union, mode tree.Mode) (cases []*tree.Prop) {
	if mode.Declared() != tree.Update {
		return nil
	}
	for _, p := range u.Cases {
		if tree.KindsOf(p, p.Nullable)&tree.KindObject != 0 {
			cases = append(cases, p)
		}
	}
	return cases
}

// unionPatch writes the cases of a union in an update. Several of those with objects may match.
func (w *writer) unionPatch(u *tree.Union, word string, together []*tree.Prop, mode tree.Mode) error {
	if word == "anyOf" || len(together) == len(u.Cases) {
		w.list("anyOf")
		defer w.endList()
		return w.cases(u.Cases, mode)
	}
	w.list(word)
	defer w.endList()
	for _, p := range u.Cases {
		if !slices.Contains(together, p) {
			if err := w.cases([]*tree.Prop{p}, mode); err != nil {
				return err
			}
		}
	}
	w.item()
	w.list("anyOf")
	err := w.cases(together, mode)
	w.endList()
	w.end()
	return err
}

// unionWord returns the keyword of a union. A request must match one case; what the server writes
// for one may match another case, too. Schemas do not distinguish a file from other values.
func unionWord(u *tree.Union, mode tree.Mode) string {
	if u.Overlaps || slices.ContainsFunc(u.Cases, tree.HasFiles) || !mode.Input() && !apart(u, mode) {
		return "anyOf"
	}
	return "oneOf"
}

// cases writes cases of a union as elements of a list.
func (w *writer) cases(cases []*tree.Prop, mode tree.Mode) error {
	for _, p := range cases {
		w.line()
		if err := w.schema(p, site{mode: mode, nullable: p.Nullable}); err != nil {
			return fmt.Errorf("case %q: %w", p.Name, err)
		}
	}
	return nil
}

// tagged writes the collections of a union, and which values of the tag identify each of them.
func (w *writer) tagged(u *tree.Union, word string, objects []*tree.Prop, mode tree.Mode) error {
	w.list(word)
	if err := w.cases(objects, mode); err != nil {
		return err
	}
	w.endList()
	if w.undiscriminated {
		return nil
	}
	byDefault := untagged(u, objects, mode)
	if w.version >= V32 && len(byDefault) > 1 {
		return nil // a tag that may be absent needs one default (OpenAPI 3.2.0, Discriminator Object)
	}
	w.object("discriminator")
	w.text("propertyName", u.Tag)
	if w.version >= V32 && len(byDefault) == 1 {
		ref, err := w.components.refer(byDefault[0], mode)
		if err != nil {
			return err
		}
		w.text("defaultMapping", ref)
	}
	empty := w.mark()
	w.object("mapping")
	for _, p := range objects {
		ref, err := w.components.refer(p, mode)
		if err != nil {
			return err
		}
		for _, tag := range u.TagsOf(p) {
			if u.Owner(tag) == p { // a value of several cases is of no schema alone
				w.name(tag)
				w.value(ref)
			}
		}
	}
	w.endOr(empty)
	w.end()
	return nil
}

// untagged returns the cases whose values may lack the tag.
func untagged(u *tree.Union, objects []*tree.Prop, mode tree.Mode) (out []*tree.Prop) {
	for _, p := range objects {
		if m := u.TagMember(p); m == nil || !m.Has(mode) || !m.Required(mode) {
			out = append(out, p)
		}
	}
	return out
}
