package tenon

import (
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/route"
)

// outgoing is a request that the API sends: a webhook, or a callback of an
// operation.
type outgoing struct {
	at       callsite.PC
	who      string // begins what is said of it
	name     string
	op       *route.Operation
	callback int // the index of the operation; -1: it is a webhook
}

// requests are all of them.
func (b *build) requests() (all []outgoing) {
	for _, h := range b.d.webhooks {
		all = append(all, outgoing{h.at, fmt.Sprintf("webhook %q: ", h.name), h.name, h.op, -1})
	}
	for i, op := range b.ops {
		for j, request := range op.Requests() {
			c := op.Node.Callbacks[j]
			who := fmt.Sprintf("%s %s: callback %q: ", op.Node.Method, op.Node.Path, c.Name)
			all = append(all, outgoing{c.At, who, c.Name, request, i})
		}
	}
	return all
}

// checkOutgoing checks each request by itself, and that no two have one place.
func (b *build) checkOutgoing() {
	type place struct {
		callback     int
		name, method string
	}
	seen := map[place]bool{}
	for _, r := range b.sends {
		at, n := ir.Fault{At: r.at}, r.op.Node
		for _, f := range n.Faults {
			b.fault(f, "%s%s", r.who, f.Message)
		}
		here := place{r.callback, r.name, ""}
		if r.callback < 0 {
			here.method = n.Method
		}
		switch {
		case r.name == "":
			b.fault(at, "%sit needs a name", r.who)
		case seen[here]:
			b.fault(at, "%sit is declared twice", r.who)
		}
		seen[here] = true
		if n.Method == "" {
			continue
		}
		b.checkInputs(r.op, match.Template{}, r.who)
		b.checkBodies(n, r.who)
		b.checkResponses(n, r.who)
		for body := range bodiesOf(n) {
			if b.unsound {
				break // what is wrong may have no end
			}
			if name := misplacedFile(body.Prop, false, map[string]bool{}); name != "" {
				b.fault(ir.Fault{At: n.At}, "%smember %q is a file, which a request of the API cannot have", r.who, name)
			}
		}
	}
	for _, op := range b.ops {
		for _, c := range op.Node.Callbacks {
			if what := b.unknownPlace(op.Node, c.URL); what != "" {
				b.fault(ir.Fault{At: c.At}, "%s %s: callback %q: the URL %q: %s", op.Node.Method, op.Node.Path, c.Name, c.URL, what)
			}
		}
	}
}

// unknownPlace says what a URL takes from a call that an operation does not have.
func (b *build) unknownPlace(n *ir.Operation, url string) string {
	all, mistake := ir.Expressions(url)
	for _, x := range all {
		switch {
		case x.In == "body" && x.Answer:
			if n.Success.Body == nil || !b.unsound && !n.Success.Body.Leads(b.opened(x.Tokens())) {
				return "no success has " + x.Text
			}
		case x.In == "body":
			if n.Body == nil || !b.unsound && !n.Body.Leads(x.Tokens()) {
				return "the content has no " + x.Text
			}
		case x.In != "" && !x.Answer:
			if !slices.ContainsFunc(n.Inputs, func(in ir.Input) bool {
				return string(in.In) == x.In && (in.Prop.Name == x.Name || in.In == ir.InHeader && strings.EqualFold(in.Prop.Name, x.Name))
			}) {
				return "the route does not declare " + x.Text
			}
		}
	}
	return mistake
}

// opened are the tokens of a JSON Pointer into an answer as those into what its
// envelope holds.
func (b *build) opened(tokens []string) []string {
	if b.api.Envelope != "" && len(tokens) > 0 && tokens[0] == b.api.Envelope {
		return tokens[1:]
	}
	return tokens
}

// identify gives every request an operationId, and looks for two operations that
// share one.
func (b *build) identify() {
	taken := map[string]bool{}
	for _, op := range b.ops {
		taken[op.Node.ID] = true
	}
	webhooks := make([]ir.Webhook, 0, len(b.d.webhooks))
	callbacks := map[int][]*route.Operation{}
	for _, r := range b.sends {
		n := r.op.Node
		id := n.ID
		switch {
		case id != "":
		case r.callback < 0:
			id = camel(lower(n.Method), r.name)
		default:
			id = camel(b.ops[r.callback].Node.ID, r.name)
		}
		switch {
		case strings.ContainsFunc(id, func(r rune) bool { return r <= ' ' || r > '~' }):
			b.fault(ir.Fault{At: n.At}, "%sID(%q) must be printable ASCII without spaces, for clients name functions after it", r.who, id)
		case taken[id] && r.name != "":
			b.fault(ir.Fault{At: r.at}, "%soperation ID %q is taken; set another with ID", r.who, id)
		}
		taken[id] = true
		op := r.op.Identified(ir.Key{}, id)
		if r.callback < 0 {
			webhooks = append(webhooks, ir.Webhook{At: r.at, Name: r.name, Operation: op.Node})
		} else {
			callbacks[r.callback] = append(callbacks[r.callback], op)
		}
	}
	b.api.Webhooks = webhooks
	for i, requests := range callbacks {
		b.ops[i] = b.ops[i].Requesting(ir.Key{}, requests)
	}
}

// camel joins the words of a name, order_placed, to what an ID begins with.
func camel(first, words string) string {
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
