package once_test

import (
	"database/sql"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/sqlstore"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/sqltx"
)

type payment struct{ To, By string }

var (
	payee    = prop.String("to")
	payments = collection.Of("Payment", func(p *payment) collection.Fields {
		return collection.Fields{payee.At(&p.To), prop.String("by").ReadOnly().At(&p.By)}
	})
	broke = render.NewProblem(402, "broke", "There is no money.")
	trace = prop.String("X-Trace").Optional()
)

// bank is a server on a database.
type bank struct {
	db    *sql.DB
	fake  *fakedb.DB
	store sqlstore.Transactional
	app   http.Handler
	log   *kit.Log
}

type writing = *route.WriteRoute[payment, payment]

type handling = func(c *route.Call, p payment) (payment, error)

// open returns a server whose handler is handle; nil: pay.
func open(t testing.TB, handle func(*bank) handling, change ...func(writing) writing) *bank {
	db, fake := fakedb.Open(t)
	b := &bank{db: db, fake: fake}
	b.start(t, handle, change...)
	return b
}

// start starts another server on the same database.
func (b *bank) start(t testing.TB, handle func(*bank) handling, change ...func(writing) writing) {
	t.Helper()
	var err error
	if b.store, err = sqlstore.NewTransactional(b.db, sqlstore.SQLite); err != nil {
		t.Fatal(err)
	}
	if handle == nil {
		handle = (*bank).pay
	}
	w := route.Post("/payments", payments.Create(), payments.View()).Fails(broke).ResponseHeader(trace).Idempotent(time.Hour, b.store)
	for _, f := range change {
		w = f(w)
	}
	b.log = new(kit.Log)
	b.app = kit.Build(t, tenon.New("Bank", "1").Logger(b.log.Logger()).Add(w.Handle(handle(b))))
}

// insert inserts a row in the transaction of the request.
func (b *bank) insert(c *route.Call, text string) error {
	return sqltx.Do(c.Context(), b.db, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(c.Context(), fakedb.Insert, text)
		return err
	})
}

func (b *bank) pay() handling {
	return func(c *route.Call, p payment) (payment, error) {
		c.Header().Set("Location", "/payments/"+p.To)
		p.By = "us"
		return p, b.insert(c, p.To)
	}
}

func (b *bank) post(t testing.TB, key, to string) kit.Response {
	t.Helper()
	return kit.Send(t, b.app, "POST", "/payments", `{"to":"`+to+`"}`, kit.Headers("Idempotency-Key", key)...)
}

func (b *bank) check(t *testing.T, got kit.Response, status int, text string) {
	t.Helper()
	if got.Status != status || !strings.Contains(got.Body, text) {
		t.Errorf("%d %s, want %d %s", got.Status, got.Body, status, text)
	}
}

// has checks the committed rows, and how many keys are reserved and have a response.
func (b *bank) has(t *testing.T, reserved, done int, rows ...string) {
	t.Helper()
	r, d := b.fake.Keys()
	if got := b.fake.Work(); !slices.Equal(got, rows) || r != reserved || d != done {
		t.Errorf("rows %q, %d keys reserved, %d with a response; want %q, %d, %d", got, r, d, rows, reserved, done)
	}
}

var errOwn = errors.New("of the handler")

var _ idempotency.Transactional = sqlstore.Transactional{}
