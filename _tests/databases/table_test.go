package databases_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/idempotency"
	keystore "github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/webhook"
	hookstore "github.com/tenon-go/tenon/webhook/sqlstore"
)

// Tables have the names that the options set, also with a schema, which is an attached database in
// SQLite.
func TestTablesHaveTheirNames(t *testing.T) {
	for _, dialect := range []string{"SQLite", "PostgreSQL"} {
		for _, schema := range []string{"", "App."} {
			t.Run(dialect+"/"+schema, func(t *testing.T) {
				var db *sql.DB
				create := `CREATE SCHEMA "App"`
				boxes, keys, hooks := outbox.PostgreSQL, keystore.PostgreSQL, hookstore.PostgreSQL
				if dialect == "PostgreSQL" {
					db = postgres(t).DB
					t.Cleanup(func() { _, _ = db.Exec(`DROP SCHEMA IF EXISTS "App" CASCADE`) })
				} else {
					boxes, keys, hooks = outbox.SQLite, keystore.SQLite, hookstore.SQLite
					var err error
					if db, err = sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "names.db")); err != nil {
						t.Fatal(err)
					}
					t.Cleanup(func() { _ = db.Close() })
					db.SetMaxOpenConns(1) // which has the attached database
					create = `ATTACH '` + filepath.Join(t.TempDir(), "app.db") + `' AS "App"`
				}
				box, err := outbox.New(db, boxes, outbox.Table(schema+"Log_BIGINT"), outbox.Poll(5*time.Millisecond), outbox.OnError(func(err error) { t.Error(err) }))
				if err != nil {
					t.Fatal(err)
				}
				key, err := keystore.NewTransactional(db, keys, keystore.Table(schema+"Keys_BLOB"))
				if err != nil {
					t.Fatal(err)
				}
				hook, err := hookstore.New(db, hooks, hookstore.Table(schema+"Hooks_NUMBER"))
				if err != nil {
					t.Fatal(err)
				}
				all := box.Schema() + key.Schema() + hook.Schema()
				if schema != "" {
					all = create + ";" + all
				}
				for statement := range strings.SplitSeq(all, ";") {
					if strings.TrimSpace(statement) == "" {
						continue
					}
					if _, err := db.Exec(statement); err != nil {
						t.Fatal(statement, err)
					}
				}

				tx, err := db.Begin()
				if err != nil {
					t.Fatal(err)
				}
				err = box.Emit(t.Context(), tx, event.Message{ID: "a", Type: "made", Time: time.Now(), Data: []byte("{}")})
				if err := errors.Join(err, tx.Commit()); err != nil {
					t.Fatal(err)
				}
				run(t, box)
				for box.Last() == 0 && t.Context().Err() == nil {
					time.Sleep(time.Millisecond)
				}

				name, print := idempotency.KeyOf("a", "b"), idempotency.FingerprintOf(nil)
				out, reserved, err := key.Begin(t.Context(), name, print, time.Hour)
				if err != nil || out.State != idempotency.Started {
					t.Fatal(out, err)
				}
				if err := reserved.Commit(t.Context(), idempotency.Response{Status: 201}); err != nil {
					t.Fatal(err)
				}
				if _, err := key.Sweep(t.Context()); err != nil {
					t.Error(err)
				}

				if err := hook.Insert(t.Context(), webhook.Subscription{ID: "h", Owner: "ann", URL: "https://a.example"}, 1); err != nil {
					t.Error(err)
				}
				for table, where := range map[string]string{`Log_BIGINT`: "sequence = 1", "Keys_BLOB": "status = 201", "Hooks_NUMBER": "owner = 'ann'"} {
					var n int
					if err := db.QueryRow(`SELECT count(*) FROM "` + strings.ReplaceAll(schema+table, ".", `"."`) + `" WHERE ` + where).Scan(&n); err != nil || n != 1 {
						t.Errorf("%s: %d rows, %v", table, n, err)
					}
				}
			})
		}
	}
}
