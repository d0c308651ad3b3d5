package clients_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/webhook"
)

// received is a webhook as a receiver got it, for node/webhook.mjs.
type received struct {
	Secret  string            `json:"secret"`
	Headers map[string]string `json:"headers"`
	Body    string            `json:"body"`
}

// sent sends messages of all sorts over a connection, and returns what arrives, in a rotation: each
// webhook twice, for receivers with the new and with the old secret.
func sent(t *testing.T) (all []received) {
	t.Helper()
	old, next := webhook.NewSecret(), webhook.NewSecret()
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		headers := map[string]string{}
		for name := range r.Header {
			headers[name] = r.Header.Get(name)
		}
		for _, s := range []webhook.Secret{old, next} {
			all = append(all, received{s.Reveal(), headers, string(b)})
		}
	}))
	defer server.Close()
	store := webhook.Memory()
	s := webhook.Subscription{ID: "s1", URL: server.URL, Keys: []webhook.Key{{Secret: next}, {Secret: old, Until: time.Now().Add(time.Hour)}}}
	if err := store.Insert(t.Context(), s, 1); err != nil {
		t.Fatal(err)
	}
	sender, err := webhook.NewSender(store, webhook.AllowHTTP(), webhook.AnyPort(), webhook.AllowNetworks(netip.MustParsePrefix("127.0.0.0/8")))
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range []string{`{}`, `{"name":"Ω 🎹 \u0000","price":1e2}`, `null`, `[` + strings.Repeat(`"a",`, 10_000) + `1]`} {
		m := event.Message{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Type: "product.created", Time: time.Now(), Data: []byte(data)}
		if err := sender.Publish(t.Context(), "s1", m); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// changed returns the webhooks with another body, time or ID.
func changed(all []received) (out []received) {
	for _, w := range all {
		for name, value := range map[string]string{"Webhook-Id": "msg_2", "Webhook-Timestamp": "1", "": ""} {
			c := w
			c.Headers = maps.Clone(w.Headers)
			if name == "" {
				c.Body = strings.Replace(w.Body, `"data":`, `"data": `, 1)
			} else {
				c.Headers[name] = value
			}
			out = append(out, c)
		}
	}
	return out
}

// verifies checks that a webhook which a library has signed is valid for ours.
func verifies(t *testing.T, w received, id, stamp, signature string) {
	t.Helper()
	secret, err := webhook.ParseSecret(w.Secret)
	if err != nil {
		t.Fatal(err)
	}
	v := webhook.NewVerifier(secret).Clock(func() time.Time { return time.Unix(1_800_000_000, 0) })
	h := http.Header{"Webhook-Id": {id}, "Webhook-Timestamp": {stamp}, "Webhook-Signature": {signature}}
	if err := v.Verify(h, []byte(w.Body)); err != nil {
		t.Errorf("%s: %v", signature, err)
	}
	if err := v.Verify(h, []byte(w.Body+" ")); err == nil {
		t.Error("another body is valid")
	}
}

func TestWebhooksAreThoseOfStandardWebhooksInGo(t *testing.T) {
	all := sent(t)
	for i, w := range append(all, changed(all)...) {
		library, err := standardwebhooks.NewWebhook(w.Secret)
		if err != nil {
			t.Fatal(err)
		}
		h := http.Header{}
		for name, value := range w.Headers {
			h.Set(name, value)
		}
		if err := library.Verify([]byte(w.Body), h); (err == nil) != (i < len(all)) {
			t.Errorf("%d: %v", i, err)
		}
		signature, err := library.Sign("msg_1", time.Unix(1_800_000_000, 0), []byte(w.Body))
		if err != nil {
			t.Fatal(err)
		}
		verifies(t, w, "msg_1", "1800000000", signature)
	}
}

func TestWebhooksAreThoseOfStandardWebhooksInNode(t *testing.T) {
	all := sent(t)
	valid := len(all)
	all = append(all, changed(all)...)
	list, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "webhooks.json")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(node(t, "webhook.mjs", file)), "\n")
	if len(lines) != len(all) {
		t.Fatalf("%d results of %d webhooks", len(lines), len(all))
	}
	for i, line := range lines {
		var out struct {
			Signature, Error string
			Payload          struct{ Type string }
		}
		if err := json.Unmarshal([]byte(line), &out); err != nil {
			t.Fatal(err)
		}
		if ok := out.Error == "" && out.Payload.Type == "product.created"; ok != (i < valid) {
			t.Errorf("%d: %.200s", i, line)
		}
		verifies(t, all[i], "msg_1", "1800000000", out.Signature)
	}
}
