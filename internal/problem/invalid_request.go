package problem

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// InvalidRequest makes the problems of invalid requests, one after the other, without
// allocating.
type InvalidRequest struct {
	problem  *Problem
	detached []codec.DetachedViolation
}

// NewInvalidRequest returns an empty InvalidRequest.
func NewInvalidRequest() InvalidRequest {
	p := Builtin(ir.Invalid)
	p.data.borrowed = true
	return InvalidRequest{problem: p}
}

// Problem returns the problem with the violations of a report. It is valid until the
// next call or [InvalidRequest.Clear]: it is sent before that, and nothing retains it.
func (f *InvalidRequest) Problem(r *codec.Report) *Problem {
	f.detached = r.Detach(f.detached[:0])
	f.problem.data.detached = f.detached
	_, f.problem.data.More = r.Violations()
	return f.problem
}

// maxDetached is the number of violations up to which their memory is reused.
const maxDetached = 100

// Clear removes everything that belongs to a request.
func (f *InvalidRequest) Clear() {
	if len(f.detached) == 0 {
		return
	}
	clear(f.detached)
	if f.detached = f.detached[:0]; cap(f.detached) > maxDetached {
		f.detached = nil
	}
	f.problem.data.detached = nil
}

// owned returns a problem that an application may retain.
func (p *Problem) owned() *Problem {
	if !p.data.borrowed {
		return p
	}
	return p.Edit(func(d *Data) { d.detached, d.borrowed = slices.Clone(d.detached), false })
}
