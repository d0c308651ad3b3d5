package tenon

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
)

// nameOperations gives every operation an operation ID. If two have the same, the first
// keeps it and the second gets the path of its group in front (ADR 22).
func (b *build) nameOperations() (faults []ir.Fault) {
	fault := func(n *ir.Operation, format string, args ...any) {
		faults = append(faults, ir.Fault{At: n.At, Message: n.Method + " " + n.Path + ": " + fmt.Sprintf(format, args...)})
	}
	count := map[string]int{} // operations with an ID
	for i, op := range b.ops {
		if id := op.Node.ID; !isPrintable(id) {
			fault(op.Node, "ID(%q) must be printable ASCII without spaces, for clients name functions after it", id)
		}
		if op.Node.ID == "" {
			b.ops[i] = op.WithID(operationID(op.Node.Method, b.paths[i]))
		}
		count[b.ops[i].VersionedID()]++
	}
	seen := map[string]*ir.Operation{}
	for i, op := range b.ops {
		id := op.VersionedID()
		if seen[id] != nil && id != "" {
			if another := op.QualifiedID(); another != "" && count[another] == 0 {
				count[another]++
				id = another
			}
		}
		if id != op.Node.ID {
			b.ops[i] = op.WithID(id)
		}
		n := b.ops[i].Node
		if first := seen[n.ID]; first != nil && n.ID != "" {
			fault(n, "operation ID %q is taken by %s %s at %s; set another with ID", n.ID, first.Method, first.Path, first.At)
			continue
		}
		seen[n.ID] = n
	}
	return faults
}

// nameOutgoing gives every outgoing request an operation ID.
func (b *build) nameOutgoing() (faults []ir.Fault) {
	taken := map[string]bool{}
	for _, op := range b.ops {
		taken[op.Node.ID] = true
	}
	webhooks := make([]ir.Webhook, 0, len(b.d.webhooks))
	callbacks := map[int][]*endpoint.Operation{}
	for _, r := range b.sends {
		n := r.op.Node
		id, of := n.ID, fmt.Sprintf("webhook %q: ", r.name)
		if r.callback >= 0 {
			by := b.ops[r.callback].Node
			of = fmt.Sprintf("%s %s: callback %q: ", by.Method, by.Path, r.name)
			if id == "" {
				id = camelCase(by.ID, r.name)
			}
		} else if id == "" {
			id = camelCase(strings.ToLower(n.Method), r.name)
		}
		switch {
		case !isPrintable(id):
			faults = append(faults, ir.Fault{At: n.At, Message: of + fmt.Sprintf("ID(%q) must be printable ASCII without spaces, for clients name functions after it", id)})
		case taken[id] && r.name != "":
			faults = append(faults, ir.Fault{At: r.at, Message: of + fmt.Sprintf("operation ID %q is taken; set another with ID", id)})
		}
		taken[id] = true
		op := r.op.WithID(id)
		if r.callback < 0 {
			webhooks = append(webhooks, ir.Webhook{At: r.at, Name: r.name, Operation: op.Node})
		} else {
			callbacks[r.callback] = append(callbacks[r.callback], op)
		}
	}
	b.api.Webhooks = webhooks
	for i, requests := range callbacks {
		b.ops[i] = b.ops[i].WithRequests(requests)
	}
	return faults
}

// isPrintable reports whether an ID is printable ASCII without spaces.
func isPrintable(id string) bool {
	return !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' })
}

// operationID returns the ID of an operation without one: getProductsById for GET
// /products/{id}.
func operationID(method string, path match.Template) string {
	if path.Segments() == 0 {
		return ""
	}
	id := []byte(strings.ToLower(method))
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

// camelCase appends the words of a name, such as order_placed, to the beginning of an ID.
func camelCase(first, words string) string {
	id := []byte(first)
	up := true
	for i := range len(words) {
		switch c := words[i]; {
		case c >= 'a' && c <= 'z' && up:
			id, up = append(id, c-'a'+'A'), false
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
			id, up = append(id, c), false
		default:
			up = true
		}
	}
	return string(id)
}
