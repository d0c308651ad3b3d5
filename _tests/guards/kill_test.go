package guards_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/nats-io/nats-server/v2/server"
	natsio "github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	_ "modernc.org/sqlite"
)

var (
	kills     = flag.Int("kills", 20, "how often TestKilledServers kills the shop on each database")
	killsSeed = flag.Uint64("kills-seed", 1, "the seed of TestKilledServers")
)

// Orders are placed with idempotency keys and products are changed, while the server is killed at
// random points. Every order exists once, every change has its event, and the events of a product
// are in order, in the log and in the broker.
func TestKilledServers(t *testing.T) {
	program := filepath.Join(t.TempDir(), "shop")
	if text, err := exec.Command("go", "build", "-C", "../../_examples/shop", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel() // most of the time is waiting
		address := newSchema(t)
		killed(t, program, address, "pgx", address)
	})
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		file := filepath.Join(t.TempDir(), "shop.db")
		killed(t, program, file, "sqlite", "file:"+file+"?_pragma=busy_timeout(20000)")
	})
}

// newSchema returns the URL of an empty schema of the PostgreSQL server.
func newSchema(t *testing.T) string {
	t.Helper()
	address, err := url.Parse(os.Getenv("TENON_POSTGRES"))
	if err != nil || address.Host == "" {
		t.Fatal("TENON_POSTGRES is not set; run .ci/postgres go -C _tests test ./guards/...")
	}
	admin, err := sql.Open("pgx", address.String())
	if err != nil {
		t.Fatal(err)
	}
	name := "k" + strconv.FormatUint(rand.Uint64(), 36)
	if _, err := admin.Exec("CREATE SCHEMA " + name); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = admin.Exec("DROP SCHEMA " + name + " CASCADE")
		_ = admin.Close()
	})
	query := address.Query()
	query.Set("search_path", name)
	address.RawQuery = query.Encode()
	return address.String()
}

// clients is the number of clients of the shop. Each has a request at a time.
const clients = 8

// products are the products that clients order and change.
const products = 6

// product returns the ID of a product that can be ordered: three of five are in the seed.
func product(n int) string { return fmt.Sprintf("00000000-0000-4000-8000-%012d", n/3*5+n%3+1) }

func killed(t *testing.T, program, database, driver, source string) {
	broker, stream := startBroker(t)
	s := &killable{
		t: t, program: program, url: "http://" + freeAddress(t), log: new(bytes.Buffer),
		args: []string{"-db", database, "-nats", broker.ClientURL(), "-per-address", "100000000", "-per-identity", "100000000"},
	}
	key, err := exec.Command(program, "key", "-db", database, "-name", "robot", "-scopes", "products:write orders:read orders:write orders:manage").Output()
	if err != nil {
		t.Fatal(err)
	}
	s.key = strings.TrimSpace(string(key))
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()

	s.start()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var work sync.WaitGroup
	placed := make([]map[string]int, clients) // by email, the number of the order
	for i := range clients {
		placed[i] = map[string]int{}
		work.Go(func() { s.order(ctx, rand.New(rand.NewPCG(*killsSeed, uint64(i))), i, placed[i]) })
	}
	r := rand.New(rand.NewPCG(*killsSeed, 1000))
	for range *kills {
		time.Sleep(time.Duration(r.IntN(300)) * time.Millisecond)
		s.kill()
		s.start()
	}
	stop() // every client still gets its last response
	work.Wait()

	all := map[string]int{}
	for _, part := range placed {
		for email, number := range part {
			all[email] = number
		}
	}
	if len(all) < *kills {
		t.Fatalf("%d orders in %d kills", len(all), *kills)
	}
	checkOrders(t, db, all)
	changes := checkLog(t, db)
	checkBroker(t, db, stream)
	s.kill()
	t.Logf("seed %d: %d kills, %d orders, %d events", *killsSeed, *kills, len(all), changes)
	if strings.Contains(s.log.String(), "panic") {
		t.Errorf("the log has a panic\n%s", s.log)
	}
}

