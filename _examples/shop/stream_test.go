package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

// stream requests a stream, which ends with the test.
func (c client) stream(path string) io.ReadCloser {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), "GET", c.url+path, nil)
	if err != nil {
		c.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+c.token)
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
			equal(t, want.name, name)
			if want.at != nil {
				equal(t, map[string]any{"kind": want.name, "id": id, "at": want.at}, got)
			}
			sameName, same := next(t, others)
			equal(t, name, sameName)
			equal(t, got, same)
		}
	})
}

// next returns the next event.
func next(t *testing.T, events *bufio.Scanner) (name string, data map[string]any) {
	t.Helper()
	for events.Scan() && events.Text() != "" {
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

func TestDisconnectedClientIsRemoved(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		store := c.store
		const clients = 20
		for range clients {
			defer c.stream("/v1/products/events").Close()
		}
		store.settle(t, clients)
		for range clients {
			c.stream("/v1/products/events").Close()
		}
		c.want(200, "HEAD", "/v1/products/events", "")
		store.settle(t, clients)
		c.want(200, "PATCH", first, `{"price": 1}`)
		store.settle(t, clients)
	})
}

func TestSlowClientIsDropped(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		store := c.store
		slow := c.stream("/v1/products/events")
		store.settle(t, 1)
		for i := 0; store.listening() > 0; i++ {
			if i == 10_000_000 {
				t.Fatal("the shop waits for the client")
			}
			store.Changes.Publish(Change{Changed, first[len("/v1/products/"):], morning})
		}
		if _, err := io.Copy(io.Discard, slow); err != nil { // the backlog, and a clean end
			t.Error(err)
		}
		c.want(200, "GET", first, "")
	})
}

// listening returns the number of listeners.
func (s *Store) listening() int {
	s.Changes.mu.Lock()
	defer s.Changes.mu.Unlock()
	return len(s.Changes.listeners)
}

// settle waits until there are want listeners.
func (s *Store) settle(t *testing.T, want int) {
	t.Helper()
	for range 6000 {
		if s.listening() == want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%d clients listen, want %d", s.listening(), want)
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
	store.Changes.Publish(Change{Changed, "00000000-0000-4000-8000-000000000001", morning})
	name, _ := next(t, events)
	equal(t, "changed", name)
}

func TestShutdownEndsStreams(t *testing.T) {
	store := openStore(t, memory)
	server := httptest.NewUnstartedServer(routed(t, build(t, store)))
	server.Config.RegisterOnShutdown(store.Changes.Close)
	server.Start()
	t.Cleanup(server.Close)
	stream := newClient(t, server.URL, store).stream("/v1/products/events")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := server.Config.Shutdown(ctx); err != nil {
		t.Error(err)
	}
	if rest, err := io.ReadAll(stream); len(rest) > 0 || err != nil {
		t.Errorf("the stream ended with %q, %v", rest, err)
	}
}
