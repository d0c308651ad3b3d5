package pgxstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/internal/keytable"
)

// Store is an [idempotency.Transactional] in a table of PostgreSQL.
type Store struct {
	pool      *pgxpool.Pool
	table     keytable.Table // whose statements are transactions of their own
	joined    keytable.Table
	isolation pgx.TxIsoLevel
}

var _ idempotency.Transactional = (*Store)(nil)

// Option configures [New].
type Option func(*Store)

// Table sets the name of the table, such as keys or app.keys: at most 48 ASCII letters, digits
// and _, with or without a schema.
func Table(name string) Option { return func(s *Store) { s.table.Name = name } }

// Clock sets the clock. The default is time.Now.
func Clock(now func() time.Time) Option { return func(s *Store) { s.table.Now = now } }

// Isolation sets the isolation of the transactions. The default is that of the database. If the
// database rejects a commit, as it does under pgx.Serializable if two transactions conflict, the
// client gets a 503 with Retry-After.
func Isolation(level pgx.TxIsoLevel) Option { return func(s *Store) { s.isolation = level } }

// New returns a store in a database with the table of sqlstore.Schema(sqlstore.PostgreSQL). It
// does not use the database yet. The error reports an invalid name.
func New(pool *pgxpool.Pool, options ...Option) (*Store, error) {
	s := &Store{pool: pool, table: keytable.Table{Dialect: keytable.PostgreSQL, Name: keytable.DefaultTable, Now: time.Now}}
	for _, o := range options {
		o(s)
	}
	switch {
	case pool == nil:
		return nil, errors.New("pgxstore: the pool is nil")
	case !keytable.Identifier(s.table.Name):
		return nil, fmt.Errorf("pgxstore: %q is not the name of a table", s.table.Name)
	}
	s.joined = s.table
	s.table.SQL = keytable.PostgreSQL.Statements(s.table.Name)
	s.joined.SQL = keytable.PostgreSQL.Joined(s.table.Name)
	return s, nil
}

// Schema returns the statements that create the table, and its index, for a migration.
func (s *Store) Schema() string { return keytable.Schema(keytable.PostgreSQL, s.table.Name) }

// Reserve implements [idempotency.Store], without a transaction. It stops at the deadline of its
// context, but not when the context is canceled, so that no key is reserved for a client that has
// gone.
func (s *Store) Reserve(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (out idempotency.Outcome, err error) {
	if err := ctx.Err(); err != nil {
		return out, err
	}
	ctx, cancel := keytable.Detach(ctx)
	defer cancel()
	ticket := idempotency.NewTicket()
	if out, err = s.table.Reserve(ctx, conn{s.pool}, key, print, ticket, ttl); err != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		_ = s.Release(late, key, ticket) // the database may have inserted the row
		return idempotency.Outcome{}, fmt.Errorf("pgxstore: reserve: %w", err)
	}
	return out, nil
}

// Complete implements [idempotency.Store].
func (s *Store) Complete(ctx context.Context, key idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	err := s.table.Complete(ctx, conn{s.pool}, key, t, a)
	if err != nil && !errors.Is(err, idempotency.ErrLost) {
		return fmt.Errorf("pgxstore: complete: %w", err)
	}
	return err
}

// Release implements [idempotency.Store].
func (s *Store) Release(ctx context.Context, key idempotency.Key, t idempotency.Ticket) error {
	if _, err := s.pool.Exec(ctx, s.table.SQL.Abandon, key[:], t[:]); err != nil {
		return fmt.Errorf("pgxstore: release: %w", err)
	}
	return nil
}

// Sweep deletes expired rows and returns their number. It leaves out rows that a request is
// replacing.
func (s *Store) Sweep(ctx context.Context) (rows int64, err error) {
	rows, err = conn{s.pool}.Exec(ctx, s.joined.SQL.Sweep, s.table.Now().UnixMilli())
	if err != nil {
		return 0, fmt.Errorf("pgxstore: sweep: %w", err)
	}
	return rows, nil
}

// conn runs the statements of package keytable.
type conn struct {
	of interface {
		Exec(ctx context.Context, query string, args ...any) (pgconn.CommandTag, error)
		QueryRow(ctx context.Context, query string, args ...any) pgx.Row
	}
}

func (c conn) Exec(ctx context.Context, query string, args ...any) (rows int64, err error) {
	done, err := c.of.Exec(ctx, query, args...)
	return done.RowsAffected(), err
}

func (c conn) Read(ctx context.Context, query string, key []byte, columns ...any) (found bool, err error) {
	err = c.of.QueryRow(ctx, query, key).Scan(columns...)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
