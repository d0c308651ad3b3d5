package main

import (
	"net"
	"os/exec"
	"testing"
	"time"

	"github.com/gomodule/redigo/redis"
)

// redisServer is a Redis on a port of its own, which keeps nothing on disk.
type redisServer struct {
	testing.TB
	addr    string
	running *exec.Cmd
}

func newRedis(t *testing.T) *redisServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &redisServer{TB: t, addr: l.Addr().String()}
	l.Close()
	t.Cleanup(s.kill)
	s.start()
	return s
}

func (s *redisServer) start() {
	s.Helper()
	program, err := exec.LookPath("redis-server")
	if err != nil {
		s.Fatal("redis-server is not installed; run apt-get install redis-server")
	}
	_, port, _ := net.SplitHostPort(s.addr)
	s.running = exec.Command(program, "--port", port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", s.TempDir())
	if err := s.running.Start(); err != nil {
		s.Fatal(err)
	}
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if c, err := redis.Dial("tcp", s.addr); err == nil {
			_, err = c.Do("PING")
			c.Close()
			if err == nil {
				return
			}
		}
		if time.Since(begin) > 20*time.Second {
			s.Fatal("redis-server does not answer")
		}
	}
}

// kill ends the server with SIGKILL.
func (s *redisServer) kill() {
	if s.running != nil {
		_ = s.running.Process.Kill()
		_ = s.running.Wait()
		s.running = nil
	}
}
