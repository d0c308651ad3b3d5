package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// program builds the shop.
func program(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "shop")
	build := exec.Command("go", "build", "-o", file, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0") // as in the Dockerfile
	if text, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return file
}

// A process is a shop that runs as a process of its own.
type process struct {
	url    string
	logged *lines
}

// start runs a shop until the test ends, and checks that it stops on a signal.
func start(t *testing.T, file string, args ...string) process {
	t.Helper()
	p := process{logged: new(lines)}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), 5*time.Minute)
	shop := exec.CommandContext(ctx, file, append([]string{"-addr", "127.0.0.1:0"}, args...)...)
	shop.Stderr = io.MultiWriter(p.logged, watchedLog{})
	if err := shop.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		defer cancel()
		_ = shop.Process.Signal(syscall.SIGTERM)
		if err := shop.Wait(); err != nil {
			t.Errorf("%v\n%s", err, p.logged.String())
		}
	})
	p.url = p.logged.wait(t, `url=(http://127\.0\.0\.1:\d+)`)
	return p
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// Two processes of the shop share a limit.
func TestServersShareALimit(t *testing.T) {
	file := program(t)
	for _, tt := range []struct {
		name string
		args []string
	}{
		{"address", []string{"-per-address", "300", "-per-identity", "100000"}},
		{"identity", []string{"-per-address", "100000", "-per-identity", "300"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			database := filepath.Join(t.TempDir(), "shop.db")
			var out bytes.Buffer
			if err := run(t.Context(), []string{"key", "-db", database, "-name", "robot"}, &out); err != nil {
				t.Fatal(err)
			}
			secret := strings.TrimSpace(out.String())
			plant("the key of a robot", secret[keyPublic:])
			server := newRedis(t)
			args := append([]string{"-db", database, "-redis", server.addr, "-redis-wait", "20s"}, tt.args...)
			servers := []process{start(t, file, args...), start(t, file, args...)}
			var clients []client
			for _, s := range servers {
				clients = append(clients, newClient(t, s.url, nil).anonymous())
			}
			var each [2]atomic.Int64
			admitted, refused := burst(t, 1000, func(i int) answer {
				a := clients[i%2].ask("GET", "/v1/health", "", "X-Api-Key", secret)
				if a.status == 200 {
					each[i%2].Add(1)
				}
				return a
			})
			equal(t, []int64{300, 700}, []int64{admitted, refused})
			if each[0].Load() == 0 || each[1].Load() == 0 {
				t.Errorf("one server admitted all requests: %d and %d", each[0].Load(), each[1].Load())
			}
		})
	}
}

// Redis is killed under load, stays down, and restarts. A request waits for it no longer than
// documented; the shop counts in memory in the meantime. On a busy machine a request can be slow
// by chance, so the test has five attempts.
func TestShopSurvivesRedisOutage(t *testing.T) {
	file := program(t)
	for try := 1; ; try++ {
		took, bound := outage(t, file)
		if took <= bound {
			return
		}
		if try == 5 {
			t.Fatalf("the slowest request exceeded the bound five times, last with %s", took)
		}
	}
}

// outage runs one attempt. It returns the longest duration of a request, and a bound: what two
// limits may wait for their stores, and twice what the slowest request took of a shop that has
// the same load and no Redis.
func outage(t *testing.T, file string) (took, bound time.Duration) {
	t.Helper()
	const (
		workers = 16
		wait    = 30 * time.Millisecond
		limits  = 2
	)
	server := newRedis(t)
	args := []string{"-db", memory, "-per-address", "200000", "-per-identity", "200000"}
	shop := start(t, file, append(args, "-redis", server.addr, "-redis-wait", wait.String())...)
	c, control := newClient(t, shop.url, nil).anonymous(), newClient(t, start(t, file, args...).url, nil).anonymous()
	stop := make(chan struct{})
	var counted, slowest, usual atomic.Int64
	timed := func(c client, most *atomic.Int64) {
		begin := time.Now()
		a := c.ask("GET", "/v1/health", "")
		raise(most, time.Since(begin))
		if a.status != 200 || a.header.Get("X-RateLimit-Remaining") == "" {
			t.Errorf("%d\n%s", a.status, a.text)
		}
	}
	var load sync.WaitGroup
	for range workers {
		load.Go(func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(5 * time.Millisecond):
					timed(control, &usual)
					timed(c, &slowest)
					counted.Add(1)
				}
			}
		})
	}
	more := func(when, logged string) {
		t.Helper()
		before := counted.Load()
		for begin := time.Now(); counted.Load() < before+300 || !strings.Contains(shop.logged.String(), logged); time.Sleep(5 * time.Millisecond) {
			if time.Since(begin) > 30*time.Second {
				t.Errorf("%s: %d are counted, and the log does not contain %q", when, counted.Load()-before, logged)
				return
			}
		}
	}
	more("at first", "")
	server.kill()
	more("while it is unavailable", "is unavailable")
	time.Sleep(1500 * time.Millisecond) // longer than a failed probe
	server.start()
	more("when it is back", "is available again")
	close(stop)
	load.Wait()
	took = time.Duration(slowest.Load())
	bound = limits*2*wait + 2*time.Duration(usual.Load())
	t.Logf("%d counted, the slowest took %s, the bound is %s", counted.Load(), took, bound)
	return took, bound
}

// raise updates a maximum that several goroutines share.
func raise(most *atomic.Int64, to time.Duration) {
	for old := most.Load(); int64(to) > old && !most.CompareAndSwap(old, int64(to)); old = most.Load() {
	}
}

// A shop that cannot start reports the reason without secrets.
func TestStartErrors(t *testing.T) {
	const password = "correct-horse-battery"
	plant("the password of a database", password)
	plant("the key of cursors", "not-hex-not-base64-!")
	for _, tt := range []struct {
		want string
		args []string
	}{
		{"-issuer and -audience must be set together", []string{"-issuer", "https://id.example.com"}},
		{"-dev starts its own issuer", []string{"-dev", "-issuer", "https://id.example.com", "-audience", "shop"}},
		{"the only argument without a flag", []string{"keys"}},
		{"open the database", []string{"-db", "postgres://shop:" + password + "@127.0.0.1:1/shop"}},
		{"open the database", []string{"-db", "postgres://shop:" + password + "@127.0.0.1:port/shop"}},
		{"issuer", []string{"-db", memory, "-issuer", "http://id.example.com", "-audience", "shop"}},
		{"trusts every client", []string{"-db", memory, "-proxies", "0.0.0.0/0"}},
		{"null", []string{"-db", memory, "-origins", "null"}},
	} {
		err := run(t.Context(), append(tt.args, "-addr", "127.0.0.1:0"), io.Discard)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v", tt.args, err)
		}
		inspect(fmt.Sprint("the error of ", tt.want), []byte(fmt.Sprint(err)))
	}
	t.Setenv("SHOP_CURSOR_KEY", "not-hex-not-base64-!")
	err := run(t.Context(), []string{"-db", memory}, io.Discard)
	if err == nil || !strings.Contains(err.Error(), "SHOP_CURSOR_KEY") {
		t.Error(err)
	}
	inspect("the error of the cursor key", []byte(fmt.Sprint(err)))
}
