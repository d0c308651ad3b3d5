package tenon

import (
	"fmt"
	"net/http"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
)

// checkBodies checks what an operation reads and writes.
func (b *build) checkBodies(n *ir.Operation, who string) {
	if n.Body != nil && (n.Method == http.MethodGet || n.Method == http.MethodDelete) {
		b.fault(ir.Fault{At: n.At}, "%sa %s has no content to read (RFC 9110 §9.3)", who, n.Method)
	}
	for _, body := range bodiesOf(n) {
		if c := collectionOf(body.Prop); c != nil && len(c.Faults) == 0 && len(c.In(body.Mode)) == 0 {
			hint := ""
			if body.Mode == ir.Delete {
				hint = "; mark what identifies it with Key"
			}
			b.fault(ir.Fault{At: n.At}, "%scollection %q has no members in %s mode%s", who, c.Name, body.Mode, hint)
		}
	}
}

func collectionOf(p *ir.Prop) *ir.Collection {
	switch t := p.Type.(type) {
	case ir.Object:
		return t.Of()
	case ir.Array:
		return collectionOf(t.Item)
	}
	return nil
}

// checkAnswers checks the statuses that an operation may answer with.
func (b *build) checkAnswers(n *ir.Operation, who string) {
	at := ir.Fault{At: n.At}
	seen := map[int]bool{}
	for _, a := range append([]ir.Answer{n.Success}, n.Also...) {
		if seen[a.Status] {
			b.fault(at, "%sstatus %d is declared twice", who, a.Status)
		}
		seen[a.Status] = true
		if a.Body != nil && (a.Status == http.StatusNoContent || a.Status == http.StatusResetContent) {
			b.fault(at, "%sstatus %d has no content; answer with collection.Nothing()", who, a.Status)
		}
	}
	type kind struct {
		status int
		code   string
	}
	titles := map[kind]string{}
	for _, f := range n.Fails {
		k := kind{f.Status, f.Code}
		if title, ok := titles[k]; ok && title != f.Title {
			b.fault(ir.Fault{At: f.At}, "%stwo problems are %d %s: %q and %q", who, f.Status, f.Code, title, f.Title)
		}
		titles[k] = f.Title
		for _, r := range n.Refusals() {
			if r.Status == f.Status && r.Code == f.Code {
				b.fault(ir.Fault{At: f.At}, "%sproblem %d %s is the library's own", who, f.Status, f.Code)
			}
		}
	}
}

// checkPaths looks for operations that hide one another.
func (b *build) checkPaths(parsed []bool) {
	for i := range b.ops {
		for j := range i {
			if !parsed[i] || !parsed[j] {
				continue
			}
			x, y := b.ops[j].Node, b.ops[i].Node
			same := x.Method == y.Method
			switch match.Compare(b.paths[j], b.paths[i]) {
			case match.Equal:
				if same {
					b.fault(ir.Fault{At: y.At}, "%s %s is declared twice; the first is at %s", y.Method, y.Path, x.At)
				} else if x.Path != y.Path {
					b.fault(ir.Fault{At: y.At}, "%s and %s at %s are one path to OpenAPI; name their parameters alike", y.Path, x.Path, x.At)
				}
			case match.Overlap:
				if same {
					b.fault(ir.Fault{At: y.At}, "%s %s and %s at %s both match some paths, like %s, and neither is more specific",
						y.Method, y.Path, x.Path, x.At, match.Example(b.paths[j], b.paths[i]))
				}
			}
		}
	}
}

// checkIDs gives every operation an operationId, and looks for two that share
// one.
func (b *build) checkIDs() {
	seen := map[string]*ir.Operation{}
	for i, op := range b.ops {
		if op.Node.ID == "" {
			b.ops[i] = op.Identified(ir.Key{}, operationID(op.Node.Method, b.paths[i]))
		}
		n := b.ops[i].Node
		if first := seen[n.ID]; first != nil && n.ID != "" {
			b.fault(ir.Fault{At: n.At}, "%s %s: operation ID %q is taken by %s %s at %s", n.Method, n.Path, n.ID, first.Method, first.Path, first.At)
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

// checkNames looks for two collections under one name, which is one component
// of the document.
func (b *build) checkNames() {
	first := map[string]*ir.Collection{}
	seen := map[string]bool{}
	var visit func(p *ir.Prop)
	visit = func(p *ir.Prop) {
		switch t := p.Type.(type) {
		case ir.Array:
			visit(t.Item)
		case ir.Map:
			visit(t.Value)
		case ir.Object:
			c := t.Of()
			place := fmt.Sprint(c.At, " ", c.Name)
			if seen[place] && c.At.Known() {
				return
			}
			seen[place] = true
			if other := first[c.Name]; other == nil {
				first[c.Name] = c
			} else if !other.At.Same(c.At) {
				b.fault(ir.Fault{At: c.At}, "collection %q: another collection at %s has this name", c.Name, other.At)
			}
			if c.Name == "Problem" || c.Name == "Violation" {
				b.fault(ir.Fault{At: c.At}, "collection %q: the name is taken by what problems are described with", c.Name)
			}
			for _, m := range c.Members {
				visit(m.Prop)
			}
		}
	}
	for _, op := range b.ops {
		for _, p := range op.Node.Inputs {
			visit(p.Prop)
		}
		for _, body := range bodiesOf(op.Node) {
			visit(body.Prop)
		}
	}
}
