package pairs

import (
	"bytes"
	"encoding/json"
	"net/http"
	"reflect"
	"strings"
)

// patches returns merge patches of the members of an API.
func (d *draft) patches() (all []string) {
	add := func(member string, values ...any) {
		for _, v := range values {
			all = append(all, text(object{member: v}))
		}
	}
	all = append(all, `{}`, `{"name":"patched"}`, `{"name":""}`, `{"price":null}`, `{"tagline":null}`, `{"tagline":"t"}`)
	for _, v := range d.values {
		if v.presence != readOnly {
			for _, good := range v.good {
				add("v_"+v.name, good)
			}
			add("v_"+v.name, nil)
		}
	}
	for _, n := range d.nests {
		m, part := n.member(), d.partJSON(1, 0)
		if n.name == "lists" || n.name == "list" {
			add(m, n.value(part), n.value(part, part), n.value(object{"count": 1}), []any{}, nil, n.value(object{"name": "n", "count": 1}))
			continue
		}
		add(m, n.value(part), n.value(object{"count": 1}), n.value(object{}), n.value(object{"name": "n", "count": 1}),
			n.value(object{"size": nil}), n.value(object{"name": nil}), object{"count": 4}, nil)
		if n.name == "map" {
			add(m, object{"k0": nil}, object{"new": part}, object{"new": object{"count": 1}}, object{"k0": object{"count": 9}})
		}
		for _, inner := range d.nests {
			if inner.name != "object" {
				add(m, n.value(object{inner.member(): inner.value(object{"count": 1})}), n.value(object{inner.member(): nil}))
			}
		}
	}
	return all
}

// patchesAreMerges: the result of a merge patch is that of RFC 7396 with the defaults of a
// creation, and it is accepted if a creation with the result would be. apitest.Histories compares the
// result with RFC 7396, too, but does not know which creations a store accepts; here it accepts all.
func patchesAreMerges(h *trial) {
	d := h.main.draft
	if !d.changes() {
		return
	}
	x := h.second()
	show := func(id int) (object, *exchange) {
		e := x.as(boss, get(itemPath(id), "view"))
		return entityOf(e.body), e
	}
	creatable := d.creation(0)
	for _, id := range []int{fullItem, emptyItem} {
		for _, p := range d.patches() {
			before, e := show(id)
			if before == nil {
				h.report(e, "there is no entity")
				return
			}
			r := patch(id, p)
			if tag := e.header.Get("ETag"); tag != "" {
				r.with("If-Match", tag)
			} else if at := e.header.Get("Last-Modified"); at != "" {
				r.with("If-Unmodified-Since", at)
			}
			changed := x.as(boss, r)
			var change object
			decode([]byte(p), &change)
			want := merge(copyJSON(before), change).(object)
			in := object{}
			for name := range creatable {
				if v, ok := want[name]; ok {
					in[name] = v
				}
			}
			for _, v := range d.values { // null is a value here
				if sent, ok := change["v_"+v.name]; ok && sent == nil && (d.presence == nullable || d.presence == maybe || v.name == "any") {
					in["v_"+v.name] = nil
				}
			}
			for name, value := range d.members { // write-only members
				if in[name] == nil {
					in[name] = value
				}
			}
			for _, v := range d.values {
				if v.presence == writeOnly && in["v_"+v.name] == nil {
					in["v_"+v.name] = v.good[0]
				}
			}
			if changed.status != http.StatusOK && strings.Contains(p, "null") && rejectsNull(changed.body) {
				continue // a required member cannot be removed, even if creations have a default
			}
			made := x.as(boss, post("/items", text(in)).with("Idempotency-Key", `"`+text(len(x.trace))+`"`))
			if (made.status == http.StatusCreated) != (changed.status == http.StatusOK) {
				h.report(changed, "a creation of the outcome is answered\n%s", made)
				return
			}
			if changed.status != http.StatusOK {
				if now, again := show(id); !reflect.DeepEqual(now, before) {
					h.report(changed, "a patch that is refused has changed the entity; it is\n%s", again)
					return
				}
				continue
			}
			got, outcome := entityOf(changed.body), entityOf(made.body)
			for name := range creatable {
				if !reflect.DeepEqual(got[name], outcome[name]) {
					h.report(changed, "%s is not what a creation of the outcome has:\n%s", name, made)
					return
				}
			}
		}
	}
}

