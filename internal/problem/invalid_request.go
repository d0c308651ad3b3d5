package problem

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// InvalidRequest makes the problems of invalid requests, one after the other, without
// allocating.
type InvalidRequest struct{ problem *Problem }

// NewInvalidRequest returns an empty InvalidRequest.
func NewInvalidRequest() InvalidRequest { return InvalidRequest{Builtin(tree.Invalid)} }

// Problem returns the problem with the violations of a report. It is valid until the report
// changes, or until the next call or [InvalidRequest.Clear]: it is sent before that, and nothing
// retains it.
func (f *InvalidRequest) Problem(r *codec.Report) *Problem {
	f.problem.data.report = r
	_, f.problem.data.More = r.Violations()
	return f.problem
}

// Clear removes what belongs to a request.
func (f *InvalidRequest) Clear() { f.problem.data.report = nil }

// owned returns a problem that an application may retain.
func (p *Problem) owned() *Problem {
	if p.data.report == nil {
		return p
	}
	return p.Edit(func(d *Data) { d.Violations, d.report = codec.Gather[prop.Violations](d.report), nil })
}
