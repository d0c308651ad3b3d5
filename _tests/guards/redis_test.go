package guards_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http/httptest"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-redisstore"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/throttle"
)

// A redisServer is a Redis process without persistence.
type redisServer struct {
	t       *testing.T
	program string
	port    string
	kill    func() // sends SIGKILL
}

func newRedis(t *testing.T) *redisServer {
	t.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatal("redis-server is not installed; apt-get install redis-server")
	}
	s := &redisServer{t: t, program: program, kill: func() {}}
	t.Cleanup(func() { s.kill() })
	for range 20 {
		// Below the ephemeral ports, so that no other program gets it while the server is down.
		s.port = strconv.Itoa(10_000 + rand.IntN(20_000))
		if s.launch() {
			return s
		}
	}
	t.Fatal("redis-server found no free port")
	return nil
}

func (s *redisServer) dial() (redis.Conn, error) {
	return redis.Dial("tcp", "127.0.0.1:"+s.port, redis.DialConnectTimeout(time.Second))
}

// start runs the server on its port.
func (s *redisServer) start() {
	s.t.Helper()
	if !s.launch() {
		s.t.Fatal("another program uses the port of redis-server")
	}
}

// launch runs the server and reports whether it got the port.
func (s *redisServer) launch() bool {
	s.t.Helper()
	server := exec.Command(s.program, "--port", s.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", s.t.TempDir())
	if err := server.Start(); err != nil {
		s.t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = server.Wait()
		close(ended)
	}()
	s.kill = func() {
		_ = server.Process.Kill()
		<-ended
	}
	name := fmt.Sprintf("process_id:%d\r\n", server.Process.Pid)
	for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(10 * time.Millisecond) {
		select {
		case <-ended:
			return false
		default:
		}
		if c, err := s.dial(); err == nil {
			about, err := redis.String(c.Do("INFO", "server"))
			c.Close()
			if err == nil && strings.Contains(about, name) {
				return true
			}
		}
	}
	s.kill()
	s.t.Fatal("redis-server does not respond")
	return false
}

func (s *redisServer) store(tokens uint64, window time.Duration) (limiter.Store, error) {
	return redisstore.New(&redisstore.Config{Tokens: tokens, Interval: window, Dial: s.dial})
}

func openLimiter(t *testing.T, p throttle.Policy, place string, log *slog.Logger) quota.Limiter {
	t.Helper()
	l, err := quota.PolicyOf(p).Open(place, log)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l
}

// Two limiters with separate stores represent two servers.
func TestTwoServersShareALimit(t *testing.T) {
	server := newRedis(t)
	base := throttle.PerHour(500).Store(server.store).Timeout(20 * time.Second)
	for _, tt := range []struct {
		name   string
		policy throttle.Policy
		want   int64
	}{
		{"plain", base, 500},
		{"at a cost", base.Name("cost").Cost(7), 71},
		{"with a spare", base.Name("spare").Burst(100), 600},
		{"as a number that has changed", throttle.PerHour(501).Name("spare").Store(server.store).Timeout(20 * time.Second), 501},
	} {
		servers := [2]quota.Limiter{openLimiter(t, tt.policy, "", nil), openLimiter(t, tt.policy, "", nil)}
		var admitted, sent atomic.Int64
		var wg sync.WaitGroup
		for i := range 64 {
			wg.Go(func() {
				r := httptest.NewRequest("GET", "/", nil)
				for sent.Add(1) <= 2000 {
					v := servers[i%2].Take(r, "")
					if v.Alone || v.Unavailable || v.Remaining < 0 || time.Until(v.Reset) > time.Hour {
						t.Errorf("%s: %+v", tt.name, v)
						return
					}
					if v.Admitted {
						admitted.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if admitted.Load() != tt.want {
			t.Errorf("%s: %d were admitted, want %d", tt.name, admitted.Load(), tt.want)
		}
		// A route has its own bucket, even in a shared store.
		route := openLimiter(t, tt.policy, "GET /things/{id}", nil)
		if v := route.Take(httptest.NewRequest("GET", "/", nil), ""); !v.Admitted || v.Remaining != v.Limit-1 {
			t.Errorf("%s: on a route %+v", tt.name, v)
		}
	}
}

func TestRedisWindowEnds(t *testing.T) {
	server := newRedis(t)
	l := openLimiter(t, throttle.PerSecond(3).Store(server.store).Timeout(20*time.Second), "", nil)
	r := httptest.NewRequest("GET", "/", nil)
	var last quota.Verdict
	refused := 0
	for begin := time.Now(); refused < 3; {
		v := l.Take(r, "")
		switch {
		case v.Alone || v.Unavailable || time.Since(begin) > time.Minute:
			t.Fatalf("%+v", v)
		case last.RetryAfter > 0 && v.Admitted:
			refused++
			if time.Now().Before(last.Reset.Add(-time.Millisecond)) {
				t.Errorf("admitted %s before the reset", time.Until(last.Reset))
			}
		}
		last = v
	}
}

// The server is killed under load, stays down, and restarts. No request waits for it, each
// request gets the decision of the policy, and then the limit holds again. On a busy machine a
// request can be slow by chance, so the test has five attempts.
func TestRedisOutageUnderLoad(t *testing.T) {
	for _, tt := range []struct {
		name   string
		policy throttle.Policy
		admits bool
	}{
		{"open", throttle.PerHour(1_000_000), true},
		{"closed", throttle.PerHour(1_000_000).FailClosed(), false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for try := 1; ; try++ {
				took, bar := outage(t, tt.policy, tt.admits)
				if took <= bar {
					break
				}
				if try == 5 {
					t.Errorf("the slowest request exceeded the bound five times, last with %s", took)
					break
				}
			}
		})
	}
}

// outage runs one attempt. It returns the longest duration of a request, and a bound that
// depends on the load of the machine.
func outage(t *testing.T, policy throttle.Policy, admits bool) (took, bar time.Duration) {
	t.Helper()
	server := newRedis(t)
	var log lockedBuffer
	l := openLimiter(t, policy.Store(server.store), "", slog.New(slog.NewTextHandler(&log, nil)))
	begin, stop := time.Now(), make(chan struct{})
	var counted, decided, slowest, late atomic.Int64
	var wg sync.WaitGroup
	wg.Go(func() { // the latency of the machine under load
		for due := time.Now(); ; {
			select {
			case <-stop:
				return
			case <-time.After(30 * time.Millisecond):
			}
			raise(&late, time.Since(due)-30*time.Millisecond)
			due = time.Now()
		}
	})
	for range 32 {
		wg.Go(func() {
			r := httptest.NewRequest("GET", "/", nil)
			for {
				select {
				case <-stop:
					return
				case <-time.After(time.Millisecond):
				}
				begin := time.Now()
				v := l.Take(r, "")
				raise(&slowest, time.Since(begin))
				away := v.Alone || v.Unavailable
				if away {
					decided.Add(1)
				} else {
					counted.Add(1)
				}
				if v.Admitted != (!away || admits) || v.Unavailable && admits {
					t.Errorf("%+v", v)
					return
				}
			}
		})
	}
	more := func(what string, n *atomic.Int64) {
		t.Helper()
		before := n.Load()
		for begin := time.Now(); n.Load() < before+500; time.Sleep(5 * time.Millisecond) {
			if time.Since(begin) > 40*time.Second {
				t.Errorf("%s: %d, as before", what, n.Load())
				return
			}
		}
	}
	more("counted at first", &counted)
	server.kill()
	more("decided while it is away", &decided)
	time.Sleep(1500 * time.Millisecond) // longer than a failed probe
	server.start()
	more("counted when it is back", &counted)
	close(stop)
	wg.Wait()
	took, bar = time.Duration(slowest.Load()), 100*time.Millisecond+2*time.Duration(late.Load())
	t.Logf("%d counted, %d decided, the slowest took %s, the bar is %s", counted.Load(), decided.Load(), took, bar)
	// Changes of state are logged, requests are not. On a slow machine the store can also be
	// slow, but backoffs are at least 0.8 s.
	lines := strings.SplitAfter(strings.TrimSpace(log.String()), "\n")
	for i, line := range lines {
		if want := [2]string{"is unavailable", "is available again"}[i%2]; !strings.Contains(line, want) {
			t.Errorf("line %d is %s", i, line)
		}
	}
	if most := 2 + 2*int(time.Since(begin)/(800*time.Millisecond)); len(lines) < 2 || len(lines) > most {
		t.Errorf("%d lines in %s", len(lines), time.Since(begin))
	}
	return took, bar
}

// raise updates a maximum that several goroutines share.
func raise(most *atomic.Int64, to time.Duration) {
	for old := most.Load(); int64(to) > old && !most.CompareAndSwap(old, int64(to)); old = most.Load() {
	}
}

type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
