package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
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
