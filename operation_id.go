package tenon

import (
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/tree"
)

// nameOperations gives every operation an operation ID. If two have the same, the first
// keeps it and the second gets the path of its group in front (ADR 22).
func (b *build) nameOperations() (faults []tree.Fault) {
	fault := func(n *tree.Operation, what string) {
		faults = append(faults, tree.Fault{At: n.At, Message: n.Method + " " + n.Path + ": " + what})
	}
	count := make(map[string]int, len(b.ops)) // operations with an ID
	for i, op := range b.ops {
		if id := op.Node.ID; !endpoint.IsPrintable(id) {
			fault(op.Node, "ID("+strconv.Quote(id)+") must be printable ASCII without spaces, for clients name functions after it")
		}
		if op.Node.ID == "" {
			op.Node.ID = operationID(op.Node.Method, b.paths[i]) // of a copy that this Build has made
		}
		count[op.VersionedID()]++
	}
	seen := make(map[string]*tree.Operation, len(b.ops))
	for _, op := range b.ops {
		id := op.VersionedID()
		if seen[id] != nil && id != "" {
			if another := op.QualifiedID(); another != "" && count[another] == 0 {
				count[another]++
				id = another
			}
		}
		n := op.Node
		n.ID = id
		if first := seen[n.ID]; first != nil && n.ID != "" {
			fault(n, "operation ID "+strconv.Quote(n.ID)+" is taken by "+first.Method+" "+first.Path+" at "+first.At.String()+"; set another with ID")
			continue
		}
		seen[n.ID] = n
	}
	return faults
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
