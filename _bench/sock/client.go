//go:build linux

package main

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"bench/shop"
)

// connections is how many requests there are at a time.
const connections = 32

// A sender sends a request and reads its response.
type sender interface{ send() error }

// client sends the requests of a case. Each line of its input has a rate per second, 0 for a closed loop,
// and a duration. It answers with a result.
func client(name, protocol, address string) error {
	c, err := caseNamed(name)
	if err != nil {
		return err
	}
	runtime.GOMAXPROCS(2) // one is for the pace, which blocks its thread
	var senders []sender
	switch protocol {
	case http2:
		transport := &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, ForceAttemptHTTP2: true}
		for range connections {
			senders = append(senders, &requests{transport, c, "https://" + address})
		}
	default:
		for range connections {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				return err
			}
			if protocol == https {
				conn = tls.Client(conn, &tls.Config{InsecureSkipVerify: true})
			}
			senders = append(senders, &connection{conn, bufio.NewReaderSize(conn, 16<<10), wire(c, address), "HTTP/1.1 " + strconv.Itoa(c.Status)})
		}
	}
	fmt.Println("ready")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var rate float64
		var long time.Duration
		if _, err := fmt.Sscan(lines.Text(), &rate, (*int64)(&long)); err != nil {
			return err
		}
		l := load{senders: senders, took: make([][]time.Duration, len(senders))}
		before := used()
		err := l.run(rate, long)
		if err != nil {
			return err
		}
		fmt.Println(l.result(used() - before))
	}
	return nil
}

func caseNamed(name string) (c shop.Case, err error) {
	for _, c := range shop.Measured() {
		if c.Name == name {
			return c, nil
		}
	}
	return c, fmt.Errorf("there is no case %q", name)
}

// wire returns the bytes of a request.
func wire(c shop.Case, host string) []byte {
	b := fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\nUser-Agent: bench\r\nAccept: application/json\r\n", c.Method, c.Target, host)
	if c.Body != nil {
		b = fmt.Appendf(b, "Content-Type: application/json\r\nContent-Length: %d\r\n", len(c.Body))
	}
	return append(append(b, "\r\n"...), c.Body...)
}

// A connection repeats a request with HTTP/1.1.
type connection struct {
	net.Conn
	in      *bufio.Reader
	request []byte
	status  string
}

var (
	contentLength = []byte("content-length:")
	chunked       = []byte("transfer-encoding: chunked")
)

func (c *connection) send() error {
	if _, err := c.Write(c.request); err != nil {
		return err
	}
	line, err := c.in.ReadSlice('\n')
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(line, []byte(c.status)) {
		return fmt.Errorf("the server answers %q", line)
	}
	length, inChunks := 0, false
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		if len(line) <= 2 {
			break
		}
		if hasPrefixFold(line, contentLength) {
			if length, err = strconv.Atoi(string(bytes.TrimSpace(line[len(contentLength):]))); err != nil {
				return err
			}
		}
		inChunks = inChunks || hasPrefixFold(line, chunked)
	}
	if !inChunks {
		_, err = c.in.Discard(length)
		return err
	}
	for {
		line, err := c.in.ReadSlice('\n')
		if err != nil {
			return err
		}
		n, err := strconv.ParseUint(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return err
		}
		if _, err := c.in.Discard(int(n) + 2); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
	}
}

func hasPrefixFold(line, prefix []byte) bool {
	return len(line) > len(prefix) && bytes.EqualFold(line[:len(prefix)], prefix)
}

// requests repeats a request with net/http's client.
type requests struct {
	transport *http.Transport
	c         shop.Case
	base      string
}

func (s *requests) send() error {
	r, err := http.NewRequest(s.c.Method, s.base+s.c.Target, bytes.NewReader(s.c.Body))
	if err != nil {
		return err
	}
	r.Header["Accept"] = []string{"application/json"}
	if s.c.Body != nil {
		r.Header["Content-Type"] = []string{"application/json"}
	}
	a, err := s.transport.RoundTrip(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if a.StatusCode != s.c.Status || a.ProtoMajor != 2 {
		return fmt.Errorf("the server answers %s %s", a.Proto, a.Status)
	}
	_, err = io.Copy(io.Discard, a.Body)
	return err
}

// load is one turn.
type load struct {
	senders []sender
	took    [][]time.Duration // by sender
	lasted  time.Duration
}

// run sends requests for a while: as fast as possible, or at a rate.
func (l *load) run(rate float64, long time.Duration) error {
	var group sync.WaitGroup
	errs := make([]error, len(l.senders))
	begin := time.Now()
	arrivals := make(chan time.Duration, 1<<16)
	var ended atomic.Bool
	for i, s := range l.senders {
		group.Go(func() {
			at := time.Duration(0)
			for !ended.Load() {
				if rate > 0 {
					next, ok := <-arrivals
					if !ok {
						return
					}
					at = next
				} else if at = time.Since(begin); at > long {
					return
				}
				if errs[i] = s.send(); errs[i] != nil {
					ended.Store(true)
					return
				}
				l.took[i] = append(l.took[i], time.Since(begin)-at)
			}
		})
	}
	if rate > 0 {
		pace(arrivals, begin, rate, long, &ended)
	}
	group.Wait()
	l.lasted = time.Since(begin)
	return errors.Join(errs...)
}

// pace sends the times at which requests begin.
func pace(arrivals chan<- time.Duration, begin time.Time, rate float64, long time.Duration, ended *atomic.Bool) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer close(arrivals)
	precise()
	random := rand.New(rand.NewPCG(1, 2))
	for at := time.Duration(0); at < long && !ended.Load(); at += time.Duration(random.ExpFloat64() / rate * float64(time.Second)) {
		for {
			wait := at - time.Since(begin)
			if wait <= 0 {
				break
			}
			sleep(wait)
		}
		select {
		case arrivals <- at:
		default:
			ended.Store(true) // the server is far too slow
		}
	}
}

// A result has what a turn has measured.
type result struct {
	requests, rate          float64 // the rate is per second
	busy                    float64 // the part of the time in which the clients used their core
	p50, p99, p999, longest time.Duration
}

func (l *load) result(used time.Duration) result {
	all := slices.Concat(l.took...)
	slices.Sort(all)
	at := func(part float64) time.Duration {
		if len(all) == 0 {
			return 0
		}
		return all[int(part*float64(len(all)-1))]
	}
	return result{float64(len(all)), float64(len(all)) / l.lasted.Seconds(), used.Seconds() / l.lasted.Seconds(), at(0.5), at(0.99), at(0.999), at(1)}
}

// String formats a result for parse.
func (r result) String() string {
	return fmt.Sprint(r.requests, r.rate, r.busy, int64(r.p50), int64(r.p99), int64(r.p999), int64(r.longest))
}

func parse(line string) (r result, err error) {
	_, err = fmt.Sscan(line, &r.requests, &r.rate, &r.busy, (*int64)(&r.p50), (*int64)(&r.p99), (*int64)(&r.p999), (*int64)(&r.longest))
	return r, err
}
