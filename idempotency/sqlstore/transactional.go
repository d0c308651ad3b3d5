package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/internal/keytable"
	"github.com/tenon-go/tenon/internal/joint"
)

// Transactional is an [idempotency.Transactional] in the table of a [Store]: a request with a key
// has one transaction for its key, for the work that its handler does with sqltx.Do, and for its
// response. A crash leaves all of them or none.
//
// As the Store in it, it serves routes whose handlers work outside of the database: their
// requests run at most once, and have no transaction.
type Transactional struct {
	*Store
	joined *keytable.Table
}

var _ idempotency.Transactional = Transactional{}

// Isolation sets the isolation of the transactions of a store of [NewTransactional]. The default
// is that of the database. If the database rejects the commit of a transaction, as it does under
// sql.LevelSerializable if two conflict, the client gets a 503 with Retry-After.
func Isolation(level sql.IsolationLevel) Option { return func(s *Store) { s.isolation = level } }

// NewTransactional returns a transactional store in a database with the table of [Schema], which
// servers with a store of [New] may use at the same time. It does not use the database yet. The
// error reports an unknown dialect, MySQL, which cannot reserve a key without waiting for another
// transaction, or an invalid name.
func NewTransactional(db *sql.DB, d Dialect, options ...Option) (Transactional, error) {
	s, err := newStore(db, d, options)
	switch {
	case err != nil:
		return Transactional{}, err
	case d == MySQL:
		return Transactional{}, errors.New("sqlstore: NewTransactional supports SQLite and PostgreSQL; use New for MySQL")
	}
	joined := s.table
	joined.SQL = s.table.Dialect.Joined(s.table.Name)
	return Transactional{s, &joined}, nil
}

// Begin implements [idempotency.Transactional]. It stops at the deadline of its context, but not
// when the context is canceled, so that no connection of the pool is lost.
func (s Transactional) Begin(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, idempotency.Tx, error) {
	if err := ctx.Err(); err != nil {
		return idempotency.Outcome{}, nil, err
	}
	waiting, stop := keytable.Detach(ctx)
	defer stop()
	// The transaction outlives the deadline, which is for its beginning.
	life, cancel := context.WithCancel(context.WithoutCancel(ctx))
	begun := context.AfterFunc(waiting, cancel)
	tx, err := s.db.BeginTx(life, &sql.TxOptions{Isolation: s.isolation})
	if err != nil {
		cancel()
		return idempotency.Outcome{}, nil, fmt.Errorf("sqlstore: begin: %w", err)
	}
	out, err := s.joined.Begin(waiting, conn{tx}, key, print, ttl)
	if err == nil && !begun() {
		err = context.DeadlineExceeded
	}
	if err != nil || out.State != idempotency.Started {
		_ = tx.Rollback() // nothing has changed
		cancel()
		if err != nil {
			return idempotency.Outcome{}, nil, fmt.Errorf("sqlstore: begin: %w", err)
		}
		return out, nil, nil
	}
	t := &transaction{table: s.joined, key: key, ticket: out.Ticket, cancel: cancel}
	t.scope = joint.Scope[*sql.DB, *sql.Tx]{DB: s.db, Tx: tx, Isolation: int(s.isolation), Rollback: func() { _ = t.undo() }}
	return out, t, nil
}

// transaction is that of a request.
type transaction struct {
	table  *keytable.Table
	key    idempotency.Key
	ticket idempotency.Ticket
	cancel context.CancelFunc
	scope  joint.Scope[*sql.DB, *sql.Tx]
}

func (t *transaction) Context(ctx context.Context) context.Context {
	return joint.NewContext(ctx, &t.scope)
}

func (t *transaction) Joined() bool { return t.scope.Joined() }

func (t *transaction) Commit(ctx context.Context, a idempotency.Response) error {
	free, err := t.scope.End()
	if err == nil {
		err = t.table.Complete(ctx, conn{t.scope.Tx}, t.key, t.ticket, a)
	}
	if err == nil {
		stop := context.AfterFunc(ctx, t.cancel)
		err = t.scope.Tx.Commit()
		stop()
		t.cancel()
	} else if free {
		err = errors.Join(err, t.undo())
	}
	if err != nil {
		return fmt.Errorf("sqlstore: commit: %w", err)
	}
	return nil
}

func (t *transaction) Rollback() error {
	free, _ := t.scope.End()
	if !free {
		return nil
	}
	if err := t.undo(); err != nil {
		return fmt.Errorf("sqlstore: roll back: %w", err)
	}
	return nil
}

// undo rolls the transaction back. If the database does not answer, it loses the connection
// instead, which has the same effect.
func (t *transaction) undo() error {
	patience := time.AfterFunc(5*time.Second, t.cancel)
	defer patience.Stop()
	defer t.cancel()
	return t.scope.Tx.Rollback()
}

// Sweep deletes expired rows and returns their number. It leaves out rows that a request is
// replacing.
func (s Transactional) Sweep(ctx context.Context) (rows int64, err error) {
	return s.sweep(ctx, s.joined)
}
