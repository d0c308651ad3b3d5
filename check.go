package tenon

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// check collects every fault of the declaration.
func (b *build) check() {
	b.faults = append(b.faults, b.d.faults...)
	b.checkLicense()
	b.checkServers()
	b.checkTags()
	b.sends = b.requests()
	b.checkSchemes()
	b.checkTree()
	b.paths = make([]match.Template, len(b.ops))
	parsed := make([]bool, len(b.ops))
	for i, op := range b.ops {
		parsed[i] = b.checkRoute(i, op)
	}
	b.checkPaths(parsed)
	b.checkIDs()
	b.checkOutgoing()
	b.identify()
	b.checkNames()
	b.checkMediaTypes()
}

func (b *build) fault(f ir.Fault, format string, args ...any) {
	f.Message = fmt.Sprintf(format, args...)
	b.faults = append(b.faults, f)
}

// checkTree checks everything that routes are made of: properties and
// collections, each once.
func (b *build) checkTree() {
	v := verify.Checker{Modes: true}
	for op := range b.every() {
		for _, p := range op.Inputs() {
			v.Prop(p.Node(ir.Key{}))
		}
		for _, p := range op.Node.ResponseHeaders {
			v.Prop(p)
		}
		for body := range bodiesOf(op.Node) {
			v.Body(body)
		}
	}
	b.unsound = len(v.Faults) > 0
	b.faults = append(b.faults, v.Faults...)
}

// sound reports whether nothing is wrong with a property by itself.
func (b *build) sound(p *ir.Prop) bool { return !b.unsound || len(prop.Faults(ir.Key{}, p)) == 0 }

// every ranges over the operations that are served, and those that are called.
func (b *build) every() iter.Seq[*route.Operation] {
	return func(yield func(*route.Operation) bool) {
		for _, op := range b.ops {
			if !yield(op) {
				return
			}
		}
		for _, r := range b.sends {
			if !yield(r.op) {
				return
			}
		}
	}
}

// bodiesOf ranges over what an operation reads and writes that is made of
// properties.
func bodiesOf(op *ir.Operation) iter.Seq[*ir.Body] {
	return func(yield func(*ir.Body) bool) {
		more := func(b *ir.Body) bool { return b == nil || b.Prop == nil || yield(b) }
		if op.Body != nil {
			if !more(op.Body) {
				return
			}
			for _, b := range op.Body.Others {
				if !more(b) {
					return
				}
			}
		}
		for a := range op.Responses() {
			if !more(a.Body) {
				return
			}
		}
	}
}

// checkRoute checks one operation by itself, and reports whether its path could
// be read.
func (b *build) checkRoute(i int, op *route.Operation) (parsed bool) {
	n := op.Node
	if n.Method == "" { // no route, but a place for what is wrong
		b.faults = append(b.faults, n.Faults...)
		return false
	}
	for _, f := range op.SharedFaults(ir.Key{}) {
		if !slices.Contains(b.faults, f) {
			b.faults = append(b.faults, f)
		}
	}
	who := n.Method + " " + n.Path + ": "
	for _, f := range n.Faults {
		b.fault(f, "%s%s", who, f.Message)
	}
	at := ir.Fault{At: n.At}
	if !op.Handled() && !missingHandler(n) {
		b.fault(at, "%sthere is no handler; end with Handle", who)
	}
	tpl, err := match.Parse(n.Path)
	if err != nil {
		b.fault(at, "%sthe path: %v", who, err)
		return false
	}
	b.paths[i] = tpl
	b.checkInputs(op, tpl, who)
	b.checkSends(op, who)
	b.checkBodies(n, who)
	b.checkResponses(n, who)
	b.checkIdempotent(n, who)
	b.checkConditions(n, who)
	b.checkDeprecation(n, who)
	b.checkCaching(n, who)
	return true
}

// missingHandler reports whether Handle was called with nothing.
func missingHandler(n *ir.Operation) bool {
	for _, f := range n.Faults {
		if strings.HasPrefix(f.Message, "Handle(") {
			return true
		}
	}
	return false
}
