package main

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestProductIsCreatedOnce(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		made := c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", `"a key"`)
		equal(t, "", made.header.Get("Idempotent-Replayed"))
		again := c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", "a key") // the same key without quotes
		equal(t, "true", again.header.Get("Idempotent-Replayed"))
		equal(t, made.text, again.text)
		equal(t, made.header.Get("Location"), again.header.Get("Location"))
		equal(t, made.header.Get("ETag"), again.header.Get("ETag"))

		reused := c.want(422, "POST", "/v1/products", strings.Replace(keyboard, "9999", "9998", 1), "Idempotency-Key", "a key")
		if !strings.Contains(reused.text, `"idempotency_key_reused"`) {
			t.Error(reused.text)
		}
		c.want(409, "POST", "/v1/products", keyboard)                            // the SKU exists
		c.want(409, "POST", "/v1/products", keyboard, "Idempotency-Key", "else") // failures are not stored
		c.want(200, "DELETE", resolve(t, made, made.header.Get("Location")), "")
		c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", "else")
		equal(t, seeds+1, rows(t, c.store, "products"))
	})
}

// A client that gets no response retries until it gets one.
func TestOneParallelRequestWithAKeyRuns(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		for i, tt := range []struct{ path, content, table string }{
			{"/v1/products", keyboard, "products"},
			{first + "/orders", `{"quantity": 1, "email": "ada@example.com"}`, "orders"},
		} {
			const clients = 500
			before := rows(t, c.store, tt.table)
			var mu sync.Mutex
			var wg sync.WaitGroup
			locations, replayed, busy := map[string]int{}, 0, 0
			begin := make(chan struct{})
			for range clients {
				wg.Go(func() {
					<-begin
					ask := func() answer {
						return c.ask("POST", tt.path, tt.content, "Idempotency-Key", fmt.Sprintf("8e03978e-40d5-43e8-bc93-6894a57f932%d", i))
					}
					a := ask()
					for range 9 { // on a busy machine, some clients get no connection in time
						if a.status != 503 || !strings.Contains(a.text, `"idempotency_unavailable"`) {
							break
						}
						a = ask()
					}
					mu.Lock()
					defer mu.Unlock()
					switch {
					case a.status == 201:
						locations[a.header.Get("Location")]++
						if a.header.Get("Idempotent-Replayed") == "true" {
							replayed++
						}
					case a.status == 409 && strings.Contains(a.text, `"idempotency_key_in_use"`):
						busy++
					default:
						t.Errorf("%d\n%s", a.status, a.text)
					}
				})
			}
			close(begin)
			wg.Wait()
			equal(t, before+1, rows(t, c.store, tt.table))
			if len(locations) != 1 || replayed+busy != clients-1 {
				t.Errorf("%v, %d replayed, %d busy", locations, replayed, busy)
			}
		}
	})
}

// The key, the row and the response are one transaction: if the response cannot be stored, there is
// no row, and a retry makes one.
func TestKeyAndRowAreCommittedTogether(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		for _, tt := range []struct{ path, content, table string }{
			{"/v1/products", keyboard, "products"},
			{first + "/orders", `{"quantity": 1, "email": "ada@example.com"}`, "orders"},
		} {
			before := rows(t, c.store, tt.table)
			breakKeys(t, c.store, true)
			c.want(503, "POST", tt.path, tt.content, "Idempotency-Key", tt.table)
			equal(t, before, rows(t, c.store, tt.table))
			breakKeys(t, c.store, false)
			made := c.want(201, "POST", tt.path, tt.content, "Idempotency-Key", tt.table)
			equal(t, "", made.header.Get("Idempotent-Replayed"))
			again := c.want(201, "POST", tt.path, tt.content, "Idempotency-Key", tt.table)
			equal(t, "true", again.header.Get("Idempotent-Replayed"))
			equal(t, before+1, rows(t, c.store, tt.table))
		}
	})
}

// breakKeys makes the database reject responses of keys, or accept them again.
func breakKeys(t *testing.T, s *Store, broken bool) {
	t.Helper()
	statements := []string{`CREATE TRIGGER broken BEFORE UPDATE ON idempotency_keys BEGIN SELECT RAISE(ABORT, 'broken'); END`, `DROP TRIGGER broken`}
	if s.dialect.driver == onPostgreSQL.driver {
		statements = []string{`ALTER TABLE idempotency_keys ADD CONSTRAINT broken CHECK (status = 0) NOT VALID`, `ALTER TABLE idempotency_keys DROP CONSTRAINT broken`}
	}
	n := 1
	if broken {
		n = 0
	}
	if _, err := s.db.Exec(statements[n]); err != nil {
		t.Fatal(err)
	}
}
