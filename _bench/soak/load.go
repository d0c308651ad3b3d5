package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"bench/shop"
)

// load repeats every case.
type load struct {
	base    string
	client  *http.Client
	cases   []*asked
	stop    chan struct{}
	group   sync.WaitGroup
	failure atomic.Pointer[error]
}

// asked is a case and the durations of its responses.
type asked struct {
	shop.Case
	often int // per turn
	took  histogram
}

// often is the number of requests of each case in a turn; batches are rare.
const often = 20

func newLoad(address string) *load {
	l := &load{base: "http://" + address, stop: make(chan struct{}),
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}}
	for _, c := range shop.Measured() {
		if c.Routes == 0 {
			a := &asked{Case: c, often: often}
			if len(c.Body) > 64<<10 {
				a.often = 1
			}
			l.cases = append(l.cases, a)
		}
	}
	return l
}

func (l *load) begin(clients int) {
	for range clients {
		l.group.Go(func() {
			for l.failed() == nil {
				for _, c := range l.cases {
					for range c.often {
						select {
						case <-l.stop:
							return
						default:
						}
						if err := l.ask(c); err != nil {
							l.failure.Store(&err)
							return
						}
					}
				}
			}
		})
	}
}

func (l *load) ask(c *asked) error {
	r, err := http.NewRequest(c.Method, l.base+c.Target, bytes.NewReader(c.Body))
	if err != nil {
		return err
	}
	if c.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	begin := time.Now()
	a, err := l.client.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if _, err := io.Copy(io.Discard, a.Body); err != nil {
		return err
	}
	c.took.add(time.Since(begin))
	if want := c.Status; want != 0 && a.StatusCode != want || want == 0 && a.StatusCode != http.StatusUnprocessableEntity {
		return fmt.Errorf("%s was answered with %d", c.Name, a.StatusCode)
	}
	return nil
}

func (l *load) failed() error {
	if err := l.failure.Load(); err != nil {
		return *err
	}
	return nil
}

func (l *load) end() {
	close(l.stop)
	l.group.Wait()
}

func (l *load) count() (n uint64) {
	for _, c := range l.cases {
		n += c.took.count()
	}
	return n
}

// report prints the latencies and fails if the slow ones are out of proportion.
func (l *load) report() error {
	var slow []error
	for _, c := range l.cases {
		half, most := c.took.quantile(0.5), c.took.quantile(0.99)
		fmt.Printf("%-30s p50 %8s  p99 %8s  %5.1f times\n", c.Name, half, most, float64(most)/float64(half))
		if most >= 10*half {
			slow = append(slow, fmt.Errorf("%s: p99 is %s, p50 %s", c.Name, most, half))
		}
	}
	return errors.Join(slow...)
}

// A histogram counts durations with a resolution of a sixteenth.
type histogram struct{ counts [64 * 16]atomic.Uint64 }

func (h *histogram) add(d time.Duration) {
	n := uint64(max(d, 16))
	power := bits.Len64(n) - 5 // results in 16 to 31
	h.counts[power*16+int(n>>power)-16].Add(1)
}

func (h *histogram) count() (n uint64) {
	for i := range h.counts {
		n += h.counts[i].Load()
	}
	return n
}

// quantile returns an approximate quantile.
func (h *histogram) quantile(q float64) time.Duration {
	left := uint64(q * float64(h.count()))
	for i := range h.counts {
		if n := h.counts[i].Load(); n > left {
			return time.Duration(i%16+16) << (i / 16)
		} else {
			left -= n
		}
	}
	return 0
}
