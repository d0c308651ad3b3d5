package databases_test

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	keystore "github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/webhook"
	"github.com/tenon-go/tenon/webhook/sqlstore"
)

// A subscription is stored in the transaction of its request. On SQLite, a connection of its own
// would wait for it.
func TestWebhooksAreCreatedInTheTransactionOfTheirKey(t *testing.T) {
	for d, keys := range map[sqlstore.Dialect]keystore.Dialect{sqlstore.SQLite: keystore.SQLite, sqlstore.PostgreSQL: keystore.PostgreSQL} {
		t.Run(d.String(), func(t *testing.T) {
			db, table := hookDatabase(t, d)
			once, err := keystore.NewTransactional(db, keys, keystore.Table(table+"_keys"))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(once.Schema()); err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _, _ = db.Exec(`DROP TABLE "` + table + `_keys"`) })
			sender, err := webhook.NewSender(hookStore(t, db, d, sqlstore.Table(table)))
			if err != nil {
				t.Fatal(err)
			}
			made := event.New("thing.made", collection.New("Thing", prop.Int("id")).View())
			who := authn.APIKeyHeader("key", "X-Api-Key", authn.Keys(map[[32]byte]authn.Identity{authn.NewSecret("k-1").Hash(): authn.New("ann")}))
			app := tenon.New("Hooks", "1").Authenticate(who).
				Add(webhook.Resource("/webhooks", sender, webhook.Events(made), webhook.Idempotent(time.Hour, idempotency.Store(once)))).
				MustBuild()
			create := func(key, url string) *httptest.ResponseRecorder {
				r := httptest.NewRequest("POST", "/webhooks", strings.NewReader(`{"url": "`+url+`", "events": ["thing.made"]}`))
				for name, value := range map[string]string{"Content-Type": "application/json", "X-Api-Key": "k-1", "Idempotency-Key": key} {
					r.Header.Set(name, value)
				}
				w := httptest.NewRecorder()
				app.ServeHTTP(w, r)
				return w
			}
			begun := time.Now()
			first, again := create("a", "https://example.com/a"), create("a", "https://example.com/a")
			if took := time.Since(begun); first.Code != 201 || again.Code != 201 || first.Body.String() != again.Body.String() ||
				again.Header().Get("Idempotent-Replayed") != "true" || took > 10*time.Second {
				t.Errorf("%d %s, %d %s after %s", first.Code, first.Body, again.Code, again.Body, took)
			}
			if w := create("b", "http://169.254.169.254/"); w.Code != 422 {
				t.Errorf("%d %s", w.Code, w.Body)
			}
			var hooks, stored int
			if err := db.QueryRow(`SELECT (SELECT count(*) FROM "`+table+`"), (SELECT count(*) FROM "`+table+`_keys")`).Scan(&hooks, &stored); err != nil || hooks != 1 || stored != 1 {
				t.Errorf("%d webhooks, %d keys, %v", hooks, stored, err)
			}
		})
	}
}
