package guards_test

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/event/delivery"
	"github.com/tenon-go/tenon/event/outbox"
	"github.com/tenon-go/tenon/sqltx"
	"github.com/tenon-go/tenon/webhook"
)

// keySizes are the sizes of keys in bytes; messages without a key have no order.
var keySizes = []int{0, 1, 7, 199, 200, 201, 1_000, 2_704, 2_705, 12_000, 65_536, 100_000}

// keys returns the keys, which are the same in each process.
func keys() (list []string) {
	r := rand.New(rand.NewPCG(7, 7))
	for _, n := range keySizes {
		b := make([]byte, (n+1)/2)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		list = append(list, hex.EncodeToString(b)[:n])
	}
	return list
}

// Programs that emit and deliver are killed at random points. One publisher fails and panics at random,
// and for some messages does not know its destinations; some receivers of webhooks are silent. Nothing
// is lost, messages of a key keep their order, and no key waits for another one.
func TestKilledDeliveries(t *testing.T) {
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		killedDeliveries(t, outbox.PostgreSQL, "pgx", newSchema(t))
	})
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killedDeliveries(t, outbox.SQLite, "sqlite", "file:"+filepath.Join(t.TempDir(), "kill.db")+
			"?_pragma=journal_mode(wal)&_pragma=busy_timeout(20000)&_txlock=immediate")
	})
}

// counted is the data of a message: the message N of a key.
type counted struct{ Key, N int }

func killedDeliveries(t *testing.T, d outbox.Dialect, driver, source string) {
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	number := "INTEGER PRIMARY KEY AUTOINCREMENT"
	if d == outbox.PostgreSQL {
		number = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY"
	}
	tables := outbox.Schema(d) + delivery.Schema(d) +
		"CREATE TABLE counters (key INTEGER PRIMARY KEY, n INTEGER NOT NULL);" +
		"CREATE TABLE received (number " + number + ", destination TEXT NOT NULL, data TEXT NOT NULL);"
	for statement := range strings.SplitSeq(strings.TrimSuffix(tables, ";"), ";") {
		if strings.TrimSpace(statement) == "" {
			continue
		}
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	for i := range keySizes {
		if _, err := db.Exec(fmt.Sprintf("INSERT INTO counters VALUES (%d, 0)", i)); err != nil {
			t.Fatal(err)
		}
	}
	forever := make(chan struct{})
	silent := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-forever }))
	defer silent.Close()
	defer close(forever)
	var mu sync.Mutex
	received := map[string][]counted{}
	good := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body struct{ Data counted }
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			w.WriteHeader(http.StatusBadRequest) // the sender was killed
			return
		}
		mu.Lock()
		defer mu.Unlock()
		received["webhook"] = append(received["webhook"], body.Data)
	}))
	defer good.Close()

	log := new(strings.Builder)
	begin := func(emit string) *exec.Cmd {
		child := exec.Command(os.Args[0], "-test.run=^TestMain$")
		child.Env = append(os.Environ(), "TENON_KILLED="+strings.Join([]string{d.String(), driver, source, good.URL, silent.URL, emit}, "\n"))
		child.Stderr = &lockedWriter{w: log}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		return child
	}
	r := rand.New(rand.NewPCG(*killsSeed, 2000))
	emittedSoFar := func() (n int) {
		if err := db.QueryRow("SELECT COALESCE(SUM(n), 0) FROM counters").Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for range *kills {
		before := emittedSoFar()
		child := begin("emit")
		for end := time.Now().Add(30 * time.Second); emittedSoFar() == before && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond) // until the program has begun
		}
		time.Sleep(time.Duration(100+r.IntN(700)) * time.Millisecond)
		_ = child.Process.Kill()
		_ = child.Wait() // reports the signal
	}
	last := begin("")
	defer func() {
		_ = last.Process.Kill()
		_ = last.Wait()
	}()
	emitted := make([]int, len(keySizes))
	all := 0
	rows, err := db.Query("SELECT key, n FROM counters")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var key, n int
		if err := rows.Scan(&key, &n); err != nil {
			t.Fatal(err)
		}
		emitted[key] = n
		all += n
	}
	if all < 2**kills { // the race detector makes programs slow
		t.Errorf("only %d messages in %d kills\n%s", all, *kills, log)
	}
	destinations := []string{"steady-", "random/a", "random/b", "webhook"}
	read := func() map[string][]counted {
		mu.Lock()
		found := map[string][]counted{"webhook": slices.Clone(received["webhook"])}
		mu.Unlock()
		rows, err := db.Query("SELECT destination, data FROM received ORDER BY number")
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var to, data string
			var c counted
			if err := cmp.Or(rows.Scan(&to, &data), json.Unmarshal([]byte(data), &c)); err != nil {
				t.Fatal(err)
			}
			found[to] = append(found[to], c)
		}
		return found
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(200 * time.Millisecond) {
		missing := ""
		found := read()
		for _, to := range destinations {
			if what := check(found[to], emitted); what != "" {
				missing = to + ": " + what
			}
		}
		if missing == "" {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%s\n%s", missing, log)
		}
	}
	found := read()
	for _, to := range destinations {
		seen := make([]int, len(keySizes))
		for _, c := range found[to] {
			if c.N > seen[c.Key]+1 && keySizes[c.Key] > 0 {
				t.Errorf("%s: of the key of %d bytes, %d came after %d", to, keySizes[c.Key], c.N, seen[c.Key])
			}
			seen[c.Key] = max(seen[c.Key], c.N)
		}
	}
	var dead int
	if err := db.QueryRow("SELECT COUNT(*) FROM event_deliveries WHERE dead > 0").Scan(&dead); err != nil || dead > 0 {
		t.Errorf("%d dead letters, %v", dead, err)
	}
	t.Logf("seed %d: %d kills, %d messages", *killsSeed, *kills, all)
}

