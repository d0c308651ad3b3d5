package main

import (
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// burst sends requests from 64 concurrent clients, and counts the admitted and the rejected
// ones.
func burst(t *testing.T, requests int, ask func(i int) answer) (admitted, refused int64) {
	t.Helper()
	var sent, yes, no atomic.Int64
	var wg sync.WaitGroup
	begin := time.Now()
	for range 64 {
		wg.Go(func() {
			for i := sent.Add(1); i <= int64(requests); i = sent.Add(1) {
				switch a := ask(int(i)); a.status {
				case 200:
					yes.Add(1)
				case 429:
					no.Add(1)
				default:
					t.Errorf("%d\n%s", a.status, a.text)
					return
				}
			}
		})
	}
	wg.Wait()
	if took := time.Since(begin); took > 50*time.Second {
		t.Fatalf("%s is too long for a window of a minute", took)
	}
	return yes.Load(), no.Load()
}

func TestLimitIsExact(t *testing.T) {
	store := openStore(t, memory)
	s := testSettings(store)
	s.limits = limits{address: 300, identity: 1_000_000}
	c := servingWith(t, s)
	admitted, refused := burst(t, 1000, func(int) answer { return c.ask("GET", "/v1/health", "") })
	equal(t, []int64{300, 700}, []int64{admitted, refused})

	a := c.want(429, "GET", "/v1/health", "")
	equal(t, "application/problem+json", a.header.Get("Content-Type"))
	equal(t, []string{"300", "0"}, []string{a.header.Get("X-RateLimit-Limit"), a.header.Get("X-RateLimit-Remaining")})
	if wait, err := strconv.Atoi(a.header.Get("Retry-After")); err != nil || wait < 1 || wait > 60 {
		t.Errorf("Retry-After is %q", a.header.Get("Retry-After"))
	}
	// The address counts before credentials are verified, so guesses are limited too.
	c.anonymous().want(429, "GET", "/v1/health", "", "Authorization", "Bearer abc")
	c.want(429, "GET", "/v1/health", "", "X-Forwarded-For", "192.0.2.1") // no proxy is trusted
}

func TestIdentitiesHaveSeparateLimits(t *testing.T) {
	store := openStore(t, memory)
	s := testSettings(store)
	s.limits = limits{address: 1_000_000, identity: 200}
	c := servingWith(t, s)
	clients := []client{c.as("ada"), c.as("bob"), c.anonymous()}
	var admitted [3]atomic.Int64
	all, refused := burst(t, 900, func(i int) answer {
		a := clients[i%3].ask("GET", "/v1/health", "")
		if a.status == 200 {
			admitted[i%3].Add(1)
		}
		return a
	})
	equal(t, []int64{600, 300}, []int64{all, refused})
	for i := range admitted {
		equal(t, int64(200), admitted[i].Load())
	}
	c.as("ada").want(429, "GET", "/v1/health", "") // another token of the same identity
	c.as("eve").want(200, "GET", "/v1/health", "")
}

func TestClientsBehindAProxyAreCountedSeparately(t *testing.T) {
	store := openStore(t, memory)
	s := testSettings(store)
	s.limits = limits{address: 5, identity: 1000, proxies: []string{"127.0.0.0/8", "::1"}}
	c := servingWith(t, s).anonymous()
	for range 5 {
		c.want(200, "GET", "/v1/health", "", "X-Forwarded-For", "198.51.100.7, 192.0.2.1")
	}
	c.want(429, "GET", "/v1/health", "", "X-Forwarded-For", "203.0.113.9, 192.0.2.1") // the first address is not trusted
	c.want(200, "GET", "/v1/health", "", "X-Forwarded-For", "192.0.2.2")
}
