package webhook_test

import (
	"bytes"
	"context"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/webhook"
)

// receiver is a server with TLS that records what it receives.
type receiver struct {
	*httptest.Server
	requests []*http.Request
	bodies   []string
	respond  func(w http.ResponseWriter, r *http.Request) // nil: 204
}

func newReceiver(t testing.TB) *receiver {
	t.Helper()
	r := &receiver{}
	r.Server = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		b, err := io.ReadAll(q.Body)
		if err != nil {
			t.Error(err)
		}
		r.requests, r.bodies = append(r.requests, q), append(r.bodies, string(b))
		if r.respond == nil {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		r.respond(w, q)
	}))
	r.EnableHTTP2 = true
	r.Config.ErrorLog = log.New(io.Discard, "", 0)
	r.StartTLS()
	t.Cleanup(r.Close)
	return r
}

// options let a sender reach the receiver.
func (r *receiver) options(more ...webhook.Option) []webhook.Option {
	pool := x509.NewCertPool()
	pool.AddCert(r.Certificate())
	return append([]webhook.Option{webhook.AnyPort(), webhook.RootCAs(pool), webhook.AllowNetworks(networks("127.0.0.0/8", "::1/128")...)}, more...)
}

func TestAMessageIsSentSigned(t *testing.T) {
	r := newReceiver(t)
	now := time.Unix(1_800_000_000, 999)
	store, s := subscribed(t, r.URL+"/hooks?token=1")
	to := sender(t, store, r.options(webhook.Clock(func() time.Time { return now }))...)
	for range 2 {
		if err := to.Publish(t.Context(), "s1", message); err != nil {
			t.Fatal(err)
		}
		now = now.Add(time.Minute)
	}
	const body = `{"type":"product.created","timestamp":"2023-11-14T22:13:20Z","data":{"id":1}}`
	v := webhook.NewVerifier(s.Keys[0].Secret)
	for i, q := range r.requests {
		h := q.Header
		if r.bodies[i] != body || q.Method != "POST" || q.RequestURI != "/hooks?token=1" || q.ProtoMajor != 2 {
			t.Errorf("%s %s %s %s", q.Method, q.RequestURI, q.Proto, r.bodies[i])
		}
		if h.Get("webhook-id") != message.ID || h.Get("Content-Type") != "application/json" || h.Get("User-Agent") != "tenon-webhook" || len(h) != 6 && len(h) != 7 {
			t.Errorf("%v", h)
		}
		sent := time.Unix(1_800_000_000, 0).Add(time.Duration(i) * time.Minute)
		if err := v.Clock(at(sent)).Tolerance(time.Nanosecond).Verify(h, []byte(r.bodies[i])); err != nil {
			t.Errorf("attempt %d: %v", i, err)
		}
	}
	if len(r.requests) != 2 {
		t.Errorf("%d attempts", len(r.requests))
	}
}

