package verify

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// sent checks the requests that the API sends, and that no two have the same name.
func (a *API) sent() {
	type place struct {
		callbackOf   *Operation
		name, method string
	}
	seen := map[place]bool{}
	for _, o := range a.Outgoing {
		n := o.Node
		o.declared()
		here := place{o.CallbackOf, o.Name, ""}
		if o.CallbackOf == nil {
			here.method = n.Method
		}
		switch {
		case o.Name == "":
			o.fault(o.At, "it needs a name")
		case seen[here]:
			o.fault(o.At, "it is declared twice")
		}
		seen[here] = true
		if n.Method == "" {
			continue
		}
		if n.Body != nil && (n.Method == "GET" || n.Method == "DELETE") {
			o.fault(n.At, "a %s has no content to read (RFC 9110 §9.3)", n.Method)
		}
		o.parts()
		if a.unsound { // a faulty collection may not end
			continue
		}
		for _, u := range a.contentsOf(n) {
			body := u.body
			if file := a.misplacedFile(body.Prop, false); file != nil {
				o.fault(n.At, "member %q is a file, which a request of the API cannot have", file.Name)
			}
		}
	}
	for _, o := range a.Operations {
		for _, c := range o.Node.Callbacks {
			if what := a.callbackURL(o.Node, c.URL); what != "" {
				o.fault(c.At, "callback %q: the URL %q: %s", c.Name, c.URL, what)
			}
		}
	}
}

// callbackURL says what is wrong with the URL of a callback, such as an expression for what
// the operation does not have; "" if nothing is.
func (a *API) callbackURL(n *tree.Operation, url string) string {
	all, mistake := expressions(url)
	for _, x := range all {
		switch {
		case x.In == "body" && x.Answer:
			if n.Success.Body == nil || !a.unsound && !bodyLeads(n.Success.Body, a.withinEnvelope(n, x.tokens())) {
				return "no success has " + x.Text
			}
		case x.In == "body":
			if n.Body == nil || !a.unsound && !bodyLeads(n.Body, x.tokens()) {
				return "the content has no " + x.Text
			}
		case x.In != "" && !x.Answer:
			if !slices.ContainsFunc(n.Inputs, func(in tree.Input) bool {
				return string(in.In) == x.In && (in.Prop.Name == x.Name || in.In == tree.InHeader && strings.EqualFold(in.Prop.Name, x.Name))
			}) {
				return "the route does not declare " + x.Text
			}
		}
	}
	return mistake
}

// withinEnvelope removes the envelope from the tokens of a JSON Pointer into a response.
func (a *API) withinEnvelope(n *tree.Operation, tokens []string) []string {
	if envelope := n.EnvelopeIn(a.Node); envelope != "" && len(tokens) > 0 && tokens[0] == envelope {
		return tokens[1:]
	}
	return tokens
}
