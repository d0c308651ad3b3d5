package apitest

import (
	"net/url"
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

// revalidate sends a GET with the current entity tag, and then one with an older one.
func (w *world) revalidate(e *entity) *broken {
	o := e.of.view
	if e.deleted || !o.Conditional() {
		return nil
	}
	if b := w.view(e, e.by); b != nil || e.tag == "" {
		return b
	}
	x, b := w.send(o, e.by, e.path, nil, "If-None-Match", e.tag)
	switch {
	case b != nil:
		return b
	case x.status == 200 && x.response.Get("ETag") == e.tag:
		return breaks("a version that the client has is 304", "%s with If-None-Match: %s responds with 200", o.name(), e.tag)
	case x.status == 200:
		return breaks("a version has one entity tag", "%s responds with the entity tags %s and %s, without a change between them", o.name(), e.tag, x.response.Get("ETag"))
	}
	if len(e.tags) == 0 {
		return nil
	}
	old := e.tags[len(e.tags)-1]
	if x, b = w.send(o, e.by, e.path, nil, "If-None-Match", old); b != nil || x.status != 304 {
		return b
	}
	return breaks("a change has another entity tag", "%s with If-None-Match: %s, of an older version, responds with 304", o.name(), old)
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

// page limits how long a walk is.
const maxPages = 500

// walk follows the links of a list from a target. between runs after each page.
func (w *world) walk(o *operation, as int, target string, between func(page int, items []value)) ([]value, *broken) {
	items := []value{} // nil is a walk that was not possible
	for page := range maxPages {
		x, b := w.send(o, as, target, nil)
		if b != nil || x.status >= 300 {
			return nil, b
		}
		list, ok := o.content(x.got)
		if !ok {
			return nil, breaks("responses are as declared", "%s responds without a list", o.name())
		}
		items = append(items, list.items...)
		if between != nil {
			between(page, list.items)
		}
		if target = x.next(); target == "" {
			return items, nil
		}
	}
	return nil, breaks("a walk over a list ends", "%s has a link to a next page on each of %d pages", o.name(), maxPages)
}

// target returns the target of the first page of a list with parameters.
func (w *world) target(r *resource, parameters ...string) (string, bool) {
	base, ok := w.base(r)
	if !ok {
		return "", false
	}
	q := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		if parameters[i] != "" {
			q.Set(parameters[i], parameters[i+1])
		}
	}
	if len(q) > 0 {
		base += "?" + q.Encode()
	}
	return base, true
}

// sized returns the parameter for the size of pages; 0 is the default of the list.
func (w *world) sized(r *resource, limit int) []string {
	const many = 60
	if limit == 0 || len(w.before[r]) > many {
		return nil
	}
	return []string{r.list.limit(), strconv.Itoa(limit)}
}

// list walks over all pages, and compares the entities with what is known of them.
func (w *world) list(r *resource, as, limit int) *broken {
	target, ok := w.target(r, w.sized(r, limit)...)
	if !ok {
		return nil
	}
	items, b := w.walk(r.list, as, target, nil)
	if b != nil || items == nil {
		return b
	}
	return w.checkItems(r, as, items, target)
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
		if _, twice := found[k.String()]; twice {
			return breaks("a walk meets each entity once", "%s: the entity %s is on two pages of %s", r.list.name(), k, target)
		}
		found[k.String()] = item
	}
	base, _ := w.base(r)
	mine := map[string]bool{}
	for _, e := range w.entities {
		if e == nil || e.of != r || e.base != base || e.again {
			continue
		}
		item, listed := found[e.key.String()]
		mine[e.key.String()] = true
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

// filter compares a filtered list with a list of everything. It takes the value from an entity
// if there is none.
func (w *world) filter(r *resource, f filter, pick int, with []byte) *broken {
	target, ok := w.target(r)
	if !ok {
		return nil
	}
	everything, b := w.walk(r.list, 0, target, nil)
	if b != nil || len(everything) == 0 {
		return b
	}
	member := f.member.Prop
	from, given := parse(with)
	if !given {
		from, _ = everything[pick%len(everything)].get(member.Name)
	}
	w.filtered = from
	p, ok := predicateOf(f.op, member, from)
	if !ok {
		return nil
	}
	if target, ok = w.target(r, f.parameter, p.text); !ok {
		return nil
	}
	filtered, b := w.walk(r.list, 0, target, nil)
	if b != nil || filtered == nil {
		return b
	}
	got := keysOf(filtered, r.key)
	for _, item := range everything {
		k, ok := item.get(r.key)
		v, _ := item.get(member.Name)
		switch matches := p.matches(v); {
		case !ok:
		case matches && !got[k.String()]:
			return breaks("a filter keeps what matches", "%s lacks the entity %s, whose %s is %s", target, k, member.Name, v)
		case !matches && got[k.String()]:
			return breaks("a filter drops what does not match", "%s has the entity %s, whose %s is %s", target, k, member.Name, v)
		}
	}
	return nil
}

// sort compares a sorted list with its order.
func (w *world) sort(r *resource, parameter, term string, limit int) *broken {
	name, descending := strings.CutPrefix(term, "-")
	m := memberNamed(r.list.items(), name)
	if m == nil || !ordered(m.Prop) {
		return nil
	}
	target, ok := w.target(r, append(w.sized(r, limit), parameter, term)...)
	if !ok {
		return nil
	}
	items, b := w.walk(r.list, 0, target, nil)
	if b != nil {
		return b
	}
	for i := 1; i < len(items); i++ {
		a, _ := items[i-1].get(name)
		z, _ := items[i].get(name)
		if c := compare(m.Prop, a, z); descending && c < 0 || !descending && c > 0 {
			return breaks("a list has its order", "%s: %s is before %s", target, a, z)
		}
	}
	return w.checkItems(r, 0, items, target)
}

func memberNamed(c *tree.Collection, name string) *tree.Member {
	for _, m := range c.Members {
		if m.Prop.Name == name && m.Has(tree.List) && !m.Guarded() {
			return m
		}
	}
	return nil
}
