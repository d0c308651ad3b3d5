package webhook_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/webhook"
)

var (
	pinged   = event.New("ping.sent", pings.View())
	dropped  = event.New("ping.dropped", pings.View())
	secretly = event.New("ping.hidden", pings.View()).Audience("readers")
)

// api returns an API with subscriptions, whose callers are those of kit.Bearer.
func api(t testing.TB, s *webhook.Sender, options ...webhook.ResourceOption) *tenon.App {
	t.Helper()
	options = append([]webhook.ResourceOption{webhook.Events(pinged, dropped)}, options...)
	return kit.Build(t, tenon.New("Hooks", "1").Logger(slog.New(slog.DiscardHandler)).Authenticate(kit.Bearer).
		Add(webhook.Resource("/webhooks", s, options...)))
}

// shown is a webhook in a response.
type shown struct {
	ID, URL, Secret, Description string
	Events                       []string
	Enabled                      bool
	DisabledAt                   *time.Time `json:"disabled_at"`
	Reason                       *string    `json:"disabled_reason"`
	FailingSince                 *time.Time `json:"failing_since"`
	CreatedAt                    time.Time  `json:"created_at"`
}

func read[T any](t *testing.T, r kit.Response, status int) (out T) {
	t.Helper()
	var whole struct{ Data T }
	if r.Status != status {
		t.Fatalf("%d %s, want %d", r.Status, r.Body, status)
	}
	if err := json.Unmarshal([]byte(r.Body), &whole); err != nil {
		t.Fatal(err)
	}
	return whole.Data
}

func TestASubscriptionIsManaged(t *testing.T) {
	store := webhook.Memory()
	app := api(t, sender(t, store))
	ann := kit.As("ann")
	created := kit.Send(t, app, "POST", "/webhooks", `{"url": "https://example.com/hooks", "events": ["ping.sent"], "description": "x"}`, ann...)
	w := read[shown](t, created, 201)
	if created.Header.Get("Location") != "/webhooks/"+w.ID || created.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%v", created.Header)
	}
	stored, err := store.Find(t.Context(), w.ID)
	if err != nil || stored.Keys[0].Secret.Reveal() != w.Secret || !strings.HasPrefix(w.Secret, "whsec_") || !w.Enabled || stored.Owner == "" {
		t.Errorf("%+v, %+v, %v", w, stored, err)
	}
	view := kit.Send(t, app, "GET", "/webhooks/"+w.ID, "", ann...)
	if got := read[shown](t, view, 200); got.URL != w.URL || got.Secret != "" || !slices.Equal(got.Events, []string{"ping.sent"}) || got.Description != "x" || view.Header.Get("ETag") != `"1"` {
		t.Errorf("%s", view.Body)
	}
	if list := kit.Send(t, app, "GET", "/webhooks", "", ann...); strings.Contains(list.Body, "secret") || len(read[[]shown](t, list, 200)) != 1 {
		t.Error(list.Body)
	}
	off := read[shown](t, kit.Send(t, app, "PATCH", "/webhooks/"+w.ID, `{"enabled": false}`, append(ann, "Content-Type: application/merge-patch+json", `If-Match: "1"`)...), 200)
	if off.Enabled || off.DisabledAt == nil || *off.Reason != "requested" || off.Secret != "" {
		t.Errorf("%+v", off)
	}
	if r := kit.Send(t, app, "PATCH", "/webhooks/"+w.ID, `{"enabled": true}`, append(ann, "Content-Type: application/merge-patch+json", `If-Match: "1"`)...); r.Status != 412 {
		t.Errorf("an outdated change is %d", r.Status)
	}
	on := kit.Send(t, app, "PATCH", "/webhooks/"+w.ID, `{"enabled": true, "url": "https://example.com/other", "events": []}`, append(ann, "Content-Type: application/merge-patch+json")...)
	if got := read[shown](t, on, 200); !got.Enabled || got.DisabledAt != nil || got.Reason != nil || len(got.Events) != 0 || on.Header.Get("ETag") != `"3"` {
		t.Errorf("%s", on.Body)
	}
	same := kit.Send(t, app, "PATCH", "/webhooks/"+w.ID, `{"enabled": true}`, append(ann, "Content-Type: application/merge-patch+json")...)
	if same.Header.Get("ETag") != `"3"` {
		t.Errorf("a change of nothing has the version %s", same.Header.Get("ETag"))
	}
	if r := kit.Send(t, app, "DELETE", "/webhooks/"+w.ID, "", append(ann, `If-Match: "2"`)...); r.Status != 412 {
		t.Errorf("an outdated delete is %d", r.Status)
	}
	if r := kit.Send(t, app, "DELETE", "/webhooks/"+w.ID, "", ann...); r.Status != 200 || strings.Contains(r.Body, "whsec_") {
		t.Errorf("%d %s", r.Status, r.Body)
	}
	if r := kit.Send(t, app, "GET", "/webhooks/"+w.ID, "", ann...); r.Status != 404 {
		t.Error(r.Status)
	}
}