// During a rotation webhooks have signatures of both secrets, until the old one ends.
func TestWebhooksAreSignedWithAllSecrets(t *testing.T) {
	r := newReceiver(t)
	now := time.Unix(1_800_000_000, 0)
	store, s := subscribed(t, r.URL)
	old, next := s.Keys[0].Secret, webhook.NewSecret()
	if _, err := store.Change(t.Context(), "s1", func(s *webhook.Subscription) error {
		s.Keys = []webhook.Key{{Secret: next}, {Secret: old, Until: now.Add(time.Hour)}}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	to := sender(t, store, r.options(webhook.Clock(func() time.Time { return now }))...)
	for i, both := range []bool{true, true, false} {
		now = time.Unix(1_800_000_000, 0).Add([]time.Duration{0, time.Hour - 1, time.Hour}[i])
		if err := to.Publish(t.Context(), "s1", message); err != nil {
			t.Fatal(err)
		}
		h := r.requests[i].Header
		if err := webhook.NewVerifier(next).Clock(at(now)).Verify(h, []byte(r.bodies[i])); err != nil {
			t.Error(err)
		}
		if err := webhook.NewVerifier(old).Clock(at(now)).Verify(h, []byte(r.bodies[i])); (err == nil) != both {
			t.Errorf("at %v the old secret: %v", now, err)
		}
	}
}

func TestResponsesDecideWhatHappensNext(t *testing.T) {
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	in := func(d time.Duration) string { return now.Add(d).Format(http.TimeFormat) }
	for _, c := range []struct {
		status    int
		after     string
		permanent bool
		delay     time.Duration
	}{
		{200, "", false, 0}, {202, "5", false, 0}, {299, "", false, 0},
		{410, "", true, 0}, {410, "5", true, 0},
		{429, "7", false, 7 * time.Second}, {503, "0", false, 0}, {503, "", false, 0}, {503, in(90 * time.Second), false, 90 * time.Second},
		{503, in(-time.Minute), false, 0}, {429, "7200", false, time.Hour}, {429, in(100 * time.Hour), false, time.Hour},
		{429, "99999999999999999999", false, 0}, {429, "9223372036854775807", false, time.Hour}, {429, "-1", false, 0}, {429, "soon", false, 0},
		{500, "7", false, 0}, {404, "", false, 0}, {400, "", false, 0}, {401, "", false, 0}, {301, "", false, 0}, {304, "", false, 0},
	} {
		r := newReceiver(t)
		r.respond = func(w http.ResponseWriter, _ *http.Request) {
			if c.after != "" {
				w.Header().Set("Retry-After", c.after)
			}
			w.WriteHeader(c.status)
		}
		store, _ := subscribed(t, r.URL)
		err := sender(t, store, r.options(webhook.Clock(at(now)))...).Publish(t.Context(), "s1", message)
		if (err == nil) != (c.status/100 == 2) || event.IsPermanent(err) != c.permanent || event.RetryDelay(err) != c.delay {
			t.Errorf("%d after %q: %v, permanent %t, delay %s", c.status, c.after, err, event.IsPermanent(err), event.RetryDelay(err))
		}
		var failure *webhook.DeliveryError
		if err != nil && (!errors.As(err, &failure) || failure.Status != c.status || failure.Reason != webhook.ReasonStatus || !strings.Contains(err.Error(), strconv.Itoa(c.status))) {
			t.Errorf("%d: %v", c.status, err)
		}
		after, err := store.Find(t.Context(), "s1")
		if err != nil || after.Enabled() == c.permanent || (after.Reason == webhook.Gone) != c.permanent {
			t.Errorf("%d: %+v, %v", c.status, after, err)
		}
		r.Close()
	}
}

func TestADisabledSubscriptionReceivesNothing(t *testing.T) {
	r := newReceiver(t)
	r.respond = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusGone) }
	store, _ := subscribed(t, r.URL)
	to := sender(t, store, r.options()...)
	for range 3 {
		if err := to.Publish(t.Context(), "s1", message); !event.IsPermanent(err) {
			t.Error(err)
		}
	}
	ids, err := to.Destinations(t.Context(), message)
	if len(r.requests) != 1 || len(ids) != 0 || err != nil {
		t.Errorf("%d requests, destinations %v, %v", len(r.requests), ids, err)
	}
	if err := to.Publish(t.Context(), "unknown", message); !event.IsPermanent(err) || !errors.Is(err, webhook.ErrNotFound) {
		t.Error(err)
	}
}

// A 410 of a URL that the owner has replaced meanwhile disables nothing.
func TestAnOldURLDisablesNothing(t *testing.T) {
	r := newReceiver(t)
	store, _ := subscribed(t, r.URL)
	r.respond = func(w http.ResponseWriter, _ *http.Request) {
		if _, err := store.Change(context.Background(), "s1", func(s *webhook.Subscription) error { s.URL += "/new"; return nil }); err != nil {
			t.Error(err)
		}
		w.WriteHeader(http.StatusGone)
	}
	err := sender(t, store, r.options()...).Publish(t.Context(), "s1", message)
	after, _ := store.Find(t.Context(), "s1")
	if err == nil || event.IsPermanent(err) || !after.Enabled() {
		t.Errorf("%v, %+v", err, after)
	}
}

func TestFailuresForDaysDisable(t *testing.T) {
	r := newReceiver(t)
	start := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	now, status := start, 500
	r.respond = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
	store, _ := subscribed(t, r.URL)
	to := sender(t, store, r.options(webhook.DisableAfter(72*time.Hour), webhook.Clock(func() time.Time { return now }))...)
	for _, step := range []struct {
		hours, status int
		since         int // hours; -1 is none
		enabled       bool
	}{
		{0, 500, 0, true}, {70, 503, 0, true}, {71, 200, -1, true}, {100, 404, 100, true}, {171, 500, 100, true}, {172, 500, 100, false},
	} {
		now, status = start.Add(time.Duration(step.hours)*time.Hour), step.status
		err := to.Publish(t.Context(), "s1", message)
		s, _ := store.Find(t.Context(), "s1")
		want := time.Time{}
		if step.since >= 0 {
			want = start.Add(time.Duration(step.since) * time.Hour)
		}
		if !s.FailingSince.Equal(want) || s.Enabled() != step.enabled || event.IsPermanent(err) == step.enabled || (s.Reason == webhook.Failing) == step.enabled {
			t.Errorf("after %d hours: %v, failing since %v, %q", step.hours, err, s.FailingSince, s.Reason)
		}
	}
}

