package once_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
)

func TestTheKeyTheWorkAndTheResponseAreOneTransaction(t *testing.T) {
	b := open(t, nil)
	first := b.post(t, "k", "ann")
	b.check(t, first, 201, `"by":"us"`)
	if got := strings.Join(b.fake.Statements(), " "); got != "BEGIN INSERT SAVEPOINT INSERT RELEASE UPDATE COMMIT" {
		t.Error(got)
	}
	b.has(t, 0, 1, "ann")
	again := b.post(t, "k", "ann")
	if again.Status != 201 || again.Body != first.Body || again.Header.Get("Location") != "/payments/ann" || again.Header.Get("Idempotent-Replayed") != "true" {
		t.Errorf("%d %v %s", again.Status, again.Header, again.Body)
	}
	if got := strings.Join(b.fake.Statements(), " "); got != "BEGIN INSERT SELECT ROLLBACK" {
		t.Error(got)
	}
	b.check(t, b.post(t, "k", "bob"), 422, "idempotency_key_reused")
	b.has(t, 0, 1, "ann")
	b.fake.Statements()
	b.check(t, b.post(t, "", "bob"), 201, `"by":"us"`)
	if got := strings.Join(b.fake.Statements(), " "); got != "BEGIN INSERT COMMIT" {
		t.Error("without a key:", got)
	}
	b.has(t, 0, 1, "ann", "bob")
	b.log.Empty(t)
}

// Everything that a handler does is undone if it does not succeed, whatever its end, and a retry
// with the key runs it.
func TestWhatDoesNotSucceedIsUndone(t *testing.T) {
	fails := true
	for _, tt := range []struct {
		name   string
		end    func(c *route.Call) error
		change func(writing) writing
		status int
		code   string
	}{
		{"a problem", func(*route.Call) error { return broke }, nil, 402, "broke"},
		{"an error", func(*route.Call) error { return errOwn }, nil, 500, "internal_error"},
		{"a panic", func(*route.Call) error { panic("a mistake") }, nil, 500, "internal_error"},
		{"a status that the route does not declare", func(c *route.Call) error { c.Status(202); return nil }, nil, 500, "internal_error"},
		{"a timeout", func(c *route.Call) error { <-c.Context().Done(); return c.Context().Err() },
			func(w writing) writing { return w.Timeout(50 * time.Millisecond) }, 503, "timeout"},
		{"middleware", func(*route.Call) error { return nil }, func(w writing) writing {
			return w.Wrap(func(next route.Handler) route.Handler {
				return func(c *route.Call) error {
					if err := next(c); err != nil || !fails {
						return err
					}
					return broke
				}
			})
		}, 402, "broke"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.change == nil {
				tt.change = func(w writing) writing { return w }
			}
			b := open(t, func(b *bank) handling {
				return func(c *route.Call, p payment) (payment, error) {
					if err := b.insert(c, p.To); err != nil {
						return p, err
					}
					trace.Set(c, "t")
					if fails {
						return p, tt.end(c)
					}
					return p, nil
				}
			}, tt.change)
			fails = true
			got := b.post(t, "k", "ann")
			b.check(t, got, tt.status, tt.code)
			b.has(t, 0, 0)
			fails = false
			b.check(t, b.post(t, "k", "ann"), 201, `"to":"ann"`)
			b.check(t, b.post(t, "k", "ann"), 201, `"to":"ann"`)
			b.has(t, 0, 1, "ann")
		})
	}
}

// A handler goes on after a Do that failed, as without a key.
func TestAHandlerRecoversFromAFailedDo(t *testing.T) {
	b := open(t, func(b *bank) handling {
		return func(c *route.Call, p payment) (payment, error) {
			err := sqltx.Do(c.Context(), b.db, func(tx *sql.Tx) error {
				_, err := tx.ExecContext(c.Context(), fakedb.Insert, "undone")
				return errors.Join(err, errOwn)
			})
			if !errors.Is(err, errOwn) {
				return p, err
			}
			return p, b.insert(c, p.To)
		}
	})
	for range 2 {
		b.check(t, b.post(t, "k", "ann"), 201, "")
	}
	b.check(t, b.post(t, "", "bob"), 201, "")
	b.has(t, 0, 1, "ann", "bob")
}

func TestAClientThatHasGone(t *testing.T) {
	for _, succeeds := range []bool{true, false} {
		ctx, cancel := context.WithCancel(t.Context())
		b := open(t, func(b *bank) handling {
			return func(c *route.Call, p payment) (payment, error) {
				if err := b.insert(c, p.To); err != nil {
					return p, err
				}
				cancel() // after the work
				if succeeds {
					return p, nil
				}
				return p, b.insert(c, "more")
			}
		})
		r := kit.Request(t, "POST", "/payments", `{"to":"ann"}`, "Idempotency-Key: k").WithContext(ctx)
		kit.Do(b.app, r)
		if succeeds {
			b.has(t, 0, 1, "ann") // a retry gets the response
		} else {
			b.has(t, 0, 0)
		}
		b.log.Empty(t)
	}
}