func TestOwnersSeeTheirOwn(t *testing.T) {
	r := newReceiver(t)
	app := api(t, sender(t, webhook.Memory(), r.options()...), webhook.Failures(&letters{}))
	w := read[shown](t, kit.Send(t, app, "POST", "/webhooks", `{"url": "`+r.URL+`"}`, kit.As("ann")...), 201)
	patch := "Content-Type: application/merge-patch+json"
	for _, c := range []struct {
		method, path, body string
		header             []string
	}{
		{"GET", "", "", nil}, {"PATCH", "", `{"enabled": false}`, []string{patch}}, {"PATCH", "", `{"enabled": false}`, []string{patch, `If-Match: "7"`}},
		{"DELETE", "", "", nil}, {"DELETE", "", "", []string{`If-Match: "7"`}},
		{"POST", "/rotate", "", nil}, {"POST", "/test", "", nil}, {"GET", "/deliveries", "", nil}, {"POST", "/deliveries/2/redeliver", "", nil},
	} {
		got := kit.Send(t, app, c.method, "/webhooks/"+w.ID+c.path, c.body, kit.As("bob", c.header...)...)
		none := kit.Send(t, app, c.method, "/webhooks/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"+c.path, c.body, kit.As("bob", c.header...)...)
		if got.Status != 404 || got.Body != none.Body {
			t.Errorf("%s %s by another: %d %s, and without one %d %s", c.method, c.path, got.Status, got.Body, none.Status, none.Body)
		}
		if anonymous := kit.Send(t, app, c.method, "/webhooks/"+w.ID+c.path, c.body, c.header...); anonymous.Status != 401 {
			t.Errorf("%s %s without credentials: %d", c.method, c.path, anonymous.Status)
		}
	}
	if list := kit.Send(t, app, "GET", "/webhooks", "", kit.As("bob")...); len(read[[]shown](t, list, 200)) != 0 {
		t.Error(list.Body)
	}
	if len(r.requests) != 0 {
		t.Error("the test of another was sent")
	}
}

func TestInvalidSubscriptionsAreViolations(t *testing.T) {
	readers := webhook.Audiences(func(caller authn.Identity) []string {
		if caller.Subject() == "bob" {
			return []string{"readers"}
		}
		return nil
	})
	plain := api(t, sender(t, webhook.Memory()))
	hidden := api(t, sender(t, webhook.Memory()), webhook.Events(secretly), readers)
	for _, c := range []struct {
		app    http.Handler
		caller string
		body   string
		want   string // the code and the pointer; "" is none
	}{
		{plain, "ann", `{"url": "https://example.com/"}`, ""},
		{plain, "ann", `{"url": "http://example.com/"}`, `"webhook_url"`},
		{plain, "ann", `{"url": "https://127.0.0.1/"}`, `"webhook_url"`},
		{plain, "ann", `{"url": "https://[::ffff:169.254.169.254]/"}`, `"webhook_url"`},
		{plain, "ann", `{"url": "https://localhost/"}`, `"webhook_url"`},
		{plain, "ann", `{"url": "https://2130706433/"}`, `"webhook_url"`},
		{plain, "ann", `{"url": "https://a:b@example.com/"}`, `"webhook_url"`},
		{plain, "ann", `{"url": "https://example.com:8080/"}`, `"webhook_url"`},
		{plain, "ann", `{"url": "x"}`, `"pointer":"#/url"`},
		{plain, "ann", `{}`, `"required"`},
		{plain, "ann", `{"url": "https://example.com/", "secret": "whsec_x"}`, `"pointer":"#/secret"`},
		{plain, "ann", `{"url": "https://example.com/", "events": ["ping.other"]}`, `"pointer":"#/events/0"`},
		{plain, "ann", `{"url": "https://example.com/", "events": ["ping.sent", "ping.sent"]}`, `"unique`},
		{hidden, "ann", `{"url": "https://example.com/", "events": ["ping.sent", "ping.hidden"]}`, `"pointer":"#/events/1"`},
		{hidden, "ann", `{"url": "https://example.com/", "events": ["ping.sent"]}`, ""},
		{hidden, "bob", `{"url": "https://example.com/", "events": ["ping.hidden"]}`, ""},
	} {
		r := kit.Send(t, c.app, "POST", "/webhooks", c.body, kit.As(c.caller)...)
		if c.want == "" && r.Status != 201 || c.want != "" && (r.Status != 422 || !strings.Contains(r.Body, c.want)) {
			t.Errorf("%s: %s: %d %s", c.caller, c.body, r.Status, r.Body)
		}
	}
}

