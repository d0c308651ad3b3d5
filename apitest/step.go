package apitest

import (
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// kind is a kind of step.
type kind string

// The kinds of steps.
const (
	stepCreate      kind = "create"
	stepRetry       kind = "retry"
	stepView        kind = "view"
	stepRevalidate  kind = "revalidate"
	stepPatch       kind = "patch"
	stepPut         kind = "put"
	stepStale       kind = "stale"
	stepDelete      kind = "delete"
	stepList        kind = "list"
	stepFilter      kind = "filter"
	stepSort        kind = "sort"
	stepWalkWhile   kind = "walk while"
	stepRaceVersion kind = "race for a version"
	stepRaceMembers kind = "race of members"
	stepRaceKey     kind = "race for a key"
	stepOther       kind = "other"
	stepInvalid     kind = "invalid"
	stepReadOnly    kind = "read-only members"
	stepTaken       kind = "taken values"
	stepStream      kind = "stream"
	stepUpload      kind = "upload"
)

// step is a part of a history. It has all of its choices, so that it can be repeated in a shorter
// history.
type step struct {
	kind   kind
	of     int // the entity: an index into the creates of the history
	as     int // the identity
	n      int // which of several
	body   []byte
	second []byte
	// selection is the query of a list; nil: one at random.
	selection *selection
}

// selects reports whether a step has a query of a list.
func (st step) selects() bool { return st.kind == stepFilter || st.kind == stepSort }

// do performs a step. A step on an entity that does not exist does nothing.
func (w *world) step(r *resource, st step) *broken {
	switch st.kind {
	case stepCreate:
		n := len(w.entities)
		key := ""
		if st.n%4 == 3 {
			key = noKey
		}
		e, b := w.create(r, st.as, st.body, key)
		if len(w.entities) == n || e == nil {
			w.entities = append(w.entities, nil) // keeps the indexes of the others
		}
		w.creates = append(w.creates, e)
		return b
	case stepList:
		return w.list(r, st.as, st.n%4)
	case stepFilter:
		return w.selects(r, st, 1+st.n%2)
	case stepSort:
		return w.selects(r, st, 0)
	case stepWalkWhile:
		return w.walkWhile(r, st)
	case stepRaceKey:
		return w.raceKey(r, st.body)
	case stepStream:
		return w.streams(r)
	}
	if st.of >= len(w.creates) || w.creates[st.of] == nil {
		if st.kind == stepInvalid && st.n%2 == 0 {
			return w.invalidCreate(r, st)
		}
		return nil
	}
	if w.creates[st.of].again {
		return nil
	}
	return w.stepOn(w.creates[st.of], st)
}

func (w *world) stepOn(e *entity, st step) *broken {
	r := e.of
	e.current = st.n%3 == 1
	switch st.kind {
	case stepRetry:
		return w.retry(e, st.body)
	case stepView:
		return w.view(e, e.by)
	case stepRevalidate:
		return w.revalidate(e)
	case stepPatch:
		return w.patch(e, st.body)
	case stepPut:
		return w.change(r.put, e, st.body)
	case stepDelete:
		return w.remove(e)
	case stepStale:
		if o := []*operation{r.patch, r.put, r.remove}[st.n%3]; o != nil {
			return w.stale(o, e, st.body)
		}
	case stepRaceVersion:
		return w.raceVersion(r.patch, e, st.body)
	case stepRaceMembers:
		return w.raceMembers(r.patch, e, [2][]byte{st.body, st.second})
	case stepOther:
		return w.other(e, st.as, st.body)
	case stepUpload:
		return w.uploaded(e, r.uploads[st.n%len(r.uploads)], st.n)
	case stepReadOnly:
		return w.readOnly(e, st)
	case stepTaken:
		return w.taken(e, st)
	case stepInvalid:
		if r.patch != nil && st.n%2 == 1 {
			return w.reject(r.patch, e.by, e.path, spoiled(st.body, st.n, isForm(r.patch.Body)))
		}
		return w.invalidCreate(r, st)
	}
	return nil
}

func (w *world) invalidCreate(r *resource, st step) *broken {
	base, ok := w.base(r)
	if !ok {
		return nil
	}
	return w.reject(r.create, st.as, base, spoiled(st.body, st.n, isForm(r.create.Body)))
}

// secret is a text in what an API rejects, and that no response may contain.
const secret = "apitest-3f9c1e77"

// spoiled returns a body with one violation, also as a form.
func spoiled(body []byte, n int, form bool) []byte {
	v, ok := parse(body)
	if !ok || v.kind != jsonx.Object {
		return []byte(`{"`)
	}
	wrong := value{kind: jsonx.Array, items: []value{{kind: jsonx.Array, items: []value{{kind: jsonx.String, text: secret}}}}}
	if form {
		wrong = value{kind: jsonx.Array, items: []value{{kind: jsonx.String, text: secret}, {kind: jsonx.String, text: secret}}}
	}
	switch n / 2 % 3 {
	case 0:
		return body[:len(body)-1]
	case 1:
		if len(v.names) > 0 {
			return v.with(v.names[n%len(v.names)], wrong).append(nil)
		}
	}
	return v.with("undeclared member", value{kind: jsonx.String, text: secret}).append(nil)
}

// reject sends what an operation must reject. What it does nevertheless is found later.
func (w *world) reject(o *operation, as int, target string, body []byte) *broken {
	if _, err := o.request(body, false); err == nil {
		return nil // the application accepts it
	}
	if _, _, ok := o.encoded(body); !ok {
		return nil
	}
	var header []string
	if o.Idempotency != nil {
		header = append(header, tree.IdempotencyKey, w.newKey())
	}
	if o.RequirePrecondition {
		header = append(header, "If-Match", `"none"`)
	}
	x, b := w.send(o, as, target, body, header...)
	switch {
	case b != nil:
		return b
	case x.status < 400:
		return breaks("what violates the declaration is rejected", "%s responds with %d for %s", o.name(), x.status, shorten(string(body)))
	case slices.Contains([]int{400, 422}, x.status) && containsText(x.got, secret):
		return breaks("rejected values are not sent back", "%s responds with %s", o.name(), shorten(string(x.got)))
	}
	return nil
}
