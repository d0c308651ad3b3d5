package codec

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// DetachedViolation is a violation without its report.
type DetachedViolation struct {
	*Issue
	In      ir.In  // "" for a value that is not a parameter
	Name    string // of the parameter
	Pointer string // a JSON Pointer as a URI fragment; "" for a whole parameter
}

// Detach appends the violations to out, in order.
func (r *Report) Detach(out []DetachedViolation) []DetachedViolation {
	if len(r.list) == 0 {
		return out
	}
	start := len(out)
	out = slices.Grow(out, len(r.list))
	var room [256]byte
	pointers := room[:0] // one after another, to allocate one string
	for i := range r.list {
		v := &r.list[i]
		out = append(out, DetachedViolation{Issue: v.Issue, In: v.In, Name: v.Name})
		if v.pointed() {
			pointers = v.AppendPointer(pointers)
		}
	}
	text := string(pointers)
	for i := range r.list {
		if r.list[i].pointed() {
			end := len(text)
			if next := strings.IndexByte(text[1:], '#'); next >= 0 { // each begins with one
				end = 1 + next
			}
			out[start+i].Pointer, text = text[:end], text[end:]
		}
	}
	return out
}

// pointed reports whether a violation has a pointer; one of a whole parameter has none.
func (v *Violation) pointed() bool { return v.In == "" || v.Deep() }
