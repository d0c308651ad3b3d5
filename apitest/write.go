package apitest

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/internal/values"
	"github.com/tenon-go/tenon/tree"
)

// tries is how often a valid value is looked for: rules of the application are functions that
// only a try can satisfy.
const tries = 20

// bodyFor returns a valid body, as JSON, or nil if none is found. Half of the bodies
// have unusual values: at bounds, empty, or with other characters.
func bodyFor(o *operation, attempt uint64) []byte {
	g := values.New(attempt, 0)
	for i := range tries {
		var sample []byte
		if attempt%2 == 0 && i < tries/2 {
			sample = g.Value(values.Site{Prop: o.Body.Prop, Mode: o.Body.SchemaMode()}).Append(nil)
		} else if text, ok := samples.Of(o.Body.Prop, o.Body.Mode, int(attempt%1e6)+i); ok {
			sample = text
		} else {
			continue
		}
		sample = o.sendable(sample)
		again, err := o.request(sample, false)
		switch {
		case err == nil && isForm(o.Body):
			return shout(o, o.sendable(again), attempt) // texts in canonical form
		case err == nil:
			return shout(o, sample, attempt)
		}
	}
	return nil
}

// shout returns, once in four times, a valid body with its texts in capital letters and, once, with a text that
// has a meaning in databases.
func shout(o *operation, body []byte, attempt uint64) []byte {
	v, ok := parse(body)
	how := attempt / 8 % 4
	if !ok || how > 1 {
		return body
	}
	for i, name := range v.names {
		if v.items[i].kind != jsonx.String {
			continue
		}
		text := strings.ToUpper(v.items[i].text)
		if how == 1 {
			text = v.items[i].text[:min(len(v.items[i].text), 1)] + special[(attempt/32+uint64(i))%uint64(len(special))]
		}
		if other := v.with(name, value{kind: jsonx.String, text: text}); o.takes(other.append(nil)) {
			v = other
		}
	}
	return v.append(nil)
}

// patchOf returns a valid patch of one member, or nil.
func patchOf(o *operation, m *tree.Member, attempt uint64) []byte {
	g := values.New(attempt, 1)
	if attempt%5 == 4 && m.Nullable(tree.Update) {
		return o.wrap(append(quoted([]byte{'{'}, m.Prop.Name), ":null}"...))
	}
	for i := range tries {
		var sample []byte
		if attempt%3 > 0 && i < tries/2 {
			sample = g.Value(values.Site{Prop: m.Prop, Mode: tree.Update, Nullable: m.Nullable(tree.Update)}).Append(nil)
		} else if text, ok := samples.Of(m.Prop, tree.Update, int(attempt%1e6)+i); ok {
			sample = text
		} else {
			continue
		}
		body := o.wrap(append(append(append(quoted([]byte{'{'}, m.Prop.Name), ':'), sample...), '}'))
		if _, err := o.request(body, false); err == nil {
			return body
		}
	}
	return nil
}

// wrap returns the body of a request with an entity.
func (o *operation) wrap(entity []byte) []byte {
	name, _ := o.wrapper()
	if name == "" {
		return entity
	}
	return append(append(append(quoted([]byte{'{'}, name), ':'), entity...), '}')
}

// noKey is a create without an idempotency key, if it needs none.
const noKey = "-"

// create sends a POST. It returns the entity, or nil if the server has rejected it.
func (w *world) create(r *resource, as int, body []byte, retry string) (*entity, *broken) {
	base, ok := w.base(r)
	if !ok || body == nil {
		return nil, nil
	}
	var header []string
	if i := r.create.Idempotency; i != nil && (retry != noKey || i.Required) {
		if retry == "" || retry == noKey {
			retry = w.newKey()
		}
		header = []string{tree.IdempotencyKey, retry}
	} else {
		retry = ""
	}
	x, b := w.send(r.create, as, base, body, header...)
	switch {
	case b != nil:
		return nil, b
	case len(header) > 0 && (x.response.Get(tree.IdempotentReplayed) != "" || x.code() == tree.KeyReused.Code):
		return nil, breaks("a new key is a new request", "%s with a new Idempotency-Key responds with %d, as if it were known", r.create.name(), x.status)
	case x.status >= 300:
		if r.parent != nil && len(w.live(r)) == 0 {
			delete(w.parents, r.parent) // another one may allow it
		}
		return nil, nil
	}
	return w.created(r, as, base, body, retry, x)
}

