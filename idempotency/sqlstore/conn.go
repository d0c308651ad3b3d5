package sqlstore

import (
	"context"
	"database/sql"
	"errors"
)

// conn runs the statements of package keytable.
type conn struct {
	of interface {
		ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
		QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	}
}

func (c conn) Exec(ctx context.Context, query string, args ...any) (rows int64, err error) {
	done, err := c.of.ExecContext(ctx, query, args...)
	if err != nil {
		return 0, err
	}
	return done.RowsAffected()
}

func (c conn) Read(ctx context.Context, query string, key []byte, columns ...any) (found bool, err error) {
	err = c.of.QueryRowContext(ctx, query, key).Scan(columns...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}
