package render

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// InvalidRequest is where what breaks rules is told of one request after the other. It is
// for sibling packages.
type InvalidRequest struct {
	problem *Problem
	noted   []codec.DetachedViolation
}

// NewInvalidRequest returns an empty one; title is that of its problems.
func NewInvalidRequest(key ir.Key, title string) InvalidRequest {
	p := Builtin(key, ir.Invalid, title)
	p.lent = true
	return InvalidRequest{problem: p}
}

// Invalid is Refuse for what breaks rules. The problem is that of the next call, too:
// it is answered before that, and nobody keeps it.
func (f *InvalidRequest) Invalid(r *codec.Report) *Problem {
	f.noted = r.Detach(f.noted[:0])
	f.problem.noted = f.noted
	_, f.problem.more = r.Violations()
	return f.problem
}

// maxNoted is how many violations have room that is kept.
const maxNoted = 100

// Clear lets go of everything that belongs to a request.
func (f *InvalidRequest) Clear() {
	if len(f.noted) == 0 {
		return
	}
	clear(f.noted)
	if f.noted = f.noted[:0]; cap(f.noted) > maxNoted {
		f.noted = nil
	}
	f.problem.noted = nil
}

// kept is the problem for whoever may keep it.
func (p *Problem) kept() *Problem {
	if !p.lent {
		return p
	}
	return p.edit(func(p *Problem) { p.noted, p.lent = slices.Clone(p.noted), false })
}
