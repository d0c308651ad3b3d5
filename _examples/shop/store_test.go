package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

func TestARestartKeepsEverything(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a shop?.db")
	c := open(t, file)
	made := c.want(201, "POST", "/v1/products", `{"sku": "KEY-9999", "name": "K", "price": 1, "size": {"width": 1, "height": 2, "depth": 3}}`)
	c.want(200, "DELETE", first, "")
	all := c.want(200, "GET", "/v1/products?limit=100", "").text

	c = open(t, file) // the seed must not come back
	equal(t, all, c.want(200, "GET", "/v1/products?limit=100", "").text)
	equal(t, made.text, c.want(200, "GET", "/v1/"+made.header.Get("Location"), "").text)
}

func TestAStoredProductComesBackAsItWas(t *testing.T) {
	store := openStore(t, memory)
	note, discount := "a\x00b\n\u2028\"", Discount(AmountOff{math.MaxInt64})
	want := Product{
		ID: newID(), SKU: "KEY-0042", Name: "🎹 'quoted'", Price: math.MaxInt64, Status: Retired,
		Tags: []string{"b", "a"}, Size: Size{1, math.MaxInt64, 3},
		Variants: []Variant{{"VAR-0001", "", math.MinInt64}}, Note: &note, Discount: &discount,
		Created: time.Date(1899, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
		Updated: time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC),
	}
	if err := insert(t.Context(), store.db, want); err != nil {
		t.Fatal(err)
	}
	got, err := store.Find(t.Context(), want.ID)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, want, got)
}

func TestTheSeedKeepsTheRules(t *testing.T) {
	create := products.Create()
	for i := range seeds {
		if vs := create.Check(seed(i)); vs != nil {
			t.Errorf("product %d: %v", i, vs)
		}
	}
}

func TestMigrationsRunOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	var versions string
	for range 3 {
		store := openStore(t, file)
		var got string
		err := store.db.QueryRow(`SELECT group_concat(version || ' ' || file || ' ' || applied_at, ', ') FROM schema_version`).Scan(&got)
		if err != nil {
			t.Fatal(err)
		}
		if versions == "" {
			versions = got
		}
		equal(t, versions, got)
		store.Close()
	}
}

func TestManyProgramsMigrateAtOnce(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			store, err := OpenStore(t.Context(), file)
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
	var n int
	if err := openStore(t, file).db.QueryRow(`SELECT count(*) FROM products`).Scan(&n); err != nil || n != seeds {
		t.Errorf("%d products, %v", n, err)
	}
}

func TestADatabaseOfANewerProgramIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "shop.db")
	store := openStore(t, file)
	if _, err := store.db.Exec(`INSERT INTO schema_version VALUES (99, 'future', 0)`); err != nil {
		t.Fatal(err)
	}
	store.Close()
	if _, err := OpenStore(t.Context(), file); err == nil {
		t.Error("it was opened")
	}
}

func TestConcurrentChangesAreNotLost(t *testing.T) {
	for _, file := range []string{memory, filepath.Join(t.TempDir(), "shop.db")} {
		t.Run(filepath.Base(file), func(t *testing.T) {
			store := openStore(t, file)
			p, err := store.Insert(t.Context(), Product{SKU: "KEY-0001"})
			if err != nil {
				t.Fatal(err)
			}
			const writers, changes = 8, 10
			var wg sync.WaitGroup
			for range writers {
				wg.Go(func() {
					for range changes {
						if _, err := store.Change(t.Context(), p.ID, func(p *Product) error { p.Price++; return nil }); err != nil {
							t.Error(err)
						}
					}
				})
			}
			wg.Wait()
			if p, err = store.Find(t.Context(), p.ID); err != nil || p.Price != writers*changes {
				t.Errorf("price %d, want %d; %v", p.Price, writers*changes, err)
			}
		})
	}
}

func TestAFailedChangeIsRolledBack(t *testing.T) {
	store := openStore(t, memory)
	p, err := store.Insert(t.Context(), Product{SKU: "KEY-0001", Price: 1})
	if err != nil {
		t.Fatal(err)
	}
	refused := errors.New("refused")
	if _, err := store.Change(t.Context(), p.ID, func(p *Product) error { p.Price = 2; return refused }); !errors.Is(err, refused) {
		t.Errorf("%v", err)
	}
	if p, err = store.Find(t.Context(), p.ID); err != nil || p.Price != 1 {
		t.Errorf("price %d, %v", p.Price, err)
	}
}

func TestACancelledRequestDoesNotLoseTheMemoryDatabase(t *testing.T) {
	store := openStore(t, memory)
	if err := store.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	for i := range 50 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*20*time.Microsecond)
		_, _ = store.Change(ctx, seed(i).ID, func(p *Product) error { p.Name += "!"; return nil }) // either is fine
		_, _ = store.List(ctx, Filter{Limit: 100})
		cancel()
	}
	if list, err := store.List(t.Context(), Filter{Limit: seeds}); err != nil || len(list) != seeds {
		t.Errorf("%d products, %v", len(list), err)
	}
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

func openStore(t testing.TB, file string) *Store {
	t.Helper()
	store, err := OpenStore(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}