// What a caller subscribes to, it receives if the message is for one of its audiences.
func TestAudiencesAreThoseOfTheCaller(t *testing.T) {
	r := newReceiver(t)
	to := sender(t, webhook.Memory(), r.options()...)
	app := api(t, to, webhook.Events(secretly), webhook.Audiences(func(caller authn.Identity) []string { return slices.Clone(caller.ScopeList()) }),
		webhook.Owner(func(_ context.Context, caller authn.Identity) (string, error) { return "tenant", nil }))
	body := `{"url": "` + r.URL + `"}`
	ann := read[shown](t, kit.Send(t, app, "POST", "/webhooks", body, kit.As("ann")...), 201) // read, write
	m := secretly.Of(ping{1})
	m.Audiences = []string{"write"}
	ids, err := to.Destinations(t.Context(), m)
	if err != nil || !slices.Equal(ids, []string{ann.ID}) {
		t.Errorf("%v, %v", ids, err)
	}
	// The last update was by a caller with fewer audiences.
	patched := kit.Send(t, app, "PATCH", "/webhooks/"+ann.ID, `{"description": "mine"}`, kit.As("bob", "Content-Type: application/merge-patch+json")...)
	if ids, err := to.Destinations(t.Context(), m); patched.Status != 200 || err != nil || len(ids) != 0 {
		t.Errorf("%d, %v, %v", patched.Status, ids, err)
	}
}

func TestRotationsOverlap(t *testing.T) {
	r := newReceiver(t)
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	to := sender(t, webhook.Memory(), r.options(webhook.Clock(func() time.Time { return now }))...)
	app := api(t, to, webhook.Overlap(time.Hour))
	ann := kit.As("ann")
	w := read[shown](t, kit.Send(t, app, "POST", "/webhooks", `{"url": "`+r.URL+`"}`, ann...), 201)
	secrets := []string{w.Secret}
	rotate := func(body string) {
		t.Helper()
		got := read[shown](t, kit.Send(t, app, "POST", "/webhooks/"+w.ID+"/rotate", body, ann...), 200)
		if slices.Contains(secrets, got.Secret) || got.ID != w.ID {
			t.Errorf("%+v", got)
		}
		secrets = append(secrets, got.Secret)
	}
	check := func(want ...int) {
		t.Helper()
		if err := to.Publish(t.Context(), w.ID, pinged.Of(ping{1})); err != nil {
			t.Fatal(err)
		}
		last := len(r.requests) - 1
		for i, text := range secrets {
			err := webhook.NewVerifier(secret(t, text)).Clock(at(now)).Verify(r.requests[last].Header, []byte(r.bodies[last]))
			if (err == nil) != slices.Contains(want, i) {
				t.Errorf("secret %d of %d: %v", i, len(secrets), err)
			}
		}
	}
	check(0)
	rotate("")
	check(0, 1)
	now = now.Add(30 * time.Minute)
	rotate("{}")
	check(0, 1, 2)
	now = now.Add(30 * time.Minute)
	check(1, 2)
	rotate(`{"revealed": true}`)
	check(3)
	for range 6 {
		rotate("")
	}
	check(6, 7, 8, 9)
}

func TestATestIsSent(t *testing.T) {
	r := newReceiver(t)
	app := api(t, sender(t, webhook.Memory(), r.options()...))
	w := read[shown](t, kit.Send(t, app, "POST", "/webhooks", `{"url": "`+r.URL+`", "enabled": false}`, kit.As("ann")...), 201)
	for status, want := range map[int]string{
		200: `{"delivered":true,"status":null,"reason":null}`, 500: `{"delivered":false,"status":500,"reason":"status"}`, 410: `{"delivered":false,"status":410,"reason":"status"}`,
	} {
		r.respond = func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, "a secret of the receiver")
		}
		if got := kit.Send(t, app, "POST", "/webhooks/"+w.ID+"/test", "", kit.As("ann")...); got.Status != 200 || !strings.Contains(got.Body, want) || strings.Contains(got.Body, "a secret") {
			t.Errorf("%d: %d %s", status, got.Status, got.Body)
		}
		last := len(r.requests) - 1
		if err := webhook.NewVerifier(secret(t, w.Secret)).Verify(r.requests[last].Header, []byte(r.bodies[last])); err != nil || !strings.Contains(r.bodies[last], `"type":"webhook.test"`) || !strings.HasSuffix(r.bodies[last], `"data":{}}`) {
			t.Errorf("%s: %v", r.bodies[last], err)
		}
	}
	r.Close()
	if got := kit.Send(t, app, "POST", "/webhooks/"+w.ID+"/test", "", kit.As("ann")...); !strings.Contains(got.Body, `"status":null,"reason":"transport"`) {
		t.Error(got.Body)
	}
}