// A crash between any two statements leaves all of a request or nothing, and the same of a
// connection that is lost after a statement. A client that repeats its request until it has a
// response gets the response of the one that took effect.
func TestACrashLeavesAllOrNothing(t *testing.T) {
	const statements = 7
	for n := 1; n <= statements; n++ {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprint(n, after), func(t *testing.T) {
				b := open(t, nil)
				lost := false
				hook := func(i int, _ string) error {
					if i >= n && !lost {
						lost = true
						return fakedb.ErrLost
					}
					return nil
				}
				if after {
					b.fake.After = hook
				} else {
					b.fake.Before = hook
				}
				got := b.post(t, "k", "ann")
				committed := n == statements && after
				if got.Status != 503 && got.Status != 500 || !lost {
					t.Errorf("%d %s", got.Status, got.Body)
				}
				if n == statements && (got.Code() != "idempotency_unavailable" || got.Header.Get("Retry-After") == "" || got.Header.Get("Location") != "") {
					t.Errorf("a commit that failed: %d %v %s", got.Status, got.Header, got.Body)
				}
				if committed {
					b.has(t, 0, 1, "ann")
				} else {
					b.has(t, 0, 0)
				}
				b.db = b.fake.Open(t) // of another server
				b.start(t, nil)
				retry := b.post(t, "k", "ann")
				b.check(t, retry, 201, `"by":"us"`)
				if replayed := retry.Header.Get("Idempotent-Replayed") == "true"; replayed != committed {
					t.Errorf("replayed: %t", replayed)
				}
				b.has(t, 0, 1, "ann")
			})
		}
	}
}

// A statement that fails, with a connection that lives, leaves all or nothing too.
func TestAFailedStatementLeavesAllOrNothing(t *testing.T) {
	for n := 1; n <= 7; n++ {
		b := open(t, nil)
		b.fake.Before = func(i int, _ string) error {
			if i == n {
				return errOwn
			}
			return nil
		}
		if got := b.post(t, "k", "ann"); got.Status != 503 && got.Status != 500 {
			t.Errorf("statement %d: %d %s", n, got.Status, got.Body)
		}
		b.has(t, 0, 0)
		b.fake.Before = nil
		b.check(t, b.post(t, "k", "ann"), 201, "")
		b.has(t, 0, 1, "ann")
	}
}

func TestWorkOutsideOfTheTransactionIsLoggedOnce(t *testing.T) {
	b := open(t, func(*bank) handling {
		return func(_ *route.Call, p payment) (payment, error) { return p, nil }
	})
	b.check(t, b.post(t, "k", "ann"), 201, "")
	b.log.Has(t, `"msg":"tenon: the handler of a transactional store of Idempotency-Keys did not use its transaction"`, "sqltx.Do", "/payments")
	b.check(t, b.post(t, "k", "ann"), 201, "")
	b.check(t, b.post(t, "l", "ann"), 201, "")
	b.log.Empty(t)
	b.has(t, 0, 2)
}

// The response is the problem of the handler, as if the transaction were rolled back: the database
// does so.
func TestATransactionThatIsNotRolledBackIsLogged(t *testing.T) {
	b := open(t, func(b *bank) handling {
		return func(c *route.Call, p payment) (payment, error) {
			return p, errors.Join(b.insert(c, p.To), broke)
		}
	})
	b.fake.Before = func(_ int, statement string) error {
		if statement == "ROLLBACK" {
			return fakedb.ErrLost
		}
		return nil
	}
	b.check(t, b.post(t, "k", "ann"), 402, `"broke"`)
	b.log.Has(t, `"msg":"tenon: the transaction of an Idempotency-Key is not rolled back; the database does so at the end of its connection"`, "/payments", fakedb.ErrLost.Error())
	b.fake.Before = nil
	b.check(t, b.post(t, "k", "ann"), 402, `"broke"`)
	b.log.Empty(t)
	b.has(t, 0, 0)
}

// In a database with one writer, a request with the key of another waits, and is a replay.
func TestAConcurrentRequestWithTheKeyWaits(t *testing.T) {
	entered, end := make(chan bool), make(chan bool)
	b := open(t, func(b *bank) handling {
		return func(c *route.Call, p payment) (payment, error) {
			close(entered)
			<-end
			return p, b.insert(c, p.To)
		}
	})
	responses := make(chan kit.Response, 2)
	go func() { responses <- b.post(t, "k", "ann") }()
	<-entered
	go func() { responses <- b.post(t, "k", "ann") }()
	time.Sleep(20 * time.Millisecond)
	close(end)
	replayed := 0
	for range 2 {
		got := <-responses
		b.check(t, got, 201, `"to":"ann"`)
		if got.Header.Get("Idempotent-Replayed") != "" {
			replayed++
		}
	}
	if replayed != 1 {
		t.Errorf("%d replayed", replayed)
	}
	b.has(t, 0, 1, "ann")
}

