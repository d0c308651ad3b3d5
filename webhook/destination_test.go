package webhook_test

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/webhook"
)

func TestDestinationsMatchTheMessage(t *testing.T) {
	store := webhook.Memory()
	for _, s := range []webhook.Subscription{
		{ID: "all"}, {ID: "created", Events: []string{"product.created"}}, {ID: "deleted", Events: []string{"product.deleted", "product.create"}},
		{ID: "both", Events: []string{"product.deleted", "product.created"}, Audiences: []string{"staff", "partners"}},
		{ID: "partners", Audiences: []string{"partners"}}, {ID: "staff", Audiences: []string{"staff"}},
		{ID: "ann", Owner: "ann"}, {ID: "off", DisabledAt: time.Unix(1, 0)},
	} {
		if err := store.Insert(t.Context(), s, 100); err != nil {
			t.Fatal(err)
		}
	}
	private := message
	private.Audiences = []string{"partners", "press"}
	own := webhook.Match(func(s webhook.Subscription, m event.Message) bool { return s.Owner == "ann" && m.ID == message.ID })
	for _, c := range []struct {
		name    string
		m       event.Message
		options []webhook.Option
		want    string
	}{
		{"for everyone", message, nil, "all created both partners staff ann"},
		{"for an audience", private, nil, "both partners"},
		{"of one owner", message, []webhook.Option{own}, "ann"},
		{"of another event", event.Message{Type: "product.deleted"}, nil, "all deleted both partners staff ann"},
	} {
		to := sender(t, store, c.options...)
		ids, err := to.Destinations(t.Context(), c.m)
		if got := strings.Join(ids, " "); got != c.want || err != nil {
			t.Errorf("%s: %s, %v; want %s", c.name, got, err, c.want)
		}
		all, _ := store.Owned(t.Context(), "")
		for _, s := range all { // what was queued before the subscription changed
			if err := to.Publish(t.Context(), s.ID, c.m); !slices.Contains(ids, s.ID) && !event.IsPermanent(err) {
				t.Errorf("%s: %s: %v", c.name, s.ID, err)
			}
		}
	}
}

func TestAMessageThatCannotBeSignedIsPermanent(t *testing.T) {
	r := newReceiver(t)
	store, _ := subscribed(t, r.URL)
	m := message
	m.ID = "a.b"
	if err := sender(t, store, r.options()...).Publish(t.Context(), "s1", m); !event.IsPermanent(err) || len(r.requests) != 0 {
		t.Error(err)
	}
	if s, _ := store.Find(t.Context(), "s1"); !s.FailingSince.IsZero() {
		t.Error("it counts as a failure of the receiver")
	}
}

// down is a store that is unavailable.
type down struct{ webhook.Store }

var errDown = errors.New("connection reset")

func (down) Enabled(context.Context, string) ([]webhook.Subscription, error) { return nil, errDown }
func (down) Find(context.Context, string) (webhook.Subscription, error) {
	return webhook.Subscription{}, errDown
}

// readOnly is a store that cannot write.
type readOnly struct{ webhook.Store }

func (readOnly) Change(context.Context, string, func(*webhook.Subscription) error) (webhook.Subscription, error) {
	return webhook.Subscription{}, errDown
}

func TestErrorsOfTheStoreAreNotPermanent(t *testing.T) {
	to := sender(t, down{webhook.Memory()})
	if _, err := to.Destinations(t.Context(), message); !errors.Is(err, errDown) {
		t.Error(err)
	}
	if err := to.Publish(t.Context(), "s1", message); !errors.Is(err, errDown) || event.IsPermanent(err) {
		t.Error(err)
	}
	r := newReceiver(t)
	status := http.StatusGone
	r.respond = func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }
	store, _ := subscribed(t, r.URL)
	to = sender(t, readOnly{store}, r.options()...)
	if err := to.Publish(t.Context(), "s1", message); !errors.Is(err, errDown) || event.IsPermanent(err) {
		t.Errorf("a 410 that is not recorded: %v", err)
	}
	if status = http.StatusOK; to.Publish(t.Context(), "s1", message) != nil {
		t.Error("a success fails")
	}
}

func TestNewSenderRejectsInvalidOptions(t *testing.T) {
	for i, options := range [][]webhook.Option{
		{webhook.Timeout(0)}, {webhook.MaxRetryAfter(-1)}, {webhook.DisableAfter(-1)}, {webhook.Clock(nil)},
		{webhook.AllowNetworks(netip.Prefix{})}, {webhook.DenyNetworks(networks("10.0.0.0/8")[0], netip.Prefix{})},
	} {
		if s, err := webhook.NewSender(webhook.Memory(), options...); err == nil || s != nil {
			t.Errorf("%d: %v", i, err)
		}
	}
	if _, err := webhook.NewSender(nil); err == nil {
		t.Error("there is no store")
	}
}
