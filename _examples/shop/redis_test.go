package main

import (
	"fmt"
	"math/rand/v2"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
)

// A redisServer is a Redis process without persistence.
type redisServer struct {
	testing.TB
	program string
	addr    string
	kill    func() // sends SIGKILL
}

func newRedis(t *testing.T) *redisServer {
	t.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		t.Fatal("redis-server is not installed; run apt-get install redis-server")
	}
	s := &redisServer{TB: t, program: program, kill: func() {}}
	t.Cleanup(func() { s.kill() })
	for range 20 {
		// Below the ephemeral ports, so that no other program gets it while the server is down.
		s.addr = fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(20_000))
		if s.launch() {
			return s
		}
	}
	t.Fatal("redis-server found no free port")
	return nil
}

// start runs the server on its port.
func (s *redisServer) start() {
	s.Helper()
	if !s.launch() {
		s.Fatal("another program uses the port of redis-server")
	}
}

// launch runs the server and reports whether it got the port.
func (s *redisServer) launch() bool {
	s.Helper()
	_, port, _ := net.SplitHostPort(s.addr)
	server := exec.Command(s.program, "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", s.TempDir())
	if err := server.Start(); err != nil {
		s.Fatal(err)
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
		if c, err := redis.Dial("tcp", s.addr); err == nil {
			about, err := redis.String(c.Do("INFO", "server"))
			c.Close()
			if err == nil && strings.Contains(about, name) {
				return true
			}
		}
	}
	s.kill()
	s.Fatal("redis-server does not respond")
	return false
}
