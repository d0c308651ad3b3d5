package pgxstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/idempotency/internal/keytable"
	"github.com/tenon-go/tenon/internal/joint"
)

// Begin implements [idempotency.Transactional]. It stops at the deadline of its context, but not
// when the context is canceled, so that no connection of the pool is lost.
func (s *Store) Begin(ctx context.Context, key idempotency.Key, print idempotency.Fingerprint, ttl time.Duration) (idempotency.Outcome, idempotency.Tx, error) {
	if err := ctx.Err(); err != nil {
		return idempotency.Outcome{}, nil, err
	}
	ctx, cancel := keytable.Detach(ctx)
	defer cancel()
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: s.isolation})
	if err != nil {
		return idempotency.Outcome{}, nil, fmt.Errorf("pgxstore: begin: %w", err)
	}
	out, err := s.joined.Begin(ctx, conn{tx}, key, print, ttl)
	if err != nil || out.State != idempotency.Started {
		_ = undo(tx) // nothing has changed
		if err != nil {
			return idempotency.Outcome{}, nil, fmt.Errorf("pgxstore: begin: %w", err)
		}
		return out, nil, nil
	}
	t := &transaction{table: &s.joined, key: key, ticket: out.Ticket}
	t.scope = scope{DB: s.pool, Tx: tx, Rollback: func() { _ = undo(tx) }}
	return out, t, nil
}

// transaction is that of a request.
type transaction struct {
	table  *keytable.Table
	key    idempotency.Key
	ticket idempotency.Ticket
	scope  scope
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
		err = t.scope.Tx.Commit(ctx)
	} else if free {
		err = errors.Join(err, undo(t.scope.Tx))
	}
	if err != nil {
		return fmt.Errorf("pgxstore: commit: %w", err)
	}
	return nil
}

func (t *transaction) Rollback() error {
	free, _ := t.scope.End()
	if !free {
		return nil
	}
	if err := undo(t.scope.Tx); err != nil {
		return fmt.Errorf("pgxstore: roll back: %w", err)
	}
	return nil
}

// undo rolls a transaction back. If the database does not answer, the connection is closed
// instead, which has the same effect.
func undo(tx pgx.Tx) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return tx.Rollback(ctx)
}
