package redisstore_test

import (
	"encoding/hex"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func hexOf(k idempotency.Key) string { return hex.EncodeToString(k[:]) }

// serve serves payments, with keys in a store.
func serve(t *testing.T, keys idempotency.Store, handle func()) string {
	t.Helper()
	payments := collection.New("Payment", prop.String("to"))
	s := httptest.NewServer(tenon.New("Bank", "1").Logger(slog.New(slog.DiscardHandler)).Add(
		route.Post("/payments", payments.Create(), payments.View()).Idempotent(time.Hour, keys).
			Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) {
				handle()
				return in, nil
			})).MustBuild())
	t.Cleanup(s.Close)
	return s.URL + "/payments"
}

func pay(t *testing.T, url, key, to string) (status int, body string, header http.Header) {
	t.Helper()
	r, _ := http.NewRequest("POST", url, strings.NewReader(`{"to":"`+to+`"}`))
	r.Header.Set("Content-Type", "application/json")
	if key != "" {
		r.Header.Set("Idempotency-Key", key)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return 0, "", nil
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Error(err)
	}
	return res.StatusCode, string(b), res.Header
}

// Two servers of an API have one Redis.
func TestRequestsRunOnce(t *testing.T) {
	redis := newServer(t)
	var runs atomic.Int64
	handle := func() {
		runs.Add(1)
		time.Sleep(20 * time.Millisecond)
	}
	urls := []string{serve(t, redis.store(), handle), serve(t, redis.store(), handle)}
	var wg sync.WaitGroup
	var first atomic.Int64
	for i := range 40 {
		wg.Go(func() {
			for {
				status, body, header := pay(t, urls[i%2], "a", "ann")
				switch {
				case status == 409 && header.Get("Retry-After") != "":
					time.Sleep(5 * time.Millisecond)
					continue
				case status != 201 || body != `{"data":{"to":"ann"}}`:
					t.Errorf("%d %s", status, body)
				case header.Get("Idempotent-Replayed") == "":
					first.Add(1)
				}
				return
			}
		})
	}
	wg.Wait()
	if runs.Load() != 1 || first.Load() != 1 {
		t.Errorf("the handler ran %d times, for %d clients", runs.Load(), first.Load())
	}
	if status, body, _ := pay(t, urls[0], "a", "bob"); status != 422 || !strings.Contains(body, "idempotency_key_reused") {
		t.Errorf("%d %s", status, body)
	}
}

// A request with a key is rejected while Redis is down, and its handler does not run.
func TestRequestsFailClosed(t *testing.T) {
	redis := newServer(t)
	runs := 0
	url := serve(t, redis.store(), func() { runs++ })
	for _, step := range []struct {
		name, key string
		change    func()
		status    int
		runs      int
	}{
		{"all is well", "a", func() {}, 201, 1},
		{"Redis is down", "b", redis.kill, 503, 1},
		{"without a key", "", func() {}, 201, 2},
		{"Redis is back", "b", redis.restart, 201, 3},
		{"Redis is full", "c", func() { redis.do("CONFIG", "SET", "maxmemory", "1") }, 503, 3},
		{"a replay", "b", func() {}, 201, 3},
	} {
		step.change()
		if status, body, _ := pay(t, url, step.key, "ann"); status != step.status || runs != step.runs {
			t.Errorf("%s: %d %s, the handler ran %d times", step.name, status, body, runs)
		}
	}
}

// It is sent, and the key stays reserved.
func TestAResponseThatCannotBeStored(t *testing.T) {
	redis := newServer(t)
	runs := 0
	url := serve(t, redis.store(), func() {
		if runs++; runs == 1 {
			redis.do("CONFIG", "SET", "maxmemory", "1")
		}
	})
	if status, body, _ := pay(t, url, "a", "ann"); status != 201 {
		t.Errorf("%d %s", status, body)
	}
	redis.do("CONFIG", "SET", "maxmemory", "0")
	if status, body, _ := pay(t, url, "a", "ann"); status != 409 || runs != 1 {
		t.Errorf("%d %s, the handler ran %d times", status, body, runs)
	}
}
