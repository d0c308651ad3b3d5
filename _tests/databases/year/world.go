package year

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"hash"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	_ "modernc.org/sqlite" // the driver

	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
)

// maxSkew is how far the clock of a server may be from the right time.
const maxSkew = 20 * time.Second

// Report is what a simulation has found.
type Report struct {
	Failures []string // the first ends the simulation
	Passed   time.Duration
	Requests int
	Crashes  int
	Kinds    map[string]int // requests by route and status
	Digest   string         // of the history
}

// world is a simulation.
type world struct {
	rng    *rand.Rand
	parts  parts
	agenda agenda
	begin  time.Time
	db     *sql.DB

	machines [3]machine
	servers  [3]*server
	provider *provider
	counts   *counts
	users    []*user
	keys     *rotation // of cursors
	payments *ledger
	reports  *ledger
	windows  map[string]*window
	news     *news
	entries  map[int64]string
	lastID   int64

	mu       sync.Mutex // handlers end on their own
	history  hash.Hash
	report   Report
	failures []string
	pauses   time.Duration
	running  sync.WaitGroup
}

// machine is what is left of a server that crashes.
type machine struct{ clock apitest.Clock }

// Simulate simulates some days. The parts of servers with a fault differ from those of package tenon.
func Simulate(t *testing.T, seed uint64, days int, fault func(*parts)) (r Report) {
	synctest.Test(t, func(t *testing.T) {
		w := &world{
			rng: rand.New(rand.NewPCG(seed, 0)), begin: time.Now(), history: sha256.New(),
			windows: map[string]*window{}, entries: map[int64]string{},
		}
		w.report.Kinds = map[string]int{}
		if fault != nil {
			fault(&w.parts)
		}
		w.open()
		defer w.close()
		w.plan()
		w.run(w.begin.Add(time.Duration(days) * 24 * time.Hour))
		w.running.Wait()
		r = w.report
		r.Failures, r.Passed = w.failures, time.Since(w.begin)
		r.Digest = hex.EncodeToString(w.history.Sum(nil)[:8])
	})
	return r
}

func (w *world) open() {
	db, err := sql.Open("sqlite", "file:year?mode=memory&cache=private")
	w.must(err)
	db.SetMaxOpenConns(1)
	w.db = db
	w.payments, w.reports = w.newLedger("payments", 24*time.Hour, 0), w.newLedger("reports", 6*time.Hour, lease)
	for _, l := range []*ledger{w.payments, w.reports} {
		s, err := sqlstore.New(db, sqlstore.SQLite, sqlstore.Table(l.name))
		w.must(err)
		w.exec(s.Schema())
	}
	w.exec("CREATE TABLE entries (id INTEGER PRIMARY KEY, name TEXT NOT NULL)")
	w.provider, w.counts, w.keys, w.news = newProvider(), newCounts(), &rotation{signs: 1, knows: []int{1}}, newNews()
	for i := range w.machines {
		w.machines[i].clock.Move(w.between(-maxSkew, maxSkew))
		w.boot(i)
	}
}

func (w *world) close() {
	for i := range w.servers {
		w.servers[i].close()
	}
	w.must(w.db.Close())
}

func (w *world) exec(statement string, args ...any) {
	_, err := w.db.ExecContext(context.Background(), statement, args...)
	w.must(err)
}

// must panics if the simulation itself does not work.
func (*world) must(err error) {
	if err != nil {
		panic(err)
	}
}

// any returns a server.
func (w *world) any() *server { return w.servers[w.rng.IntN(len(w.servers))] }

// pause returns a duration for handlers that ends when nothing else happens.
func (w *world) pause(d time.Duration) time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pauses = (w.pauses + 1) % (400 * time.Microsecond)
	return d.Truncate(time.Millisecond) + 500*time.Microsecond + w.pauses
}

// wrong reports that a server does what it should not.
func (w *world) wrong(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failures = append(w.failures, time.Since(w.begin).String()+": "+fmt.Sprintf(format, args...))
}

// answer is a response, or none if its server crashed before.
type answer struct {
	status int
	header http.Header
	body   string
	lost   bool
	took   time.Duration
}

func (a answer) String() string { return fmt.Sprint(a.status, " ", a.body) }

// send sends a request to a server, and writes the response into the history.
func (w *world) send(s *server, method, target, body string, header ...string) (a answer) {
	begin, rec := time.Now(), httptest.NewRecorder()
	a = w.stream(s, rec, method, target, body, header...)
	a.status, a.header, a.body, a.took = rec.Code, rec.Result().Header, rec.Body.String(), time.Since(begin)
	w.write(s, method, target, a)
	return a
}

// stream sends a request whose response goes elsewhere.
func (w *world) stream(s *server, to http.ResponseWriter, method, target, body string, header ...string) (a answer) {
	r := httptest.NewRequestWithContext(context.Background(), method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w.mu.Lock()
	w.report.Requests++
	n := w.report.Requests
	w.mu.Unlock()
	r.RemoteAddr = fmt.Sprintf("10.%d.%d.%d:1", n>>16&255, n>>8&255, n&255) // failed credentials count by address
	defer func() {
		if p := recover(); p != nil && p != http.ErrAbortHandler {
			panic(p)
		}
		a.lost = s.dead.Load()
	}()
	s.handler.ServeHTTP(to, r)
	return a
}

// recorded are the headers in the history.
var recorded = []string{
	"Retry-After", "X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Idempotent-Replayed", "Etag",
	"Last-Modified", "Cache-Control", "Deprecation", "Sunset",
}

func (w *world) write(s *server, method, target string, a answer) {
	w.mu.Lock()
	defer w.mu.Unlock()
	path, query, _ := strings.Cut(target, "?")
	kind := fmt.Sprint(method, " ", path, " ", a.status)
	if a.lost {
		kind += " lost"
	}
	if a.header.Get("Idempotent-Replayed") != "" {
		kind += " replayed"
	}
	w.report.Kinds[kind]++
	if query != "" { // cursors are random
		target, a.body = path, ""
	}
	fmt.Fprintln(w.history, time.Since(w.begin), s.n, s.run, method, target, a.status, a.lost, a.took, a.body)
	for _, name := range recorded {
		fmt.Fprintln(w.history, a.header[name])
	}
}
