package apitest

import (
	"strconv"
	"sync"

	"github.com/tenon-go/tenon/tree"
)

// racers is how many requests a race has.
const racers = 6

// race sends requests at the same time.
func (w *world) race(n int, send func(i int) (*exchange, *broken)) (exchanges []*exchange, b *broken) {
	exchanges = make([]*exchange, n)
	found := make([]*broken, n)
	start := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			<-start
			exchanges[i], found[i] = send(i)
		})
	}
	close(start)
	all.Wait()
	for _, f := range found {
		if f != nil {
			return exchanges, f
		}
	}
	return exchanges, nil
}

// raceVersion changes an entity several times at once, on the condition that it has its current
// version.
func (w *world) raceVersion(o *operation, e *entity, body []byte) *broken {
	if e.deleted || !o.Conditional() {
		return nil
	}
	if b := w.view(e, e.by); b != nil || e.tag == "" {
		return b
	}
	exchanges, b := w.race(racers, func(int) (*exchange, *broken) {
		header := []string{"If-Match", e.tag}
		if o.Idempotency != nil {
			header = append(header, tree.IdempotencyKey, w.newKey())
		}
		return w.send(o, e.by, e.path, body, header...)
	})
	if b != nil {
		return b
	}
	tags, done := map[string]bool{}, 0
	for _, x := range exchanges {
		if x.status < 300 {
			done++
			tags[x.response.Get("ETag")] = true
		}
	}
	e.maybe = true
	if done > 1 && (len(tags) > 1 || !tags[e.tag]) {
		return breaks("one of several writes on a version succeeds", "%d of %d requests %s with If-Match: %s at the same time succeed", done, racers, o.name(), e.tag)
	}
	return w.view(e, e.by)
}

// raceMembers changes two members at once: the changes do not meet, so that both stay.
func (w *world) raceMembers(o *operation, e *entity, bodies [2][]byte) *broken {
	c := o.entity()
	if e.deleted || c == nil || o.RequirePrecondition || e.of.view == nil {
		return nil
	}
	exchanges, b := w.race(2, func(i int) (*exchange, *broken) {
		var header []string
		if o.Idempotency != nil {
			header = []string{tree.IdempotencyKey, w.newKey()}
		}
		return w.send(o, e.by, e.path, bodies[i], header...)
	})
	if b != nil {
		return b
	}
	e.maybe = true
	before := e.known
	if b := w.view(e, e.by); b != nil || e.maybe {
		return b
	}
	for i, x := range exchanges {
		patch := o.canonical(bodies[i])
		if x.status >= 300 {
			continue
		}
		if at := w.difference(c, tree.View, visible(c, o.sent(), patched(o.sent(), before, patch)), e.known, written); at != "" && patchesOnly(patch, at) {
			return breaks("no write is lost", "two requests %s at the same time change different members; of the one, %s", o.name(), at)
		}
	}
	return nil
}

// patchesOnly reports whether a difference is about the member of a patch.
func patchesOnly(patch value, at string) bool {
	name := patch.names[0]
	return len(at) > len(name) && at[:len(name)] == name && (at[len(name)] == ':' || at[len(name)] == '/')
}

// raceKey sends a create with one idempotency key several times at once.
func (w *world) raceKey(r *resource, body []byte) *broken {
	base, ok := w.base(r)
	if !ok || r.create.Idempotency == nil || !r.create.Idempotency.Kept || body == nil {
		return nil
	}
	key := w.newKey()
	exchanges, b := w.race(racers, func(int) (*exchange, *broken) {
		return w.send(r.create, 0, base, body, tree.IdempotencyKey, key)
	})
	if b != nil {
		return b
	}
	var first *exchange
	for _, x := range exchanges {
		switch {
		case x.status >= 300:
		case first == nil:
			first = x
		case string(x.got) != string(first.got):
			return breaks("a key works once", "%s with one Idempotency-Key, %d times at once, creates more than one entity", r.create.name(), racers)
		}
	}
	if first == nil {
		return nil
	}
	if _, b := w.created(r, 0, base, body, key, first); b != nil || r.list == nil {
		return b
	}
	return w.list(r, 0, 0)
}

// retry sends a create again, and then its key with another body.
func (w *world) retry(e *entity, other []byte) *broken {
	o := e.of.create
	if o.Idempotency == nil || !o.Idempotency.Kept || e.retry == "" {
		return nil
	}
	x, b := w.send(o, e.by, e.base, e.sent, tree.IdempotencyKey, e.retry)
	switch {
	case b != nil:
		return b
	case x.status >= 300:
		return breaks("a retry gets the first response", "%s with the Idempotency-Key of a success responds with %d", o.name(), x.status)
	case string(x.got) != string(e.answer):
		return breaks("a retry gets the first response", "%s with the Idempotency-Key of a success responds with %s", o.name(), shorten(string(x.got)))
	}
	if other == nil || equal(o.canonical(other), o.canonical(e.sent)) {
		return nil
	}
	if x, b = w.send(o, e.by, e.base, other, tree.IdempotencyKey, e.retry); b != nil || x.status >= 300 {
		return b
	}
	return breaks("a key is for one request", "%s with a known Idempotency-Key and another body responds with %d", o.name(), x.status)
}

// walkWhile walks over a list, and creates and deletes others meanwhile.
func (w *world) walkWhile(r *resource, st step) *broken {
	order := ""
	if parameter, terms := r.list.sorts(); len(terms) > 0 && st.n/3%2 == 0 {
		order = r.list.pair(parameter, terms[st.n/6%len(terms)])
	}
	target, ok := w.target(r, w.sized(r, 1+st.n%3), order)
	if !ok || r.key == "" || !r.list.cursors() {
		return nil
	}
	var b *broken
	created := map[string]bool{}
	all, walked := w.walk(r.list, 0, target, func(page int, items []value) {
		switch live := w.live(r); {
		case b != nil || page > 3 || len(items) == 0:
		case page%2 == 0:
			var e *entity
			if e, b = w.create(r, 0, st.body, ""); e != nil {
				created[e.key.json()] = true
			}
		case r.remove != nil && len(live) > 2:
			for _, e := range live { // the last one that the walk has met: the next page is after it
				if hasKey(items[len(items)-1], e) && e.by == 0 {
					b = w.remove(e)
					e.maybe = true
					return
				}
			}
		}
	})
	if b != nil || walked != nil || all == nil {
		return first(b, walked)
	}
	var throughout []value
	for _, item := range all.items() {
		k, _ := item.get(r.key)
		if !created[k.json()] && !w.removed(r, k) {
			throughout = append(throughout, item)
		}
	}
	saved := w.entities
	defer func() { w.entities = saved }()
	w.entities = nil
	for _, e := range saved {
		if e != nil && !e.deleted && !created[e.key.json()] {
			w.entities = append(w.entities, e)
		}
	}
	before := w.before[r]
	delete(w.before, r)
	defer func() { w.before[r] = before }()
	return w.checkItems(r, 0, throughout, target+", while others are created and deleted")
}

func (w *world) removed(r *resource, key value) bool {
	for _, e := range w.entities {
		if e != nil && e.of == r && e.deleted && equal(e.key, key) {
			return true
		}
	}
	return false
}

func first(all ...*broken) *broken {
	for _, b := range all {
		if b != nil {
			return b
		}
	}
	return nil
}

// newKey returns an idempotency key that no request has had.
func (w *world) newKey() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.keys++
	return "apitest-" + strconv.FormatUint(w.nonce, 36) + "-" + w.run + "-" + strconv.Itoa(w.keys)
}
