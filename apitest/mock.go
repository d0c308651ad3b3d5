package apitest

import (
	"net/http"
	"strings"
	"sync"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// Mock returns an app that serves an API from memory, without its handlers and stores:
//
//	http.ListenAndServe("localhost:8080", apitest.Mock(api))
//
// Routes need no Handle, and resources no database. Requests go through everything else that the API
// declares: authentication, limits, validation, preconditions, idempotency keys, envelopes, links, problems
// and middleware.
//
// A resource, which is a list or a POST together with the operations on the path below it, has entities:
// those that requests have created, and three that exist from the beginning; see [Entities]. They
// are created, viewed, patched, replaced, deleted, filtered, sorted and paginated as declared. The
// mock makes members that only the server sets: a key that is unique, and for others the value of
// Initial, an example, or a value that satisfies the rules. Their entity tags depend on the
// content. AuthorizeEntity and rules of the application between entities, such as unique names, are
// not known.
//
// Any other operation responds with an example: a named one, the example of the declaration, or
// one that satisfies the rules.
//
// A request selects another response of its operation with the header Prefer (RFC 7240): code=404
// for a status, example=name for a named example, and both together. Such a request changes nothing.
//
// The same requests have the same responses: [Seed] changes them. Of the other options, Mock uses
// [Entities] and [AnyCaller].
//
// Mock panics with the faults of the declaration, as [tenon.API.MustBuild] does.
func Mock(api tenon.API, opts ...Option) *tenon.App {
	s := &settings{seed: 1, initial: defaultEntities}
	for _, o := range opts {
		o(s)
	}
	m := &mock{settings: s, keys: idempotency.Memory(), handlers: map[string]*mockHandler{}}
	app := api.Add(replacement{endpoint.SingleOf(endpoint.Replacing(m.replace))}).MustBuild()
	m.open(app)
	return app
}

// defaultEntities is the default of [Entities].
const defaultEntities = 3

// Entities sets how many entities each resource of a [Mock] has at the beginning; the default is 3.
func Entities(n int) Option { return func(s *settings) { s.initial = n } }

// AnyCaller makes a [Mock] accept requests with any credentials or none. Each caller has all
// scopes, roles and permissions that the API declares.
func AnyCaller() Option { return func(s *settings) { s.anyCaller = true } }

// mock is the state of a mock.
type mock struct {
	*settings
	keys     idempotency.Store
	handlers map[string]*mockHandler // by the names of operations
	stores   []*mockStore
	mu       sync.Mutex // of the entities
}

// mockHandler stands in for the handler of an operation.
type mockHandler struct {
	*mock
	declared *endpoint.Operation
	work     *endpoint.Work
	in, out  media.Body
	op       *operation
	store    *mockStore // with the entities of its resource; nil: it has none
	above    *mockStore // whose items are in the path, if store is nil
	serve    func(h *mockHandler, c *endpoint.Call) error
}

// replacement is the last member of an API, which replaces the operations before it.
type replacement struct{ endpoint.Single }

// replace replaces the handlers of operations.
func (m *mock) replace(all []*endpoint.Operation) []*endpoint.Operation {
	for i, o := range all {
		all[i] = m.edit(o)
	}
	return all
}

// edit replaces the handler of an operation.
func (m *mock) edit(o *endpoint.Operation) *endpoint.Operation {
	h := &mockHandler{mock: m}
	h.declared, h.in, h.out = o.WithHandler(h.handle, m.keys)
	m.handlers[o.Node.Method+" "+o.Node.Path] = h
	return h.declared.Edit(func(o *endpoint.Operation) {
		if m.anyCaller {
			o.Access.Everyone = true
		}
		if prepare := o.Prepare; prepare != nil {
			o.Prepare = func() *endpoint.Work {
				h.work = prepare()
				return h.work
			}
		}
	})
}

// open assigns the operations of the built app to the resources.
func (m *mock) open(app *tenon.App) {
	all := operationsOf(app)
	for _, o := range all {
		h := m.handlers[o.name()]
		h.op, h.serve = o, (*mockHandler).sendExample
	}
	m.stores = m.storesOf(all)
	for _, s := range m.stores {
		for _, o := range s.streams {
			m.handlers[o.name()].store, m.handlers[o.name()].serve = s, (*mockHandler).stream
		}
		for o, serve := range map[*operation]func(*mockHandler, *endpoint.Call) error{
			s.create: (*mockHandler).create, s.list: (*mockHandler).list, s.view: (*mockHandler).view,
			s.patch: (*mockHandler).patch, s.put: (*mockHandler).put, s.remove: (*mockHandler).remove,
		} {
			if o != nil {
				h := m.handlers[o.name()]
				h.store, h.serve = s, serve
			}
		}
	}
	for _, h := range m.handlers {
		for _, s := range m.stores {
			if h.store == nil && s.param != nil && strings.HasPrefix(h.op.Path, s.item()+"/") && (h.above == nil || len(h.above.path) < len(s.path)) {
				h.above = s
			}
		}
	}
}

// handle serves a valid request.
func (h *mockHandler) handle(c *endpoint.Call) error {
	x := c.Exchange()
	if h.op.Method == http.MethodGet || h.op.Method == http.MethodHead {
		x.W.Header().Add("Vary", "Prefer") // RFC 7240 §2
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if served, err := h.prefer(c); served {
		return err
	}
	return h.serve(h, c)
}

// occurrence returns an occurrence of a problem type, with headers that satisfy their rules.
func occurrence(p *problem.Problem) error {
	return (*render.Problem)(p.WithHeaders(func(h *tree.Prop) (string, bool) { return text(h, 0) }))
}

// problem returns the declared problem with one of some statuses, or nil. The first status with a
// problem counts.
func (h *mockHandler) problem(statuses ...int) error {
	for _, status := range statuses {
		for _, f := range h.op.Fails {
			if p, ok := f.Of.(*problem.Problem); ok && f.Range == tree.NoRange && h.op.FormatOf(f).Status(f.Status) == status {
				return occurrence(p)
			}
		}
	}
	return nil
}
