package apitest

import (
	"errors"
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/values"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// spoils is how many bodies each operation gets at most, and spoilsOfRun how many for each of the runs:
// three of four have a violation.
const (
	spoils      = 40
	spoilsOfRun = 4
)

// contents tests the bodies of all media types.
func (l *checker) contents(o *operation, target string, header http.Header) {
	for _, of := range append([]*operation{o}, o.others...) {
		if of.request != nil || of != o {
			l.bodies(of, target, header)
		}
	}
}

// bodies tests bodies that are not as declared.
func (l *checker) bodies(o *operation, target string, header http.Header) {
	h := header.Clone()
	if ranges := o.Body.MediaTypes(); !slices.Contains(ranges, "*/*") && !slices.Contains(ranges, "application/*") {
		h.Set("Content-Type", "application/x-"+secret)
		other, _, ok := o.encoded(bodyFor(o, 1)) // which would be valid
		if !ok {
			other = []byte(secret)
		}
		l.silent(l.law("other media types are 415", o, o.Method, target, 0, h, other, 415, 400, 403, 404, 412, 428))
	}
	l.names(o, target, header)
	g := values.New(l.seed, uint64(len(l.found)))
	at := values.Site{Prop: o.Body.Prop, Mode: o.Body.SchemaMode(), Nullable: o.Body.Prop.Nullable}
	for i := range min(spoils, spoilsOfRun*l.runs) {
		if l.stuck || l.spent() {
			return
		}
		body := l.anyBody(o, g, at, i)
		content, mediaType, ok := o.encoded(body)
		if !ok {
			continue
		}
		h.Set("Content-Type", mediaType)
		_, err := o.request(body, false)
		if o.Idempotency != nil {
			h.Set(tree.IdempotencyKey, l.newKey())
		}
		x := l.law("", o, o.Method, target, 0, h, content)
		if err != nil && x.status < 400 {
			l.report(breaks("what violates the declaration is rejected", "%s responds with %d for %s", o.name(), x.status, shorten(string(body))), x)
		}
		if x.status == 201 && o.Method == "POST" {
			l.forget(o, x, body)
		}
		if x.status >= 400 {
			l.silent(x)
		}
	}
}

// names sends a body in which each member is wrong: a problem names all of them.
func (l *checker) names(o *operation, target string, header http.Header) {
	v, ok := parse(bodyFor(o, 1))
	if !ok || isForm(o.Body) || v.kind != jsonx.Object {
		return
	}
	v.items = slices.Clone(v.items)
	for i := range v.items {
		v.items[i] = value{kind: jsonx.Array, items: []value{{kind: jsonx.Array}}}
	}
	body := v.append(nil)
	_, err := o.request(body, false)
	var all prop.Violations
	content, sent, ok := o.encoded(body)
	if !errors.As(err, &all) || !ok {
		return
	}
	h := header.Clone()
	h.Set("Content-Type", sent)
	x := l.law("", o, o.Method, target, 0, h, content)
	problem, _ := parse(x.got)
	named, _ := problem.get("errors")
	if x.status != http.StatusUnprocessableEntity || mediaType(x.response) != rfc9457 || named.kind != jsonx.Array {
		return
	}
	for _, violation := range all {
		if !slices.ContainsFunc(named.items, func(n value) bool { p, _ := n.get("pointer"); return p.text == violation.Pointer }) {
			l.report(breaks("a problem names every violation", "%s responds to %s without an error about %s", o.name(), shorten(string(body)), violation.Pointer), x)
			return
		}
	}
}

// anyBody returns a body, as JSON; three of four have a violation.
func (l *checker) anyBody(o *operation, g *values.Generator, at values.Site, i int) []byte {
	if isForm(o.Body) {
		body := bodyFor(o, l.seed+uint64(i))
		if i%4 != 0 {
			return spoiled(body, i, true)
		}
		return body
	}
	v := g.Value(at)
	if i%4 != 0 {
		g.Spoil(v)
	}
	if i == 1 {
		return []byte(`{"` + secret + `": `)
	}
	return v.Append(nil)
}

// forget makes the end of the test delete what a request has created.
func (l *checker) forget(o *operation, x *exchange, body []byte) {
	for _, r := range l.resources {
		if r.create != nil && r.create.name() == o.name() {
			_, _ = l.created(r, 0, x.target, body, "", x)
		}
	}
}
