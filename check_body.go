package tenon

import (
	"github.com/tenon-go/tenon/internal/ir"
)

// checkFlaws looks for bodies that do not suit their format.
func (b *build) checkFlaws() {
	for _, op := range b.ops {
		for _, f := range op.BodyFaults(ir.Key{}) {
			b.fault(f, "%s %s: %s", op.Node.Method, op.Node.Path, f.Message)
		}
		for body := range bodiesOf(op.Node) {
			b.once(misplacedFiles, body, func() {
				if name := misplacedFile(body.Prop, body.Format == ir.Multipart, map[string]bool{}); name != "" {
					b.fault(ir.Fault{At: op.Node.At}, "%s %s: member %q is a file, which only a form has; see route.Multipart", op.Node.Method, op.Node.Path, name)
				}
			})
		}
	}
}

// misplacedFile finds a file where none can be sent. top is whether a file may
// stand among the members of p.
func misplacedFile(p *ir.Prop, top bool, seen map[string]bool) string {
	if p == nil {
		return ""
	}
	switch t := p.Type.(type) {
	case ir.File:
		return p.Name
	case ir.Array:
		return misplacedFile(t.Item, false, seen)
	case ir.Map:
		return misplacedFile(t.Value, false, seen)
	case ir.Alternatives:
		for _, c := range t.Of.Cases {
			if name := misplacedFileIn(c, false, seen); name != "" {
				return name
			}
		}
	case ir.Object:
		return misplacedFileIn(t.Of(), top, seen)
	}
	return ""
}

func misplacedFileIn(c *ir.Collection, top bool, seen map[string]bool) string {
	if seen[c.Fingerprint()] {
		return ""
	}
	seen[c.Fingerprint()] = true
	for _, m := range c.Members {
		q := m.Prop
		if a, ok := q.Type.(ir.Array); ok && top {
			q = a.Item
		}
		if _, ok := q.Type.(ir.File); ok && top {
			continue
		}
		if name := misplacedFile(q, false, seen); name != "" {
			return name
		}
	}
	return misplacedFile(c.Rest, false, seen)
}
