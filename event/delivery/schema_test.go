package delivery_test

import (
	"context"
	"database/sql"
	"io"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
)

// Deliveries begin after the messages that are in the log of their outbox, whatever its name.
func TestDeliveriesFollowTheTableOfTheirOutbox(t *testing.T) {
	for _, d := range []outbox.Dialect{outbox.SQLite, outbox.PostgreSQL} {
		for _, table := range []string{"", "log", "Select", "App.log"} {
			t.Run(d.String()+"/"+table, func(t *testing.T) {
				t.Parallel()
				db := open(t, d)
				begin := ""
				switch {
				case !strings.Contains(table, "."):
				case d == outbox.SQLite:
					table = "main.log" // others are attached, by each connection
				default:
					begin = `CREATE SCHEMA "App";`
					t.Cleanup(func() { _, _ = db.Exec(`DROP SCHEMA "App" CASCADE`) })
				}
				options := []outbox.Option{outbox.Poll(5 * time.Millisecond), outbox.OnError(func(err error) { t.Error(err) })}
				if table != "" {
					options = append(options, outbox.Table(table))
				}
				before, err := outbox.New(db, d, options...)
				if err != nil {
					t.Fatal(err)
				}
				create(t, db, begin+before.Schema())
				emit(t, db, before, "k", 3)
				ctx, stop := context.WithCancel(t.Context())
				var relay sync.WaitGroup
				relay.Go(func() { before.Run(ctx) })
				wait(t, "the sequences", func() bool { return before.Last() == 3 })
				stop()
				relay.Wait()

				p := newPublisher(func(string, event.Message, int) error { return nil }, "one")
				deliveries, err := delivery.New(db, d, delivery.To("test", p), delivery.Poll(10*time.Millisecond),
					delivery.Logger(slog.New(slog.NewTextHandler(io.Discard, nil))))
				if err != nil {
					t.Fatal(err)
				}
				box, err := outbox.New(db, d, append(options, outbox.To(deliveries))...)
				if err != nil {
					t.Fatal(err)
				}
				schema := delivery.SchemaOf(box)
				if table == "" && schema != delivery.Schema(d) {
					t.Error(schema)
				}
				create(t, db, schema)
				if err := delivery.Migrate(t.Context(), db, d); err != nil {
					t.Fatal(err)
				}
				emit(t, db, box, "k", 2)
				ctx, stop = context.WithCancel(t.Context())
				relay.Go(func() { box.Run(ctx) })
				relay.Go(func() {
					if err := deliveries.Run(ctx, box); err != nil {
						t.Error(err)
					}
				})
				t.Cleanup(func() { stop(); relay.Wait() })
				wait(t, "the messages after those in the log", func() bool { return p.received() == 2 })
				if got := strings.Join(p.of("one"), " "); got != "1 2" {
					t.Errorf("received %s", got)
				}
			})
		}
	}
}

func create(t *testing.T, db *sql.DB, statements string) {
	t.Helper()
	for statement := range strings.SplitSeq(statements, ";") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(statement, err)
		}
	}
}
