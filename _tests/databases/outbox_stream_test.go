package databases_test

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type noted struct{ Text string }

func notedOf(text *prop.StringProp[string]) *collection.Collection[noted] {
	return collection.Of("Noted", func(n *noted) collection.Fields { return collection.Fields{text.At(&n.Text)} })
}

// A message that a stream cannot read or write is an ID without data and a line of the log: a client
// that reconnects continues after it.
func TestStreamsPassOverWhatTheyCannotShow(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		var mu sync.Mutex
		var logged []string
		box := newOutbox(t, db, d, outbox.OnError(func(err error) {
			mu.Lock()
			defer mu.Unlock()
			logged = append(logged, err.Error())
		}))
		loose, last := prop.String("text"), outbox.LastEventID()
		before := event.New("noted", notedOf(loose).View())
		picky := loose.Rule("picky", "must not panic", func(s string) bool {
			if s == "panic" {
				panic("a rule")
			}
			return true
		})
		now := event.New("noted", notedOf(picky.MaxLen(10)).View())
		ofRoute := notedOf(loose.Rule("route", "is not written", func(s string) bool {
			if s == "unwritten" {
				panic("another rule")
			}
			return s != "unwritable"
		}))
		match := func(m event.Message) bool {
			if strings.Contains(string(m.Data), "unmatched") {
				panic("a filter")
			}
			return true
		}
		stream := route.Get("/notes", route.Events(ofRoute.View())).Header(last).
			Handle(func(c *route.Call) (iter.Seq2[route.Event[noted], error], error) {
				after := last.Get(c)
				return outbox.Events(c.Context(), box, &after, outbox.Filter{Match: match}, now)
			})
		app := tenon.New("Notes", "1").Logger(slog.New(slog.DiscardHandler)).CheckResponses(tenon.Always).Add(stream).MustBuild()
		server := httptest.NewServer(app)
		defer server.Close()

		texts := []string{"first", "longer than ten", "panic", "unwritable", "unwritten", "unmatched", "damaged", "last"}
		for _, text := range texts {
			tx, err := db.BeginTx(t.Context(), nil)
			if err != nil {
				t.Fatal(err)
			}
			if err := box.Emit(t.Context(), tx, before.Of(noted{text})); err != nil {
				t.Fatal(err)
			}
			if err := tx.Commit(); err != nil {
				t.Fatal(err)
			}
		}
		run(t, box)
		wait(t, func() bool { return box.Last() == int64(len(texts)) })
		if _, err := db.Exec(`UPDATE events SET data = '{"text":' WHERE sequence = 7`); err != nil {
			t.Fatal(err)
		}
		if d == outbox.SQLite {
			if _, err := db.Exec(`UPDATE events SET time = 'noon' WHERE sequence = 7`); err != nil {
				t.Fatal(err)
			}
		}
		want := "1 first, 2, 3, 4, 5, 6, 7, 8 last"
		for _, after := range []int{0, 3} { // another stream continues as after a break
			if got := eventsOf(t, server.URL+"/notes", after, 8-after); got != want[strings.Index(want, strconv.Itoa(after+1)):] {
				t.Errorf("after %d: %s", after, got)
			}
		}
		mu.Lock()
		defer mu.Unlock()
		all := strings.Join(logged, "\n")
		for _, line := range []string{"sequence 2: #/text: must have at most 10", "sequence 3: its declaration panics", "sequence 6: the filter panics", "sequence 7: "} {
			if strings.Count(all, line) < 1 {
				t.Errorf("the log has no %q:\n%s", line, all)
			}
		}
	})
}

// eventsOf returns the IDs and texts of n events after a sequence.
func eventsOf(t *testing.T, url string, after, n int) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Last-Event-ID", strconv.Itoa(after))
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var list []string
	event := ""
	for in := bufio.NewScanner(res.Body); len(list) < n && in.Scan(); {
		switch line := in.Text(); {
		case line == "" && event != "":
			list, event = append(list, event), ""
		case strings.HasPrefix(line, "id: "):
			event = line[4:]
		case strings.HasPrefix(line, "data: "):
			event += " " + strings.TrimSuffix(strings.TrimPrefix(line, `data: {"text":"`), `"}`)
		}
	}
	return strings.Join(list, ", ")
}

// Pages of the log have a bound in bytes, for readers, for streams and for the relay.
func TestPagesOfTheLogAreBoundedInBytes(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		took := &deliverer{}
		box := newOutbox(t, db, d, outbox.To(took))
		const messages, size = 12, 700_000
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		for n := range messages {
			m := message("k", n)
			m.Data = []byte(`"` + strings.Repeat("x", size) + `"`)
			if err := box.Emit(t.Context(), tx, m); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}
		run(t, box)
		wait(t, func() bool { return box.Last() == messages })
		list, err := box.Read(t.Context(), 0, messages)
		if err != nil || len(list) != 2 || list[1].Sequence != 2 {
			t.Errorf("%d messages, %v", len(list), err)
		}
		for after := range int64(messages) {
			one, err := box.Read(t.Context(), after, 1)
			if err != nil || len(one) != 1 || one[0].Sequence != after+1 || len(one[0].Data) != size+2 {
				t.Fatalf("after %d: %d messages, %v", after, len(one), err)
			}
		}
		stream, err := box.Messages(t.Context(), 0, outbox.Filter{Audiences: []string{"a"}})
		if err != nil {
			t.Fatal(err)
		}
		n := int64(0)
		for m, err := range stream {
			if n++; err != nil || m.Sequence != n || len(m.Data) != size+2 {
				t.Fatal(n, m.Sequence, len(m.Data), err)
			}
			if n == messages {
				break
			}
		}
		took.mu.Lock()
		defer took.mu.Unlock()
		if got := fmt.Sprint(took.taken); got != "[1 2 3 4 5 6 7 8 9 10 11 12]" {
			t.Error(got)
		}
	})
}

// panics is a deliverer that panics at first.
type panics struct {
	deliverer
	times int
}

func (p *panics) Deliver(ctx context.Context, tx *sql.Tx, messages []event.Message) error {
	if p.times++; p.times < 3 {
		panic("a bug")
	}
	return p.deliverer.Deliver(ctx, tx, messages)
}

func (p *panics) Sweep(_ context.Context, first int64) error {
	if first != 2 {
		return fmt.Errorf("the first message is %d", first)
	}
	return errors.New("swept")
}

func TestADelivererThatPanicsDoesNotEndTheRelay(t *testing.T) {
	eachOutbox(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		to := &panics{}
		failures := make(chan error, 10)
		box := newOutbox(t, db, d, outbox.To(to), outbox.OnError(func(err error) { failures <- err }))
		for range 2 {
			if err := count(t.Context(), db, d, box, "k", func() error { return nil }); err != nil {
				t.Fatal(err)
			}
		}
		run(t, box)
		wait(t, func() bool { return box.Last() == 2 })
		if err := <-failures; !strings.Contains(err.Error(), "a deliverer panics: a bug") {
			t.Error(err)
		}
		if n, err := box.Sweep(t.Context(), time.Now().Add(time.Hour)); n != 1 || err == nil || !strings.Contains(err.Error(), "swept") {
			t.Errorf("%d, %v", n, err)
		}
	})
}