// putsKeep: a PUT of an entity as it was received changes nothing. apitest.Histories puts other values:
// a store of users may reject what is not new.
func putsKeep(h *trial) {
	d := h.main.draft
	if !d.changes() {
		return
	}
	x := h.second()
	for _, from := range []who{boss, ann} {
		for _, id := range []int{fullItem, emptyItem} {
			e := x.as(from, get(itemPath(id), "view"))
			before := entityOf(e.body)
			if before == nil {
				continue // not allowed
			}
			r := put(id, d.sendable(before))
			if tag := e.header.Get("ETag"); tag != "" {
				r.with("If-Match", tag)
			}
			written := x.as(from, r)
			if from == boss && written.status != http.StatusOK {
				h.report(written, "what was shown cannot be put")
				return
			}
			if after := x.as(from, get(itemPath(id), "view")); !reflect.DeepEqual(entityOf(after.body), before) {
				h.report(after, "what was shown and put is not the same; it was\n%s", e)
				return
			}
		}
	}
}

// sendable returns an entity as it was received, without read-only members.
func (d *draft) sendable(shown object) string {
	in := object{}
	for name := range d.creation(0) {
		if v, ok := shown[name]; ok {
			in[name] = v
		}
	}
	if cost, ok := shown["cost"]; ok {
		in["cost"] = cost
	}
	for name, value := range d.members {
		if in[name] == nil {
			in[name] = value
		}
	}
	for _, v := range d.values {
		if v.presence == writeOnly {
			in["v_"+v.name] = v.good[0]
		}
	}
	return text(in)
}

// merge implements RFC 7396 §2, but replaces a union by a value of another case.
func merge(target any, patch any) any {
	p, ok := patch.(object)
	if !ok {
		return patch
	}
	t, ok := target.(object)
	if !ok {
		t = object{}
	}
	for name, v := range p {
		switch {
		case v == nil:
			delete(t, name)
		case name == "shape" && otherCase(t[name], v, "kind"), name == "loose" && otherCase(t[name], v, "sides"):
			t[name] = merge(nil, v)
		default:
			t[name] = merge(t[name], v)
		}
	}
	return t
}

// otherCase reports whether a patch has another value of a member than an object.
func otherCase(target, patch any, member string) bool {
	t, _ := target.(object)
	p, _ := patch.(object)
	return t != nil && p != nil && p[member] != nil && p[member] != t[member]
}

func copyJSON(o object) (c object) {
	decode([]byte(text(o)), &c)
	return c
}

// rejectsNull reports whether a problem has a violation of this code, in the standard format or in
// that of failures. Of a problem without content it is assumed.
func rejectsNull(problem []byte) bool {
	return len(problem) == 0 || bytes.Contains(problem, []byte(`"code":"null"`)) || bytes.Contains(problem, []byte(`"null #/`))
}

// decode decodes JSON with exact numbers.
func decode(b []byte, into any) bool {
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	return d.Decode(into) == nil
}

// entityOf returns the entity of a response without its envelope, or nil for a problem.
func entityOf(body []byte) object {
	var o object
	if !decode(body, &o) || o["status"] != nil {
		return nil
	}
	for _, envelope := range []string{"data", "result"} {
		if inner, ok := o[envelope].(object); ok {
			return inner
		}
	}
	return o
}

// changes reports whether a draft has features of changes.
func (d *draft) changes() bool {
	if len(d.nests) > 0 && (d.presence == readOnly || d.presence == writeOnly) {
		return false // members of requests and responses differ at every depth
	}
	return !d.on["damaged row"] && !d.on["Only"] &&
		(len(d.values)+len(d.nests)+len(d.fields)+len(d.itemEdits) > 0 || d.on["VisibleTo"])
}