// letters are failed deliveries.
type letters struct{ again []string }

func (l *letters) Failed(_ context.Context, destination string) ([]webhook.FailedDelivery, error) {
	at := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	return []webhook.FailedDelivery{{Sequence: 1, MessageID: "m1", Type: "ping.sent", FailedAt: at}, {Sequence: 2, MessageID: "m2", Type: "ping.sent", FailedAt: at, Attempts: 9, Error: "status 500"}}, nil
}

func (l *letters) Redeliver(_ context.Context, destination string, sequence int64) error {
	if sequence != 2 {
		return webhook.ErrNotFound
	}
	l.again = append(l.again, destination+" "+strconv.FormatInt(sequence, 10))
	return nil
}

func TestFailedDeliveriesAreDeliveredAgain(t *testing.T) {
	l := &letters{}
	app := api(t, sender(t, webhook.Memory()), webhook.Failures(l))
	ann := kit.As("ann")
	w := read[shown](t, kit.Send(t, app, "POST", "/webhooks", `{"url": "https://example.com/"}`, ann...), 201)
	at := "/webhooks/" + w.ID + "/deliveries"
	if got := kit.Send(t, app, "GET", at+"?limit=1", "", ann...); got.Status != 200 || !strings.Contains(got.Body, `{"sequence":2,"message_id":"m2","type":"ping.sent","failed_at":"2026-11-22T10:00:00.000000Z","attempts":9,"error":"status 500"}`) || strings.Contains(got.Body, "m1") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
	if got := kit.Send(t, app, "POST", at+"/2/redeliver", "", ann...); got.Status != 202 || !slices.Equal(l.again, []string{w.ID + " 2"}) {
		t.Errorf("%d %s, %v", got.Status, got.Body, l.again)
	}
	if got := kit.Send(t, app, "POST", at+"/3/redeliver", "", ann...); got.Status != 404 || !strings.Contains(got.Body, "no_such_delivery") {
		t.Errorf("%d %s", got.Status, got.Body)
	}
}

func TestAnOwnerHasAMaximum(t *testing.T) {
	app := api(t, sender(t, webhook.Memory()), webhook.Max(2))
	for i, want := range []int{201, 201, 409} {
		if got := kit.Send(t, app, "POST", "/webhooks", `{"url": "https://example.com/`+strconv.Itoa(i)+`"}`, kit.As("ann")...); got.Status != want {
			t.Errorf("%d: %d %s", i, got.Status, got.Body)
		}
	}
	if got := kit.Send(t, app, "POST", "/webhooks", `{"url": "https://example.com/"}`, kit.As("bob")...); got.Status != 201 {
		t.Errorf("another owner: %d", got.Status)
	}
}

// A retried create has the secret of the first, and a retried rotation rotates once.
func TestRetriesHaveOneSecret(t *testing.T) {
	store := webhook.Memory()
	app := api(t, sender(t, store), webhook.Idempotent(time.Hour, idempotency.Memory()))
	send := func(path, caller, key string) shown {
		return read[shown](t, kit.Send(t, app, "POST", path, map[bool]string{true: `{"url": "https://example.com/"}`}[path == "/webhooks"], kit.As(caller, "Idempotency-Key: "+key)...), map[bool]int{true: 201, false: 200}[path == "/webhooks"])
	}
	first, again, other := send("/webhooks", "ann", "k1"), send("/webhooks", "ann", "k1"), send("/webhooks", "bob", "k1")
	if first.Secret != again.Secret || first.ID != again.ID || other.ID == first.ID || other.Secret == first.Secret {
		t.Errorf("%+v\n%+v\n%+v", first, again, other)
	}
	at := "/webhooks/" + first.ID + "/rotate"
	rotated, retried := send(at, "ann", "k2"), send(at, "ann", "k2")
	s, err := store.Find(t.Context(), first.ID)
	if rotated.Secret != retried.Secret || rotated.Secret == first.Secret || err != nil || len(s.Keys) != 2 {
		t.Errorf("%s, %s, %d keys, %v", rotated.Secret, retried.Secret, len(s.Keys), err)
	}
}

