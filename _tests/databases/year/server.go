package year

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"sync/atomic"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authn/jwks"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/throttle"
)

// parts are what a server is made of, for faults to replace. A nil function changes nothing.
type parts struct {
	wall     func(s *server, now time.Time) time.Time // the clock of keys
	lease    func(time.Duration) time.Duration
	store    func(s *server, table string, next keyStore) keyStore
	sweep    func(s *server, table string) *sqlstore.Store
	memory   func(s *server, p throttle.Policy) throttle.Policy
	counts   func(w *world, next *counts) taker
	tokens   func(s *server) []jwks.Option
	verify   func(s *server, next verify) verify
	fetch    func(s *server, next http.RoundTripper) http.RoundTripper
	lookup   func(s *server, next lookup) lookup
	middle   func(s *server, next http.Handler) http.Handler
	rotate   func(*rotation)
	timeout  func(time.Duration) time.Duration
	retire   func(s *server) (deprecated, sunset time.Time)
	readNews func(s *server, next func() Item) func() Item
}

type (
	verify func(context.Context, string) (authn.Identity, error)
	lookup func(context.Context, authn.Secret) (authn.Identity, error)
)

// server is a process.
type server struct {
	w        *world
	n, run   int
	clock    func() time.Time
	dead     atomic.Bool
	failing  atomic.Bool // it crashes before the next response
	app      *tenon.App
	handler  http.Handler
	verifier *jwks.Verifier
	keys     rotation // of cursors
	right    rotation // without a fault
	sweeps   map[string]*sqlstore.Store

	// What it has of the keys of the provider, by its clock.
	known   []string
	fetched time.Time
	fetches int
	failed  time.Time // the last fetch that failed
	unknown []time.Time

	// asked is when it last used the store of limits, if that was down; see outage.go.
	asked time.Time
}

var quiet = slog.New(slog.DiscardHandler)

// boot starts a server in place of one that crashed or is stopped.
func (w *world) boot(n int) {
	s := &server{w: w, n: n, clock: w.machines[n].clock.Now, sweeps: map[string]*sqlstore.Store{}, keys: *w.keys}
	s.keys.knows = slices.Clone(s.keys.knows)
	s.right = s.keys
	if w.parts.rotate != nil {
		w.parts.rotate(&s.keys)
	}
	if before := w.servers[n]; before != nil {
		s.run = before.run + 1
		before.close()
	}
	v, err := jwks.New(jwks.Issuer(issuer, append([]jwks.Option{
		jwks.Audience("year"), jwks.KeysAt(issuer + "/keys"), jwks.Client(&http.Client{Transport: s.transport()}),
		jwks.Leeway(leeway), jwks.Logger(quiet), jwks.Clock(s.clock),
	}, s.tokenOptions()...)...))
	w.must(err)
	s.verifier = v
	s.app, err = s.api().Build()
	w.must(err)
	s.handler = s.app
	if w.parts.middle != nil {
		s.handler = w.parts.middle(s, s.app)
	}
	w.servers[n] = s
}

func (s *server) tokenOptions() []jwks.Option {
	if s.w.parts.tokens == nil {
		return nil
	}
	return s.w.parts.tokens(s)
}

func (s *server) close() {
	s.dead.Store(true)
	s.verifier.Close()
	_ = s.app.Close()
}

// crash ends a server between two of its statements.
func (w *world) crash(s *server) {
	if w.servers[s.n] == s {
		w.report.Crashes++
		w.boot(s.n)
	}
}

// keyStore is a store of idempotency keys.
type keyStore = idempotency.Store

// store returns the store of a table, for a server that may crash.
func (s *server) store(table string, held time.Duration) keyStore {
	w := s.w
	now := s.clock
	if w.parts.wall != nil {
		now = func() time.Time { return w.parts.wall(s, s.clock()) }
	}
	if w.parts.lease != nil {
		held = w.parts.lease(held)
	}
	options := []sqlstore.Option{sqlstore.Table(table), sqlstore.Clock(now)}
	if held > 0 {
		options = append(options, sqlstore.Lease(held))
	}
	st, err := sqlstore.New(w.db, sqlstore.SQLite, options...)
	w.must(err)
	swept := st
	if w.parts.sweep != nil {
		swept = w.parts.sweep(s, table)
	}
	s.sweeps[table] = swept
	var next keyStore = st
	if w.parts.store != nil {
		next = w.parts.store(s, table, next)
	}
	return mortal{next, s}
}

// mortal is a store of a server: none of its statements arrives after a crash.
type mortal struct {
	keyStore
	s *server
}

var errDead = errors.New("the server has crashed")

func (m mortal) Reserve(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	if m.s.dead.Load() {
		return idempotency.Outcome{}, errDead
	}
	return m.keyStore.Reserve(ctx, key, print, ttl)
}

func (m mortal) Complete(ctx context.Context, key idempotency.Key, t idempotency.Ticket, r idempotency.Response) error {
	if m.s.dead.Load() {
		return errDead
	}
	err := m.keyStore.Complete(ctx, key, t, r)
	if m.s.failing.Swap(false) { // the response is stored, and not sent
		m.s.dead.Store(true)
	}
	return err
}

func (m mortal) Release(ctx context.Context, key idempotency.Key, t idempotency.Ticket) error {
	if m.s.dead.Load() {
		return errDead
	}
	return m.keyStore.Release(ctx, key, t)
}
