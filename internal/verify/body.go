package verify

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/ir"
)

// bodyUse is a body of an operation; read reports whether it is one of the request.
type bodyUse struct {
	body *ir.Body
	read bool
}

// bodiesOf returns the bodies of an operation. The slice is valid until the next call.
func (a *API) bodiesOf(n *ir.Operation) []bodyUse {
	all := a.uses[:0]
	if n.Body != nil {
		all = append(all, bodyUse{n.Body, true})
		for _, b := range n.Body.Others {
			if b != nil {
				all = append(all, bodyUse{b, true})
			}
		}
	}
	if n.Success.Body != nil {
		all = append(all, bodyUse{n.Success.Body, false})
	}
	for i := range n.Also {
		if b := n.Also[i].Body; b != nil {
			all = append(all, bodyUse{b, false})
		}
	}
	a.uses = all
	return all
}

// contentsOf returns the bodies of an operation that consist of properties. The slice is valid
// until the next call of it or of bodiesOf.
func (a *API) contentsOf(n *ir.Operation) []bodyUse {
	all := a.bodiesOf(n)
	some := all[:0]
	for _, u := range all {
		if u.body.Prop != nil {
			some = append(some, u)
		}
	}
	return some
}

// bodyCheck is a check of bodies.
type bodyCheck uint8

const (
	emptyModes bodyCheck = iota
	misplacedFiles
)

// bodyKey is a body as a check sees it.
type bodyKey struct {
	check bodyCheck
	of    *ir.Collection
	list  bool
	mode  ir.Mode
	form  bool
}

// checkOnce runs a check unless it has passed for an equal body before: many operations
// have equal bodies, and a fault is reported for each of them.
func (a *API) checkOnce(check bodyCheck, body *ir.Body, run func()) {
	key := bodyKey{check: check, mode: body.SchemaMode(), form: body.Format == ir.Multipart}
	t := body.Prop.Type
	if list, ok := t.(ir.Array); ok {
		t, key.list = list.Item.Type, true
	}
	if object, ok := t.(ir.Object); ok {
		key.of = object.Of()
	}
	if key.of != nil && a.passed[key] {
		return
	}
	before := len(a.Faults)
	run()
	if key.of != nil && len(a.Faults) == before {
		if a.passed == nil {
			a.passed = map[bodyKey]bool{}
		}
		a.passed[key] = true
	}
}

// bodies checks the bodies of an operation: no collection may be empty in its mode.
func (a *API) bodies(n *ir.Operation, s scope) {
	for a := range n.Responses() {
		if n.Method == "HEAD" && a.Body != nil {
			s.fault(n.At, "a response to HEAD has no content (RFC 9110 §9.3.2); answer with collection.NoContent()")
			break
		}
	}
	for _, u := range a.contentsOf(n) {
		body := u.body
		a.checkOnce(emptyModes, body, func() {
			w := ir.Walk{Collection: func(c *ir.Collection, mode ir.Mode) {
				if len(c.In(mode)) > 0 || c.Open(mode) && mode.Input() || len(c.Ignored(mode)) > 0 || a.unsound && faulty(c) { // a fault has said why
					return
				}
				hint := ""
				if mode == ir.Delete {
					hint = "; mark what identifies it with Key"
				}
				s.fault(n.At, "collection %q has no members in %s mode%s", c.Name, mode, hint)
			}}
			w.Visit(body.Prop, body.SchemaMode())
		})
		if !a.unsound && unnamedField(body) {
			s.fault(n.At, "a field of a form needs a name; only JSON has members without one")
		}
	}
}

func faulty(c *ir.Collection) bool {
	var v Checker
	v.Collection(c)
	return len(v.Faults) > 0
}

// responses checks the statuses and problems of an operation.
func responses(n *ir.Operation, s scope) {
	var room [8]int
	seen := room[:0]
	for i := range len(n.Also) + 1 {
		r := &n.Success
		if i > 0 {
			r = &n.Also[i-1]
		}
		if slices.Contains(seen, r.Status) {
			if what, same := alike(n, r); same {
				s.fault(n.At, "status %d is declared twice%s", r.Status, what)
			}
		}
		seen = append(seen, r.Status)
		if r.Status == 304 && !r.Own && n.Method != "GET" && n.Method != "HEAD" {
			s.fault(n.At, "304 is a response to GET and HEAD alone (RFC 9110 §15.4.5); if clients expect it nevertheless, use route.NewResponse(304, collection.NoContent())")
		}
		if r.Body != nil && (r.Status == 204 || r.Status == 205) {
			s.fault(n.At, "status %d has no content; respond with collection.NoContent()", r.Status)
		}
	}
	if len(n.Fails) == 0 {
		return
	}
	type key struct {
		status int
		code   string
	}
	titles := map[key]string{}
	builtin := n.BuiltinProblems()
	for _, f := range n.Fails {
		if f.Range != ir.NoRange {
			if len(f.ResponseHeaders) > 0 {
				s.fault(f.ResponseHeaders[0].Prop.At, "header %q is of the range %s: the problems of a range have no headers of their own", f.ResponseHeaders[0].Prop.Name, f.Range)
			}
			continue
		}
		if !format.URIReference(f.Type) { // RFC 9457 §3.1.1
			s.fault(f.At, "problem %q: the type %q is not a URI reference", f.Code, f.Type)
		}
		k := key{f.Status, f.Code}
		if title, ok := titles[k]; ok && title != f.Title {
			s.fault(f.At, "two problems are %d %s: %q and %q", f.Status, f.Code, title, f.Title)
		}
		titles[k] = f.Title
		for _, b := range builtin {
			if b.Status == f.Status && b.Code == f.Code {
				s.fault(f.At, "problem %d %s is reserved for the library", f.Status, f.Code)
			}
		}
	}
}

