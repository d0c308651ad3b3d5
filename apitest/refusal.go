package apitest

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/tree"
)

// readOnly adds a read-only member to a patch: the server rejects it, or ignores the member.
func (w *world) readOnly(e *entity, st step) *broken {
	o := e.of.patch
	c := o.entity()
	if e.deleted || e.maybe || c == nil || st.body == nil || isForm(o.Body) {
		return nil
	}
	var locked []*tree.Member
	for _, m := range c.In(tree.View) {
		if own := o.sent().MemberOf(m.Prop); m.Prop.ReadOnly && !m.Guarded() && (own == nil || !slices.Contains(o.sent().In(tree.Update), own)) {
			locked = append(locked, m)
		}
	}
	if len(locked) == 0 {
		return nil
	}
	m := locked[st.n%len(locked)]
	text, ok := samples.Of(m.Prop, tree.View, st.n)
	sample, valid := parse(text)
	old, _ := e.known.get(m.Prop.Name)
	if !ok || !valid || same(m.Prop, old, sample) {
		return nil
	}
	body := o.wrap(o.canonical(st.body).with(m.Prop.Name, sample).append(nil))
	if !o.takes(body) {
		return w.reject(o, e.by, e.path, body)
	}
	if b := w.change(o, e, body); b != nil || e.deleted {
		return b
	}
	if now, _ := e.known.get(m.Prop.Name); same(m.Prop, now, sample) {
		return breaks("read-only members do not change", "%s sets %s to %s", o.name(), m.Prop.Name, now)
	}
	return nil
}

// taken finds a member whose value no two entities may have: a create with the members of an entity is a
// conflict, and one that differs in the member is not. Then, a patch or a replacement that makes them the same is
// a conflict, too.
func (w *world) taken(e *entity, st step) *broken {
	r := e.of
	if e.deleted || e.maybe || st.body == nil || e.by != 0 {
		return nil
	}
	sent, own := r.create.canonical(e.sent), r.create.canonical(st.body)
	if _, conflict, b := w.again(r, sent); b != nil || !conflict {
		return b
	}
	for i, name := range sent.names {
		v, has := own.get(name)
		if !has || equal(v, sent.items[i]) {
			continue
		}
		other, _, b := w.again(r, sent.with(name, v))
		switch {
		case b != nil:
			return b
		case other != nil:
			return w.conflicts(other, name, sent.items[i])
		}
	}
	return nil
}

// again sends a create, and reports whether it is a conflict.
func (w *world) again(r *resource, members value) (e *entity, conflict bool, b *broken) {
	body := r.create.wrap(members.append(nil))
	n := len(w.trace)
	if r.create.takes(body) {
		e, b = w.create(r, 0, body, "")
	}
	return e, b == nil && len(w.trace) > n && w.trace[len(w.trace)-1].status == http.StatusConflict, b
}

// conflicts gives an entity the value of another one that no two may have.
func (w *world) conflicts(e *entity, name string, taken value) *broken {
	for _, o := range []*operation{e.of.patch, e.of.put} {
		if o == nil {
			continue
		}
		v := value{}.with(name, taken)
		if o == e.of.put {
			v = project(o.sent(), o.Body.Mode, e.known.with(name, taken))
		}
		body := o.wrap(v.append(nil))
		if !o.takes(body) || len(o.canonical(body).names) == 0 {
			continue
		}
		x, b := w.try(o, e, body)
		if b != nil {
			return b
		}
		if x.status < 300 {
			return breaks("what a create is rejected for, a change is rejected for", "%s responds with %d, and gives %s the %s %s of another entity; a create with it responds with 409",
				o.name(), x.status, e.path, name, taken)
		}
	}
	return nil
}

// try sends a change or a DELETE, and compares nothing.
func (w *world) try(o *operation, e *entity, body []byte) (*exchange, *broken) {
	header, b := w.condition(o, e)
	if b != nil {
		return nil, b
	}
	if o.Idempotency != nil {
		header = append(header, tree.IdempotencyKey, w.newKey())
	}
	x, b := w.send(o, e.by, e.path, body, header...)
	if b == nil && x.status == http.StatusPreconditionFailed && !e.deleted && !e.maybe && e.tag != "" && x.header.Get("If-Match") == e.tag {
		b = breaks("the current version may be changed", "%s with the current entity tag %s responds with 412", o.name(), e.tag)
	}
	return x, b
}

// patch sends a PATCH. One that the entity rejects because of its state it sends once more: together with another
// member, and as a replacement.
func (w *world) patch(e *entity, body []byte) *broken {
	r, n := e.of, len(w.trace)
	if b := w.change(r.patch, e, body); b != nil || e.deleted || e.maybe || body == nil || len(w.trace) == n {
		return b
	}
	x := w.trace[len(w.trace)-1]
	if x.status != http.StatusConflict || x.method != http.MethodPatch {
		return nil
	}
	patch := r.patch.canonical(body)
	for _, m := range r.patch.sent().In(tree.Update) {
		v, has := e.known.get(m.Prop.Name)
		if _, named := patch.get(m.Prop.Name); named || !has || v.null() {
			continue
		}
		together := r.patch.wrap(patch.with(m.Prop.Name, v).append(nil))
		if !r.patch.takes(together) {
			continue
		}
		if b := w.stillRejected(r.patch, e, together, x); b != nil {
			return b
		}
	}
	if r.put == nil {
		return nil
	}
	body = r.put.wrap(patched(r.patch.sent(), project(r.put.sent(), r.put.Body.Mode, e.known), patch).append(nil))
	if !r.put.takes(body) {
		return nil
	}
	return w.stillRejected(r.put, e, body, x)
}

// stillRejected sends a change that contains one that was rejected before.
func (w *world) stillRejected(o *operation, e *entity, body []byte, before *exchange) *broken {
	x, b := w.try(o, e, body)
	if b != nil || x.status >= 300 {
		return b
	}
	return breaks("a change that is rejected is rejected on every way", "%s responds with %d to %s; %s responds with %d to %s",
		before.op.name(), before.status, shorten(string(before.body)), o.name(), x.status, shorten(string(body)))
}
