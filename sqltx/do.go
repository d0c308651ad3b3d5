package sqltx

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/tenon-go/tenon/internal/joint"
)

// Do runs f in a transaction of db, and rolls it back if f returns an error or panics. The error
// is that of f, or of the database.
//
// If ctx is that of a request which has a key in a transactional store on the same db, the
// transaction is that of the request: it is committed after the handler, with the response. An
// error or a panic of f undoes f alone, as without a key, and the handler may go on; if the
// handler fails, everything that it did is undone. Otherwise Do begins a transaction and commits
// it before it returns.
//
// f must not commit or roll back tx, and not use it after it has returned. A Do of the same
// request within f, or concurrent with it, is an error: pass tx on instead. So is a Do after the
// end of the request; see [Detach].
func Do(ctx context.Context, db *sql.DB, f func(tx *sql.Tx) error) error {
	return DoTx(ctx, db, nil, f)
}

// DoTx is Do with the options of transactions that it begins. The transaction of a request has
// the isolation of its store (sqlstore.Isolation): another one than the default is an error there.
// It is never read-only.
func DoTx(ctx context.Context, db *sql.DB, options *sql.TxOptions, f func(tx *sql.Tx) error) error {
	if s := joint.Of[*sql.DB, *sql.Tx](ctx, db); s != nil {
		if options != nil && options.Isolation != sql.LevelDefault && options.Isolation != sql.IsolationLevel(s.Isolation) {
			return fmt.Errorf("sqltx: the transaction of the request has the isolation %v, not %v; declare it with sqlstore.Isolation", sql.IsolationLevel(s.Isolation), options.Isolation)
		}
		return join(ctx, s, f)
	}
	tx, err := db.BeginTx(ctx, options)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if err := f(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// Detach returns a context in which Do begins its own transactions, also in a request with a
// key: for work that must stay although the handler fails, and for work that outlives the
// request. In SQLite, such work waits for the transaction of the request.
func Detach(ctx context.Context) context.Context {
	return joint.NewContext[*sql.DB, *sql.Tx](ctx, nil)
}

// The statements of a savepoint. Do does not nest, so that one name is enough.
const (
	savepoint = "SAVEPOINT tenon_do"
	release   = "RELEASE SAVEPOINT tenon_do"
	undo      = "ROLLBACK TO SAVEPOINT tenon_do"
)

// join runs f in the transaction of a request.
func join(ctx context.Context, s *joint.Scope[*sql.DB, *sql.Tx], f func(*sql.Tx) error) (err error) {
	if err := s.Enter(); err != nil {
		return fmt.Errorf("sqltx: %w", err)
	}
	broken := false
	defer func() { // also after a panic of f, which continues
		if late := s.Leave(broken); late != nil && err == nil {
			err = fmt.Errorf("sqltx: %w", late)
		}
	}()
	if _, err := s.Tx.ExecContext(ctx, savepoint); err != nil {
		broken = true // a statement that fails can abort the transaction
		return err
	}
	finished := false
	defer func() {
		if !finished {
			broken = !rollBack(ctx, s.Tx)
		}
	}()
	if err := f(s.Tx); err != nil {
		return err
	}
	if _, err := s.Tx.ExecContext(ctx, release); err != nil { // as Commit fails if ctx is done
		return err
	}
	finished = true
	return nil
}

// rollBack undoes what follows the savepoint, also if ctx is done.
func rollBack(ctx context.Context, tx *sql.Tx) bool {
	ctx = context.WithoutCancel(ctx)
	for _, statement := range []string{undo, release} {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return false
		}
	}
	return true
}
