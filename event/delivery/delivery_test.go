package delivery_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
)

var quiet = slog.New(slog.DiscardHandler)

// onEach runs a test on every database, with the tables of an outbox and of deliveries.
func onEach(t *testing.T, test func(t *testing.T, db *sql.DB, d outbox.Dialect)) {
	for _, d := range []outbox.Dialect{outbox.SQLite, outbox.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			db := open(t, d)
			create(t, db, outbox.Schema(d)+delivery.Schema(d))
			if err := delivery.Migrate(t.Context(), db, d); err != nil {
				t.Fatal(err)
			}
			test(t, db, d)
		})
	}
}

func open(t *testing.T, d outbox.Dialect) *sql.DB {
	t.Helper()
	driver, source := "sqlite", "file:"+filepath.Join(t.TempDir(), "events.db")+
		"?_pragma=journal_mode(wal)&_pragma=synchronous(off)&_pragma=busy_timeout(20000)&_txlock=immediate"
	if d == outbox.PostgreSQL {
		driver, source = "pgx", schema(t)
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(30)
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// schema returns a URL of an empty schema of the server.
func schema(t *testing.T) string {
	t.Helper()
	address, err := url.Parse(os.Getenv("TENON_POSTGRES"))
	if err != nil || address.Host == "" {
		t.Fatal("TENON_POSTGRES is not set; run .ci/postgres go -C event/delivery test ./...")
	}
	admin, err := sql.Open("pgx", address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = admin.Close() })
	name := "d" + strconv.FormatUint(rand.Uint64(), 36)
	if _, err := admin.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = admin.Exec("DROP SCHEMA " + name + " CASCADE") })
	query := address.Query()
	query.Set("search_path", name)
	address.RawQuery = query.Encode()
	return address.String()
}

// publisher records what it delivers.
type publisher struct {
	destinations []string
	answer       func(destination string, m event.Message, attempt int) error

	mu       sync.Mutex
	attempts map[string]int
	got      map[string][]event.Message // by destination
}

func newPublisher(answer func(string, event.Message, int) error, destinations ...string) *publisher {
	return &publisher{destinations: destinations, answer: answer, attempts: map[string]int{}, got: map[string][]event.Message{}}
}

func (p *publisher) Destinations(context.Context, event.Message) ([]string, error) {
	return p.destinations, nil
}

func (p *publisher) Publish(_ context.Context, to string, m event.Message) error {
	p.mu.Lock()
	p.attempts[to+m.ID]++
	n := p.attempts[to+m.ID]
	p.mu.Unlock()
	if err := p.answer(to, m, n); err != nil {
		return err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.got[to] = append(p.got[to], m)
	return nil
}

// received returns how many different messages the destinations have received.
func (p *publisher) received() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, list := range p.got {
		seen := map[string]bool{}
		for _, m := range list {
			seen[m.ID] = true
		}
		n += len(seen)
	}
	return n
}

// of returns the data of the messages that a destination has received.
func (p *publisher) of(to string) (list []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range p.got[to] {
		list = append(list, string(m.Data))
	}
	return list
}

// start starts a process with an outbox and deliveries, until the test ends or stop is called.
func start(t *testing.T, db *sql.DB, d outbox.Dialect, p event.Publisher, options ...delivery.Option) (*outbox.Outbox, *delivery.Deliveries, func()) {
	t.Helper()
	options = append([]delivery.Option{
		delivery.To("test", p), delivery.Poll(10 * time.Millisecond), delivery.Logger(quiet),
	}, options...)
	deliveries, err := delivery.New(db, d, options...)
	if err != nil {
		t.Fatal(err)
	}
	box, err := outbox.New(db, d, outbox.Poll(5*time.Millisecond), outbox.To(deliveries), outbox.OnError(func(err error) { t.Error(err) }))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var wait sync.WaitGroup
	wait.Go(func() { box.Run(ctx) })
	wait.Go(func() {
		if err := deliveries.Run(ctx, box); err != nil {
			t.Error(err)
		}
	})
	stop := sync.OnceFunc(func() {
		cancel()
		wait.Wait()
	})
	t.Cleanup(stop)
	return box, deliveries, stop
}

