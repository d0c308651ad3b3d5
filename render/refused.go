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

// Invalid is Refuse for what breaks rules, always with the same title. The problem is
// that of the next call, too: it is answered before that, and nobody keeps it.
func (f *Refused) Invalid(_ ir.Key, title string, r *codec.Report) *Problem {
	p := &f.problem
	if p.status == 0 {
		p.status, p.code, p.title, p.detail = ir.Invalid.Status, ir.Invalid.Code, title, ir.Invalid.Detail
		p.author, p.said, p.lent = ir.Library, ir.Invalid.Code, true
	}
	f.noted = r.Noted(f.noted[:0])
	_, p.more = r.Violations()
	p.noted = f.noted
	return p
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
	f.problem.noted = nil
}

// kept is the problem for whoever may keep it.
func (p *Problem) kept() *Problem {
	if !p.lent {
		return p
	}
	return p.edit(func(p *Problem) { p.noted, p.lent = slices.Clone(p.noted), false })
}
