package pgxstore

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/tenon-go/tenon/internal/joint"
)

type scope = joint.Scope[*pgxpool.Pool, pgx.Tx]

// Do runs f in a transaction of the pool, and rolls it back if f returns an error or panics. The
// error is that of f, or of the database.
//
// If ctx is that of a request which has a key in a [Store] on the same pool, the transaction is
// that of the request: it is committed after the handler, with the response. An error or a panic
// of f undoes f alone (a savepoint), and the handler may go on; if the handler fails, everything
// that it did is undone. Otherwise Do begins a transaction and commits it before it returns.
//
// f must not use tx after it has returned. A Do of the same request within f, or concurrent with
// it, is an error: pass tx on instead. So is a Do after the end of the request; see [Detach].
func Do(ctx context.Context, pool *pgxpool.Pool, f func(tx pgx.Tx) error) error {
	s := joint.Of[*pgxpool.Pool, pgx.Tx](ctx, pool)
	if s == nil {
		return pgx.BeginFunc(ctx, pool, f)
	}
	return join(ctx, s, f)
}

// Detach returns a context in which Do begins its own transactions, also in a request with a
// key: for work that must stay although the handler fails, and for work that outlives the
// request.
func Detach(ctx context.Context) context.Context {
	return joint.NewContext[*pgxpool.Pool, pgx.Tx](ctx, nil)
}

// join runs f in a savepoint of the transaction of a request.
func join(ctx context.Context, s *scope, f func(pgx.Tx) error) (err error) {
	if err := s.Enter(); err != nil {
		return fmt.Errorf("pgxstore: %w", err)
	}
	broken := true
	defer func() { // also after a panic of f, which continues
		if late := s.Leave(broken); late != nil && err == nil {
			err = fmt.Errorf("pgxstore: %w", late)
		}
	}()
	point, err := s.Tx.Begin(ctx)
	if err != nil {
		return err
	}
	finished := false
	defer func() {
		if !finished { // also if ctx is done
			broken = point.Rollback(context.WithoutCancel(ctx)) != nil
		}
	}()
	if err := f(point); err != nil {
		return err
	}
	if err := point.Commit(ctx); err != nil {
		return err
	}
	finished, broken = true, false
	return nil
}
