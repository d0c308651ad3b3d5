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

// Redis is killed under load, stays down, and restarts. No request waits for it; the shop
// counts in memory in the meantime. On a busy machine a request can be slow by chance, so the
// test has five attempts.
func TestShopSurvivesRedisOutage(t *testing.T) {
	file := program(t)
	for try := 1; ; try++ {
		took, bar := outage(t, file)
		if took <= bar {
			return
		}
		if try == 5 {
			t.Fatalf("the slowest request exceeded the bound five times, last with %s", took)
		}
	}
}

// outage runs one attempt. It returns the longest duration of a request, and a bound that
// depends on the load of the machine.
func outage(t *testing.T, file string) (took, bar time.Duration) {
	t.Helper()
	server := newRedis(t)
	shop := start(t, file, "-db", memory, "-redis", server.addr, "-per-address", "200000", "-per-identity", "200000")
	c := newClient(t, shop.url, nil).anonymous()
	stop := make(chan struct{})
	var counted, slowest, late atomic.Int64
	load := make(chan struct{})
	go func() {
		defer close(load)
		workers := make(chan struct{}, 32)
		for {
			select {
			case <-stop:
				for range cap(workers) {
					workers <- struct{}{}
				}
				return
			case workers <- struct{}{}:
			}
			due := time.Now()
			time.Sleep(time.Millisecond)
			raise(&late, time.Since(due)-time.Millisecond) // how slow the machine is
			go func() {
				defer func() { <-workers }()
				begin := time.Now()
				a := c.ask("GET", "/v1/health", "")
				raise(&slowest, time.Since(begin))
				if a.status != 200 || a.header.Get("X-RateLimit-Remaining") == "" {
					t.Errorf("%d\n%s", a.status, a.text)
				}
				counted.Add(1)
			}()
		}
	}()
	more := func(when, logged string) {
		t.Helper()
		before := counted.Load()
		for begin := time.Now(); counted.Load() < before+300 || !strings.Contains(shop.logged.String(), logged); time.Sleep(5 * time.Millisecond) {
			if time.Since(begin) > 30*time.Second {
				t.Errorf("%s: %d are counted, and the log does not tell %q", when, counted.Load()-before, logged)
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
	<-load
	took, bar = time.Duration(slowest.Load()), 100*time.Millisecond+2*time.Duration(late.Load())
	t.Logf("%d counted, the slowest took %s, the bar is %s", counted.Load(), took, bar)
	return took, bar
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
