package apitest

import (
	"net/http"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
)

// Fuzz drives a fuzz target over the requests of an API, with valid ones as its seeds:
//
//	func FuzzAPI(f *testing.F) { apitest.Fuzz(f, app, apitest.As("ann", apitest.Bearer(token))) }
//
// go test runs the seeds; go test -fuzz=FuzzAPI mutates bodies and queries with coverage of the program. No
// request may cause an internal error, a response that is not declared, or a success if it violates
// the declaration.
func Fuzz(f *testing.F, app *tenon.App, opts ...Option) {
	f.Helper()
	s := newSuite(app, settingsOf(opts))
	var targets []*operation
	for _, o := range s.operations {
		if o.request != nil || o.Method == "GET" && !o.Endless() {
			targets = append(targets, o)
		}
	}
	if len(targets) == 0 {
		f.Fatal("the API has no operation with a query, or with a body that is JSON or a form")
	}
	for i, o := range targets {
		if o.request == nil {
			f.Add(uint16(i), []byte("limit=1"))
			continue
		}
		for attempt := range uint64(4) {
			if body := bodyFor(o, attempt); body != nil {
				content, _, _ := o.encoded(body)
				f.Add(uint16(i), content)
			}
		}
	}
	f.Fuzz(func(t *testing.T, n uint16, data []byte) {
		o := targets[int(n)%len(targets)]
		w := s.newWorld(s.seed)
		defer w.end()
		if x, b := w.fuzz(o, data); b != nil {
			t.Errorf("%s", failure{broken: b, trace: []*exchange{x}})
		}
	})
}

// fuzz sends data as the body of an operation, or as its query.
func (w *world) fuzz(o *operation, data []byte) (*exchange, *broken) {
	target, ok := fill(o, o.Path)
	if !ok {
		return nil, nil
	}
	header, query := w.required(o)
	if len(query) > 0 {
		target += "?" + query.Encode()
	}
	if o.Idempotency != nil {
		header.Set(tree.IdempotencyKey, w.newKey())
	}
	x := &exchange{op: o, method: o.Method, target: target, header: header, by: w.identities[0].name}
	credentials := w.identities[0].credentials
	if o.request == nil {
		credentials = func(r *http.Request) {
			r.URL.RawQuery = string(data)
			w.identities[0].credentials(r)
		}
	} else {
		x.body = data
		_, mediaType, _ := o.encoded([]byte("{}"))
		header.Set("Content-Type", mediaType)
	}
	x.send(w.server, w.address(0), credentials)
	if b := x.check(); b != nil || o.request == nil || isForm(o.Body) {
		return x, b
	}
	if _, err := o.request(data, false); err != nil && x.status < 400 && len(data) > 0 {
		return x, breaks("what violates the declaration is rejected", "%s responds with %d for %s", o.name(), x.status, shorten(string(data)))
	}
	for _, r := range w.resources {
		if r.create == o && x.status < 300 {
			_, _ = w.created(r, 0, x.target, data, "", x) // to delete it
		}
	}
	return x, nil
}
