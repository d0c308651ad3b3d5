package endpoint

import (
	"fmt"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// Sent is a request that the API sends: a webhook, or a callback of an operation.
type Sent struct {
	At       tree.Position
	Name     string
	Op       *Operation
	Callback int // the index of the operation; -1 for a webhook
}

// NameRequests gives every request an operation ID, sets those of the callbacks of ops, and returns
// the webhooks.
func NameRequests(ops []*Operation, requests []Sent) (webhooks []tree.Webhook, faults []tree.Fault) {
	taken := map[string]bool{}
	for _, op := range ops {
		taken[op.Node.ID] = true
	}
	callbacks := map[int][]*Operation{}
	for _, r := range requests {
		n := r.Op.Node
		id, of := n.ID, fmt.Sprintf("webhook %q: ", r.Name)
		if r.Callback >= 0 {
			by := ops[r.Callback].Node
			of = fmt.Sprintf("%s %s: callback %q: ", by.Method, by.Path, r.Name)
			if id == "" {
				id = camelCase(by.ID, r.Name)
			}
		} else if id == "" {
			id = camelCase(strings.ToLower(n.Method), r.Name)
		}
		switch {
		case !IsPrintable(id):
			faults = append(faults, tree.Fault{At: n.At, Message: of + fmt.Sprintf("ID(%q) must be printable ASCII without spaces, for clients name functions after it", id)})
		case taken[id] && r.Name != "":
			faults = append(faults, tree.Fault{At: r.At, Message: of + fmt.Sprintf("operation ID %q is taken; set another with ID", id)})
		}
		taken[id] = true
		op := r.Op.WithID(id)
		if r.Callback < 0 {
			webhooks = append(webhooks, tree.Webhook{At: r.At, Name: r.Name, Operation: op.Node})
		} else {
			callbacks[r.Callback] = append(callbacks[r.Callback], op)
		}
	}
	for i, requests := range callbacks {
		ops[i] = ops[i].WithRequests(requests)
	}
	return webhooks, faults
}

// IsPrintable reports whether an operation ID is printable ASCII without spaces.
func IsPrintable(id string) bool {
	return !strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' })
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