// check returns what is missing.
func check(got []counted, emitted []int) string {
	seen := make([]map[int]bool, len(emitted))
	for _, c := range got {
		if seen[c.Key] == nil {
			seen[c.Key] = map[int]bool{}
		}
		seen[c.Key][c.N] = true
	}
	for key, n := range emitted {
		if len(seen[key]) != n {
			return fmt.Sprintf("%d of %d messages of the key of %d bytes", len(seen[key]), n, keySizes[key])
		}
	}
	return ""
}

type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}

// TestMain runs a program that emits and delivers, if a test has started it to kill it.
func TestMain(m *testing.M) {
	if setting := os.Getenv("TENON_KILLED"); setting != "" {
		s := strings.Split(setting, "\n")
		d := outbox.SQLite
		if s[0] == outbox.PostgreSQL.String() {
			d = outbox.PostgreSQL
		}
		if err := emitAndDeliver(d, s[1], s[2], s[3], s[4], s[5] == "emit"); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	os.Exit(m.Run())
}

// recorder is a publisher that records what it receives in the database.
type recorder struct {
	db    *sql.DB
	name  string
	to    []string
	fails bool // at random
}

func (r *recorder) fail() error {
	switch {
	case !r.fails:
	case rand.IntN(6) == 0:
		return errors.New("not now")
	case rand.IntN(10) == 0:
		panic("at random")
	}
	return nil
}

func (r *recorder) Destinations(context.Context, event.Message) ([]string, error) {
	return r.to, r.fail()
}

func (r *recorder) Publish(ctx context.Context, to string, m event.Message) error {
	if err := r.fail(); err != nil {
		return err
	}
	_, err := r.db.ExecContext(ctx, "INSERT INTO received (destination, data) VALUES ('"+r.name+to+"', '"+string(m.Data)+"')")
	return err
}

func emitAndDeliver(d outbox.Dialect, driver, source, good, silent string, emits bool) error {
	db, err := sql.Open(driver, source)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(20)
	ctx := context.Background()
	store := webhook.Memory()
	for i := range 21 {
		s := webhook.Subscription{ID: fmt.Sprint("s", i), Owner: "mallory", URL: silent, Keys: []webhook.Key{{Secret: webhook.NewSecret()}}}
		if i == 20 {
			s.Owner, s.URL = "alice", good
		}
		if err := store.Insert(ctx, s, 100); err != nil {
			return err
		}
	}
	sender, err := webhook.NewSender(store, webhook.AllowHTTP(), webhook.AnyPort(), webhook.AllowNetworks(netip.MustParsePrefix("127.0.0.0/8")))
	if err != nil {
		return err
	}
	delays := slices.Repeat([]time.Duration{20 * time.Millisecond}, 1_000)
	deliveries, err := delivery.New(db, d, delivery.Delays(delays...), delivery.Timeout(2*time.Second), delivery.Rescue(4*time.Second), delivery.Poll(20*time.Millisecond),
		delivery.Logger(slog.New(slog.DiscardHandler)), delivery.To("hooks", sender),
		delivery.To("steady", &recorder{db: db, name: "steady", to: []string{"-"}}), delivery.To("random", &recorder{db, "random/", []string{"a", "b"}, true}))
	if err != nil {
		return err
	}
	box, err := outbox.New(db, d, outbox.Poll(10*time.Millisecond), outbox.To(deliveries))
	if err != nil {
		return err
	}
	if emits {
		all := keys()
		for range 4 {
			go func() {
				for {
					key := rand.IntN(len(all))
					err := sqltx.Do(ctx, db, func(tx *sql.Tx) error {
						var n int
						if err := tx.QueryRowContext(ctx, fmt.Sprintf("UPDATE counters SET n = n + 1 WHERE key = %d RETURNING n", key)).Scan(&n); err != nil {
							return err
						}
						data := fmt.Sprintf(`{"Key":%d,"N":%d}`, key, n)
						return box.Emit(ctx, tx, event.Message{ID: fmt.Sprint(key, "-", n), Type: "counted", Key: all[key], Time: time.Now(), Data: []byte(data)})
					})
					if err != nil {
						fmt.Fprintln(os.Stderr, "emit:", err)
					}
					time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
				}
			}()
		}
	}
	go box.Run(ctx)
	return deliveries.Run(ctx, box)
}
