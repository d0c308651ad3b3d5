package tenon

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/verify"
)

// checkBodies checks what an operation reads and writes.
func (b *build) checkBodies(n *ir.Operation, who string) {
	if n.Body != nil && (n.Method == http.MethodGet || n.Method == http.MethodDelete) {
		b.fault(ir.Fault{At: n.At}, "%sa %s has no content to read (RFC 9110 §9.3)", who, n.Method)
	}
	for body := range bodiesOf(n) {
		b.once(emptyModes, body, func() { b.checkMode(map[string]bool{}, n, body.Prop, body.Mode, who) })
	}
}

// checkMode looks for collections that a mode leaves empty, at any depth.
func (b *build) checkMode(seen map[string]bool, n *ir.Operation, p *ir.Prop, m ir.Mode, who string) {
	switch t := p.Type.(type) {
	case ir.Array:
		b.checkMode(seen, n, t.Item, m.Nested(), who)
	case ir.Map:
		b.checkMode(seen, n, t.Value, m, who)
	case ir.Alternatives:
		for _, c := range t.Of.Cases {
			b.checkCollection(seen, n, c, m, who)
		}
	case ir.Object:
		b.checkCollection(seen, n, t.Of(), m, who)
	}
}

// checkCollection is [build.checkMode] for a collection.
func (b *build) checkCollection(seen map[string]bool, n *ir.Operation, c *ir.Collection, m ir.Mode, who string) {
	if seen[c.Fingerprint()] {
		return
	}
	if b.unsound {
		var v verify.Checker
		if v.Collection(c); len(v.Faults) > 0 {
			return // which may be why
		}
	}
	seen[c.Fingerprint()] = true
	members := c.In(m)
	if len(members) == 0 {
		hint := ""
		if m == ir.Delete {
			hint = "; mark what identifies it with Key"
		}
		b.fault(ir.Fault{At: n.At}, "%scollection %q has no members in %s mode%s", who, c.Name, m, hint)
	}
	for _, member := range members {
		b.checkMode(seen, n, member.Prop, m, who)
	}
}

// checkResponses checks the statuses that an operation may answer with.
func (b *build) checkResponses(n *ir.Operation, who string) {
	at := ir.Fault{At: n.At}
	seen := map[int]bool{}
	for a := range n.Responses() {
		if seen[a.Status] {
			b.fault(at, "%sstatus %d is declared twice", who, a.Status)
		}
		seen[a.Status] = true
		if a.Body != nil && (a.Status == http.StatusNoContent || a.Status == http.StatusResetContent) {
			b.fault(at, "%sstatus %d has no content; answer with collection.NoContent()", who, a.Status)
		}
	}
	type kind struct {
		status int
		code   string
	}
	titles := map[kind]string{}
	if len(n.Fails) == 0 {
		return
	}
	refusals := n.BuiltinProblems()
	for _, f := range n.Fails {
		if !format.URIReference(f.Type) { // RFC 9457 §3.1.1
			b.fault(ir.Fault{At: f.At}, "%sproblem %q: the type %q is not a URI reference", who, f.Code, f.Type)
		}
		k := kind{f.Status, f.Code}
		if title, ok := titles[k]; ok && title != f.Title {
			b.fault(ir.Fault{At: f.At}, "%stwo problems are %d %s: %q and %q", who, f.Status, f.Code, title, f.Title)
		}
		titles[k] = f.Title
		for _, r := range refusals {
			if r.Status == f.Status && r.Code == f.Code {
				b.fault(ir.Fault{At: f.At}, "%sproblem %d %s is the library's own", who, f.Status, f.Code)
			}
		}
	}
}

// checkPaths looks for operations that hide one another.
func (b *build) checkPaths(parsed []bool) {
	var met match.TemplateIndex
	for i := range b.ops {
		if !parsed[i] {
			continue
		}
		for j := range met.With(b.paths[i]) {
			b.checkPair(j, i)
		}
		met.Add(b.paths[i], i)
	}
}

// checkPair checks two operations whose paths meet; the first is declared before
// the second.
func (b *build) checkPair(first, second int) {
	x, y := b.ops[first].Node, b.ops[second].Node
	same := x.Method == y.Method
	switch match.Compare(b.paths[first], b.paths[second]) {
	case match.Equal:
		switch {
		case same && x.Path == y.Path:
			b.fault(ir.Fault{At: y.At}, "%s %s is declared twice; the first is at %s", y.Method, y.Path, x.At)
		case same:
			b.fault(ir.Fault{At: y.At}, "%s %s and %s at %s match the same paths", y.Method, y.Path, x.Path, x.At)
		case x.Path != y.Path:
			b.fault(ir.Fault{At: y.At}, "%s and %s at %s are one path to OpenAPI; name their parameters alike", y.Path, x.Path, x.At)
		}
	case match.Overlap:
		if same {
			b.fault(ir.Fault{At: y.At}, "%s %s and %s at %s both match some paths, like %s, and neither is more specific",
				y.Method, y.Path, x.Path, x.At, match.Example(b.paths[first], b.paths[second]))
		}
	}
}

// checkIDs gives every operation an operationId, and looks for two that share
// one. The first keeps it, another has it with the path of its group (ADR 22).
func (b *build) checkIDs() {
	taken := map[string]int{} // by how many operations
	for i, op := range b.ops {
		if id := op.Node.ID; strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }) {
			b.fault(ir.Fault{At: op.Node.At}, "%s %s: ID(%q) must be printable ASCII without spaces, for clients name functions after it",
				op.Node.Method, op.Node.Path, id)
		}
		if op.Node.ID == "" {
			b.ops[i] = op.Identified(ir.Key{}, operationID(op.Node.Method, b.paths[i]))
		}
		taken[b.ops[i].IDIn(ir.Key{})]++
	}
	seen := map[string]*ir.Operation{}
	for i, op := range b.ops {
		id := op.IDIn(ir.Key{})
		if seen[id] != nil && id != "" {
			if another := op.IDWithin(ir.Key{}); another != "" && taken[another] == 0 {
				taken[another]++
				id = another
			}
		}
		if id != op.Node.ID {
			b.ops[i] = op.Identified(ir.Key{}, id)
		}
		n := b.ops[i].Node
		if first := seen[n.ID]; first != nil && n.ID != "" {
			b.fault(ir.Fault{At: n.At}, "%s %s: operation ID %q is taken by %s %s at %s; set another with ID", n.Method, n.Path, n.ID, first.Method, first.Path, first.At)
			continue
		}
		seen[n.ID] = n
	}
}

// operationID turns GET /products/{id} into getProductsById.
func operationID(method string, path match.Template) string {
	if path.Segments() == 0 {
		return ""
	}
	id := []byte(lower(method))
	up := true
	s := path.String()
	for i := range len(s) {
		switch c := s[i]; {
		case c == '{':
			id = append(id, "By"...)
			up = true
		case c >= 'a' && c <= 'z' && up:
			id = append(id, c-'a'+'A')
			up = false
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
			id = append(id, c)
			up = false
		default:
			up = true
		}
	}
	return string(id)
}

func lower(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
