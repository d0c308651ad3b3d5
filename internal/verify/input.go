package verify

import (
	"net/textproto"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// inputs checks the parameters of an operation, and that each parameter of the path has a
// property.
func (o *Operation) inputs() {
	a, n := o.api, o.Node
	missing := o.Path.Params()
	type place struct {
		in   ir.In
		name string
	}
	seen := map[place]bool{}
	ids := map[*ir.ID]bool{}
	for i, in := range n.Inputs {
		p := in.Prop
		sound := a.sound(p)
		here := place{in.In, p.Name}
		if in.In == ir.InHeader {
			here.name = textproto.CanonicalMIMEHeaderKey(p.Name)
		}
		switch {
		case p.Name == "" && sound:
			o.fault(p.At, "a %s parameter needs a name", in.In)
			continue
		case p.Name == "":
			continue
		case seen[here]:
			o.fault(positionOf(in, n), "%s parameter %q is declared twice", in.In, p.Name)
			continue
		case ids[p.ID]:
			o.fault(positionOf(in, n), "property %q is declared in two places; rename one with As", p.Name)
			continue
		}
		seen[here], ids[p.ID] = true, true
		if p.CheckComponent != nil {
			p.CheckComponent(a, &n.Inputs[i], p)
		}
		if in.In == ir.InPath {
			if left := slices.DeleteFunc(missing, func(name string) bool { return name == p.Name }); len(left) < len(missing) {
				missing = left
			} else {
				o.fault(p.At, "property %q is not in the path; write {%s} there", p.Name, p.Name)
			}
		}
		o.parameter(in)
		if in.In == ir.InPath && o.Path.TakesRest(p.Name) {
			if t, text := p.Type.(ir.Text); sound && (!text || t.Format != "") {
				o.fault(p.At, "{%s...} takes several segments, so that it must be a string", p.Name)
			}
		}
		switch {
		case !sound:
		case p.Nullable && in.Style != ir.Content:
			o.fault(p.At, "%s parameter %q is nullable, but a parameter cannot be null", in.In, p.Name)
		default:
			o.parameterShape(in, o.Shapes.Input(i))
		}
	}
	o.deepObjects()
	for _, name := range missing {
		o.fault(n.At, "{%s} has no property; declare it with Path", name)
	}
}

// positionOf returns where an input was declared: with its operation, if the library
// declares it.
func positionOf(in ir.Input, n *ir.Operation) callsite.PC {
	if file, _ := in.Prop.At.Position(); file == "" {
		return n.At
	}
	return in.Prop.At
}

// deepObjects checks that no parameter has the name of a member of an object in the query:
// it would never be read.
func (o *Operation) deepObjects() {
	n := o.Node
	for _, deep := range n.Inputs {
		if deep.Style != ir.DeepObject {
			continue
		}
		for _, in := range n.Inputs {
			if in.In == ir.InQuery && strings.HasPrefix(in.Prop.Name, deep.Prop.Name+"[") {
				o.fault(in.Prop.At, "query parameter %q is a member of DeepObject %q too", in.Prop.Name, deep.Prop.Name)
			}
		}
	}
}

// parameter checks what the part of the request requires of a parameter.
func (o *Operation) parameter(in ir.Input) {
	p := in.Prop
	switch in.In {
	case ir.InPath:
		if p.MayBeAbsent() {
			o.fault(p.At, "path parameter %q cannot be optional or have a default", p.Name)
		}
	case ir.InHeader:
		if why := unreadable(p.Name); why != "" {
			o.fault(p.At, "header %q cannot be a parameter: %s", p.Name, why)
		}
		if !isToken(p.Name) {
			o.fault(p.At, "%q is not a header name", p.Name)
		}
	case ir.InCookie:
		if !isToken(p.Name) {
			o.fault(p.At, "%q is not a cookie name", p.Name)
		}
	}
	if p.ReadOnly && !p.WriteOnly && in.In != ir.InPath {
		o.fault(p.At, "%s parameter %q is ReadOnly, so that no client can send it", in.In, p.Name)
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

// parameterShape checks that a parameter can be written in its part of the request.
func (o *Operation) parameterShape(in ir.Input, shape codec.Shape) {
	p := in.Prop
	switch {
	case shape == codec.Shapeless:
		o.fault(p.At, "%s parameter %q cannot be written as text; a parameter is a scalar, a list of scalars, a union of these or an object of scalars, or needs route.DeepObject or route.AsJSON",
			in.In, p.Name)
	case shape == codec.Several && isUnion(p) && (in.In != ir.InQuery || in.Style != ir.Simple):
		o.fault(p.At, "%s parameter %q is a scalar or a list, which only a query can have, where several parameters of one name are a list", in.In, p.Name)
	case in.Reserved && in.In != ir.InQuery:
		o.fault(p.At, "AllowReserved is for a query parameter, which %q is not", p.Name)
	case misplacedFile(p, false) != nil:
		o.fault(p.At, "%s parameter %q has a file, which only a form has; see route.Multipart", in.In, p.Name)
	case in.Style == ir.Content:
	case unnamed(p):
		o.fault(p.At, "%s parameter %q has a member without a name, which only JSON has; see route.AsJSON", in.In, p.Name)
	case listStyle(in.Style) != "" && (shape != codec.Several || in.In != ir.InQuery):
		o.fault(p.At, "%s is for a list in a query, which %q is not", listStyle(in.Style), p.Name)
	case delimited(p, in.Style.Delimiter()) != "":
		o.fault(p.At, "%s separates items by a character that %q has, a value of %q", listStyle(in.Style), delimited(p, in.Style.Delimiter()), p.Name)
	case in.Style == ir.DeepObject && (!ir.Nests(p) || in.In != ir.InQuery):
		o.fault(p.At, "DeepObject is for an object or a list in a query, which %q is not", p.Name)
	case shape == codec.Members && in.Style != ir.DeepObject:
		o.fault(p.At, "object %q can be a parameter only in a query, as DeepObject", p.Name)
	}
}

func isUnion(p *ir.Prop) bool {
	_, is := p.Type.(ir.Alternatives)
	return is
}

// listStyle returns the function that declares a style of lists; "" for another style.
func listStyle(s ir.Style) string {
	switch s {
	case ir.CSV:
		return "CSV"
	case ir.SpaceDelimited:
		return "SpaceDelimited"
	case ir.PipeDelimited:
		return "PipeDelimited"
	}
	return ""
}

// delimited returns a value of an enumeration that a list would separate; "" if there is none.
func delimited(list *ir.Prop, delimiter string) string {
	t, _ := list.Type.(ir.Array)
	if t.Item == nil || delimiter == "" {
		return ""
	}
	if e, ok := t.Item.Type.(ir.Enum); ok && e.Of == "" {
		for _, v := range e.Values {
			if strings.Contains(v, delimiter) {
				return v
			}
		}
	}
	return ""
}

// isToken reports whether s is a token (RFC 9110 §5.6.2), as names of headers and cookies
// are.
func isToken(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("()<>@,;:\\\"/[]?={}", c) >= 0 {
			return false
		}
	}
	return s != ""
}
