package databases_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/webhook"
	"github.com/tenon-go/tenon/webhook/sqlstore"
)

// hookStores runs a test with a store in memory, and with one in every database.
func hookStores(t *testing.T, run func(t *testing.T, s webhook.Store), options ...sqlstore.Option) {
	t.Run("memory", func(t *testing.T) { run(t, webhook.Memory()) })
	for _, d := range []sqlstore.Dialect{sqlstore.SQLite, sqlstore.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			db, table := hookDatabase(t, d)
			run(t, hookStore(t, db, d, append(slices.Clip(options), sqlstore.Table(table))...))
		})
	}
}

func hookDatabase(t *testing.T, d sqlstore.Dialect) (*sql.DB, string) {
	t.Helper()
	driver, name := "sqlite", "file:"+filepath.Join(t.TempDir(), "hooks.db")+"?_pragma=busy_timeout(20000)&_pragma=journal_mode(wal)"
	if d == sqlstore.PostgreSQL {
		driver, name = "pgx", server(t)
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(20)
	table := "hooks_" + strconv.FormatInt(time.Now().UnixNano(), 36)
	s := hookStore(t, db, d, sqlstore.Table(table))
	if _, err := db.Exec(s.Schema()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = db.Exec(`DROP TABLE "` + table + `"`) })
	return db, table
}

