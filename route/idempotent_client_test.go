package route_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/route"
)

// TestWorkOutlivesItsClient: a client that has gone comes back for the answer.
func TestWorkOutlivesItsClient(t *testing.T) {
	var b bank
	begun, gone := make(chan struct{}), make(chan struct{})
	b.end = func(c *route.Call, _ int) error {
		close(begun)
		<-c.Context().Done()
		close(gone)
		return nil // it is too late to turn back
	}
	url := b.post(t, kept(idempotency.Memory()))
	ctx, leave := context.WithCancel(context.Background())
	r, _ := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(toAnn))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "k")
	go func() { <-begun; leave() }()
	if _, err := http.DefaultClient.Do(r); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	<-gone
	settled(t, func() bool { return repeat(t, url, "k", toAnn).StatusCode == 201 })
	if b.rows.Load() != 1 {
		t.Errorf("%d rows", b.rows.Load())
	}
}

// TestWorkThatEndsWithItsClientIsRepeated: the handler says that it did not do it.
func TestWorkThatEndsWithItsClientIsRepeated(t *testing.T) {
	var b bank
	begun := make(chan struct{})
	b.end = func(c *route.Call, n int) error {
		if n > 1 {
			return nil
		}
		close(begun)
		<-c.Context().Done()
		return c.Context().Err()
	}
	url := b.post(t, kept(idempotency.Memory()))
	ctx, leave := context.WithCancel(context.Background())
	r, _ := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(toAnn))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "k")
	go func() { <-begun; leave() }()
	if _, err := http.DefaultClient.Do(r); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	settled(t, func() bool { return repeat(t, url, "k", toAnn).StatusCode == 201 })
	if b.rows.Load() != 2 {
		t.Errorf("%d rows", b.rows.Load())
	}
}

// settled waits for what the server does without its client.
func settled(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the server did not settle")
		}
	}
}

// TestKeysBelongToIdentities: with any credentials of theirs, in any header.
func TestKeysBelongToIdentities(t *testing.T) {
	subjects := map[string]string{"old": "ann", "new": "ann", "bob's": "bob"}
	keys := authn.APIKeyHeader("key", "X-Api-Key", func(_ context.Context, s authn.Secret) (authn.Identity, error) {
		return authn.New(subjects[s.Reveal()]), nil
	})
	var b bank
	post := kept(idempotency.Memory())(route.Post("/transfers", transfers.Create(), transfers.View()).ResponseHeader(version)).Handle(b.send)
	app, err := tenon.New("A", "1").Authenticate(keys).Logger(slog.New(slog.DiscardHandler)).Add(post).Build()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(app)
	t.Cleanup(s.Close)
	url := s.URL + "/transfers"
	repeat(t, url, "k", toAnn, "X-Api-Key", "old").has(t, 201, `"number":1}`)
	repeat(t, url, "k", toAnn, "X-Api-Key", "bob's").has(t, 201, `"number":2}`)
	repeat(t, url, "k", toAnn, "X-Api-Key", "new").has(t, 201, `"number":1}`)
	repeat(t, url, "k", toAnn, "X-Api-Key", "stolen").has(t, 401, "")
	repeat(t, url, "k", toAnn).has(t, 401, "")
}