// If it waits too long, it fails without an effect.
func TestARequestDoesNotWaitForever(t *testing.T) {
	entered, end := make(chan bool), make(chan bool)
	b := open(t, func(b *bank) handling {
		return func(c *route.Call, p payment) (payment, error) {
			close(entered)
			<-end
			return p, b.insert(c, p.To)
		}
	})
	b.fake.Patience = 20 * time.Millisecond
	first := make(chan kit.Response)
	go func() { first <- b.post(t, "k", "ann") }()
	<-entered
	got := b.post(t, "k", "ann")
	b.check(t, got, 503, "idempotency_unavailable")
	if got.Header.Get("Retry-After") == "" {
		t.Error("no Retry-After")
	}
	close(end)
	b.check(t, <-first, 201, "")
	b.has(t, 0, 1, "ann")
}

// The sizes of responses, and those without content.
func TestResponsesOfEveryFormAreReplayed(t *testing.T) {
	db, fake := fakedb.Open(t)
	b := &bank{db: db, fake: fake}
	b.start(t, nil)
	empty := collection.NoContent()
	app := kit.Build(t, tenon.New("Forms", "1").Add(
		route.Post("/none", empty, empty).Idempotent(time.Hour, b.store).
			Handle(func(c *route.Call, _ collection.Empty) (e collection.Empty, _ error) { return e, b.insert(c, "none") }),
		route.Post("/later", empty, payments.View()).Also(202, "Later.").Idempotent(time.Hour, b.store).
			Handle(func(c *route.Call, _ collection.Empty) (p payment, _ error) {
				c.Status(202)
				return p, b.insert(c, "later")
			}),
		route.Post("/away", empty, route.Redirect(303)).Idempotent(time.Hour, b.store).
			Handle(func(c *route.Call, _ collection.Empty) (route.Location, error) { return "/x", b.insert(c, "away") }),
		route.Patch("/changed", payments.Update(), payments.View()).Idempotent(time.Hour, b.store).
			Handle(func(c *route.Call, patch collection.Patch[payment]) (p payment, _ error) {
				return p, errors.Join(patch.Apply(&p), b.insert(c, "changed"))
			}),
	))
	for _, tt := range []struct {
		method, path, body string
		status             int
	}{{"POST", "/none", "", 204}, {"POST", "/later", "", 202}, {"POST", "/away", "", 303}, {"PATCH", "/changed", `{"to":"x"}`, 200}} {
		var first kit.Response
		for i := range 2 {
			got := kit.Send(t, app, tt.method, tt.path, tt.body, "Idempotency-Key: "+tt.path)
			if i == 0 {
				first = got
			}
			if got.Status != tt.status || got.Body != first.Body || got.Header.Get("Location") != first.Header.Get("Location") ||
				(got.Header.Get("Idempotent-Replayed") == "true") != (i == 1) {
				t.Errorf("%s: %d %v %s", tt.path, got.Status, got.Header, got.Body)
			}
		}
	}
	b.has(t, 0, 4, "none", "later", "away", "changed")
}

// A retry of a caller who sees other members is another request, as with every store.
func TestAReplayShowsNoHiddenMember(t *testing.T) {
	db, fake := fakedb.Open(t)
	b := &bank{db: db, fake: fake}
	b.start(t, nil)
	cost := prop.Int("cost").ReadOnly()
	wares := collection.Of("Ware", func(w *kit.Thing) collection.Fields {
		return collection.Fields{payee.At(&w.ID), cost.At(&w.N).VisibleTo("cost")}
	})
	grants := []string{"cost"}
	bearer := authn.APIKeyHeader("token", "X-Api-Key", func(context.Context, authn.Secret) (authn.Identity, error) {
		return authn.New("ann").Scopes(grants...), nil
	})
	app := kit.Build(t, tenon.New("Shop", "1").Authenticate(bearer).Add(
		route.Post("/wares", wares.Create(), wares.View()).Idempotent(time.Hour, b.store).
			Handle(func(c *route.Call, w kit.Thing) (kit.Thing, error) {
				w.N = 7
				return w, b.insert(c, "ware")
			})))
	post := func() kit.Response {
		return kit.Send(t, app, "POST", "/wares", `{"to":"x"}`, "Idempotency-Key: k", "X-Api-Key: x")
	}
	b.check(t, post(), 201, `"cost":7`)
	grants = nil
	b.check(t, post(), 422, "idempotency_key_reused")
	b.has(t, 0, 1, "ware")
}

// A response that the store cannot keep is a failure of the request, before it has an effect.
func TestAResponseThatIsNotStoredIsNotSent(t *testing.T) {
	b := open(t, nil)
	b.fake.Before = func(_ int, statement string) error {
		if strings.HasPrefix(statement, "UPDATE") {
			return errOwn
		}
		return nil
	}
	got := b.post(t, "k", "ann")
	b.check(t, got, 503, "idempotency_unavailable")
	if got.Header.Get("Location") != "" || got.Header.Get("Retry-After") != "5" {
		t.Errorf("%v", got.Header)
	}
	b.has(t, 0, 0)
}
