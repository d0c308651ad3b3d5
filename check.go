package tenon

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/route"
)

// check collects every fault of the declaration.
func (b *build) check() {
	b.faults = append(b.faults, b.d.faults...)
	b.checkServers()
	b.checkTree()
	b.paths = make([]match.Template, len(b.ops))
	parsed := make([]bool, len(b.ops))
	for i, op := range b.ops {
		parsed[i] = b.checkRoute(i, op)
	}
	b.checkPaths(parsed)
	b.checkIDs()
	b.checkNames()
}

func (b *build) fault(f ir.Fault, format string, args ...any) {
	f.What = fmt.Sprintf(format, args...)
	b.faults = append(b.faults, f)
}

func (b *build) checkServers() {
	for _, s := range b.api.Servers {
		if _, err := url.Parse(s.URL); err != nil || s.URL == "" {
			b.fault(ir.Fault{At: s.At}, "server %q is not a URL", s.URL)
		}
	}
}

// checkTree checks everything that routes are made of: properties and
// collections, each once.
func (b *build) checkTree() {
	var v ir.Verify
	for _, op := range b.ops {
		for _, p := range op.Inputs() {
			v.Prop(p.Node(ir.Key{}))
		}
		for _, p := range op.Node.Sends {
			v.Prop(p)
		}
		for _, body := range bodiesOf(op.Node) {
			v.Prop(body.Prop)
		}
	}
	b.faults = append(b.faults, v.Faults...)
}

func bodiesOf(op *ir.Operation) (all []*ir.Body) {
	if op.Body != nil {
		all = append(all, op.Body)
	}
	for _, a := range append([]ir.Answer{op.Success}, op.Also...) {
		if a.Body != nil {
			all = append(all, a.Body)
		}
	}
	return all
}

// checkRoute checks one operation by itself, and reports whether its path could
// be read.
func (b *build) checkRoute(i int, op *route.Operation) (parsed bool) {
	n := op.Node
	who := fmt.Sprintf("%s %s: ", n.Method, n.Path)
	for _, f := range n.Faults {
		b.fault(f, "%s%s", who, f.What)
	}
	if n.Method == "" {
		return false
	}
	at := ir.Fault{At: n.At}
	if !op.Handled() && !endedByFault(n) {
		b.fault(at, "%sthere is no handler; end with Handle", who)
	}
	tpl, err := match.Parse(n.Path)
	if err != nil {
		b.fault(at, "%sthe path %v", who, err)
		return false
	}
	b.paths[i] = tpl
	b.checkInputs(op, tpl, who)
	b.checkBodies(n, who)
	b.checkAnswers(n, who)
	return true
}

// endedByFault reports whether Handle was called with nothing.
func endedByFault(n *ir.Operation) bool {
	for _, f := range n.Faults {
		if strings.HasPrefix(f.What, "Handle ") {
			return true
		}
	}
	return false
}

func (b *build) checkInputs(op *route.Operation, tpl match.Template, who string) {
	n := op.Node
	missing := tpl.Params()
	seen := map[string]bool{}
	ids := map[*ir.ID]bool{}
	compiler := codec.NewCompiler(ir.Create)
	for i, in := range n.Inputs {
		p := in.Prop
		at := ir.Fault{At: p.At}
		if len(p.Faults) > 0 {
			continue
		}
		key := string(in.In) + " " + p.Name
		if in.In == ir.InHeader {
			key = string(in.In) + " " + http.CanonicalHeaderKey(p.Name)
		}
		switch {
		case p.Name == "":
			b.fault(at, "%sa %s parameter needs a name", who, in.In)
			continue
		case seen[key]:
			b.fault(at, "%s%s parameter %q is declared twice", who, in.In, p.Name)
			continue
		case ids[p.ID]:
			b.fault(at, "%sproperty %q is declared in two places; rename one with As", who, p.Name)
			continue
		}
		seen[key], ids[p.ID] = true, true
		b.checkPlace(&missing, in, who)
		if p.ReadOnly && in.In != ir.InPath {
			b.fault(at, "%s%s parameter %q is ReadOnly, so that no client can send it", who, in.In, p.Name)
		}
		if p.Nullable {
			b.fault(at, "%s%s parameter %q is nullable, but a parameter cannot be null", who, in.In, p.Name)
			continue
		}
		b.checkShape(in, op.Inputs()[i].Slot(ir.Key{}, compiler).Shape(), who)
	}
	for _, name := range missing {
		b.fault(ir.Fault{At: n.At}, "%s{%s} has no property; declare it with Path", who, name)
	}
	for _, p := range n.Sends {
		if reservedHeader(p.Name) {
			b.fault(ir.Fault{At: p.At}, "%sheader %q is the library's to send", who, p.Name)
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
		switch http.CanonicalHeaderKey(p.Name) {
		case "Accept", "Content-Type", "Authorization":
			b.fault(at, "%sheader %q cannot be a parameter: OpenAPI describes it elsewhere", who, p.Name)
		}
		if !headerName(p.Name) {
			b.fault(at, "%s%q is not a header name", who, p.Name)
		}
	case ir.InCookie:
		if !headerName(p.Name) {
			b.fault(at, "%s%q is not a cookie name", who, p.Name)
		}
	}
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

// headerName reports whether s is a token (RFC 9110 §5.6.2), as header and
// cookie names are.
func headerName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c <= ' ' || c >= 0x7f || strings.IndexByte("()<>@,;:\\\"/[]?={}", c) >= 0 {
			return false
		}
	}
	return s != ""
}

func reservedHeader(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Content-Type", "Content-Length", "X-Content-Type-Options", "Connection", "Transfer-Encoding":
		return true
	}
	return false
}
