package codec

import (
	"slices"
	"strings"
)

// Gather returns the violations of a report as a public type has them, package prop's
// Violations; nil if there are none.
func Gather[L ~[]V, V ~struct {
	Code, Detail, Pointer string
	In, Parameter         string
	Params                []P
}, P ~struct{ Name, JSON string }](r *Report) L {
	if len(r.list) == 0 {
		return nil
	}
	count := 0
	for i := range r.list {
		count += len(r.list[i].Params)
	}
	pointers := r.pointers()
	out, params := make(L, len(r.list)), make([]P, 0, count)
	for i := range r.list {
		d := &r.list[i]
		v := struct {
			Code, Detail, Pointer string
			In, Parameter         string
			Params                []P
		}{Code: d.Code, Detail: d.Message(), In: string(d.In), Parameter: d.Name}
		if d.Pointed() {
			v.Pointer, pointers = cutPointer(pointers)
		}
		if from := len(params); len(d.Params) > 0 {
			for _, p := range d.Params {
				params = append(params, P(p))
			}
			v.Params = slices.Clip(params[from:])
		}
		out[i] = V(v)
	}
	return out
}

// pointers returns the pointers of the violations, one after another: one string to allocate.
func (r *Report) pointers() string {
	var room [256]byte
	b := room[:0]
	for i := range r.list {
		if v := &r.list[i]; v.Pointed() {
			b = v.AppendPointer(b)
		}
	}
	return string(b)
}

// cutPointer returns the first of pointers. Each begins with #.
func cutPointer(text string) (pointer, rest string) {
	end := len(text)
	if next := strings.IndexByte(text[1:], '#'); next >= 0 {
		end = 1 + next
	}
	return text[:end], text[end:]
}

// Invalid marks violations for which the client of a call is responsible. Those without
// the mark may be about anything, such as a row of a database.
type Invalid struct{ Err error }

func (e Invalid) Error() string { return e.Err.Error() }

// Unwrap returns the violations.
func (e Invalid) Unwrap() error { return e.Err }
