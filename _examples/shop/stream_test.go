package main

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
)

// stream requests a stream, which ends with the test.
func (c client) stream(path string, header ...string) io.ReadCloser {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), "GET", c.url+path, nil)
	if err != nil {
		c.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	if res.StatusCode != 200 {
		c.Fatalf("GET %s: %d", path, res.StatusCode)
	}
	c.Cleanup(func() { res.Body.Close() })
	return res.Body
}

func TestExportHasEveryProduct(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		a := c.want(200, "GET", "/v1/products/export", "")
		equal(t, "application/jsonl", a.header.Get("Content-Type"))
		equal(t, seeds, strings.Count(a.text, "\n"))
		line, _, _ := strings.Cut(a.text, "\n")
		equal(t, `{"data":`+line+`}`, c.want(200, "GET", first, "").text)

		equal(t, "", c.want(200, "HEAD", "/v1/products/export", "").text)
		c.want(406, "GET", "/v1/products/export", "", "Accept", "application/json")
		equal(t, []string{"unknown limit"}, violations(t, c.want(422, "GET", "/v1/products/export?limit=1", "")))
	})
}

// An invalid row must not look like the end.
func TestExportAbortsAtAnInvalidRow(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		store := c.store
		if _, err := store.db.Exec(`UPDATE products SET details = '{}' WHERE sku = 'MON-0101'`); err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(c.stream("/v1/products/export"))
		if n := strings.Count(string(got), "\n"); err == nil || n != 100 {
			t.Errorf("%d lines, and then %v", n, err)
		}
		store.Close()
		c.want(500, "GET", "/v1/products/export", "")
	})
}

// Other clients can write while a client reads the export. It gets the current state of what
// it has not read yet.
func TestExportDoesNotBlockWriters(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		c := open(t, name)
		store := c.store
		all, err := Products{store}.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for product, err := range all {
			if err != nil {
				t.Fatal(err)
			}
			if seen[product.ID] {
				t.Fatalf("%s comes twice", product.ID)
			}
			if seen[product.ID] = true; len(seen) == 1 {
				c.want(200, "DELETE", "/v1/products/00000000-0000-4000-8000-000000000200", "")
			}
		}
		if n := len(seen); n != seeds && n != seeds-1 {
			t.Errorf("%d products", n)
		}
	})
}

// stuck is the response writer of a client that does not read.
type stuck struct {
	*httptest.ResponseRecorder
	began   chan<- struct{}
	release <-chan struct{}
}

func (w stuck) Write(p []byte) (int, error) {
	select {
	case w.began <- struct{}{}:
	case <-w.release:
	}
	<-w.release
	return len(p), nil
}

// Clients that do not read the export use one of its sixteen streams each, but no database
// connection.
func TestSlowReadersDoNotBlock(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		h := routed(t, build(t, c.store))
		began, release := make(chan struct{}), make(chan struct{})
		var readers sync.WaitGroup
		defer readers.Wait()
		defer close(release)
		export := func(w http.ResponseWriter) {
			r := httptest.NewRequest("GET", "/v1/products/export", nil)
			r.Header.Set("Authorization", "Bearer "+c.token)
			h.ServeHTTP(w, r)
		}
		for range 16 {
			readers.Go(func() { export(stuck{httptest.NewRecorder(), began, release}) })
		}
		for range 16 {
			<-began
		}
		w := httptest.NewRecorder()
		export(w)
		if w.Code != 503 || !strings.Contains(w.Body.String(), "too_many_streams") || w.Header().Get("Retry-After") != "1" {
			t.Errorf("the seventeenth client gets %d %s", w.Code, w.Body)
		}
		for range 20 {
			c.want(200, "GET", "/v1/products", "")
			c.want(200, "PATCH", first, `{"price": 1}`)
		}
	})
}

// The only connection of a database in memory is released.
func TestAbandonedExportDoesNotBlock(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		store := c.store
		all, err := Products{store}.All(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for range all {
			break
		}
		c.want(200, "GET", first, "")
	})
}

func TestEventsReportChanges(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		events, others := bufio.NewScanner(c.stream("/v1/products/events")), bufio.NewScanner(c.stream("/v1/products/events"))

		made := c.want(201, "POST", "/v1/products", keyboard)
		c.want(409, "POST", "/v1/products", keyboard)
		id := data(t, made)["id"].(string)
		path := "/v1/products/" + id
		c.want(422, "PATCH", path, `{"price": -1}`)
		changed := data(t, c.want(200, "PATCH", path, `{"price": 2}`))
		replaced := data(t, c.want(200, "PUT", path, `{"sku": "KEY-9998", "name": "K", "price": 1, "size": {"width": 1, "height": 2, "depth": 3}}`,
			"If-Match", "*"))
		c.want(200, "DELETE", path, "")
		c.want(404, "DELETE", path, "")

		for _, want := range []struct {
			name string
			at   any
		}{
			{"created", data(t, made)["created_at"]},
			{"changed", changed["updated_at"]},
			{"changed", replaced["updated_at"]},
			{"deleted", nil},
		} {
			name, got := next(t, events)
			equal(t, "product."+want.name, name)
			if want.at != nil {
				equal(t, map[string]any{"kind": want.name, "id": id, "at": want.at}, got)
			}
			sameName, same := next(t, others)
			equal(t, name, sameName)
			equal(t, got, same)
		}

		// A client that reconnects gets what it missed; one that was away for too long starts anew.
		missed := bufio.NewScanner(c.stream("/v1/products/events", "Last-Event-ID", "2"))
		for range 2 {
			name, got := next(t, missed)
			equal(t, name, "product."+got["kind"].(string))
		}
		equal(t, "", c.want(204, "GET", "/v1/products/events", "", "Last-Event-ID", "1000").text)
		equal(t, []string{"type Last-Event-ID"}, violations(t, c.want(422, "GET", "/v1/products/events", "", "Last-Event-ID", "x")))
	})
}

