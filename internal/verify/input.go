package verify

import (
	"net/textproto"
	"slices"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/tree"
)

// inputs checks the parameters of an operation, and that each parameter of the path has a
// property.
func (o *Operation) inputs() {
	n := o.Node
	missing := o.Path.Params()
	placed := make([]placedInput, 0, len(n.Inputs))
	for i := range n.Inputs {
		in := &n.Inputs[i]
		p := in.Prop
		if p.Name == "" {
			if o.api.sound(p) {
				o.fault(p.At, "a %s parameter needs a name", in.In)
			}
			continue
		}
		next := placedInput{in, nameOfInput(in)}
		if o.repeated(placed, next) {
			continue
		}
		placed = append(placed, next)
		o.api.chosenParameter(*in)
		if in.In == tree.InPath {
			if at := slices.Index(missing, p.Name); at >= 0 {
				missing = slices.Delete(missing, at, at+1)
			} else {
				o.fault(p.At, "property %q is not in the path; write {%s} there", p.Name, p.Name)
			}
		}
		o.input(in)
		switch {
		case !o.api.sound(p):
		case p.Nullable && in.Style != tree.Content:
			o.inputFault(in, "is nullable, but a parameter cannot be null")
		default:
			o.inputShape(i, o.Shapes.Input(i))
		}
	}
	for _, name := range missing {
		o.fault(n.At, "{%s} has no property; declare it with Path", name)
	}
}

// inputFault adds a fault of a parameter.
func (o *Operation) inputFault(in *tree.Input, what string) {
	o.fault(positionOf(in, o.Node), "%s parameter %q %s", in.In, in.Prop.Name, what)
}

// placedInput is an input with the name by which requests have it.
type placedInput struct {
	*tree.Input
	name string
}

// repeated reports whether an earlier input has the place or the property of the next.
func (o *Operation) repeated(earlier []placedInput, next placedInput) bool {
	same, known := false, false
	for _, other := range earlier {
		same = same || other.In == next.In && other.name == next.name
		known = known || other.Prop.ID == next.Prop.ID
	}
	switch {
	case same:
		o.inputFault(next.Input, "is declared twice")
	case known:
		o.fault(positionOf(next.Input, o.Node), "property %q is declared in two places; rename one with As", next.Prop.Name)
	}
	return same || known
}

// nameOfInput returns the name by which requests have an input.
func nameOfInput(in *tree.Input) string {
	if in.In == tree.InHeader {
		return textproto.CanonicalMIMEHeaderKey(in.Prop.Name)
	}
	return in.Prop.Name
}

// positionOf returns where an input was declared: with its operation, if the library
// declares it.
func positionOf(in *tree.Input, n *tree.Operation) tree.Position {
	if file, _ := in.Prop.At.FileLine(); file == "" {
		return n.At
	}
	return in.Prop.At
}

// input checks what the part of the request requires of a parameter.
func (o *Operation) input(in *tree.Input) {
	p := in.Prop
	switch in.In {
	case tree.InPath:
		if p.MayBeAbsent() {
			o.inputFault(in, "cannot be optional or have a default")
		}
		if t, text := p.Type.(tree.Text); o.Path.TakesRest(p.Name) && o.api.sound(p) && (!text || t.Format != "") {
			o.fault(p.At, "{%s...} takes several segments, so that it must be a string", p.Name)
		}
	case tree.InHeader:
		if why := unreadable(p.Name); why != "" {
			o.fault(p.At, "header %q cannot be a parameter: %s", p.Name, why)
		}
		if !accept.IsToken(p.Name) {
			o.fault(p.At, "%q is not a header name", p.Name)
		}
	case tree.InCookie:
		if !accept.IsToken(p.Name) {
			o.fault(p.At, "%q is not a cookie name", p.Name)
		}
	}
	if p.ReadOnly && !p.WriteOnly && in.In != tree.InPath {
		o.inputFault(in, "is ReadOnly, so that no client can send it")
	}
}

// unreadable says why a header cannot be a parameter; "" if it can.
func unreadable(header string) string {
	switch textproto.CanonicalMIMEHeaderKey(header) {
	case "Accept", "Content-Type", "Authorization":
		return "OpenAPI describes it elsewhere" // 3.1 §4.8.12.1
	case "Cookie":
		return "declare cookies with Cookie"
	case "Host", "Trailer", "Transfer-Encoding":
		return "net/http keeps it from handlers"
	}
	return ""
}

// inputShape checks that the i-th parameter can be written in its part of the request.
func (o *Operation) inputShape(i int, shape codec.Shape) {
	in := &o.Node.Inputs[i]
	p := in.Prop
	switch {
	case shape == codec.Shapeless && in.Style == tree.Exploded:
		o.fault(p.At, "Exploded is for an object of texts and lists of texts, all of them declared, which %q is not", p.Name)
	case shape == codec.Shapeless:
		o.inputFault(in, "cannot be written as text; a parameter is a scalar, a list of scalars, a union of these or an object of scalars, or needs route.DeepObject or route.AsJSON")
	case shape == codec.Several && isUnion(p) && (in.In != tree.InQuery || in.Style != tree.Simple):
		o.inputFault(in, "is a scalar or a list, which only a query can have, where several parameters of one name are a list")
	case in.Style != tree.Simple || in.Reserved:
		o.styled = append(o.styled, i)
	case o.unwritable(in):
	case shape == codec.Members:
		o.fault(p.At, "object %q can be a parameter only in a query, as DeepObject", p.Name)
	}
}

// unwritable checks that a parameter has nothing that no style can write.
func (o *Operation) unwritable(in *tree.Input) bool {
	switch p := in.Prop; {
	case o.api.misplacedFile(p, false) != nil:
		o.inputFault(in, "has a file, which only a form has; see route.Multipart")
	case in.Style != tree.Content && unnamed(p):
		o.inputFault(in, "has a member without a name, which only JSON has; see route.AsJSON")
	default:
		return false
	}
	return true
}

func isUnion(p *tree.Prop) bool {
	_, is := p.Type.(tree.Alternatives)
	return is
}
