package render

import (
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Refused is where what breaks rules is told of one request after the other. The zero
// value is ready. It is for sibling packages.
type Refused struct {
	problem Problem
	noted   []codec.Noted
}

// Invalid is Refuse for what breaks rules. The problem is that of the next call, too:
// it is answered before that, and nobody keeps it.
func (f *Refused) Invalid(_ ir.Key, title string, r *codec.Report) *Problem {
	_, more := r.Violations()
	f.noted = r.Noted(f.noted[:0])
	f.problem = Problem{
		status: ir.Invalid.Status, code: ir.Invalid.Code, title: title, detail: ir.Invalid.Detail,
		author: ir.Library, said: ir.Invalid.Code, noted: f.noted, more: more, lent: true,
	}
	return &f.problem
}

// maxNoted is how many violations have room that is kept.
const maxNoted = 100

// Clear lets go of everything that belongs to a request.
func (f *Refused) Clear() {
	if len(f.noted) == 0 {
		return
	}
	clear(f.noted)
	if f.noted = f.noted[:0]; cap(f.noted) > maxNoted {
		f.noted = nil
	}
	f.problem = Problem{}
}

// kept is the problem for whoever may keep it.
func (p *Problem) kept() *Problem {
	if !p.lent {
		return p
	}
	return p.edit(func(p *Problem) { p.noted, p.lent = slices.Clone(p.noted), false })
}
