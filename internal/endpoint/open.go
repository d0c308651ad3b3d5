package endpoint

import (
	"slices"

	"github.com/tenon-go/tenon/tree"
)

// OpenBody returns the operation with a request body whose undeclared members are ignored.
func (o *Operation) OpenBody() *Operation {
	if o.Node.Body == nil {
		return o
	}
	return o.Edit(func(o *Operation) {
		o.probes = slices.Clone(o.probes)
		o.Node.Body = o.opened(o.Node.Body)
	})
}

// opened returns a body whose undeclared members are ignored, with its probes.
func (o *Operation) opened(b *tree.Body) *tree.Body {
	open := *b
	open.IgnoreUnknown = true
	for i := range o.probes {
		if p := &o.probes[i]; p.node == b {
			p.node, p.open = &open, true
		}
	}
	open.Others = slices.Clone(b.Others)
	for i, other := range open.Others {
		open.Others[i] = o.opened(other)
	}
	return &open
}
