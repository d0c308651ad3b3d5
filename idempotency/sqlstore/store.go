package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/internal/keytable"
)

// Store is an [idempotency.Store] in a table of a database.
type Store struct {
	db        *sql.DB
	table     keytable.Table
	isolation sql.IsolationLevel // of transactional stores
}

var _ idempotency.Store = (*Store)(nil)

// Option configures [New] and [NewTransactional].
type Option func(*Store)

// Table sets the name of the table, such as keys or app.keys: at most 48 ASCII letters, digits
// and _, with or without a schema.
func Table(name string) Option { return func(s *Store) { s.table.Name = name } }

// Lease sets after which time an unfinished request no longer holds its key, so that a retry
// starts. Without a lease a reservation stays for its ttl; see "At most once" in the
// documentation of package idempotency.
func Lease(d time.Duration) Option { return func(s *Store) { s.table.Lease = d } }

// Clock sets the clock. The default is time.Now.
func Clock(now func() time.Time) Option { return func(s *Store) { s.table.Now = now } }

// New returns a store in a database with the table of [Schema]. It does not use the database
// yet. The error reports an unknown dialect or an invalid name.
func New(db *sql.DB, d Dialect, options ...Option) (*Store, error) {
	s, err := newStore(db, d, options)
	switch {
	case err != nil:
		return nil, err
	case s.isolation != sql.LevelDefault:
		return nil, errors.New("sqlstore: Isolation is an option of NewTransactional")
	}
	return s, nil
}

func newStore(db *sql.DB, d Dialect, options []Option) (*Store, error) {
	s := &Store{db: db, table: keytable.Table{Dialect: keytable.Dialect(d), Name: DefaultTable, Now: time.Now}}
	for _, o := range options {
		o(s)
	}
	switch {
	case db == nil:
		return nil, errors.New("sqlstore: the database is nil")
	case Schema(d) == "":
		return nil, errors.New("sqlstore: the dialect is not SQLite, PostgreSQL or MySQL")
	case !keytable.Identifier(s.table.Name):
		return nil, fmt.Errorf("sqlstore: %q is not the name of a table", s.table.Name)
	}
	s.table.SQL = s.table.Dialect.Statements(s.table.Name)
	return s, nil
}

// Schema returns [Schema] with the name of the store's table.
func (s *Store) Schema() string { return keytable.Schema(s.table.Dialect, s.table.Name) }

// Reserve implements [idempotency.Store]. It stops at the deadline of its context, but not when
// the context is canceled: the database might finish an insert after the client has gone, and
// the key would be reserved for nobody.
func (s *Store) Reserve(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (out idempotency.Outcome, err error) {
	if err := ctx.Err(); err != nil {
		return out, err
	}
	ctx, cancel := keytable.Detach(ctx)
	defer cancel()
	ticket := idempotency.NewTicket()
	out, err = s.table.Reserve(ctx, conn{s.db}, key, print, ticket, ttl)
	if err != nil {
		s.withdraw(ctx, key, ticket)
		return idempotency.Outcome{}, fmt.Errorf("sqlstore: reserve: %w", err)
	}
	return out, nil
}

// withdraw releases a reservation that may exist although Reserve failed: the database may have
// inserted the row without being able to report it.
func (s *Store) withdraw(ctx context.Context, key idempotency.Key, t idempotency.Ticket) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	_ = s.Release(ctx, key, t) // the error of Reserve is returned already
}

// Complete implements [idempotency.Store].
func (s *Store) Complete(ctx context.Context, key idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	err := s.table.Complete(ctx, conn{s.db}, key, t, a)
	if err != nil && !errors.Is(err, idempotency.ErrLost) {
		return fmt.Errorf("sqlstore: complete: %w", err)
	}
	return err
}

// Release implements [idempotency.Store].
func (s *Store) Release(ctx context.Context, key idempotency.Key, t idempotency.Ticket) error {
	if _, err := s.db.ExecContext(ctx, s.table.SQL.Abandon, key[:], t[:]); err != nil {
		return fmt.Errorf("sqlstore: release: %w", err)
	}
	return nil
}

// Sweep deletes expired rows and returns their number.
func (s *Store) Sweep(ctx context.Context) (rows int64, err error) {
	return s.sweep(ctx, &s.table)
}

func (s *Store) sweep(ctx context.Context, t *keytable.Table) (rows int64, err error) {
	rows, err = conn{s.db}.Exec(ctx, t.SQL.Sweep, t.Now().UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("sqlstore: sweep: %w", err)
	}
	return rows, nil
}
