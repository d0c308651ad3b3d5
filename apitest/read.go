package apitest

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

func escape(segment string) string { return url.PathEscape(segment) }

// view sends a GET of an entity, and compares its state with what is known.
func (w *world) view(e *entity, as int) *broken {
	o := e.of.view
	x, b := w.send(o, as, e.path, nil)
	switch {
	case b != nil:
		return b
	case e.deleted && x.status < 300:
		return breaks("what was deleted is gone", "%s responds with %d for a deleted entity", o.name(), x.status)
	case e.deleted || as != e.by && x.status >= 300:
		return nil
	case x.status >= 300:
		return breaks("what was created exists", "%s responds with %d for an entity that was not deleted", o.name(), x.status)
	}
	got, ok := o.content(x.got)
	if !ok {
		return breaks("responses are as declared", "%s responds without an entity", o.name())
	}
	if at := w.difference(o.entity(), tree.View, e.known, got, all); at != "" && !e.maybe && as == e.by {
		return breaks("a view shows the last state", "%s: %s", o.name(), at)
	}
	if as == e.by {
		e.maybe = false
		e.sees(got, x.response.Get("ETag"))
	}
	return nil
}

// stale changes or deletes an entity on the condition that it has an older version.
func (w *world) stale(o *operation, e *entity, body []byte) *broken {
	if e.deleted || e.maybe || !o.Conditional() || len(e.tags) == 0 {
		return nil
	}
	old := e.tags[len(e.tags)-1]
	header := []string{"If-Match", old}
	if o.Idempotency != nil {
		header = append(header, tree.IdempotencyKey, w.newKey())
	}
	x, b := w.send(o, e.by, e.path, body, header...)
	if b != nil || x.status >= 300 {
		return b
	}
	return breaks("an old version is not changed", "%s with If-Match: %s, of an older version, responds with %d", o.name(), old, x.status)
}

// target returns the target of the first page of a list with parameters, as [operation.pair] writes them.
func (w *world) target(r *resource, parameters ...string) (string, bool) {
	base, ok := w.base(r)
	parameters = slices.DeleteFunc(parameters, func(p string) bool { return p == "" })
	if !ok || len(parameters) == 0 {
		return base, ok
	}
	return base + "?" + strings.Join(parameters, "&"), true
}

// pair writes a parameter with its values, which a list separates by commas or repeats the name for.
func (o *operation) pair(name string, values ...string) string {
	if name == "" || len(values) == 0 {
		return ""
	}
	sign := "&" + url.QueryEscape(name) + "="
	if slices.ContainsFunc(o.inputs, func(in tree.Input) bool { return in.In == tree.InQuery && in.Prop.Name == name && in.Style == tree.CSV }) {
		sign = ","
	}
	text := url.QueryEscape(name) + "="
	for i, v := range values {
		if i > 0 {
			text += sign
		}
		text += url.QueryEscape(v)
	}
	return text
}

// sized returns the parameter for the size of pages; 0 is the default of the list.
func (w *world) sized(r *resource, limit int) string {
	const many = 60
	if limit == 0 || len(w.before[r]) > many {
		return ""
	}
	return r.list.pair(r.list.limit(), strconv.Itoa(limit))
}

// list walks over all pages, and compares the entities with what is known of them.
func (w *world) list(r *resource, as, limit int) *broken {
	count := ""
	if limit%2 == 1 {
		count = r.list.pair(r.list.counting(), "true")
	}
	target, ok := w.target(r, w.sized(r, limit), count)
	if !ok {
		return nil
	}
	all, b := w.walk(r.list, as, target, nil)
	if b != nil || all == nil {
		return b
	}
	items := all.items()
	b = first(w.checkItems(r, as, items, target), inOrder(r, r.list.usual(), items, target))
	if b != nil || r.key == "" {
		return b
	}
	return first(w.neighbors(r, as, all), w.repeats(r, as, selection{again: (limit + 1) % 4}, items, target))
}

// checkItems compares the items of a walk over all entities with what is known.
func (w *world) checkItems(r *resource, as int, items []value, target string) *broken {
	if r.key == "" || r.list.items().Members == nil {
		return nil
	}
	found := map[string]value{}
	for _, item := range items {
		k, ok := item.get(r.key)
		if !ok {
			return nil
		}
		if _, twice := found[k.json()]; twice {
			return breaks("a walk meets each entity once", "%s: the entity %s is on two pages of %s", r.list.name(), k, target)
		}
		found[k.json()] = item
	}
	base, _ := w.base(r)
	mine := map[string]bool{}
	for _, e := range w.entities {
		if e == nil || e.of != r || e.base != base || e.again {
			continue
		}
		item, listed := found[e.key.json()]
		mine[e.key.json()] = true
		switch {
		case e.deleted && listed:
			return breaks("what was deleted is gone", "%s lists a deleted entity", r.list.name())
		case e.deleted || e.maybe || as != e.by:
		case !listed:
			return breaks("a list has every entity", "%s: the pages of %s lack the entity %s", r.list.name(), target, e.key)
		default:
			if at := w.difference(r.list.items(), tree.List, e.known, item, all); at != "" {
				return breaks("a list shows the last state", "%s: %s", r.list.name(), at)
			}
		}
	}
	if before := w.before[r]; before != nil && as == 0 {
		for key := range found {
			if !before[key] && !mine[key] {
				return breaks("a list has only what was created", "%s: the entity %s was never created", r.list.name(), key)
			}
		}
	}
	return nil
}
