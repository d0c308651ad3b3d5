package tenon

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/route"
)

// checkInputs checks the parameters of an operation, and that the path has a
// property for each of its own.
func (b *build) checkInputs(op *route.Operation, tpl match.Template, who string) {
	n := op.Node
	missing := tpl.Params()
	type place struct {
		in   ir.In
		name string
	}
	seen := map[place]bool{}
	ids := map[*ir.ID]bool{}
	for i, in := range n.Inputs {
		p := in.Prop
		at := ir.Fault{At: p.At}
		whole := b.sound(p)
		key := place{in.In, p.Name}
		if in.In == ir.InHeader {
			key.name = http.CanonicalHeaderKey(p.Name)
		}
		switch {
		case p.Name == "" && whole:
			b.fault(at, "%sa %s parameter needs a name", who, in.In)
			continue
		case p.Name == "":
			continue
		case seen[key]:
			b.fault(placeOf(in, n), "%s%s parameter %q is declared twice", who, in.In, p.Name)
			continue
		case ids[p.ID]:
			b.fault(placeOf(in, n), "%sproperty %q is declared in two places; rename one with As", who, p.Name)
			continue
		}
		seen[key], ids[p.ID] = true, true
		b.checkPlace(&missing, in, who)
		if p.ReadOnly && !p.WriteOnly && in.In != ir.InPath {
			b.fault(at, "%s%s parameter %q is ReadOnly, so that no client can send it", who, in.In, p.Name)
		}
		switch {
		case !whole:
		case p.Nullable:
			b.fault(at, "%s%s parameter %q is nullable, but a parameter cannot be null", who, in.In, p.Name)
		default:
			b.checkShape(in, b.slots.Of(ir.Key{}, op.Inputs()[i]).Shape(), who)
		}
	}
	b.checkDeep(n, who)
	for _, name := range missing {
		b.fault(ir.Fault{At: n.At}, "%s{%s} has no property; declare it with Path", who, name)
	}
}

// placeOf is where an input was declared: with its operation, if the library
// has declared it for all lists.
func placeOf(in ir.Input, n *ir.Operation) ir.Fault {
	if file, _ := in.Prop.At.Position(); file == "" {
		return ir.Fault{At: n.At}
	}
	return ir.Fault{At: in.Prop.At}
}

// checkDeep looks for parameters that are named like a member of an object in
// the query, which would never be read.
func (b *build) checkDeep(n *ir.Operation, who string) {
	for _, deep := range n.Inputs {
		if deep.Style != ir.DeepObject {
			continue
		}
		for _, in := range n.Inputs {
			if in.In == ir.InQuery && strings.HasPrefix(in.Prop.Name, deep.Prop.Name+"[") {
				b.fault(ir.Fault{At: in.Prop.At}, "%squery parameter %q is a member of DeepObject %q too", who, in.Prop.Name, deep.Prop.Name)
			}
		}
	}
}

// checkPlace checks what the part of the request asks of an input.
func (b *build) checkPlace(missing *[]string, in ir.Input, who string) {
	p := in.Prop
	at := ir.Fault{At: p.At}
	switch in.In {
	case ir.InPath:
		left := (*missing)[:0:0]
		for _, name := range *missing {
			if name != p.Name {
				left = append(left, name)
			}
		}
		if len(left) == len(*missing) {
			b.fault(at, "%sproperty %q is not in the path; write {%s} there", who, p.Name, p.Name)
		}
		*missing = left
		if p.MayBeAbsent() {
			b.fault(at, "%spath parameter %q cannot be optional or have a default", who, p.Name)
		}
	case ir.InHeader:
		if why := unreadable(p.Name); why != "" {
			b.fault(at, "%sheader %q cannot be a parameter: %s", who, p.Name, why)
		}
		if !token(p.Name) {
			b.fault(at, "%s%q is not a header name", who, p.Name)
		}
	case ir.InCookie:
		if !token(p.Name) {
			b.fault(at, "%s%q is not a cookie name", who, p.Name)
		}
	}
}

// unreadable says why a header cannot be a parameter; "" if it can.
func unreadable(header string) string {
	switch http.CanonicalHeaderKey(header) {
	case "Accept", "Content-Type", "Authorization":
		return "OpenAPI describes it elsewhere" // 3.1 §4.8.12.1
	case "Cookie":
		return "declare cookies with Cookie"
	case "Host", "Trailer", "Transfer-Encoding":
		return "net/http keeps it from handlers"
	}
	return ""
}

// checkShape checks that an input can be written where it stands.
func (b *build) checkShape(in ir.Input, shape codec.Shape, who string) {
	at := ir.Fault{At: in.Prop.At}
	switch {
	case shape == codec.Shapeless:
		b.fault(at, "%s%s parameter %q cannot be written as text; a parameter is a scalar, a list of scalars or an object of scalars",
			who, in.In, in.Prop.Name)
	case in.Style == ir.CSV && (shape != codec.Several || in.In != ir.InQuery):
		b.fault(at, "%sCSV is for a list in a query, which %q is not", who, in.Prop.Name)
	case in.Style == ir.DeepObject && (shape != codec.Members || in.In != ir.InQuery):
		b.fault(at, "%sDeepObject is for an object in a query, which %q is not", who, in.Prop.Name)
	case shape == codec.Members && in.Style != ir.DeepObject:
		b.fault(at, "%sobject %q can be a parameter only in a query, as DeepObject", who, in.Prop.Name)
	}
}

// checkSends checks the headers that an operation answers with.
func (b *build) checkSends(op *route.Operation, who string) {
	n := op.Node
	seen := map[string]bool{}
	for i, p := range n.ResponseHeaders {
		at := ir.Fault{At: p.At}
		whole := b.sound(p)
		name := http.CanonicalHeaderKey(p.Name)
		switch {
		case p.Name == "" && whole:
			b.fault(at, "%sa header needs a name", who)
		case p.Name == "":
		case !token(p.Name):
			b.fault(at, "%s%q is not a header name", who, p.Name)
		case reserved(name):
			b.fault(at, "%sheader %q is the library's to send", who, p.Name)
		case seen[name]:
			b.fault(at, "%sheader %q is sent twice", who, p.Name)
		case reads(n, p.ID):
			b.fault(at, "%sproperty %q is declared in two places; rename one with As", who, p.Name)
		case p.WriteOnly && !p.ReadOnly:
			b.fault(at, "%sheader %q is WriteOnly, so that the server cannot send it", who, p.Name)
		case !whole:
		case p.Nullable:
			b.fault(at, "%sheader %q is nullable, but a header cannot be null", who, p.Name)
		default:
			shape := b.slots.Of(ir.Key{}, op.ResponseHeader()[i]).Shape()
			if shape != codec.Single && shape != codec.Several {
				b.fault(at, "%sheader %q cannot be written as text; a header is a scalar or a list of scalars", who, p.Name)
			}
		}
		seen[name] = true
	}
}

// reads reports whether a property is an input of the operation.
func reads(n *ir.Operation, id *ir.ID) bool {
	for _, in := range n.Inputs {
		if in.Prop.ID == id {
			return true
		}
	}
	return false
}

// token reports whether s is a token (RFC 9110 §5.6.2), as header and cookie
// names are.
func token(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("()<>@,;:\\\"/[]?={}", c) >= 0 {
			return false
		}
	}
	return s != ""
}

// reserved reports whether the library or net/http decides what a header of an
// answer says.
func reserved(name string) bool {
	switch name {
	case "Content-Type", "Content-Length", "X-Content-Type-Options", "Connection", "Transfer-Encoding", "Trailer":
		return true
	}
	return false
}