func TestRedirectsKeepTheMessage(t *testing.T) {
	for _, c := range []struct {
		status, times int
		ok            bool
		reason        string
	}{
		{307, 1, true, ""}, {308, 3, true, ""}, {308, 4, false, webhook.ReasonRedirect},
		{301, 1, false, webhook.ReasonStatus}, {302, 1, false, webhook.ReasonStatus}, {303, 1, false, webhook.ReasonStatus}, {300, 1, false, webhook.ReasonStatus},
	} {
		r := newReceiver(t)
		n := 0
		r.respond = func(w http.ResponseWriter, q *http.Request) {
			if q.Header.Get("Referer") != "" {
				t.Errorf("a redirect reveals %s", q.Header.Get("Referer"))
			}
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
			if n++; n <= c.times {
				w.Header().Set("Location", "/next?n="+strconv.Itoa(n))
				w.WriteHeader(c.status)
			}
		}
		store, s := subscribed(t, r.URL+"/token")
		err := sender(t, store, r.options()...).Publish(t.Context(), "s1", message)
		var failure *webhook.DeliveryError
		if (err == nil) != c.ok || err != nil && (!errors.As(err, &failure) || failure.Reason != c.reason) {
			t.Errorf("%d × %d: %v", c.times, c.status, err)
		}
		for i, q := range r.requests {
			if err := webhook.NewVerifier(s.Keys[0].Secret).Verify(q.Header, []byte(r.bodies[i])); err != nil || q.Method != "POST" || q.Header.Get("Cookie") != "" {
				t.Errorf("%d: request %d is %s with the cookie %q: %v", c.status, i, q.Method, q.Header.Get("Cookie"), err)
			}
		}
		r.Close()
	}
}

func TestReasonsOfFailures(t *testing.T) {
	r := newReceiver(t)
	release := make(chan struct{})
	defer close(release)
	r.respond = func(http.ResponseWriter, *http.Request) { <-release }
	slow, _ := subscribed(t, r.URL)
	untrusted, _ := subscribed(t, strings.Replace(r.URL, "127.0.0.1", "localhost", 1))
	plain := httptest.NewServer(http.NotFoundHandler())
	defer plain.Close()
	noTLS, _ := subscribed(t, strings.Replace(plain.URL, "http:", "https:", 1))
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	down, _ := subscribed(t, strings.Replace(closed.URL, "http:", "https:", 1))
	unknown, _ := subscribed(t, "https://unknown.test/")
	dns := (&names{}).resolver()
	for _, c := range []struct {
		name, reason string
		store        webhook.Store
		options      []webhook.Option
	}{
		{"slow", webhook.ReasonTimeout, slow, r.options(webhook.Timeout(50 * time.Millisecond))},
		{"another name in the certificate", webhook.ReasonTLS, untrusted, r.options()},
		{"no TLS", webhook.ReasonTLS, noTLS, r.options()},
		{"down", webhook.ReasonTransport, down, r.options()},
		{"no address", webhook.ReasonTransport, unknown, []webhook.Option{webhook.Resolver(dns)}},
	} {
		err := sender(t, c.store, c.options...).Publish(t.Context(), "s1", message)
		var failure *webhook.DeliveryError
		if !errors.As(err, &failure) || failure.Reason != c.reason || failure.Status != 0 || event.IsPermanent(err) || failure.Unwrap() == nil {
			t.Errorf("%s: %v (%v)", c.name, err, errors.Unwrap(failure))
		}
		if text := err.Error(); text != "webhook: no response: "+c.reason {
			t.Errorf("%s: the text is %s", c.name, text)
		}
	}
}

func TestResponsesAreReadInPart(t *testing.T) {
	r := newReceiver(t)
	sent := make(chan int, 1)
	r.respond = func(w http.ResponseWriter, q *http.Request) {
		n, chunk := 0, bytes.Repeat([]byte("a"), 32<<10)
		for range 1000 {
			m, err := w.Write(chunk)
			if n += m; err != nil || q.Context().Err() != nil {
				break
			}
		}
		sent <- n
	}
	store, _ := subscribed(t, r.URL)
	if err := sender(t, store, r.options()...).Publish(t.Context(), "s1", message); err != nil {
		t.Fatal(err)
	}
	if n := <-sent; n >= 1000*32<<10 {
		t.Errorf("%d bytes were read", n)
	}
}
