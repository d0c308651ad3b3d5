package apitest

import "github.com/tenon-go/tenon/tree"

// other makes another identity see, change, list and delete an entity, and retry its request. What it
// may see it may list, and the other way round; what it may not see it may not change.
func (w *world) other(e *entity, as int, patch []byte) *broken {
	r := e.of
	if e.deleted || e.maybe || as == e.by || r.view == nil {
		return nil
	}
	name := w.identities[as].name
	x, b := w.send(r.view, as, e.path, nil)
	if b != nil || x.status == 401 {
		return b
	}
	seen := x.status < 300
	if seen && w.apart {
		return breaks("identities are apart", "%s shows %s the entity of %s", r.view.name(), name, w.identities[e.by].name)
	}
	if r.list != nil && r.key != "" {
		if b := w.otherList(e, as, seen); b != nil {
			return b
		}
	}
	if seen {
		return w.hides(e, as, x)
	}
	if r.patch != nil && patch != nil {
		if b := w.otherWrite(r.patch, e, as, patch, name); b != nil {
			return b
		}
	}
	if r.remove != nil {
		if b := w.otherWrite(r.remove, e, as, nil, name); b != nil {
			return b
		}
	}
	if r.create.Idempotency != nil && r.create.Idempotency.Kept && e.retry != "" {
		x, b := w.send(r.create, as, e.base, e.sent, tree.IdempotencyKey, e.retry)
		if b != nil {
			return b
		}
		if x.status < 300 && string(x.got) == string(e.answer) {
			return breaks("a key belongs to an identity", "%s by %s with the Idempotency-Key of %s responds with the entity of %s",
				r.create.name(), name, w.identities[e.by].name, w.identities[e.by].name)
		}
		if x.status < 300 {
			if _, b := w.created(r, as, e.base, e.sent, "", x); b != nil {
				return b
			}
		}
	}
	return w.view(e, e.by)
}

// otherList compares whether an identity may see an entity with whether it is listed.
func (w *world) otherList(e *entity, as int, seen bool) *broken {
	target, ok := w.target(e.of)
	if !ok {
		return nil
	}
	items, b := w.walk(e.of.list, as, target, nil)
	if b != nil || items == nil {
		return b
	}
	switch listed := keysOf(items.items(), e.of.key)[e.key.json()]; {
	case listed && !seen:
		return breaks("a list hides what a view hides", "%s lists the entity %s for %s, who may not view it", e.of.list.name(), e.key, w.identities[as].name)
	case seen && !listed:
		return breaks("a list has every entity", "%s lacks the entity %s for %s, who may view it", e.of.list.name(), e.key, w.identities[as].name)
	}
	return nil
}

// otherWrite tries to change what an identity may not see.
func (w *world) otherWrite(o *operation, e *entity, as int, body []byte, name string) *broken {
	var header []string
	if o.Conditional() && e.tag != "" {
		header = []string{"If-Match", e.tag}
	}
	if o.Idempotency != nil {
		header = append(header, tree.IdempotencyKey, w.newKey())
	}
	x, b := w.send(o, as, e.path, body, header...)
	if b != nil || x.status >= 300 {
		return b
	}
	return breaks("what is hidden cannot be changed", "%s by %s responds with %d for an entity that %s may not view", o.name(), name, x.status, name)
}
