package tenon_test

import (
	"context"
	"io"
	"net"
	"runtime"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
)

// TestDroppedConnectionsLeaveNothing: 10,000 of them, at any stage of a request.
func TestDroppedConnectionsLeaveNothing(t *testing.T) {
	_, app, _ := slowly(t, tenon.New("S", "1").RequestIDs().Observe(new(quiet)))
	s := serve(t, app)
	beginnings := []string{
		"", "GET", "GET /fine HTTP/1.1\r\nHost: a\r\n", "GET /fine HTTP/1.1\r\nHost: a\r\n\r\n",
		"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf",
		"GET /lines HTTP/1.1\r\nHost: a\r\n\r\n", "\x16\x03\x01", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	}
	drop := func(n int) {
		var wg sync.WaitGroup
		for worker := range 50 {
			wg.Go(func() {
				for i := range n / 50 {
					conn, err := net.Dial("tcp", s.addr)
					if err != nil {
						t.Error(err)
						return
					}
					_, _ = io.WriteString(conn, beginnings[(worker+i)%len(beginnings)])
					_ = conn.(*net.TCPConn).SetLinger(0) // a reset: ports are free at once
					conn.Close()
				}
			})
		}
		wg.Wait()
	}
	what, gone := apart()
	crowd(20_000) // two goroutines a connection
	drop(1000)    // what is made once is made
	settled(t, what, gone)
	before := memory()
	drop(10_000)
	settled(t, what, gone)
	var after uint64
	settled(t, "the memory is not free", func() bool { after = memory(); return after <= before+before/10 })
	t.Logf("%d bytes before, %d after", before, after)
}

// memory is how many bytes of the heap are in use.
func memory() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools hold survives one
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// crowd runs n goroutines at the same time: the run time never gives back what
// describes a goroutine, so memory depends on how many there were at once.
func crowd(n int) {
	var all sync.WaitGroup
	leave := make(chan struct{})
	for range n {
		all.Go(func() { <-leave })
	}
	close(leave)
	all.Wait()
}

// quiet observes for its own sake.
type quiet struct{}

func (*quiet) Observe(context.Context, tenon.Exchange) {}
