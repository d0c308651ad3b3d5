package redisstore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/tenon-go/tenon/idempotency/redisstore"
)

// server is a Redis process without persistence.
type server struct {
	t       *testing.T
	program string
	port    string
	process *os.Process
	ended   chan struct{}
}

func newServer(t *testing.T) *server {
	t.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatal("redis-server is not installed; apt-get install redis-server")
	}
	s := &server{t: t, program: program}
	t.Cleanup(s.kill)
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

// launch runs the server and reports whether it got the port.
func (s *server) launch() bool {
	s.t.Helper()
	cmd := exec.Command(s.program, "--port", s.port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", s.t.TempDir())
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	ended := make(chan struct{})
	s.process, s.ended = cmd.Process, ended
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	name := fmt.Sprintf("process_id:%d\r\n", cmd.Process.Pid)
	for begin := time.Now(); time.Since(begin) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		select {
		case <-ended:
			return false
		default:
		}
		if c, err := s.dial(s.t.Context()); err == nil {
			about, err := redis.String(c.Do("INFO", "server"))
			_ = c.Close()
			if err == nil && strings.Contains(about, name) {
				return true
			}
		}
	}
	s.t.Fatal("redis-server does not respond")
	return false
}

func (s *server) kill() {
	if s.process != nil {
		_ = s.process.Kill()
		<-s.ended
	}
}

// restart runs the server on its port, without its keys.
func (s *server) restart() {
	s.t.Helper()
	if !s.launch() {
		s.t.Fatal("another program uses the port of redis-server")
	}
}

func (s *server) dial(ctx context.Context) (redis.Conn, error) {
	return redis.DialContext(ctx, "tcp", "127.0.0.1:"+s.port)
}

// do runs a command on a connection of its own.
func (s *server) do(command string, args ...any) any {
	s.t.Helper()
	c, err := s.dial(s.t.Context())
	if err != nil {
		s.t.Fatal(err)
	}
	defer c.Close()
	reply, err := c.Do(command, args...)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply
}

// keys returns the number of keys.
func (s *server) keys() int64 { s.t.Helper(); return s.do("DBSIZE").(int64) }

// store returns a store with a pool of its own, as another server of the API has.
func (s *server) store(options ...redisstore.Option) *redisstore.Store {
	s.t.Helper()
	return s.storeOn(&redis.Pool{MaxIdle: 16, MaxActive: 32, Wait: true, DialContext: s.dial}, options...)
}

func (s *server) storeOn(pool *redis.Pool, options ...redisstore.Option) *redisstore.Store {
	s.t.Helper()
	s.t.Cleanup(func() { _ = pool.Close() })
	keys, err := redisstore.New(pool, options...)
	if err != nil {
		s.t.Fatal(err)
	}
	return keys
}

// line is a connection that may lose what it receives.
type line struct {
	net.Conn
	lose func() error // if not nil
}

func (l line) Read(b []byte) (int, error) {
	n, err := l.Conn.Read(b)
	if lost := l.lose(); lost != nil && err == nil {
		return 0, lost
	}
	return n, err
}

// losing returns a pool whose connections lose replies while lose returns an error.
func (s *server) losing(lose func() error) *redis.Pool {
	return &redis.Pool{MaxIdle: 4, DialContext: func(ctx context.Context) (redis.Conn, error) {
		return redis.DialContext(ctx, "tcp", "127.0.0.1:"+s.port, redis.DialContextFunc(
			func(ctx context.Context, network, address string) (net.Conn, error) {
				c, err := new(net.Dialer).DialContext(ctx, network, address)
				return line{c, lose}, err
			}))
	}}
}
