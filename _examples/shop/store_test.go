package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon/idempotency/sqlstore"
)

func TestRestartKeepsEverything(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		c := open(t, name)
		made := c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", "a")
		c.want(200, "DELETE", first, "")
		all := c.want(200, "GET", "/v1/products?limit=100", "")

		c = open(t, name) // does not seed again
		equal(t, all.text, c.want(200, "GET", "/v1/products?limit=100", "").text)
		equal(t, made.text, c.want(200, "GET", made.header.Get("Location"), "").text)
		c.want(200, "GET", links(t, all)["next"], "")
		equal(t, made.text, c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", "a").text)
	})
}

func TestStoredProductIsUnchanged(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		store := openStore(t, name)
		note, discount := "a\x01b\n\u2028\"", Discount(AmountOff{math.MaxInt64})
		want := Product{
			ID: newID(), SKU: "KEY-0042", Name: "🎹 'quoted'", Price: math.MaxInt64, Status: Retired,
			Tags: []string{"b", "a"}, Size: Size{1, math.MaxInt64, 3},
			Variants: []Variant{{"VAR-0001", "", math.MinInt64}}, Note: &note, Discount: &discount,
			Created:  time.Date(1899, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
			Updated:  time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
			Revision: math.MaxInt64, Cost: new(int64(0)),
		}
		if err := insert(t.Context(), store.db, want); err != nil {
			t.Fatal(err)
		}
		got, err := Products{store}.View(t.Context(), want.ID)
		if err != nil {
			t.Fatal(err)
		}
		equal(t, want, got)
	})
}

// Text that a database cannot store is rejected before it gets there.
func TestNoTextHasNUL(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		a := c.want(422, "PATCH", first, `{"sku": "KEY-0001\u0000", "name": "a\u0000", "note": "\u0000", "tags": ["a\u0000"],
			"variants": [{"sku": "VAR-0001", "color": "\u0000", "stock": 1}]}`)
		equal(t, []string{"pattern #/sku", "no_nul #/name", "no_nul #/note", "pattern #/tags/0", "no_nul #/variants/0/color"}, violations(t, a))
		c.want(422, "POST", first+"/orders", `{"quantity": 1, "email": "a\u0000@example.com"}`)
		equal(t, []string{"no_nul name_contains"}, violations(t, c.want(422, "GET", "/v1/products?name_contains=%00", "")))
	})
}

func TestSeedIsValid(t *testing.T) {
	create := products.Create()
	for i := range seeds {
		if vs := create.Check(seed(i)); vs != nil {
			t.Errorf("product %d: %v", i, vs)
		}
	}
}

func TestMigrationsRunOnce(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		var versions []string
		for range 3 {
			store := openStore(t, name)
			rows, err := store.db.Query(`SELECT version, file, applied_at FROM schema_version ORDER BY version`)
			if err != nil {
				t.Fatal(err)
			}
			defer rows.Close()
			var got []string
			for rows.Next() {
				var version, file, applied string
				if err := rows.Scan(&version, &file, &applied); err != nil {
					t.Fatal(err)
				}
				got = append(got, version+" "+file+" "+applied)
			}
			if versions == nil {
				versions = got
			}
			equal(t, versions, got)
			if len(got) == 0 || rows.Err() != nil {
				t.Errorf("%v, %v", got, rows.Err())
			}
			rows.Close()
			store.Close()
		}
	})
}

// If this fails, the library needs another table: write a new migration.
func TestKeyTableMatchesTheLibrary(t *testing.T) {
	for file, dialect := range map[string]sqlstore.Dialect{
		"migrations/sqlite/0007_idempotency_keys.sql":   sqlstore.SQLite,
		"migrations/postgres/0002_idempotency_keys.sql": sqlstore.PostgreSQL,
	} {
		text, err := migrations.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		_, schema, _ := strings.Cut(string(text), "\n") // after a comment
		equal(t, sqlstore.Schema(dialect), schema)
	}
}

func TestConcurrentMigrations(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				store, err := OpenStore(t.Context(), name)
				if err != nil {
					t.Error(err)
					return
				}
				if err := store.Seed(t.Context()); err != nil {
					t.Error(err)
				}
				store.Close()
			})
		}
		wg.Wait()
		equal(t, seeds, rows(t, openStore(t, name), "products"))
	})
}

// rows returns the number of rows in a table.
func rows(t testing.TB, s *Store, table string) (n int) {
	t.Helper()
	if err := s.db.QueryRow(`SELECT count(*) FROM ` + table).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestNewerDatabaseIsRejected(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		store := openStore(t, name)
		if _, err := store.db.Exec(`INSERT INTO schema_version VALUES (99, 'future', 0)`); err != nil {
			t.Fatal(err)
		}
		store.Close()
		if _, err := OpenStore(t.Context(), name); err == nil {
			t.Error("the database was opened")
		}
	})
}

func TestConcurrentChangesAreNotLost(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		products := Products{c.store}
		p, err := products.Create(t.Context(), Product{SKU: "KEY-9999"})
		if err != nil {
			t.Fatal(err)
		}
		const writers, changes = 8, 10
		var wg sync.WaitGroup
		for range writers {
			wg.Go(func() {
				for range changes {
					if _, err := products.change(t.Context(), p.ID, func(p *Product) error { p.Price++; return nil }); err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		p, err = products.View(t.Context(), p.ID)
		if err != nil || p.Price != writers*changes || p.Revision != 1+writers*changes {
			t.Errorf("price %d of revision %d, want %d; %v", p.Price, p.Revision, writers*changes, err)
		}
	})
}

func TestFailedChangeIsRolledBack(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		products := Products{c.store}
		p, err := products.Create(t.Context(), Product{SKU: "KEY-9999", Price: 1})
		if err != nil {
			t.Fatal(err)
		}
		refused := errors.New("refused")
		if _, err := products.change(t.Context(), p.ID, func(p *Product) error { p.Price = 2; return refused }); !errors.Is(err, refused) {
			t.Errorf("%v", err)
		}
		if p, err = products.View(t.Context(), p.ID); err != nil || p.Price != 1 || p.Revision != 1 {
			t.Errorf("price %d of revision %d, %v", p.Price, p.Revision, err)
		}
	})
}

func TestCanceledRequestKeepsTheMemoryDatabase(t *testing.T) {
	c := open(t, memory)
	products := Products{c.store}
	for i := range 50 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*20*time.Microsecond)
		_, _ = products.change(ctx, seed(i).ID, func(p *Product) error { p.Name += "!"; return nil }) // both results are fine
		if all, err := products.All(ctx); err == nil {
			for range all {
				continue
			}
		}
		cancel()
	}
	equal(t, seeds, rows(t, c.store, "products"))
}

func TestExpiredResponsesAreDeleted(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", "a")
		if _, err := c.store.db.Exec(`UPDATE idempotency_keys SET ends = 0`); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		var sweeper sync.WaitGroup
		sweeper.Go(func() { c.store.Sweep(ctx, time.Millisecond) })
		for i := 0; rows(t, c.store, "idempotency_keys") > 0; i++ {
			if i == 1000 {
				t.Fatal("the responses were not deleted")
			}
			time.Sleep(10 * time.Millisecond)
		}
		stop()
		sweeper.Wait()
	})
}

func TestIDsAreRandomUUIDs(t *testing.T) {
	seen := map[string]bool{}
	for range 1000 {
		v := newID()
		if vs := id.Check(v); vs != nil || v[14] != '4' || seen[v] {
			t.Fatal(fmt.Sprint(v, vs))
		}
		seen[v] = true
	}
}