func hookStore(t *testing.T, db *sql.DB, d sqlstore.Dialect, options ...sqlstore.Option) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.New(db, d, options...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func hook(id, owner string, events ...string) webhook.Subscription {
	at := time.Date(2026, 11, 22, 10, 0, 0, 1000, time.UTC)
	return webhook.Subscription{
		ID: id, Owner: owner, URL: "https://example.com/?a=é'\"", Events: events, Audiences: []string{"a b", "é%_"}, Description: "ж'; --",
		CreatedAt: at, Keys: []webhook.Key{{Secret: webhook.NewSecret()}, {Secret: webhook.NewPrivateKey(), Until: at.Add(time.Hour)}}, Revision: 1,
	}
}

// revealed returns a subscription in which secrets can be compared.
func revealed(s webhook.Subscription) (webhook.Subscription, []string) {
	var all []string
	for _, k := range s.Keys {
		all = append(all, k.Secret.Reveal()+" "+k.Until.String())
	}
	s.Keys = nil
	return s, all
}

func sameHook(t *testing.T, got, want webhook.Subscription) {
	t.Helper()
	g, gotKeys := revealed(got)
	w, wantKeys := revealed(want)
	if !reflect.DeepEqual(g, w) || !slices.Equal(gotKeys, wantKeys) {
		t.Errorf("%+v\n%v, want\n%+v\n%v", g, gotKeys, w, wantKeys)
	}
}

func TestSubscriptionsAreReadAsTheyWereStored(t *testing.T) {
	key := bytes.Repeat([]byte("k"), 32)
	for name, options := range map[string][]sqlstore.Option{"plain": nil, "sealed": {sqlstore.Seal(key)}} {
		t.Run(name, func(t *testing.T) {
			hookStores(t, func(t *testing.T, s webhook.Store) {
				ctx := t.Context()
				all := hook("a", "ann")
				one, two := hook("b", "ann", "product.created"), hook("c", "bob", "product.created", "product_deleted")
				for _, w := range []webhook.Subscription{all, one, two} {
					if err := s.Insert(ctx, w, 2); err != nil {
						t.Fatal(err)
					}
				}
				if err := s.Insert(ctx, hook("d", "ann"), 2); !errors.Is(err, webhook.ErrFull) {
					t.Errorf("too many: %v", err)
				}
				if err := s.Insert(ctx, hook("a", "eve"), 2); err == nil || errors.Is(err, webhook.ErrFull) {
					t.Errorf("the same ID: %v", err)
				}
				got, err := s.Find(ctx, "c")
				if err != nil {
					t.Fatal(err)
				}
				sameHook(t, got, two)
				if _, err := s.Find(ctx, "x"); !errors.Is(err, webhook.ErrNotFound) {
					t.Error(err)
				}
				check := func(what string, list []webhook.Subscription, err error, want string) {
					t.Helper()
					ids := ""
					for _, w := range list {
						ids += w.ID
					}
					if ids != want || err != nil {
						t.Errorf("%s: %s, %v; want %s", what, ids, err, want)
					}
				}
				list, err := s.Owned(ctx, "ann")
				check("of ann", list, err, "ab")
				list, err = s.Enabled(ctx, "product.created")
				check("to product.created", list, err, "abc")
				list, err = s.Enabled(ctx, "product")
				check("to product", list, err, "a")
				disabled, err := s.Change(ctx, "a", func(w *webhook.Subscription) error {
					w.DisabledAt, w.Reason, w.FailingSince, w.Keys = all.CreatedAt, webhook.Gone, all.CreatedAt, w.Keys[:1]
					return nil
				})
				all.DisabledAt, all.Reason, all.FailingSince, all.Keys, all.Revision = all.CreatedAt, webhook.Gone, all.CreatedAt, all.Keys[:1], 2
				if err != nil {
					t.Fatal(err)
				}
				sameHook(t, disabled, all)
				got, _ = s.Find(ctx, "a")
				sameHook(t, got, all)
				list, err = s.Enabled(ctx, "product.created")
				check("to product.created", list, err, "bc")

				own := errors.New("own")
				if _, err := s.Change(ctx, "a", func(w *webhook.Subscription) error { w.URL = ""; return own }); !errors.Is(err, own) {
					t.Error(err)
				}
				if w, err := s.Change(ctx, "a", func(w *webhook.Subscription) error { return webhook.ErrUnchanged }); err != nil || w.Revision != 2 {
					t.Errorf("%+v, %v", w, err)
				}
				if _, err := s.Change(ctx, "x", func(*webhook.Subscription) error { return nil }); !errors.Is(err, webhook.ErrNotFound) {
					t.Error(err)
				}
				if _, err := s.Delete(ctx, "a", func(*webhook.Subscription) error { return own }); !errors.Is(err, own) {
					t.Error(err)
				}
				if got, _ := s.Find(ctx, "a"); got.URL != all.URL {
					t.Errorf("%+v", got)
				}
				if w, err := s.Delete(ctx, "a", func(*webhook.Subscription) error { return nil }); err != nil || w.ID != "a" {
					t.Errorf("%+v, %v", w, err)
				}
				if _, err := s.Delete(ctx, "a", func(*webhook.Subscription) error { return nil }); !errors.Is(err, webhook.ErrNotFound) {
					t.Error(err)
				}
			}, options...)
		})
	}
}

// No change is lost, and each is computed from the one before.
func TestConcurrentChangesOfSubscriptions(t *testing.T) {
	hookStores(t, func(t *testing.T, s webhook.Store) {
		w := hook("a", "ann")
		w.Description = ""
		if err := s.Insert(t.Context(), w, 1); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				for {
					_, err := s.Change(context.Background(), "a", func(w *webhook.Subscription) error { w.Description += "x"; return nil })
					if err == nil {
						return
					}
					if !strings.Contains(err.Error(), "too often") {
						t.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		if got, err := s.Find(t.Context(), "a"); err != nil || got.Description != "xxxxxxxx" || got.Revision != 9 {
			t.Errorf("%+v, %v", got, err)
		}
	})
}

// A table with encrypted secrets reveals none, and a row does not take those of another.
func TestSealedSecretsStayInTheirRow(t *testing.T) {
	for _, d := range []sqlstore.Dialect{sqlstore.SQLite, sqlstore.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			ctx := t.Context()
			db, table := hookDatabase(t, d)
			old, next := bytes.Repeat([]byte("o"), 16), bytes.Repeat([]byte("n"), 32)
			open := func(keys ...[]byte) *sqlstore.Store {
				if len(keys) == 0 {
					return hookStore(t, db, d, sqlstore.Table(table))
				}
				return hookStore(t, db, d, sqlstore.Table(table), sqlstore.Seal(keys...))
			}
			column := func(id string) (b []byte) {
				if err := db.QueryRow(`SELECT secrets FROM "` + table + `" WHERE id = '` + id + `'`).Scan(&b); err != nil {
					t.Fatal(err)
				}
				return b
			}
			plain, sealed := hook("plain", "ann"), hook("sealed", "ann")
			if err := errors.Join(open().Insert(ctx, plain, 9), open(old).Insert(ctx, sealed, 9)); err != nil {
				t.Fatal(err)
			}
			if !bytes.Contains(column("plain"), []byte("whsec_")) || bytes.Contains(column("sealed"), []byte("whs")) {
				t.Error("the columns have the wrong form")
			}
			for _, keys := range [][][]byte{{old}, {next, old}} {
				for _, want := range []webhook.Subscription{plain, sealed} {
					got, err := open(keys...).Find(ctx, want.ID)
					if err != nil {
						t.Fatal(err)
					}
					sameHook(t, got, want)
				}
			}
			for _, keys := range [][][]byte{{}, {next}} {
				if got, err := open(keys...).Find(ctx, "sealed"); err != nil || len(got.Keys) > 0 {
					t.Errorf("without the key: %+v, %v", got, err)
				}
			}
			touch := func(w *webhook.Subscription) error { w.Description = "y"; return nil }
			for _, id := range []string{"plain", "sealed"} {
				if _, err := open(next, old).Change(ctx, id, touch); err != nil {
					t.Fatal(err)
				}
				if _, err := open(next).Find(ctx, id); err != nil {
					t.Errorf("%s is not sealed with the new key: %v", id, err)
				}
			}
			if _, err := db.Exec(`UPDATE "` + table + `" SET secrets = (SELECT secrets FROM "` + table + `" WHERE id = 'plain') WHERE id = 'sealed'`); err != nil {
				t.Fatal(err)
			}
			// A row whose secrets cannot be read has none. Others are not affected.
			s := open(next)
			if got, err := s.Find(ctx, "sealed"); err != nil || len(got.Keys) > 0 {
				t.Errorf("a row has the secrets of another: %+v, %v", got, err)
			}
			owned, err := s.Owned(ctx, "ann")
			if err != nil || len(owned) != 2 || len(owned[0].Keys)+len(owned[1].Keys) != len(plain.Keys) {
				t.Errorf("%+v, %v", owned, err)
			}
			enabled, err := s.Enabled(ctx, "item.made")
			if err != nil || len(enabled) != 2 {
				t.Errorf("%+v, %v", enabled, err)
			}
			sender, err := webhook.NewSender(s)
			if err != nil {
				t.Fatal(err)
			}
			message := event.Message{ID: "m", Type: "item.made", Data: []byte("{}"), Audiences: plain.Audiences}
			if err := sender.Publish(ctx, "sealed", message); err == nil || event.IsPermanent(err) || !strings.Contains(err.Error(), "secrets") {
				t.Errorf("a webhook without secrets: %v", err)
			}
			before := column("sealed")
			if _, err := s.Change(ctx, "sealed", touch); err == nil || !bytes.Equal(column("sealed"), before) {
				t.Errorf("a change removes secrets that cannot be read: %v", err)
			}
			rotated := func(w *webhook.Subscription) error { w.Keys = plain.Keys; return nil }
			if got, err := s.Change(ctx, "sealed", rotated); err != nil || len(got.Keys) != len(plain.Keys) {
				t.Errorf("%+v, %v", got, err)
			}
			if got, err := s.Find(ctx, "sealed"); err != nil || len(got.Keys) != len(plain.Keys) {
				t.Errorf("after a rotation: %+v, %v", got, err)
			}
		})
	}
}

func TestHistoriesOfSubscriptionsInDatabases(t *testing.T) {
	hookStores(t, func(t *testing.T, s webhook.Store) {
		sender, err := webhook.NewSender(s)
		if err != nil {
			t.Fatal(err)
		}
		bearer := authn.Bearer("bearer", func(_ context.Context, token string) (authn.Identity, error) { return authn.New(token), nil })
		app := tenon.New("Hooks", "1").Authenticate(bearer).
			Add(webhook.Resource("/webhooks", sender, webhook.Events(event.New("item.made", items.View())), webhook.Max(10_000))).
			MustBuild()
		apitest.Histories(t, app, apitest.As("ann", apitest.Bearer("ann")), apitest.As("bob", apitest.Bearer("bob")), apitest.Runs(10))
	})
}

// Many creates at a time do not exceed the maximum of an owner.
func TestConcurrentCreatesHaveAMaximum(t *testing.T) {
	hookStores(t, func(t *testing.T, s webhook.Store) {
		const most = 3
		var wg sync.WaitGroup
		errs := make([]error, 40)
		begin := make(chan struct{})
		for i := range errs {
			wg.Go(func() {
				<-begin
				errs[i] = s.Insert(context.Background(), hook(strconv.Itoa(i), []string{"ann", "bob"}[i%2]), most)
			})
		}
		close(begin)
		wg.Wait()
		full := 0
		for _, err := range errs {
			if errors.Is(err, webhook.ErrFull) {
				full++
			} else if err != nil {
				t.Error(err)
			}
		}
		for _, owner := range []string{"ann", "bob"} {
			if all, err := s.Owned(t.Context(), owner); err != nil || len(all) != most || full != len(errs)-2*most {
				t.Errorf("%s has %d, and %d were rejected, %v", owner, len(all), full, err)
			}
		}
	})
}

// Matching a message needs no secrets, so that none is decrypted.
func TestMatchingReadsNoSecrets(t *testing.T) {
	hookStores(t, func(t *testing.T, s webhook.Store) {
		if err := s.Insert(t.Context(), hook("a", "ann"), 1); err != nil {
			t.Fatal(err)
		}
		enabled, err := s.Enabled(t.Context(), "item.made")
		if err != nil || len(enabled) != 1 || len(enabled[0].Keys) != 0 || enabled[0].Owner != "ann" {
			t.Errorf("%+v, %v", enabled, err)
		}
		matched := 0
		sender, err := webhook.NewSender(s, webhook.Match(func(s webhook.Subscription, _ event.Message) bool {
			if matched++; len(s.Keys) > 0 {
				t.Error("Match gets secrets")
			}
			return false
		}))
		if err != nil {
			t.Fatal(err)
		}
		m := event.Message{ID: "m", Type: "item.made", Data: []byte("{}")}
		if to, err := sender.Destinations(t.Context(), m); len(to) != 0 || err != nil {
			t.Error(to, err)
		}
		if err := sender.Publish(t.Context(), "a", m); !event.IsPermanent(err) || matched != 2 {
			t.Error(err, matched)
		}
		if owner, err := sender.Owner(t.Context(), "a"); owner != "ann" || err != nil {
			t.Error(owner, err)
		}
		if _, err := sender.Owner(t.Context(), "b"); !errors.Is(err, event.ErrNoDestination) {
			t.Error(err)
		}
	}, sqlstore.Seal(bytes.Repeat([]byte("k"), 32)))
}

// An owner that no index has, such as a long subject of a token, has subscriptions like others.
func TestOwnersOfAnyLength(t *testing.T) {
	hookStores(t, func(t *testing.T, s webhook.Store) {
		sender, err := webhook.NewSender(s)
		if err != nil {
			t.Fatal(err)
		}
		long := rand.Text()
		for len(long) < 7_000 {
			long += rand.Text()
		}
		owners := []string{"ann", long + "a", long + "b", "\xff\x00", "\xff\x01", "a\x00"}
		var owner string
		app := tenon.New("Hooks", "1").Logger(slog.New(slog.DiscardHandler)).
			Add(webhook.Resource("/webhooks", sender, webhook.Events(event.New("item.made", items.View())), webhook.Max(1),
				webhook.Owner(func(context.Context, authn.Identity) (string, error) { return owner, nil }))).MustBuild()
		send := func(method, body string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(method, "/webhooks", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			w := httptest.NewRecorder()
			app.ServeHTTP(w, r)
			return w
		}
		for _, owner = range owners {
			for _, want := range []int{201, 409} {
				if got := send("POST", `{"url": "https://example.com/"}`); got.Code != want {
					t.Errorf("%.10q: %d %s", owner, got.Code, got.Body)
				}
			}
			if got := send("GET", ""); got.Code != 200 || strings.Count(got.Body.String(), "created_at") != 1 {
				t.Errorf("%.10q: %d %s", owner, got.Code, got.Body)
			}
		}
	})
}
