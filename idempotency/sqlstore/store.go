package sqlstore

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// Store is an [idempotency.Store] in a table of a database.
type Store struct {
	db    *sql.DB
	d     Dialect
	sql   statements
	table string
	lease time.Duration // 0: none
	now   func() time.Time
}

var _ idempotency.Store = (*Store)(nil)

// Option configures [New].
type Option func(*Store)

// Table sets the name of the table, such as keys or app.keys: at most 48 ASCII letters, digits
// and _, with or without a schema.
func Table(name string) Option { return func(s *Store) { s.table = name } }

// Lease sets after which time an unfinished request no longer holds its key, so that a retry
// starts. Without a lease a reservation stays for its ttl; see "At most once" in the
// documentation of package idempotency.
func Lease(d time.Duration) Option { return func(s *Store) { s.lease = d } }

// Clock sets the clock. The default is time.Now.
func Clock(now func() time.Time) Option { return func(s *Store) { s.now = now } }

// New returns a store in a database with the table of [Schema]. It does not use the database
// yet. The error reports an unknown dialect or an invalid name.
func New(db *sql.DB, d Dialect, options ...Option) (*Store, error) {
	s := &Store{db: db, d: d, table: DefaultTable, now: time.Now}
	for _, o := range options {
		o(s)
	}
	switch {
	case db == nil:
		return nil, errors.New("sqlstore: the database is nil")
	case schema(d, DefaultTable) == "":
		return nil, errors.New("sqlstore: the dialect is not SQLite, PostgreSQL or MySQL")
	case !identifier(s.table):
		return nil, fmt.Errorf("sqlstore: %q is not the name of a table", s.table)
	}
	s.sql = d.statements(s.table)
	return s, nil
}

// Schema returns [Schema] with the name of the store's table.
func (s *Store) Schema() string { return schema(s.d, s.table) }

// attempts is how often Reserve looks again after a concurrent change of the row. Each change
// is progress of another request.
const attempts = 8

// Reserve implements [idempotency.Store]. It stops at the deadline of its context, but not when
// the context is canceled: the database might finish an insert after the client has gone, and
// the key would be reserved for nobody.
func (s *Store) Reserve(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (out idempotency.Outcome, err error) {
	if err := ctx.Err(); err != nil {
		return out, err
	}
	ctx, cancel := detach(ctx)
	defer cancel()
	ticket := idempotency.NewTicket()
	defer func() {
		if err != nil {
			s.withdraw(ctx, key, ticket)
		}
	}()
	for range attempts {
		out, err = s.try(ctx, key, print, ticket, ttl)
		if err != nil {
			return idempotency.Outcome{}, fmt.Errorf("sqlstore: reserve: %w", err)
		}
		if out.State != 0 {
			return out, nil
		}
	}
	return idempotency.Outcome{}, errors.New("sqlstore: reserve: the row changes too often")
}

// detach returns a context with the deadline of ctx that is not canceled with it.
func detach(ctx context.Context) (context.Context, context.CancelFunc) {
	if at, ok := ctx.Deadline(); ok {
		return context.WithDeadline(context.WithoutCancel(ctx), at)
	}
	return context.WithoutCancel(ctx), func() {}
}

// withdraw releases a reservation that may exist although Reserve failed: the database may have
// inserted the row without being able to report it.
func (s *Store) withdraw(ctx context.Context, key idempotency.Key, t idempotency.Ticket) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
	defer cancel()
	_ = s.Release(ctx, key, t) // the error of Reserve is returned already
}

// try inserts a row if there is none, and otherwise returns the state of the row. The outcome
// has no state if the row has changed in between.
func (s *Store) try(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ticket idempotency.Ticket, ttl time.Duration) (out idempotency.Outcome, err error) {
	now := s.now()
	at, begun, ends := now.UnixMilli(), milliseconds(now), milliseconds(now.Add(ttl))
	if _, err := s.db.ExecContext(ctx, s.sql.insert, key[:], print[:], ticket[:], begun, ends); err != nil {
		return out, err
	}
	var r row
	err = s.db.QueryRowContext(ctx, s.sql.read, key[:]).
		Scan(&r.print, &r.ticket, &r.begun, &r.ends, &r.status, &r.header, &r.body)
	if errors.Is(err, sql.ErrNoRows) {
		return out, nil // released or swept since
	}
	if err != nil {
		return out, err
	}
	same := bytes.Equal(r.print, print[:])
	switch {
	case bytes.Equal(r.ticket, ticket[:]):
		return idempotency.Outcome{State: idempotency.Started, Ticket: ticket}, nil
	case r.ends <= at, s.lease > 0 && same && r.status == 0 && milliseconds(time.UnixMilli(r.begun).Add(s.lease)) <= at:
		done, err := s.db.ExecContext(ctx, s.sql.replace, print[:], ticket[:], begun, ends, key[:], r.ticket, r.status)
		if err != nil {
			return out, err
		}
		if n, err := done.RowsAffected(); err != nil || n == 0 {
			return out, err // another request was faster
		}
		return idempotency.Outcome{State: idempotency.Started, Ticket: ticket}, nil
	case !same:
		return idempotency.Outcome{State: idempotency.Mismatch}, nil
	case r.status == 0:
		return idempotency.Outcome{State: idempotency.InProgress}, nil
	}
	fields, err := parseHeader(r.header)
	return idempotency.Outcome{
		State:    idempotency.Completed,
		Response: idempotency.Response{Status: r.status, Header: fields, Body: r.body},
	}, err
}

// milliseconds rounds a time of the table up, so that no ttl and no lease ends early.
func milliseconds(at time.Time) int64 { return at.Add(time.Millisecond - 1).UnixMilli() }

// row is a row of the table.
type row struct {
	print, ticket []byte
	begun, ends   int64
	status        int
	header, body  []byte
}

// Complete implements [idempotency.Store].
func (s *Store) Complete(ctx context.Context, key idempotency.Key, t idempotency.Ticket, a idempotency.Response) error {
	done, err := s.db.ExecContext(ctx, s.sql.finish, a.Status, appendHeader(nil, a.Header), a.Body, key[:], t[:])
	if err != nil {
		return fmt.Errorf("sqlstore: complete: %w", err)
	}
	n, err := done.RowsAffected()
	switch {
	case err != nil:
		return fmt.Errorf("sqlstore: complete: %w", err)
	case n == 0:
		return idempotency.ErrLost
	}
	return nil
}

// Release implements [idempotency.Store].
func (s *Store) Release(ctx context.Context, key idempotency.Key, t idempotency.Ticket) error {
	if _, err := s.db.ExecContext(ctx, s.sql.abandon, key[:], t[:]); err != nil {
		return fmt.Errorf("sqlstore: release: %w", err)
	}
	return nil
}

// Sweep deletes expired rows and returns their number.
func (s *Store) Sweep(ctx context.Context) (rows int64, err error) {
	done, err := s.db.ExecContext(ctx, s.sql.sweep, s.now().UnixMilli())
	if err == nil {
		rows, err = done.RowsAffected()
	}
	if err != nil {
		return 0, fmt.Errorf("sqlstore: sweep: %w", err)
	}
	return rows, nil
}
