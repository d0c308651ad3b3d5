package codec

import "github.com/tenon-go/tenon/internal/ir"

// formAt is a [Form] by the type of the pointers to its values: a P is a *V. What
// needs the V itself stands in functions.
type formAt[P any] struct {
	node   *ir.Prop
	make   func(c *Compiler) codecAt[P]
	fresh  func() P
	assign func(dst, src P)
	def    func(P) // fills the default; nil if there is none
	own    func(P) // makes a value share nothing that may be changed; nil if it never does
}

// at returns the form for code that is compiled once for all types. It is not
// copied into what calls it, once for every pair of types.
//
//go:noinline
func (f Form[V]) at() *formAt[*V] {
	a := &formAt[*V]{
		node:   f.Node,
		make:   f.Compile,
		fresh:  func() *V { return new(V) },
		assign: func(dst, src *V) { *dst = *src },
	}
	if def := f.Default; def != nil {
		a.def = func(v *V) { *v = def() }
	}
	if clone := f.Clone; clone != nil {
		a.own = func(v *V) { *v = clone(*v) }
	}
	return a
}
