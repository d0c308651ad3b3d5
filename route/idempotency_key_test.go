package route_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

func build(t testing.TB, members ...route.Member) http.Handler {
	t.Helper()
	app, err := tenon.New("A", "1").Logger(slog.New(slog.DiscardHandler)).Add(members...).Build()
	if err != nil {
		t.Fatal(err)
	}
	return app
}

// spellings are lines of the header, and the key that they stand for; "" is none.
var spellings = []struct{ line, key string }{
	{`8e03978e-40d5-43e8-bc93-6894a57f9324`, `8e03978e-40d5-43e8-bc93-6894a57f9324`},
	{`"8e03978e-40d5-43e8-bc93-6894a57f9324"`, `8e03978e-40d5-43e8-bc93-6894a57f9324`},
	{`a`, `a`},
	{`"a"`, `a`},
	{`a b`, `a b`},
	{`"a b"`, `a b`},
	{`" a"`, ` a`},
	{` a	`, `a`},
	{`a\b`, `a\b`},
	{`"a\\b"`, `a\b`},
	{`a"b`, `a"b`},
	{`"a\"b"`, `a"b`},
	{`a"`, `a"`},
	{`a,b;c=1`, `a,b;c=1`},
	{`~`, `~`},
	{strings.Repeat("k", 255), strings.Repeat("k", 255)},
	{`"` + strings.Repeat("k", 255) + `"`, strings.Repeat("k", 255)},
	{`"` + strings.Repeat(`\"`, 255) + `"`, strings.Repeat(`"`, 255)},
	{``, ``},
	{`"`, ``},
	{`""`, ``},
	{`"a`, ``},
	{`"a"b`, ``},
	{`"a" `, `a`},
	{`"a";b=1`, ``},
	{`"a", "b"`, ``},
	{`"a\b"`, ``},
	{`"a\`, ``},
	{`"a\"`, ``},
	{"a\x00", ``},
	{"a\tb", ``},
	{"a\x7f", ``},
	{"\"a\x7f\"", ``},
	{`ä`, ``},
	{`"ä"`, ``},
	{strings.Repeat("k", 256), ``},
	{`"` + strings.Repeat("k", 256) + `"`, ``},
	{`"` + strings.Repeat(`\"`, 256) + `"`, ``},
	{strings.Repeat(" ", 20), ``},
}

// spelled serves one key to a handler that counts, with and without quotes.
func spelled(h http.Handler, lines ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/transfers", strings.NewReader(toAnn))
	r.Header.Set("Content-Type", "application/json")
	r.Header["Idempotency-Key"] = lines
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestKeysAreReadInBothSpellings(t *testing.T) {
	for _, tt := range spellings {
		var b bank
		h := build(t, kept(idempotency.Memory())(route.Post("/transfers", transfers.Create(), transfers.View()).ResponseHeader(version)).Handle(b.send))
		w := spelled(h, tt.line)
		if tt.key == "" {
			if w.Code != 400 || !strings.Contains(w.Body.String(), `"code":"malformed_request"`) || b.rows.Load() != 0 {
				t.Errorf("%q: %d %s", tt.line, w.Code, w.Body)
			}
			continue
		}
		quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(tt.key) + `"`
		again := spelled(h, quoted)
		if w.Code != 201 || again.Code != 201 || again.Header().Get("Idempotent-Replayed") != "true" || b.rows.Load() != 1 {
			t.Errorf("%q and %q: %d %s, %d %s", tt.line, quoted, w.Code, w.Body, again.Code, again.Body)
		}
	}
}

func TestAKeyIsGivenOnce(t *testing.T) {
	var b bank
	h := build(t, kept(idempotency.Memory())(route.Post("/transfers", transfers.Create(), transfers.View()).ResponseHeader(version)).Handle(b.send))
	if w := spelled(h, "a", "a"); w.Code != 400 || !strings.Contains(w.Body.String(), `"malformed_request"`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := spelled(h); w.Code != 201 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestAKeyMayBeRequired(t *testing.T) {
	var b bank
	url := b.post(t, func(w writing) writing { return w.RequireIdempotencyKey().Idempotent(time.Hour, idempotency.Memory()) })
	send(t, "POST", url, "application/json", toAnn).has(t, 400, `"code":"idempotency_key_missing"`)
	repeat(t, url, "k", toAnn).has(t, 201, `"number":1}`)
	if b.rows.Load() != 1 {
		t.Errorf("%d rows", b.rows.Load())
	}
}

// FuzzTheDocumentAndTheServerTakeTheSameKeys holds the pattern of the document
// against what is read.
func FuzzTheDocumentAndTheServerTakeTheSameKeys(f *testing.F) {
	for _, tt := range spellings {
		f.Add(tt.line)
	}
	var b bank
	r := kept(idempotency.Memory(idempotency.MaxEntries(1 << 30)))(
		route.Post("/transfers", transfers.Create(), transfers.View()).ResponseHeader(version)).Handle(b.send)
	h := build(f, r)
	var pattern func(string) bool
	longest := 0
	for _, rule := range only(r).Node.Idempotency.Key.Rules {
		switch rule := rule.(type) {
		case tree.Pattern:
			pattern = rule.Re.MatchString
		case tree.MaxLen:
			longest = rule.N
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 8<<10 {
			return // refused as a header
		}
		documented := strings.Trim(line, " \t") // as every recipient does (RFC 9110 §5.5)
		want := pattern(documented) && len(documented) <= longest
		if w := spelled(h, line); (w.Code == 201) != want {
			t.Errorf("%q: %d, the document takes it: %t", line, w.Code, want)
		}
	})
}

// faulty is a store whose methods fail as a test sets.
type faulty struct {
	idempotency.Store
	begin, finish, abandon error
	outcome                *idempotency.Outcome
}

func (f *faulty) Reserve(ctx context.Context, k idempotency.Key, p idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, error) {
	if f.outcome != nil {
		return *f.outcome, nil
	}
	if f.begin != nil {
		return idempotency.Outcome{}, f.begin
	}
	return f.Store.Reserve(ctx, k, p, ttl)
}

func (f *faulty) Complete(ctx context.Context, k idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	if f.finish != nil {
		return f.finish
	}
	return f.Store.Complete(ctx, k, t, a)
}

func (f *faulty) Release(ctx context.Context, k idempotency.Key, t idempotency.Ticket) error {
	if f.abandon != nil {
		return f.abandon
	}
	return f.Store.Release(ctx, k, t)
}

// lines keeps a log.
type lines struct {
	mu sync.Mutex
	strings.Builder
}

func (l *lines) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.Builder.Write(p)
}

func TestAStoreFails(t *testing.T) {
	down := errors.New("connection refused")
	tests := []struct {
		name   string
		store  faulty
		fails  bool // the handler
		status int
		text   string
		retry  string
		rows   int64
		again  int // the status of a repetition
		logged string
	}{
		{"at the beginning", faulty{begin: down}, false, 503, `"code":"idempotency_unavailable"`, "5", 0, 503, "connection refused"},
		{"at the end", faulty{finish: down}, false, 201, `"number":1}`, "", 1, 409, `is not stored, and retries get 409 until it expires","client":"192.0.2.1","method":"POST","path":"/transfers","error":"connection refused"`},
		{"after a failure", faulty{abandon: down}, true, 402, `"broke"`, "", 1, 409, `stays reserved, and retries get 409 until it expires","client":"192.0.2.1","method":"POST","path":"/transfers","error":"connection refused"`},
		{"with no state", faulty{outcome: &idempotency.Outcome{}}, false, 503, `"idempotency_unavailable"`, "5", 0, 503, `state \"unknown\"`},
		{"with no status", faulty{outcome: &idempotency.Outcome{State: idempotency.Completed}}, false, 503, `"idempotency_unavailable"`, "5", 0, 503, "status 0"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var b bank
			if tt.fails {
				b.end = func(*route.Call, int) error { return broke }
			}
			tt.store.Store = idempotency.Memory()
			var log lines
			post := kept(&tt.store)(route.Post("/transfers", transfers.Create(), transfers.View()).ResponseHeader(version).Fails(broke)).Handle(b.send)
			app, err := tenon.New("A", "1").Logger(slog.New(slog.NewJSONHandler(&log, nil))).Add(post).Build()
			if err != nil {
				t.Fatal(err)
			}
			w := spelled(app, "k")
			if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.text) || w.Header().Get("Retry-After") != tt.retry {
				t.Errorf("%d %s %v", w.Code, w.Body, w.Header())
			}
			if strings.Contains(w.Body.String(), "refused") || b.rows.Load() != tt.rows {
				t.Errorf("%s, %d rows", w.Body, b.rows.Load())
			}
			if again := spelled(app, "k"); again.Code != tt.again {
				t.Errorf("again: %d %s", again.Code, again.Body)
			}
			if !strings.Contains(log.String(), tt.logged) {
				t.Errorf("logged: %s", log.String())
			}
		})
	}
}
