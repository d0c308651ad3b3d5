package property

import (
	"github.com/tenon-go/tenon/internal/ir"
)

// whole writes declarations, and those of the collections and unions that they lead to.
type whole struct {
	*textWriter
	seen map[string]bool // collections by name and position, unions by fingerprint
	todo []*ir.Collection
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
func (w *whole) later(c *ir.Collection) {
	if w.first(c.Name + " " + c.At.String()) {
		w.todo = append(w.todo, c)
	}
}

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

// cases writes a union, once, behind its name.
func (w *whole) cases(u *ir.Union) {
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