// created records what the response of a create says.
func (w *world) created(r *resource, as int, base string, body []byte, retry string, x *exchange) (*entity, *broken) {
	e := &entity{of: r, base: base, by: as, retry: retry, sent: body, answer: x.got, path: x.location()}
	sent := r.create.canonical(body)
	e.known = sent
	if c := r.create.entity(); c != nil {
		got, ok := r.create.content(x.got)
		if !ok {
			return nil, breaks("responses are as declared", "%s responds without an entity", r.create.name())
		}
		if at := w.difference(c, tree.View, visible(c, r.create.sent(), sent), got, written); at != "" {
			return nil, breaks("a create shows what was sent", "%s: %s", r.create.name(), at)
		}
		if at := w.lost(c, as, sent, got); at != "" {
			return nil, breaks("a create shows what was sent", "%s: %s", r.create.name(), at)
		}
		e.key, _ = got.get(r.key)
		e.sees(got, x.response.Get("ETag"))
	}
	if e.path == "" {
		key, ok := plain(e.key)
		if !ok {
			return nil, nil // nothing says where the entity is
		}
		e.path = base + "/" + escape(key)
	}
	for _, other := range w.entities {
		switch {
		case other == nil || other.path != e.path:
		case x.response.Get(tree.IdempotentReplayed) != "":
			return other, nil
		case !other.deleted:
			return nil, breaks("a create makes another entity", "%s responds with %d for %s, which exists", r.create.name(), x.status, e.path)
		default:
			other.again = true
		}
	}
	w.entities = append(w.entities, e)
	return e, nil
}

// visible returns the members of a request that the server shows later.
func visible(shown, sent *tree.Collection, v value) value {
	for _, m := range sent.Members {
		if other := shown.MemberOf(m.Prop); other == nil || !other.Has(tree.View) {
			v = v.without(m.Prop.Name)
		}
	}
	return v
}

// condition returns the If-Match of a write that needs one, or that its step sends with one.
func (w *world) condition(o *operation, e *entity) ([]string, *broken) {
	if !o.Conditional() || !o.RequirePrecondition && !e.current {
		return nil, nil
	}
	if (e.tag == "" || e.current) && !e.deleted {
		if b := w.view(e, e.by); b != nil {
			return nil, b
		}
	}
	tag := e.tag
	if tag == "" {
		tag = `"none"`
	}
	return []string{"If-Match", tag}, nil
}

// change sends a PATCH or a PUT.
func (w *world) change(o *operation, e *entity, body []byte) *broken {
	x, b := w.try(o, e, body)
	if b != nil {
		return b
	}
	w.attempted(o, body, x.status < 300)
	switch {
	case x.status >= 300:
		if x.status == 404 && !e.deleted {
			return breaks("what was created exists", "%s responds with 404 for an entity that was not deleted", o.name())
		}
		return nil
	case e.deleted && o.Method == "PATCH" && x.status != 201:
		return breaks("what was deleted is gone", "%s responds with %d for a deleted entity", o.name(), x.status)
	}
	return w.changed(o, e, body, x)
}

// attempted counts the writes of each member, until one succeeds.
func (w *world) attempted(o *operation, body []byte, success bool) {
	if body == nil {
		return
	}
	for _, name := range o.canonical(body).names {
		switch at := (attempt{o, name}); {
		case success:
			w.tried[at] = -1
		case w.tried[at] >= 0:
			w.tried[at]++
		}
	}
}

