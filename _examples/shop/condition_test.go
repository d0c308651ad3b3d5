package main

import (
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// version returns the entity tag of a response.
func version(a answer) string { return a.header.Get("ETag") }

func TestCurrentVersionIsNotModified(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c = c.as("buyer", seeCosts, writeProducts) // sees every member, and so gets the version itself
		a := c.want(200, "GET", first, "")
		equal(t, `"1"`, version(a))
		b := c.want(304, "GET", first, "", "If-None-Match", a.header.Get("ETag"))
		equal(t, "", b.text)
		equal(t, a.header.Get("ETag"), b.header.Get("ETag"))
		c.want(200, "GET", first, "", "If-Modified-Since", a.header.Get("Last-Modified")) // it may have seen fewer members then

		changed := c.want(200, "PATCH", first, `{"price": 1}`)
		equal(t, `"2"`, version(changed))
		equal(t, changed.text, c.want(200, "GET", first, "", "If-None-Match", a.header.Get("ETag")).text)
		c.want(304, "GET", first, "", "If-None-Match", changed.header.Get("ETag"))
	})
}

func TestOutdatedChangeIsRejected(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c = c.as("buyer", seeCosts, writeProducts) // sees every member, and so gets the version itself
		whole := strings.Replace(keyboard, "KEY-9999", "KEY-0001", 1)
		c.want(200, "PATCH", first, `{"price": 2}`, "If-Match", `"1"`)
		before := c.want(200, "GET", first, "")
		for _, tt := range []struct{ method, content, header, value string }{
			{"PATCH", `{"price": 3}`, "If-Match", `"1"`},
			{"PATCH", `{"price": 3}`, "If-Match", `W/"2"`},
			{"PATCH", `{"price": 3}`, "If-Unmodified-Since", "Thu, 01 Jan 2026 08:00:00 GMT"},
			{"PUT", whole, "If-Match", `"1"`},
			{"DELETE", "", "If-Match", `"1"`},
		} {
			a := c.want(412, tt.method, first, tt.content, tt.header, tt.value)
			if !strings.Contains(a.text, `"code":"precondition_failed"`) {
				t.Error(a.text)
			}
		}
		equal(t, before.text, c.want(200, "GET", first, "").text)
		c.want(428, "PUT", first, whole) // a replacement requires a precondition
		c.want(200, "PUT", first, whole, "If-Match", `"1", "2"`)
		c.want(200, "DELETE", first, "", "If-Match", `"3"`)
		c.want(404, "PATCH", first, `{}`, "If-Match", `"3"`)
	})
}

// Of clients that change the same version, one succeeds.
func TestOneParallelChangeWins(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		c = c.as("buyer", seeCosts, writeProducts) // sees every member, and so gets the version itself
		const clients, rounds = 16, 10
		etag := c.want(200, "GET", first, "").header.Get("ETag")
		for range rounds {
			var won, lost atomic.Int32
			var winner atomic.Pointer[answer]
			var wg sync.WaitGroup
			begin := make(chan struct{})
			for i := range clients {
				wg.Go(func() {
					<-begin
					switch a := c.ask("PATCH", first, fmt.Sprintf(`{"price": %d}`, 1000+i), "If-Match", etag); a.status {
					case 200:
						won.Add(1)
						winner.Store(&a)
					case 412:
						lost.Add(1)
					default:
						t.Errorf("%d\n%s", a.status, a.text)
					}
				})
			}
			close(begin)
			wg.Wait()
			if won.Load() != 1 || lost.Load() != clients-1 {
				t.Fatalf("%d won, %d lost", won.Load(), lost.Load())
			}
			now := c.want(200, "GET", first, "")
			equal(t, winner.Load().text, now.text)
			etag = now.header.Get("ETag")
		}
		equal(t, fmt.Sprintf(`"%d"`, 1+rounds), version(c.want(200, "GET", first, "", "If-None-Match", `"0"`)))
	})
}
