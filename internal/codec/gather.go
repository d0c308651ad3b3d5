package codec

import "slices"

// Gather returns the violations of a report as a public type has them, package prop's
// Violations; nil if there are none.
func Gather[L ~[]V, V ~struct {
	Code, Detail, Pointer string
	In, Parameter         string
	Params                []P
}, P ~struct{ Name, JSON string }](r *Report) L {
	return Rendered[L](r.Detach(nil))
}

// Rendered is [Gather] for violations that have left their report.
func Rendered[L ~[]V, V ~struct {
	Code, Detail, Pointer string
	In, Parameter         string
	Params                []P
}, P ~struct{ Name, JSON string }](detached []DetachedViolation) L {
	if len(detached) == 0 {
		return nil
	}
	count := 0
	for i := range detached {
		count += len(detached[i].Params)
	}
	out, params := make(L, len(detached)), make([]P, 0, count)
	for i := range detached {
		d := &detached[i]
		v := struct {
			Code, Detail, Pointer string
			In, Parameter         string
			Params                []P
		}{Code: d.Code, Detail: d.Message(), Pointer: d.Pointer, In: string(d.In), Parameter: d.Name}
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

// Invalid marks violations for which the client of a call is responsible. Those without
// the mark may be about anything, such as a row of a database.
type Invalid struct{ Err error }

func (e Invalid) Error() string { return e.Err.Error() }

// Unwrap returns the violations.
func (e Invalid) Unwrap() error { return e.Err }
