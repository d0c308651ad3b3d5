package databases_test

import (
	"database/sql"
	"net/http/httptest"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
)

// What a POST costs alone, with an event, with a key in a transaction of its own or in that of the
// work, and with both:
//
//	.ci/postgres go -C _tests test ./databases -run '^$' -bench ExactlyOnce -count 5
func BenchmarkExactlyOnce(b *testing.B) {
	for _, d := range []outbox.Dialect{outbox.SQLite, outbox.PostgreSQL} {
		name, source, keys := "sqlite", "file:"+filepath.Join(b.TempDir(), "once.db")+
			"?_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=busy_timeout(20000)&_txlock=immediate", sqlstore.SQLite
		if d == outbox.PostgreSQL {
			name, source, keys = "pgx", server(b), sqlstore.PostgreSQL
		}
		db, f := openFragile(b, name, source)
		suffix := strconv.FormatInt(time.Now().UnixNano(), 36)
		box, err := outbox.New(db, d, outbox.Table("events_"+suffix))
		if err != nil {
			b.Fatal(err)
		}
		joined, err := sqlstore.NewTransactional(db, keys, sqlstore.Table("keys_"+suffix))
		if err != nil {
			b.Fatal(err)
		}
		rows := "payments_" + suffix
		for statement := range strings.SplitSeq(box.Schema()+joined.Schema()+"CREATE TABLE "+rows+" (payee TEXT NOT NULL)", ";") {
			if strings.TrimSpace(statement) == "" {
				continue
			}
			if _, err := db.Exec(statement); err != nil {
				b.Fatal(err)
			}
		}
		b.Cleanup(func() {
			for _, table := range []string{rows, "events_" + suffix, "keys_" + suffix} {
				_, _ = db.Exec("DROP TABLE " + table)
			}
		})

		payee := prop.String("to")
		payments := collection.New("Payment", payee)
		paid := event.New("payment.made", payments.View()).Key(payee)
		pay := func(emits bool, keys idempotency.Store) *route.Route {
			r := route.Post("/payments", payments.Create(), payments.View())
			if emits {
				r = r.Emits(paid)
			}
			if keys != nil {
				r = r.Idempotent(time.Hour, keys)
			}
			return r.Handle(func(c *route.Call, in collection.Record) (collection.Record, error) {
				return in, sqltx.Do(c.Context(), db, func(tx *sql.Tx) error {
					_, err := tx.ExecContext(c.Context(), "INSERT INTO "+rows+" (payee) VALUES ($1)", payee.Get(in))
					if err == nil && emits {
						err = box.Emit(c.Context(), tx, paid.Of(in))
					}
					return err
				})
			})
		}
		for _, tt := range []struct {
			name  string
			route *route.Route
			keyed bool
		}{
			{"alone", pay(false, nil), false},
			{"event", pay(true, nil), false},
			{"key", pay(false, joined), true},
			{"key and event", pay(true, joined), true},
			{"key apart", pay(false, joined.Store), true},
		} {
			b.Run(d.String()+"/"+tt.name, func(b *testing.B) {
				app := tenon.New("Bank", "1").Add(tt.route).MustBuild()
				f.crashAt(0, false)
				n := 0
				for b.Loop() {
					r := httptest.NewRequest("POST", "/payments", strings.NewReader(`{"to":"ann"}`))
					r.Header.Set("Content-Type", "application/json")
					if tt.keyed {
						r.Header.Set("Idempotency-Key", suffix+tt.name+strconv.Itoa(n)+"-"+strconv.Itoa(b.N))
					}
					w := httptest.NewRecorder()
					app.ServeHTTP(w, r)
					if n++; w.Code != 201 || w.Header().Get("Idempotent-Replayed") != "" {
						b.Fatal(w.Code, w.Header(), w.Body)
					}
				}
				b.ReportMetric(float64(len(f.crashAt(0, false)))/float64(n), "statements/op")
			})
		}
	}
}
