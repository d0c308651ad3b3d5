package property

import (
	"github.com/tenon-go/tenon/tree"
)

// whole writes declarations, and those of the collections and unions that they lead to.
type whole struct {
	*textWriter
	seen map[string]bool // collections by name and position, unions by fingerprint
	todo []*tree.Collection
}

func wholeWriter() *whole {
	w := &whole{textWriter: new(textWriter), seen: map[string]bool{}}
	w.textWriter.collection, w.textWriter.union = w.later, w.cases
	return w
}

// first reports whether a declaration was not written yet.
func (w *whole) first(key string) bool {
	seen := w.seen[key]
	w.seen[key] = true
	return !seen
}

// later has a collection written, once, after what leads to it.
func (w *whole) later(c *tree.Collection) {
	if w.first(key(c)) {
		w.todo = append(w.todo, c)
	}
}

func key(c *tree.Collection) string { return c.Name + " " + c.At.String() }

func (w *whole) rest() {
	for len(w.todo) > 0 {
		next := w.todo[0]
		w.todo = w.todo[1:]
		if len(w.b) > 0 {
			w.put("\n")
		}
		w.declaration(next)
	}
}

// BodyText returns the declaration of a body with its collections: what the body is of, and then
// the call that makes a body of it.
func BodyText(p *tree.Prop, call string) string {
	w := wholeWriter()
	switch t := p.Type.(type) {
	case tree.Object:
		c := t.Of()
		w.first(key(c))
		w.declaration(c)
	case tree.Alternatives:
		w.alternatives(t.Of())
	default:
		w.put("collection.ValueOf(")
		w.prop(p)
		w.put(")")
	}
	w.put(call)
	w.rest()
	return string(w.b)
}

// UnionText is WholeText for a union.
func UnionText(u *tree.Union) string {
	w := wholeWriter()
	w.alternatives(u)
	w.rest()
	return string(w.b)
}

// alternatives writes a union by itself.
func (w *whole) alternatives(u *tree.Union) {
	call := "collection.OneOf("
	if u.Overlaps {
		call = "collection.AnyOf("
	}
	w.put(call, quote(u.Name), ",\n")
	w.first(u.Fingerprint())
	for _, k := range u.Cases {
		w.put("\t")
		w.prop(k)
		w.put(",\n")
	}
	w.put(")", u.ComponentNames.Text)
	w.quoted(".Tagged", u.Tag)
	w.quoted(".Title", u.Title)
	w.quoted(".Describe", u.Doc)
}

// cases writes a union, once, behind its name.
func (w *whole) cases(u *tree.Union) {
	if !w.first(u.Fingerprint()) {
		return
	}
	word := " oneOf"
	if u.Overlaps {
		word = " anyOf"
	}
	w.put(u.ComponentNames.Text, " /* ", quote(u.Title), " ", quote(u.Doc), " tag ", quote(u.Tag), word, ":")
	for _, k := range u.Cases {
		w.put(" ")
		w.prop(k)
	}
	w.put(" */")
}
