package main

import (
	"bytes"
	"errors"
	"net/http/httptest"
	"net/netip"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/webhook"
)

// failing fails once, and then writes.
type failing struct {
	bytes.Buffer
	failed bool
}

func (f *failing) Write(b []byte) (int, error) {
	if !f.failed {
		f.failed = true
		return 0, errors.New("disk full")
	}
	return f.Buffer.Write(b)
}

func TestMessagesOfASenderArePrintedOnce(t *testing.T) {
	old, next := webhook.NewSecret(), webhook.NewSecret()
	secrets, err := parseSecrets(old.Reveal() + " " + next.Reveal())
	if err != nil {
		t.Fatal(err)
	}
	out := &failing{}
	server := httptest.NewServer(receiver(out, secrets))
	defer server.Close()

	store := webhook.Memory()
	for id, key := range map[string]webhook.Secret{"old": old, "next": next, "forged": webhook.NewSecret()} {
		s := webhook.Subscription{ID: id, URL: server.URL, Keys: []webhook.Key{{Secret: key}}}
		if err := store.Insert(t.Context(), s, 3); err != nil {
			t.Fatal(err)
		}
	}
	sender, err := webhook.NewSender(store, webhook.AllowHTTP(), webhook.AnyPort(), webhook.AllowNetworks(netip.MustParsePrefix("127.0.0.0/8")))
	if err != nil {
		t.Fatal(err)
	}
	m := event.Message{ID: "m1", Type: "product.created", Time: time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC), Data: []byte(`{"id":1}`)}
	send := func(subscription string) int {
		t.Helper()
		err := sender.Publish(t.Context(), subscription, m)
		if failure, ok := errors.AsType[*webhook.DeliveryError](err); ok {
			return failure.Status
		}
		if err != nil {
			t.Fatal(err)
		}
		return 204
	}
	for i, step := range []struct {
		subscription, id string
		status           int
	}{
		{"forged", "m1", 403}, {"next", "m1", 500}, {"next", "m1", 204}, {"next", "m1", 204}, {"old", "m1", 204}, {"old", "m2", 204},
	} {
		m.ID = step.id
		if got := send(step.subscription); got != step.status {
			t.Errorf("step %d: %d, want %d", i, got, step.status)
		}
	}
	want := "m1 product.created 2026-11-22T10:00:00Z {\"id\":1}\nm2 product.created 2026-11-22T10:00:00Z {\"id\":1}\n"
	if got := out.String(); got != want {
		t.Errorf("printed\n%s, want\n%s", got, want)
	}
}

func TestSecretsAreRequired(t *testing.T) {
	for _, text := range []string{"", " ", "whsec_x", "secret"} {
		if _, err := parseSecrets(text); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}
