package keytable

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"time"

	"github.com/tenon-go/tenon/idempotency"
)

// Table is the table of a store.
type Table struct {
	Dialect Dialect
	Name    string
	Lease   time.Duration // of reservations; 0: none
	Now     func() time.Time
	SQL     Statements
}

// Conn runs statements: a database, where each is a transaction of its own, or a transaction.
type Conn interface {
	Exec(ctx context.Context, query string, args ...any) (rows int64, err error)
	// Read reads the columns of a row; found is false if there is none.
	Read(ctx context.Context, query string, key []byte, columns ...any) (found bool, err error)
}

// row is a row of the table.
type row struct {
	print, ticket []byte
	begun, ends   int64
	status        int
	header, body  []byte
}

func (t *Table) read(ctx context.Context, c Conn, key idempotency.Key) (r row, found bool, err error) {
	found, err = c.Read(ctx, t.SQL.Read, key[:], &r.print, &r.ticket, &r.begun, &r.ends, &r.status, &r.header, &r.body)
	return r, found, err
}

// Try inserts a row if there is none, and otherwise returns the state of the row. The outcome
// has no state if the row has changed in between. Each statement is a transaction of its own.
func (t *Table) Try(ctx context.Context, c Conn, key idempotency.Key, print idempotency.Fingerprint, ticket idempotency.Ticket, ttl time.Duration) (out idempotency.Outcome, err error) {
	now := t.Now()
	begun, ends := milliseconds(now), milliseconds(now.Add(ttl))
	if _, err := c.Exec(ctx, t.SQL.Insert, key[:], print[:], ticket[:], begun, ends); err != nil {
		return out, err
	}
	r, found, err := t.read(ctx, c, key)
	switch {
	case err != nil || !found: // released or swept since
		return out, err
	case bytes.Equal(r.ticket, ticket[:]):
		return idempotency.Outcome{State: idempotency.Started, Ticket: ticket}, nil
	case t.over(&r, print, now):
		n, err := c.Exec(ctx, t.SQL.Replace, print[:], ticket[:], begun, ends, key[:], r.ticket, r.status)
		if err != nil || n == 0 { // another request was faster
			return out, err
		}
		return idempotency.Outcome{State: idempotency.Started, Ticket: ticket}, nil
	}
	return r.outcome(print)
}

// Begin is Try in the transaction c, which has run no other statement. If the outcome is not
// Started, nothing has changed.
func (t *Table) Begin(ctx context.Context, c Conn, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (out idempotency.Outcome, err error) {
	now := t.Now()
	ticket := idempotency.NewTicket()
	begun, ends := milliseconds(now), milliseconds(now.Add(ttl))
	n, err := c.Exec(ctx, t.SQL.Insert, t.locking(key, key[:], print[:], ticket[:], begun, ends)...)
	switch {
	case err != nil:
		return out, err
	case n == 1:
		return idempotency.Outcome{State: idempotency.Started, Ticket: ticket}, nil
	}
	r, found, err := t.read(ctx, c, key)
	switch {
	case err != nil:
		return out, err
	case !found: // of a transaction that is not committed
		return idempotency.Outcome{State: idempotency.InProgress}, nil
	case t.over(&r, print, now):
		n, err := c.Exec(ctx, t.SQL.Replace, t.locking(key, print[:], ticket[:], begun, ends, key[:], r.ticket, r.status)...)
		switch {
		case err != nil:
			return out, err
		case n == 0: // another transaction is replacing it
			return idempotency.Outcome{State: idempotency.InProgress}, nil
		}
		return idempotency.Outcome{State: idempotency.Started, Ticket: ticket}, nil
	}
	return r.outcome(print)
}

// locking appends the number of a key's lock, if the statements of the dialect take it.
func (t *Table) locking(key idempotency.Key, args ...any) []any {
	if t.Dialect != PostgreSQL {
		return args
	}
	// The locks of a database have one space of numbers, in which the same key of two tables
	// must differ. The first bytes of a key are those of its scope.
	sum := sha256.Sum256(append([]byte("idempotency "+t.Name+" "), key[:]...))
	return append(args, int64(binary.BigEndian.Uint64(sum[:])))
}

// Complete stores the response of the request that holds the ticket.
func (t *Table) Complete(ctx context.Context, c Conn, key idempotency.Key, ticket idempotency.Ticket, a idempotency.Response) error {
	n, err := c.Exec(ctx, t.SQL.Finish, a.Status, appendHeader(nil, a.Header), a.Body, key[:], ticket[:])
	if err == nil && n == 0 {
		return idempotency.ErrLost
	}
	return err
}

// ErrBusy reports that a row changes all the time.
var ErrBusy = errors.New("the row changes too often")

// attempts is how often Reserve looks again after a concurrent change of the row. Each change
// is progress of another request.
const attempts = 8

// Reserve tries until the row has a state.
func (t *Table) Reserve(ctx context.Context, c Conn, key idempotency.Key, print idempotency.Fingerprint, ticket idempotency.Ticket, ttl time.Duration) (idempotency.Outcome, error) {
	for range attempts {
		out, err := t.Try(ctx, c, key, print, ticket, ttl)
		if err != nil {
			return idempotency.Outcome{}, err
		}
		if out.State != 0 {
			return out, nil
		}
	}
	return idempotency.Outcome{}, ErrBusy
}

// over reports whether a request may replace the row.
func (t *Table) over(r *row, print idempotency.Fingerprint, now time.Time) bool {
	at := now.UnixMilli()
	return r.ends <= at || t.Lease > 0 && bytes.Equal(r.print, print[:]) && r.status == 0 && milliseconds(time.UnixMilli(r.begun).Add(t.Lease)) <= at
}

// outcome returns the state of a row that stays.
func (r *row) outcome(print idempotency.Fingerprint) (idempotency.Outcome, error) {
	switch {
	case !bytes.Equal(r.print, print[:]):
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

// Detach returns a context with the deadline of ctx that is not canceled with it.
func Detach(ctx context.Context) (context.Context, context.CancelFunc) {
	if at, ok := ctx.Deadline(); ok {
		return context.WithDeadline(context.WithoutCancel(ctx), at)
	}
	return context.WithCancel(context.WithoutCancel(ctx))
}
