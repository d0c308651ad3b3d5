package apitest

import (
	"net/http"
	"time"
)

// revalidate sends a GET with the current validators, and then one with an older entity tag.
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
	if b := w.notModified(e, x); b != nil || len(e.tags) == 0 {
		return b
	}
	old := e.tags[len(e.tags)-1]
	if x, b = w.send(o, e.by, e.path, nil, "If-None-Match", old); b != nil || x.status != 304 {
		return b
	}
	return breaks("a change has another entity tag", "%s with If-None-Match: %s, of an older version, responds with 304", o.name(), old)
}

// notModified compares a 304 with the 200 of the same version (RFC 9110 §15.4.5), and sends its date back.
func (w *world) notModified(e *entity, x *exchange) *broken {
	const law = "a 304 has the headers of the 200"
	o := e.of.view
	if len(x.got) > 0 || x.response.Get("Content-Type") != "" {
		return breaks(law, "%s responds with 304, the media type %q and %d bytes", o.name(), x.response.Get("Content-Type"), len(x.got))
	}
	whole, b := w.send(o, e.by, e.path, nil)
	if b != nil || whole.status != 200 {
		return b
	}
	for _, name := range []string{"ETag", "Last-Modified", "Vary", "Cache-Control", "Content-Location"} {
		if a, z := x.response.Get(name), whole.response.Get(name); a != z && (a != "" || name != "Last-Modified") {
			return breaks(law, "%s responds with 304 and %s: %q, and with 200 and %q", o.name(), name, a, z)
		}
	}
	date := whole.response.Get("Last-Modified")
	if date == "" {
		return nil
	}
	modified, err := http.ParseTime(date)
	now := time.Now()
	if sent, err := http.ParseTime(whole.response.Get("Date")); err == nil {
		now = sent
	}
	if err != nil || modified.After(now.Add(time.Second)) {
		return breaks("Last-Modified is a date of the past", "%s responds with Last-Modified: %s, at %s", o.name(), date, now.UTC().Format(http.TimeFormat))
	}
	x, b = w.send(o, e.by, e.path, nil, "If-Modified-Since", modified.Add(-time.Hour).Format(http.TimeFormat))
	if b == nil && x.status == 304 {
		return breaks("a change has another entity tag", "%s responds with 304 to a date an hour before Last-Modified: %s", o.name(), date)
	}
	return b
}

// dates checks that Last-Modified moves with the entity tag (RFC 9110 §8.8.2.1), if the clock of the server moves:
// it does if another entity, of a second later, has a later date.
func (l *checker) dates() {
	for _, r := range l.resources {
		if r.view == nil || !r.view.Conditional() || r.patch == nil || l.spent() {
			continue
		}
		dated := func(e *entity) (at time.Time, x *exchange, ok bool) {
			x, b := l.send(r.view, 0, e.path, nil)
			if b != nil || x.status != 200 {
				return at, x, false
			}
			at, err := http.ParseTime(x.response.Get("Last-Modified"))
			return at, x, err == nil
		}
		made := func(n uint64) *entity {
			e, _ := l.create(r, 0, bodyFor(r.create, 2*n+1), "")
			return e
		}
		e := made(l.rng.Uint64N(1 << 20))
		if e == nil {
			continue
		}
		before, old, ok := dated(e)
		if !ok {
			continue
		}
		time.Sleep(1100 * time.Millisecond)
		later := made(l.rng.Uint64N(1 << 20))
		if later == nil {
			continue
		}
		if now, _, ok := dated(later); !ok || !now.After(before) {
			continue
		}
		for range tries {
			x, b := l.try(r.patch, e, anyPatch(l.rng, r.patch, l.rng.Uint64()))
			if b != nil || x.status >= 300 {
				continue
			}
			after, now, ok := dated(e)
			if ok && now.response.Get("ETag") == old.response.Get("ETag") {
				continue // nothing has changed
			}
			if ok && !after.After(before) {
				l.report(breaks("Last-Modified moves with the entity tag", "%s responds with the entity tags %s and %s, and Last-Modified: %s as before",
					r.view.name(), old.response.Get("ETag"), now.response.Get("ETag"), now.response.Get("Last-Modified")), now)
			}
			break
		}
	}
}
