package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon/webhook"
)

// A program subscribes, and gets what happens then, signed and in order.
func TestWebhooksAreSent(t *testing.T) {
	for name, database := range map[string]func(*testing.T) string{
		"SQLite":     func(t *testing.T) string { return filepath.Join(t.TempDir(), "shop.db") },
		"PostgreSQL": emptySchema,
	} {
		t.Run(name, func(t *testing.T) {
			store, err := OpenStore(t.Context(), database(t))
			if err != nil {
				t.Fatal(err)
			}
			defer store.Close()
			o := defaults(t)
			o.dev = true
			ctx, stop := context.WithCancel(t.Context())
			var beside sync.WaitGroup
			defer beside.Wait()
			defer stop()
			if err := startEvents(ctx, store, o, &beside); err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(routed(t, build(t, store)))
			defer server.Close()
			c := newClient(t, server.URL, store).as("robot", writeProducts, writeWebhooks)

			got, secret := make(chan string, 10), make(chan webhook.Secret, 1)
			verifier := sync.OnceValue(func() webhook.Verifier { return webhook.NewVerifier(<-secret) })
			receiver := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, err := io.ReadAll(r.Body)
				if err == nil {
					err = verifier().Verify(r.Header, body)
				}
				var m struct {
					Type string
					Data Change
				}
				if err == nil {
					err = json.Unmarshal(body, &m)
				}
				got <- fmt.Sprintln(m.Type, m.Data.Kind, err)
			}))
			defer receiver.Close()

			hook := data(t, c.want(201, "POST", "/v1/webhooks", `{"url": "`+receiver.URL+`", "events": ["product.created", "product.deleted"]}`))
			key, err := webhook.ParseSecret(hook["secret"].(string))
			if err != nil {
				t.Fatal(err)
			}
			secret <- key
			equal(t, []string{"event #/events/0"}, violations(t, c.want(422, "POST", "/v1/webhooks", `{"url": "`+receiver.URL+`", "events": ["order.placed"]}`)))

			path := "/v1/products/" + data(t, c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", "one"))["id"].(string)
			c.want(201, "POST", "/v1/products", keyboard, "Idempotency-Key", "one") // a replay, which emits nothing
			c.want(200, "PATCH", path, `{"price": 7}`)
			c.want(200, "DELETE", path, "")
			for _, want := range []string{"product.created created <nil>\n", "product.deleted deleted <nil>\n"} {
				select {
				case text := <-got:
					equal(t, want, text)
				case <-time.After(30 * time.Second):
					t.Fatal("no webhook within 30 seconds")
				}
			}
		})
	}
}

// A program manages its subscriptions.
func TestWebhooksAreManaged(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		c := open(t, name)
		if err := c.store.migrateEvents(t.Context()); err != nil {
			t.Fatal(err)
		}
		hook := data(t, c.want(201, "POST", "/v1/webhooks", `{"url": "https://example.com/hooks", "events": ["product.created"]}`))
		id := hook["id"].(string)
		path := "/v1/webhooks/" + id
		equal(t, nil, data(t, c.want(200, "GET", path, ""))["secret"])
		equal(t, false, data(t, c.want(200, "PATCH", path, `{"enabled": false}`))["enabled"])
		if data(t, c.want(200, "POST", path+"/rotate", `{}`))["secret"] == hook["secret"] {
			t.Error("the new secret is the old one")
		}
		equal(t, "transport", data(t, c.want(200, "POST", path+"/test", ""))["reason"]) // no test has a network

		// A delivery that failed for good, as days of failures leave it.
		_, err := c.store.db.Exec(`INSERT INTO event_deliveries (destination, sequence, lane, attempts, due, lease, dead, message, type, error)
			VALUES ('webhooks/' || $1, 7, '', 10, 0, 0, 1, 'm7', 'product.created', 'webhook: no response: timeout')`, id)
		if err != nil {
			t.Fatal(err)
		}
		list := c.want(200, "GET", path+"/deliveries", "").text
		if !strings.Contains(list, `"sequence":7,"message_id":"m7"`) || !strings.Contains(list, `"attempts":10`) {
			t.Error(list)
		}
		c.want(202, "POST", path+"/deliveries/7/redeliver", "")
		c.want(404, "POST", path+"/deliveries/7/redeliver", "")
		c.want(404, "GET", path, "", "Authorization", "Bearer "+c.as("another", writeWebhooks).token)
		c.want(200, "DELETE", path, "")
		c.want(404, "GET", path, "")
	})
}