// killable is a shop that is killed and started again.
type killable struct {
	t            *testing.T
	program, url string
	args         []string
	key          string
	process      *exec.Cmd
	log          *bytes.Buffer
}

func (s *killable) start() {
	s.t.Helper()
	s.process = exec.Command(s.program, append([]string{"-addr", strings.TrimPrefix(s.url, "http://")}, s.args...)...)
	s.process.Stderr = s.log
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	process := s.process
	s.t.Cleanup(func() { _ = process.Process.Kill() })
	for range 1000 {
		res, err := http.Get(s.url + "/v1/health")
		if err == nil {
			res.Body.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.t.Fatalf("the shop does not start\n%s", s.log)
}

func (s *killable) kill() {
	_ = s.process.Process.Kill()
	_ = s.process.Wait() // reports the signal
}

// order places orders and changes products, each until it has a response.
func (s *killable) order(ctx context.Context, r *rand.Rand, client int, placed map[string]int) {
	for n := 0; ctx.Err() == nil; n++ {
		path := "/v1/products/" + product(r.IntN(products))
		if r.IntN(3) == 0 {
			s.send("PATCH", path, `{"price": `+strconv.Itoa(1+r.IntN(1000))+`}`, "", 200)
			continue
		}
		email := fmt.Sprintf("c%d-%d@example.com", client, n)
		body := s.send("POST", path+"/orders", `{"quantity": 1, "email": "`+email+`"}`, email, 201)
		var order struct{ Data struct{ Number int } }
		if err := json.Unmarshal(body, &order); err != nil || order.Data.Number == 0 {
			s.t.Errorf("%s: %v", body, err)
		}
		placed[email] = order.Data.Number
	}
}

// send sends a request until it has a response that is not a failure of the server.
func (s *killable) send(method, path, content, key string, want int) []byte {
	client := http.Client{Timeout: 20 * time.Second}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		r, err := http.NewRequest(method, s.url+path, strings.NewReader(content))
		if err != nil {
			s.t.Error(err)
			return nil
		}
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("X-Api-Key", s.key)
		if key != "" {
			r.Header.Set("Idempotency-Key", key)
		}
		res, err := client.Do(r)
		if err != nil {
			continue
		}
		body, err := io.ReadAll(res.Body)
		res.Body.Close()
		switch {
		case err != nil, res.StatusCode >= 500, res.StatusCode == 409 && bytes.Contains(body, []byte("idempotency_key_in_use")):
		case res.StatusCode == want:
			return body
		default:
			s.t.Errorf("%s %s: %d %s", method, path, res.StatusCode, body)
			return nil
		}
	}
	s.t.Errorf("%s %s: no response within a minute\n%s", method, path, s.log)
	return nil
}

// checkOrders checks that every order exists once, with the number of its response.
func checkOrders(t *testing.T, db *sql.DB, want map[string]int) {
	t.Helper()
	rows, err := db.Query("SELECT email, number FROM orders")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	seen := map[string]int{}
	for rows.Next() {
		var email string
		var number int
		if err := rows.Scan(&email, &number); err != nil {
			t.Fatal(err)
		}
		if seen[email]++; want[email] != number {
			t.Errorf("%s has number %d, and the response %d", email, number, want[email])
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for email := range want {
		if seen[email] != 1 {
			t.Errorf("%s was placed %d times", email, seen[email])
		}
	}
}

// logged is an event of the log or of the broker.
type logged struct {
	Kind   string
	ID     string
	At     string
	Number int
	Email  string
}

// A history checks the events of products in the order in which they come.
type history struct {
	orders  map[string]int // the last number by product
	changes map[string]int
	last    map[string]string // the last time by product
	fault   error
}

func newHistory() *history {
	return &history{orders: map[string]int{}, changes: map[string]int{}, last: map[string]string{}}
}

// add adds an event. Events that come again change nothing.
func (h *history) add(name, key string, data []byte) {
	var e logged
	if err := json.Unmarshal(data, &e); err != nil {
		h.fault = err
		return
	}
	switch name {
	case "order.placed":
		if e.Number > h.orders[key]+1 {
			h.fault = fmt.Errorf("%s: order %d after %d", key, e.Number, h.orders[key])
		}
		h.orders[key] = max(e.Number, h.orders[key])
	case "product.changed":
		if e.At > h.last[key] {
			h.changes[key]++
			h.last[key] = e.At
		}
	default:
		h.fault = errors.New("unexpected event " + name)
	}
}

// check checks that the history is that of the database.
func (h *history) check(db *sql.DB) error {
	if h.fault != nil {
		return h.fault
	}
	for n := range products {
		var revision, orders int
		id := product(n)
		if err := db.QueryRow("SELECT revision, (SELECT count(*) FROM orders WHERE product_id = '"+id+"') FROM products WHERE id = '"+id+"'").
			Scan(&revision, &orders); err != nil {
			return err
		}
		if h.orders[id] != orders || h.changes[id] != revision-1 {
			return fmt.Errorf("%s has %d orders and revision %d, and events of %d orders and %d changes", id, orders, revision, h.orders[id], h.changes[id])
		}
	}
	return nil
}

// checkLog checks the log of events, and returns their number.
func checkLog(t *testing.T, db *sql.DB) (events int) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		var waiting int
		if err := db.QueryRow("SELECT count(*) FROM events WHERE sequence IS NULL").Scan(&waiting); err != nil {
			t.Fatal(err)
		}
		if waiting == 0 {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("%d events have no sequence", waiting)
		}
	}
	rows, err := db.Query("SELECT sequence, type, lane, data FROM events ORDER BY sequence")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	h := newHistory()
	for rows.Next() {
		var sequence int
		var name, key string
		var data []byte
		if err := rows.Scan(&sequence, &name, &key, &data); err != nil {
			t.Fatal(err)
		}
		if events++; sequence != events {
			t.Errorf("sequence %d is the %d. event", sequence, events)
		}
		h.add(name, key, data)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	if err := h.check(db); err != nil {
		t.Errorf("the log: %v", err)
	}
	return events
}

// startBroker starts a NATS server with a stream of events.
func startBroker(t *testing.T) (*server.Server, jetstream.Stream) {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoSigs: true, NoLog: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(10 * time.Second) {
		t.Fatal("the broker is not ready")
	}
	conn, err := natsio.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	js, err := jetstream.New(conn)
	if err != nil {
		t.Fatal(err)
	}
	stream, err := js.CreateStream(t.Context(), jetstream.StreamConfig{Name: "EVENTS", Subjects: []string{"events.>"}})
	if err != nil {
		t.Fatal(err)
	}
	return s, stream
}

// checkBroker waits until the broker has every event, and checks their order. What a killed server
// was delivering waits until another one notices.
func checkBroker(t *testing.T, db *sql.DB, stream jetstream.Stream) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Minute)
	defer cancel()
	h, next := newHistory(), uint64(1)
	for {
		info, err := stream.Info(ctx)
		if err != nil {
			t.Fatal(err)
		}
		for ; next <= info.State.LastSeq; next++ {
			m, err := stream.GetMsg(ctx, next)
			if err != nil {
				t.Fatal(err)
			}
			key, err := url.PathUnescape(m.Header.Get("ce-subject"))
			if err != nil {
				t.Fatal(err)
			}
			h.add(m.Header.Get("ce-type"), key, m.Data)
		}
		err = h.check(db)
		if err == nil {
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("the broker: %v", err)
		case <-time.After(100 * time.Millisecond):
		}
		if h.fault != nil {
			t.Fatalf("the broker: %v", h.fault)
		}
	}
}

// freeAddress returns an address that no server has at the moment.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}
