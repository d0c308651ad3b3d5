package delivery_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/webhook"
)

// hooks returns a sender to receivers of this machine, and its store.
func hooks(t *testing.T) (*webhook.Sender, webhook.Store) {
	t.Helper()
	store := webhook.Memory()
	sender, err := webhook.NewSender(store, webhook.AllowHTTP(), webhook.AnyPort(), webhook.AllowNetworks(netip.MustParsePrefix("127.0.0.0/8")))
	if err != nil {
		t.Fatal(err)
	}
	return sender, store
}

func subscribe(t *testing.T, store webhook.Store, id, owner, url string) {
	t.Helper()
	err := store.Insert(t.Context(), webhook.Subscription{ID: id, Owner: owner, URL: url, Keys: []webhook.Key{{Secret: webhook.NewSecret()}}}, 1_000)
	if err != nil {
		t.Fatal(err)
	}
}

// silentReceiver returns the URL of a receiver that does not respond.
func silentReceiver(t *testing.T) string {
	t.Helper()
	end := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-end }))
	t.Cleanup(server.Close)
	t.Cleanup(func() { close(end) })
	return server.URL
}

// Webhooks do not wait for the receivers of others: with 20 silent receivers of each of 20 owners they
// arrive long before one attempt at a silent receiver ends.
func TestSilentReceiversDoNotDelayOthers(t *testing.T) {
	for _, d := range []outbox.Dialect{outbox.SQLite, outbox.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			const events, timeout = 10, 4 * time.Second
			measure := func(silent int) time.Duration {
				db := open(t, d)
				create(t, db, outbox.Schema(d)+delivery.Schema(d))
				sender, store := hooks(t)
				var got atomic.Int64
				good := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { got.Add(1); w.WriteHeader(204) }))
				t.Cleanup(good.Close)
				url := silentReceiver(t)
				for i := range silent {
					subscribe(t, store, fmt.Sprint("m", i), fmt.Sprint("mallory", i/20), url)
				}
				subscribe(t, store, "a", "alice", good.URL)
				deliveries, err := delivery.New(db, d, delivery.To("webhooks", sender), delivery.Logger(quiet), delivery.Timeout(timeout))
				if err != nil {
					t.Fatal(err)
				}
				box, err := outbox.New(db, d, outbox.To(deliveries))
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				var running sync.WaitGroup
				running.Go(func() { box.Run(ctx) })
				running.Go(func() { _ = deliveries.Run(ctx, box) })
				defer running.Wait()
				defer stop()
				var rounds []time.Duration
				for round := range 3 { // the last ones while attempts at silent receivers end
					begin := time.Now()
					for i := range events {
						emit(t, db, box, fmt.Sprint("k", round, "-", i), 1)
					}
					wait(t, "the webhooks of alice", func() bool { return got.Load() >= int64(events*(round+1)) })
					rounds = append(rounds, time.Since(begin))
					time.Sleep(2 * time.Second)
				}
				slices.Sort(rounds)
				return rounds[len(rounds)/2]
			}
			alone := measure(0)
			among := measure(400)
			t.Logf("alone %s, among 400 silent receivers %s", alone, among)
			if among-alone > timeout/3 { // 400 open connections cost a slow machine something
				t.Errorf("alone %s, among 400 silent receivers %s", alone, among)
			}
		})
	}
}

// A destination and an owner have their bounds.
func TestAttemptsAreBounded(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		var mu sync.Mutex
		running, most := map[string]int{}, map[string]int{}
		count := func(to string, n int) {
			mu.Lock()
			defer mu.Unlock()
			for _, who := range []string{to, to[:1], ""} { // the destination, its owner, all
				running[who] += n
				most[who] = max(most[who], running[who])
			}
		}
		p := &owned{funcs{publisher: newPublisher(always)}}
		p.destinations = func(context.Context, event.Message) ([]string, error) {
			return []string{"a1", "a2", "a3", "a4", "b1", "c1", "d1", "d2"}, nil
		}
		p.publish = func(ctx context.Context, to string, _ event.Message) error {
			count(to, 1)
			defer count(to, -1)
			time.Sleep(30 * time.Millisecond)
			return nil
		}
		box, _, _ := start(t, db, d, p, delivery.Workers(60))
		for i := range 15 {
			emit(t, db, box, fmt.Sprint("k", i), 1)
		}
		emit(t, db, box, "", 15)
		wait(t, "all messages", func() bool { return p.received() == 8*30 })
		mu.Lock()
		defer mu.Unlock()
		for who, bound := range map[string]int{"a1": 3, "b1": 3, "d2": 3, "a": 6, "d": 6, "b": 3, "": 60} {
			if most[who] > bound || most[who] == 0 {
				t.Errorf("%q had %d attempts at a time, more than %d", who, most[who], bound)
			}
		}
	})
}

// owned is a publisher whose destinations have an owner, their first letter, unless they are gone.
type owned struct{ funcs }

func (*owned) Owner(_ context.Context, to string) (string, error) {
	switch {
	case strings.HasPrefix(to, "gone"):
		return "", event.ErrNoDestination
	case strings.HasPrefix(to, "panic"):
		panic("a bug")
	}
	return to[:1], nil
}