func TestClientsGetThePublicKey(t *testing.T) {
	r := newReceiver(t)
	to := sender(t, webhook.Memory(), r.options()...)
	w := read[shown](t, kit.Send(t, api(t, to, webhook.Ed25519()), "POST", "/webhooks", `{"url": "`+r.URL+`"}`, kit.As("ann")...), 201)
	if err := to.Publish(t.Context(), w.ID, pinged.Of(ping{1})); err != nil || !strings.HasPrefix(w.Secret, "whpk_") {
		t.Fatalf("%s, %v", w.Secret, err)
	}
	if err := webhook.NewVerifier(secret(t, w.Secret)).Verify(r.requests[0].Header, []byte(r.bodies[0])); err != nil {
		t.Error(err)
	}
}

func TestTheResourceKeepsItsPromises(t *testing.T) {
	build := func() http.Handler { return api(t, sender(t, webhook.Memory()), webhook.Max(1000)) }
	ann := apitest.As("ann", apitest.Bearer("ann"))
	bob := apitest.As("bob", apitest.Bearer("bob"))
	app := build().(*tenon.App)
	apitest.Laws(t, app, ann, bob, apitest.Except("testWebhook"))
	apitest.Histories(t, app, ann, bob, apitest.Fresh(build), apitest.Runs(20))
}

func TestFaultsOfResourcesHavePositions(t *testing.T) {
	s := sender(t, webhook.Memory())
	owner := webhook.Owner(func(context.Context, authn.Identity) (string, error) { return "", nil })
	for _, c := range []struct {
		of   route.ResourceRoutes[webhook.Webhook, string]
		want string
	}{
		{webhook.Resource("/w", nil, webhook.Events(pinged), owner), "webhook.Resource: the sender is nil"},
		{webhook.Resource("/w", s, owner), "there are no events to subscribe to"},
		{webhook.Resource("/w", s, webhook.Events(pinged, nil), owner), "Events has a nil event"},
		{webhook.Resource("/w", s, webhook.Events(pinged, pinged), owner), `Events has "ping.sent" twice`},
		{webhook.Resource("/w", s, webhook.Events(event.New("Bad Name", pings.View())), owner), "a name must have words"},
		{webhook.Resource("/w", s, webhook.Events(pinged), webhook.Max(0), owner), "Max(0) must be positive"},
		{webhook.Resource("/w", s, webhook.Events(pinged), webhook.Overlap(-1), owner), "must not be negative"},
		{webhook.Resource("/w", s, webhook.Events(pinged), nil, owner), "an option is nil"},
		{webhook.Resource("/w", s, webhook.Events(pinged), webhook.Idempotent(0, nil), owner), ""},
		{webhook.Resource("/w", s, webhook.Events(pinged)), `requires the policy "authenticated"`},
		{webhook.Resource("/w", s, webhook.Events(pinged)).Public(), "Public contradicts"},
	} {
		_, err := tenon.New("Hooks", "1").Add(c.of).Build()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "resource_test.go:")) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

// An owner cannot find out which names the server resolves to addresses of its network.
func TestATestDoesNotTellInternalNamesApart(t *testing.T) {
	dns := &names{answers: map[string][]string{
		"internal.test A": {"10.0.0.5"}, "loopback.test A": {"127.0.0.1"}, "six.test AAAA": {"fd00::5"}, "mixed.test A": {"169.254.169.254"}, "mixed.test AAAA": {"::1"},
	}}
	app := api(t, sender(t, webhook.Memory(), webhook.Resolver(dns.resolver())))
	bodies := map[string]bool{}
	for _, host := range []string{"internal.test", "loopback.test", "six.test", "mixed.test", "none.test", "db.none.test"} {
		w := read[shown](t, kit.Send(t, app, "POST", "/webhooks", `{"url": "https://`+host+`/"}`, kit.As("ann")...), 201)
		got := kit.Send(t, app, "POST", "/webhooks/"+w.ID+"/test", "", kit.As("ann")...)
		if got.Status != 200 {
			t.Errorf("%s: %d", host, got.Status)
		}
		bodies[got.Body] = true
	}
	if len(bodies) != 1 {
		t.Errorf("names have different results: %v", bodies)
	}
}
