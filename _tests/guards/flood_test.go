package guards_test

import (
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-redisstore"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// flooded returns a server with a limit whose only window begins with the first request and
// outlasts the test.
func flooded(t *testing.T, limit throttle.Policy) *httptest.Server {
	t.Helper()
	app := tenon.New("Flood", "1").Logger(slog.New(slog.DiscardHandler)).Throttle(limit).Add(
		route.Post("/a", collection.NoContent(), collection.NoContent()).
			Handle(func(*route.Call, collection.Empty) (none collection.Empty, err error) { return none, nil }),
	).MustBuild()
	server := httptest.NewServer(app)
	t.Cleanup(func() {
		server.Close()
		app.Close()
	})
	return server
}

// flood sends requests over several connections until each has sent its share or stop is
// closed, and returns the numbers of admitted and sent requests.
func flood(t *testing.T, connections, share int, stop <-chan struct{}, servers ...*httptest.Server) (admitted, sent int64) {
	t.Helper()
	transport := &http.Transport{
		MaxIdleConnsPerHost: connections, MaxConnsPerHost: connections,
		DialContext: (&net.Dialer{Timeout: time.Minute}).DialContext,
	}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: time.Minute}
	var yes, all atomic.Int64
	var wg sync.WaitGroup
	for i := range connections {
		wg.Go(func() {
			for range share {
				select {
				case <-stop:
					return
				default:
				}
				res, err := client.Post(servers[i%len(servers)].URL+"/a", "", nil)
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, res.Body)
				res.Body.Close()
				all.Add(1)
				switch res.StatusCode {
				case http.StatusNoContent:
					yes.Add(1)
				case http.StatusTooManyRequests:
				default:
					t.Errorf("status %d", res.StatusCode)
					return
				}
			}
		})
	}
	wg.Wait()
	return yes.Load(), all.Load()
}

// pooled returns a store with a connection pool, as a service would use.
func (s *redisServer) pooled(tokens uint64, window time.Duration) (limiter.Store, error) {
	return redisstore.NewWithPool(&redisstore.Config{Tokens: tokens, Interval: window}, &redis.Pool{MaxIdle: 64, Dial: s.dial})
}

func TestFloodDoesNotLiftItsLimit(t *testing.T) {
	server := newRedis(t)
	fifty := throttle.Per(50, 10*time.Minute)
	for _, row := range []struct {
		name  string
		limit throttle.Policy
		least int64
	}{
		// A token that the store takes after the timeout is lost. If every call has enough
		// time, none may be lost.
		{"a pool", fifty.Store(server.pooled), 1},
		{"a pool, patient", fifty.Store(server.pooled).Timeout(time.Minute), 50},
		{"a connection a request", fifty.Store(server.store), 1},
		{"a connection a request, patient", fifty.Store(server.store).Timeout(time.Minute), 50},
	} {
		for _, connections := range []int{4, 64, 500} {
			c, err := server.dial()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.Do("FLUSHALL"); err != nil {
				t.Fatal(err)
			}
			c.Close()
			admitted, sent := flood(t, connections, max(2000/connections, 4), nil, flooded(t, row.limit))
			t.Logf("%s, %d connections: %d of %d are admitted", row.name, connections, admitted, sent)
			if admitted > 51 || admitted < row.least {
				t.Errorf("%s, %d connections: %d of %d are admitted", row.name, connections, admitted, sent)
			}
		}
	}
}

// Redis has no persistence: it is empty after a restart.
func TestFloodDoesNotLiftItsLimitWhenRedisDies(t *testing.T) {
	limit := throttle.Per(50, 10*time.Minute)
	server := newRedis(t)
	for _, row := range []struct {
		name  string
		limit throttle.Policy
		least int64
	}{
		{"usual", limit.Name("usual").Store(server.pooled), 1},
		{"patient", limit.Name("patient").Store(server.pooled).Timeout(time.Minute), 50},
	} {
		stop := make(chan struct{})
		target := flooded(t, row.limit)
		var admitted, sent int64
		var clients sync.WaitGroup
		clients.Go(func() { admitted, sent = flood(t, 64, 1<<30, stop, target) })
		for range 3 {
			time.Sleep(300 * time.Millisecond)
			server.kill()
			time.Sleep(300 * time.Millisecond)
			server.start()
			time.Sleep(1200 * time.Millisecond) // longer than the first backoff
		}
		close(stop)
		clients.Wait()
		t.Logf("%s: %d of %d are admitted", row.name, admitted, sent)
		if admitted < row.least || admitted > 100 || sent < 200 {
			t.Errorf("%s: %d of %d are admitted", row.name, admitted, sent)
		}
	}
}

// Several processes share a limit. If the store is too slow for one of them, that process
// admits at most the limit by itself.
func TestFloodOfSeveralProcesses(t *testing.T) {
	server := newRedis(t)
	for _, row := range []struct {
		name        string
		wait        time.Duration // 0 for the default
		least, most int64
	}{
		{"usual", 0, 4, 3 * 50},
		{"patient", time.Minute, 50, 50},
	} {
		limit := throttle.Per(50, 10*time.Minute).Name(row.name).Store(server.pooled)
		if row.wait > 0 {
			limit = limit.Timeout(row.wait)
		}
		servers := []*httptest.Server{flooded(t, limit), flooded(t, limit), flooded(t, limit)}
		for i, s := range servers { // each gets a request before the flood
			if admitted, _ := flood(t, 1, 1, nil, s); admitted != 1 {
				t.Fatalf("%s: server %d admits nothing", row.name, i)
			}
		}
		admitted, sent := flood(t, 12, 200, nil, servers...)
		admitted += 3
		t.Logf("%s: %d of %d are admitted", row.name, admitted, sent+3)
		if admitted < row.least || admitted > row.most {
			t.Errorf("%s: %d of %d are admitted", row.name, admitted, sent+3)
		}
	}
}
