package serve_test

import (
	"io"
	"net"
	"runtime"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
)

// 5,000 at a time, at any stage of a request.
func TestDroppedConnectionsLeaveNothing(t *testing.T) {
	_, app, _ := slowAPI(t, tenon.New("S", "1").RequestIDs().Observe(new(kit.Quiet)))
	s := serve(t, app)
	beginnings := []string{
		"", "GET", "GET /fine HTTP/1.1\r\nHost: a\r\n", "GET /fine HTTP/1.1\r\nHost: a\r\n\r\n",
		"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9\r\n\r\nhalf",
		"GET /lines HTTP/1.1\r\nHost: a\r\n\r\n", "\x16\x03\x01", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
	}
	checkLeaks(t, func() {
		var wg sync.WaitGroup
		for worker := range 50 {
			wg.Go(func() {
				for i := range 100 {
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
	})
}

// checkLeaks calls do again and again. No goroutine may stay, and at some point memory stops
// growing: maps and pools grow with the most that ever ran at once, which is up to the
// machine, but a leak grows each time.
func checkLeaks(t *testing.T, do func()) {
	t.Helper()
	what, gone := goroutinesNow()
	do() // what is made once is made
	waitFor(t, what, gone)
	const slack = 256 << 10 // bytes
	var before, after uint64
	for range 6 {
		before = heapInUse()
		do()
		waitFor(t, what, gone)
		after = heapInUse()
		t.Logf("%d bytes before, %d after", before, after)
		if after <= before+slack {
			return
		}
	}
	t.Errorf("memory grows each time, at last from %d to %d bytes", before, after)
}

// heapInUse returns how many bytes of the heap are in use.
func heapInUse() uint64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what pools hold survives one
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