// alike reports whether clients cannot distinguish a response from an earlier one of its status, and
// why.
func alike(n *ir.Operation, r *ir.Response) (why string, same bool) {
	for a := range n.Responses() {
		switch {
		case a == r:
			return "", false
		case a.Status != r.Status:
		case !r.Own:
			return "", true
		case r.Body == nil || a.Body == nil || len(r.Body.MediaTypes()) == 0 || len(a.Body.MediaTypes()) == 0:
			return ", once without content", true
		default:
			for _, t := range r.Body.MediaTypes() {
				if slices.Contains(a.Body.MediaTypes(), t) {
					return " with the media type " + t, true
				}
			}
		}
	}
	return "", false
}

// mediaTypes checks the media types of bytes and files.
func (a *API) mediaTypes() {
	for o := range a.all() {
		for _, u := range a.bodiesOf(o.Node) {
			body, read := u.body, u.read
			switch {
			case body.Format == ir.JSON && body.Types != nil:
				for _, t := range body.Types {
					if essence, ok := accept.MediaType(t); ok && !accept.IsJSON(essence) {
						a.fault(body.At, "%q is not JSON, such as application/scim+json", t)
					}
				}
			case body.Format != ir.Bytes && body.Format != ir.Download:
				continue
			case len(body.Types) == 0:
				a.fault(body.At, "the body needs a media type, such as image/png")
			}
			for _, t := range body.Types {
				essence, ok := accept.MediaType(t)
				label, _, parameters := strings.Cut(t, ";")
				switch {
				case !ok && strings.Contains(t, "*"):
					a.fault(body.At, "%q is a media range, which only Accept has; name each media type, such as image/png", t)
				case !ok || strings.TrimSpace(label) != essence:
					a.fault(body.At, "%q is not a media type in lower case, such as image/png", t)
				case parameters && read:
					a.fault(body.At, "%q has parameters, which do not distinguish requests; write %s", t, essence)
				}
			}
		}
	}
}

// files checks that only forms have files.
func (a *API) files(o *Operation) {
	for _, u := range a.contentsOf(o.Node) {
		body := u.body
		a.checkOnce(misplacedFiles, body, func() {
			if file := misplacedFile(body.Prop, body.Format == ir.Multipart); file != nil {
				a.in(o).fault(o.Node.At, "member %q is a file, which only a form has; see route.Multipart", file.Name)
			}
		})
	}
}

// misplacedFile returns a file where no file can be sent; nil if there is none.
// The members of a form may be files and lists of files, and unions with such cases.
func misplacedFile(p *ir.Prop, form bool) (file *ir.Prop) {
	w := ir.Walk{AllModes: true, Prop: func(p *ir.Prop, _ ir.Mode) {
		if _, ok := p.Type.(ir.File); ok && file == nil {
			file = p
		}
	}}
	object, ok := p.Type.(ir.Object)
	if !ok || !form {
		w.Visit(p, ir.Create)
		return file
	}
	for _, m := range object.Of().Members {
		if union, ok := m.Prop.Type.(ir.Alternatives); ok && ir.MayHaveFiles(m.Prop) {
			for _, p := range union.Of().Cases {
				if !ir.HasFiles(p) {
					w.Visit(p, ir.Create)
				}
			}
		} else if !ir.HasFiles(m.Prop) {
			w.Visit(m.Prop, ir.Create)
		}
	}
	w.Visit(object.Of().Rest, ir.Create)
	return file
}

// hasFiles reports whether a form has a file, or a list of files, among its members.
func hasFiles(b *ir.Body) bool {
	object, ok := b.Prop.Type.(ir.Object)
	if !ok || b.Format != ir.Multipart {
		return false
	}
	return slices.ContainsFunc(object.Of().In(b.Mode), func(m *ir.Member) bool { return ir.MayHaveFiles(m.Prop) })
}