// changed compares the response of a change with what it had to do.
func (w *world) changed(o *operation, e *entity, body []byte, x *exchange) *broken {
	patch := o.canonical(body)
	c, before := o.entity(), e.known
	law := "a replacement shows what was sent"
	want := patch
	if o.Body.Mode == tree.Update {
		want = patched(o.sent(), before, patch)
		law = "a patch changes what it names, and nothing else"
	}
	e.deleted = false
	if c == nil {
		if shown := e.shown(); shown != nil {
			want = w.certain(shown, want)
		}
		e.sees(want, x.response.Get("ETag"))
		return nil
	}
	got, ok := o.content(x.got)
	if !ok {
		return breaks("responses are as declared", "%s responds without an entity", o.name())
	}
	if b := w.follow(o, e, c, got); b != nil {
		return b
	}
	want = visible(c, o.sent(), want)
	if at := w.difference(c, tree.View, want, got, written); at != "" && !e.maybe {
		return breaks(law, "%s: %s", o.name(), at)
	}
	if at := w.lost(c, e.by, patch, got); at != "" && !e.maybe {
		return breaks(law, "%s: %s", o.name(), at)
	}
	if at := kept(c, o.sent(), patch, before, got); at != "" && o.Method == "PATCH" && !e.maybe {
		return breaks("a null removes a member", "%s: %s", o.name(), at)
	}
	tag := x.response.Get("ETag")
	if tag != "" && tag == e.tag && !e.maybe && w.difference(c, tree.View, before, got, written) != "" {
		return breaks("a change has another entity tag", "%s: the entity tag is %s as before", o.name(), tag)
	}
	e.maybe = false
	e.sees(got, tag)
	return nil
}

// follow checks that the key of an entity is as before. One that is Volatile moves the entity.
func (w *world) follow(o *operation, e *entity, c *tree.Collection, got value) *broken {
	key, ok := got.get(e.of.key)
	if !ok || e.key.kind == jsonx.Invalid || equal(key, e.key) {
		return nil
	}
	for _, m := range c.Members {
		if text, ok := plain(key); ok && m.Prop.Name == e.of.key && slices.Contains(w.volatile, m.Prop.ID) {
			e.key, e.path = key, e.base+"/"+escape(text)
			for _, other := range w.entities {
				if other == nil || other == e || other.path != e.path || other.again {
					continue
				}
				if !other.deleted {
					return breaks("a key is of one entity", "%s moves the entity to %s, where another one is", o.name(), e.path)
				}
				other.again = true
			}
			return nil
		}
	}
	return breaks("a key stays", "%s changes the %s of the entity from %s to %s; mark it as Volatile if that is intended", o.name(), e.of.key, e.key, key)
}

// lost returns a member that was sent and is absent in the response, although it shows the identity such members
// otherwise, or "".
func (w *world) lost(c *tree.Collection, as int, sent, got value) string {
	for _, m := range c.Members {
		v, has := sent.get(m.Prop.Name)
		if !m.Guarded() || m.Prop.WriteOnly || !has || v.null() {
			continue
		}
		if _, shown := got.get(m.Prop.Name); shown {
			w.sees[view{as, m.Prop.ID}] = true
		} else if w.sees[view{as, m.Prop.ID}] {
			return m.Prop.Name + " is absent, not " + v.String()
		}
	}
	return ""
}

// kept returns a member that a patch removes (RFC 7396), and that has its value nevertheless, or "".
func kept(shown, sent *tree.Collection, patch, before, got value) string {
	for i, name := range patch.names {
		old, _ := before.get(name)
		now, _ := got.get(name)
		if !patch.items[i].null() || old.null() || old.kind == jsonx.Invalid || !equal(old, now) {
			continue
		}
		for _, m := range sent.Members { // a default, or an empty value, may be what it had before
			if m.Prop.Name == name && m.Prop.Default == nil && shown.MemberOf(m.Prop) != nil && !empty(old) {
				return name + " is still " + now.String()
			}
		}
	}
	return ""
}

// empty reports whether a value is that of a Go field that nothing was assigned to.
func empty(v value) bool {
	return v.kind == jsonx.False || v.text == "" && len(v.items) == 0 && v.kind != jsonx.True || v.text == "0"
}

// shown returns the collection of the entity in view mode, or nil.
func (e *entity) shown() *tree.Collection {
	if e.of.view == nil {
		return nil
	}
	return e.of.view.entity()
}

// certain returns the members that the server does not set itself.
func (w *world) certain(c *tree.Collection, v value) value {
	for _, m := range c.Members {
		if m.Prop.ReadOnly || m.Computed {
			v = v.without(m.Prop.Name)
		}
	}
	return v
}

// remove sends a DELETE.
func (w *world) remove(e *entity) *broken {
	x, b := w.try(e.of.remove, e, nil)
	switch {
	case b != nil:
		return b
	case x.status == 404 && !e.deleted:
		return breaks("what was created exists", "%s responds with 404 for an entity that was not deleted", x.op.name())
	case x.status < 300:
		e.deleted = true
		w.gone++
	}
	return nil
}