// next returns the next event.
func next(t *testing.T, events *bufio.Scanner) (name string, data map[string]any) {
	t.Helper()
	for events.Scan() && (events.Text() != "" || data == nil) { // some events have an ID alone
		switch field, value, _ := strings.Cut(events.Text(), ": "); field {
		case "event":
			name = value
		case "data":
			if err := json.Unmarshal([]byte(value), &data); err != nil {
				t.Fatal(err)
			}
		}
	}
	if data == nil {
		t.Fatalf("the stream ended: %v", events.Err())
	}
	return name, data
}

// Their paths match that of a product.
func TestExportAndEventsAreNotProducts(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		equal(t, "", c.want(200, "HEAD", "/v1/products/events", "").text)
		c.want(406, "GET", "/v1/products/events", "", "Accept", "application/json")
		c.want(422, "GET", "/v1/products/event", "") // a product with an invalid ID
		c.want(422, "DELETE", "/v1/products/events", "")
	})
}

// A client that does not read waits for nobody, and nobody waits for it. It gets every event.
func TestSlowClientGetsEverything(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		slow := bufio.NewScanner(c.stream("/v1/products/events"))
		const changes = 1500 // more than the log has in memory
		for i := range changes {
			err := c.store.transact(t.Context(), func(tx *sql.Tx) error {
				at := morning.Add(time.Duration(i) * time.Second)
				return c.store.emit(t.Context(), tx, productChanged.Of(Change{Changed, first[len("/v1/products/"):], at}))
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		c.want(200, "GET", first, "")
		for i := range changes {
			_, got := next(t, slow)
			equal(t, any(morning.Add(time.Duration(i)*time.Second).Format("2006-01-02T15:04:05.000000Z07:00")), got["at"])
		}
	})
}

// The timeouts of the server do not apply to streams.
func TestEventsOutliveServerTimeouts(t *testing.T) {
	store := openStore(t, memory)
	server := httptest.NewUnstartedServer(routed(t, build(t, store)))
	// Long enough for a busy machine to start a response.
	server.Config.ReadTimeout, server.Config.WriteTimeout = time.Second, time.Second
	server.Start()
	t.Cleanup(server.Close)
	c := newClient(t, server.URL, store)
	events := bufio.NewScanner(c.stream("/v1/products/events"))
	time.Sleep(1500 * time.Millisecond)
	c.want(201, "POST", "/v1/products", keyboard)
	name, _ := next(t, events)
	equal(t, "product.created", name)
}

func TestShutdownEndsStreams(t *testing.T) {
	store := openStore(t, memory)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	address, ended := make(chan net.Addr, 1), make(chan error, 1)
	handler := routed(t, build(t, store))
	go func() {
		ended <- tenon.Serve(ctx, "127.0.0.1:0", handler, tenon.OnListen(func(a net.Addr) { address <- a }))
	}()
	stream := newClient(t, "http://"+(<-address).String(), store).stream("/v1/products/events")
	stop()
	if rest, err := io.ReadAll(stream); string(rest) != "id: 0\n\n" || err != nil {
		t.Errorf("the stream ended with %q, %v", rest, err)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// A client moves between two servers of one database several times a second, while both emit events. It gets
// each of 10,000 events once, in order, although the first request is without Last-Event-ID.
func TestStreamsContinueOnAnotherServer(t *testing.T) {
	name := emptySchema(t)
	servers := []client{open(t, name), open(t, name)}
	const total, writers = 10_000, 8
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var work sync.WaitGroup
	defer work.Wait()
	begun := make(chan struct{})
	for w := range writers {
		work.Go(func() {
			<-begun
			store := servers[w%len(servers)].store
			id := fmt.Sprintf("00000000-0000-4000-8000-%012d", w)
			for i := range total / writers {
				err := store.transact(ctx, func(tx *sql.Tx) error {
					return store.emit(ctx, tx, productChanged.Of(Change{Changed, id, morning.Add(time.Duration(i) * time.Second)}))
				})
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	last, known, moves := 0, "", 0
	before := map[string]string{} // the last time by product
	for ; last < total && ctx.Err() == nil; moves++ {
		part, stop := context.WithTimeout(ctx, 150*time.Millisecond)
		c := servers[moves%len(servers)]
		r, err := http.NewRequestWithContext(part, "GET", c.url+"/v1/products/events", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+c.token)
		if known != "" {
			r.Header.Set("Last-Event-ID", known)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			stop()
			continue // the time is over
		}
		equal(t, 200, res.StatusCode)
		id, data := "", ""
		for lines := bufio.NewReader(res.Body); ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				break // what came of the last line is discarded
			}
			field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			switch field {
			case "id":
				id = value
			case "data":
				data = value
			case "": // the event is complete
				if known = id; data == "" {
					close(begun) // once: it has begun without an ID
					continue
				}
				var change Change
				if err := json.Unmarshal([]byte(data), &change); err != nil {
					t.Fatal(err)
				}
				at := change.At.Format(time.RFC3339)
				if id != strconv.Itoa(last+1) || at <= before[change.ID] {
					t.Fatalf("event %s after %d, %s after %s", id, last, at, before[change.ID])
				}
				last, data, before[change.ID] = last+1, "", at
			}
			if last == total {
				break
			}
		}
		stop()
		res.Body.Close()
	}
	if last != total || moves < 5 {
		t.Errorf("%d events, %d moves", last, moves)
	}
	t.Logf("%d events, %d moves", last, moves)
}
