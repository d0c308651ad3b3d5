package verify

import "github.com/tenon-go/tenon/tree"

// bodyUse is a body of an operation; read reports whether it is one of the request.
type bodyUse struct {
	body *tree.Body
	read bool
}

// bodiesOf returns the bodies of an operation. The slice is valid until the next call.
func (a *API) bodiesOf(n *tree.Operation) []bodyUse {
	a.uses = a.uses[:0]
	if a.use(n.Body, true); n.Body != nil {
		for _, b := range n.Body.Others {
			a.use(b, true)
		}
	}
	a.use(n.Success.Body, false)
	for i := range n.Also {
		a.use(n.Also[i].Body, false)
	}
	return a.uses
}

// use adds a body to those of an operation, unless it is nil.
//
//go:noinline
func (a *API) use(b *tree.Body, read bool) {
	if b != nil {
		a.uses = append(a.uses, bodyUse{b, read})
	}
}

// contentsOf returns the bodies of an operation that consist of properties. The slice is valid
// until the next call of it or of bodiesOf.
func (a *API) contentsOf(n *tree.Operation) []bodyUse {
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
	of    *tree.Collection
	list  bool
	mode  tree.Mode
	form  bool
}

// checkOnce runs a check unless it has passed for an equal body before: many operations
// have equal bodies, and a fault is reported for each of them.
func (a *API) checkOnce(check bodyCheck, body *tree.Body, run func()) {
	key := bodyKey{check: check, mode: body.SchemaMode(), form: body.Format == tree.Multipart}
	t := body.Prop.Type
	if list, ok := t.(tree.Array); ok {
		t, key.list = list.Item.Type, true
	}
	if object, ok := t.(tree.Object); ok {
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

// bodies checks the bodies of an operation: no collection may be empty in its mode, and no response
// may have content that its status does not have.
func (o *Operation) bodies() {
	a, n := o.api, o.Node
	o.content(&n.Success)
	for i := range n.Also {
		o.content(&n.Also[i])
	}
	for _, u := range a.contentsOf(n) {
		body := u.body
		a.checkOnce(emptyModes, body, func() {
			w := tree.Walk{Collection: func(c *tree.Collection, mode tree.Mode) {
				if len(c.In(mode)) > 0 || c.Open(mode) && mode.Input() || len(c.Ignored(mode)) > 0 || a.unsound && faulty(c) { // a fault has said why
					return
				}
				hint := ""
				if mode == tree.Delete {
					hint = "; mark what identifies it with Key"
				}
				o.fault(n.At, "collection %q has no members in %s mode%s", c.Name, mode, hint)
			}}
			w.Visit(body.Prop, body.SchemaMode())
		})
		if !a.unsound && unnamedField(body) {
			o.fault(n.At, "a field of a form needs a name; only JSON has members without one")
		}
	}
}

// content checks that a response has content only if its status does.
func (o *Operation) content(r *tree.Response) {
	if r.Body == nil {
		return
	}
	if o.Node.Method == "HEAD" {
		o.fault(o.Node.At, "a response to HEAD has no content (RFC 9110 §9.3.2); answer with collection.NoContent()")
	}
	if r.Status == 204 || r.Status == 205 {
		o.fault(o.Node.At, "status %d has no content; respond with collection.NoContent()", r.Status)
	}
}

func faulty(c *tree.Collection) bool {
	var v Checker
	v.Collection(c)
	return len(v.Faults) > 0
}