// emit emits n messages with a key.
func emit(t *testing.T, db *sql.DB, box *outbox.Outbox, key string, n int) {
	t.Helper()
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for i := range n {
		m := event.Message{ID: strconv.FormatUint(rand.Uint64(), 36), Type: "counted", Key: key, Time: time.Now().UTC(), Data: []byte(strconv.Itoa(i + 1))}
		if err := box.Emit(t.Context(), tx, m); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

func wait(t *testing.T, what string, done func() bool) {
	t.Helper()
	for range 6000 {
		if done() {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatalf("waited 30 seconds in vain for %s", what)
}

// Two processes deliver to destinations that fail now and then.
func TestMessagesArriveInTheOrderOfTheirKey(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		p := newPublisher(func(string, event.Message, int) error {
			if rand.IntN(6) == 0 {
				return errors.New("not now")
			}
			return nil
		}, "a", "b")
		delays := make([]time.Duration, 30)
		for i := range delays {
			delays[i] = 20 * time.Millisecond
		}
		one, _, _ := start(t, db, d, p, delivery.Delays(delays...))
		two, _, _ := start(t, db, d, p, delivery.Delays(delays...))
		const keys, each = 12, 10
		for k := range keys {
			emit(t, db, []*outbox.Outbox{one, two}[k%2], "key"+strconv.Itoa(k), each)
		}
		emit(t, db, one, "", each) // in any order
		wait(t, "all messages", func() bool { return p.received() == 2*(keys+1)*each })
		for _, to := range p.destinations {
			last := map[string]int{}
			for _, m := range p.got[to] {
				n, _ := strconv.Atoi(string(m.Data))
				if m.Key != "" && (n > last[m.Key]+1 || n < last[m.Key]) {
					t.Errorf("%s: %s: %d after %d", to, m.Key, n, last[m.Key])
				}
				last[m.Key] = n
			}
		}
	})
}

func TestMessagesThatCannotBeDeliveredAreDeadLetters(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		broken := true
		var mu sync.Mutex
		p := newPublisher(func(to string, m event.Message, n int) error {
			mu.Lock()
			defer mu.Unlock()
			switch {
			case to == "ok" || !broken:
				return nil
			case string(m.Data) == "2":
				return errors.New("always fails \x00\xff " + strings.Repeat("é", 300))
			case string(m.Data) == "3":
				return event.Permanent(errors.New("gone"))
			case string(m.Data) == "4" && n == 1:
				return event.RetryAfter(errors.New("later"), 30*time.Millisecond)
			}
			return nil
		}, "ok", "broken")
		box, deliveries, _ := start(t, db, d, p, delivery.Delays(time.Millisecond, time.Millisecond))
		emit(t, db, box, "k", 5)
		wait(t, "the messages that can be delivered", func() bool { return p.received() == 5+3 })
		if got := p.of("broken"); !slices.Equal(got, []string{"1", "4", "5"}) {
			t.Error(got)
		}
		dead, err := deliveries.Dead(t.Context(), "", nil, 10)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, l := range dead {
			if len(l.Error) > 510 || time.Since(l.Time) > time.Minute || l.Message == "" || l.Type != "counted" || l.Key != "k" {
				t.Errorf("%+v", l)
			}
			got += fmt.Sprintln(l.Destination, l.Sequence, l.Attempts, l.Error[:4])
		}
		if want := "test/broken 3 1 gone\ntest/broken 2 3 alwa\n"; got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
		page, err := deliveries.Dead(t.Context(), "test/broken", &dead[0], 10)
		if err != nil || len(page) != 1 || page[0] != dead[1] {
			t.Errorf("%v, %v", page, err)
		}
		if page, err := deliveries.Dead(t.Context(), "test/ok", nil, 10); err != nil || len(page) != 0 {
			t.Errorf("%v, %v", page, err)
		}

		if err := deliveries.Redeliver(t.Context(), "test/ok", 2); !errors.Is(err, delivery.ErrNotDead) {
			t.Error(err)
		}
		mu.Lock()
		broken = false
		mu.Unlock()
		for _, l := range dead {
			if err := deliveries.Redeliver(t.Context(), l.Destination, l.Sequence); err != nil {
				t.Error(err)
			}
		}
		wait(t, "the dead letters", func() bool { return p.received() == 10 })
		if dead, err := deliveries.Dead(t.Context(), "", nil, 10); err != nil || len(dead) != 0 {
			t.Errorf("%v, %v", dead, err)
		}
		wait(t, "the end of the deliveries", func() bool {
			needed, err := deliveries.Needs(t.Context())
			return err == nil && needed == 6
		})
		if n, err := box.Sweep(t.Context(), time.Now().Add(time.Hour)); n != 4 || err != nil {
			t.Errorf("deleted %d, %v", n, err)
		}
	})
}

// A process stops while a destination hangs; another one delivers the rest.
func TestTheNextProcessContinues(t *testing.T) {
	onEach(t, func(t *testing.T, db *sql.DB, d outbox.Dialect) {
		hang := make(chan struct{})
		p := newPublisher(func(_ string, m event.Message, n int) error {
			if string(m.Data) == "2" && n == 1 {
				<-hang
				return errors.New("the process stops")
			}
			return nil
		}, "a")
		box, _, stop := start(t, db, d, p, delivery.Timeout(100*time.Millisecond), delivery.Delays(time.Millisecond))
		emit(t, db, box, "k", 4)
		wait(t, "the first", func() bool { return p.received() == 1 })
		time.AfterFunc(300*time.Millisecond, func() { close(hang) })
		stop()
		if got := p.of("a"); !slices.Equal(got, []string{"1"}) {
			t.Fatal(got)
		}
		start(t, db, d, p, delivery.Delays(time.Millisecond))
		wait(t, "the rest", func() bool { return p.received() == 4 })
		if got := p.of("a"); !slices.Equal(got, []string{"1", "2", "3", "4"}) {
			t.Error(got)
		}
	})
}

func TestFaultsOfDeliveries(t *testing.T) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	p := newPublisher(nil)
	for name, build := range map[string]func() (*delivery.Deliveries, error){
		"the database is nil":    func() (*delivery.Deliveries, error) { return delivery.New(nil, outbox.SQLite) },
		"the dialect is not":     func() (*delivery.Deliveries, error) { return delivery.New(db, 0) },
		`"a/b" is not the name`:  func() (*delivery.Deliveries, error) { return delivery.New(db, outbox.SQLite, delivery.To("a/b", p)) },
		"the publisher a is nil": func() (*delivery.Deliveries, error) { return delivery.New(db, outbox.SQLite, delivery.To("a", nil)) },
		"must be positive":       func() (*delivery.Deliveries, error) { return delivery.New(db, outbox.SQLite, delivery.Workers(0)) },
		"a delay is negative":    func() (*delivery.Deliveries, error) { return delivery.New(db, outbox.SQLite, delivery.Delays(-1)) },
		"is not longer than an attempt": func() (*delivery.Deliveries, error) {
			return delivery.New(db, outbox.SQLite, delivery.Rescue(time.Second))
		},
		"two publishers have the same n": func() (*delivery.Deliveries, error) {
			return delivery.New(db, outbox.SQLite, delivery.To("a", p), delivery.To("a", p))
		},
	} {
		if _, err := build(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %s", err, name)
		}
	}
}
