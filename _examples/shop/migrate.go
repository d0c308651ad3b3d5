package main

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

//go:embed migrations/*.sql
var migrations embed.FS

// migrate applies what the database lacks of migrations, in the order of their
// names and each in a transaction of its own. A migration that was released must
// not be changed.
func migrate(ctx context.Context, db *sql.DB) error {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_version (
		version INTEGER PRIMARY KEY, file TEXT NOT NULL, applied_at INTEGER NOT NULL
	) STRICT`)
	if err != nil {
		return err
	}
	for i, file := range files {
		err := transact(ctx, db, func(tx *sql.Tx) error { return apply(ctx, tx, i+1, file) })
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	var version int
	err = db.QueryRowContext(ctx, `SELECT max(version) FROM schema_version`).Scan(&version)
	if err == nil && version > len(files) {
		err = fmt.Errorf("the database has version %d, and this program knows %d", version, len(files))
	}
	return err
}

// apply applies one migration unless the database has it. Another program cannot
// come in between: the transaction holds the write lock.
func apply(ctx context.Context, tx *sql.Tx, version int, file string) error {
	var applied bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM schema_version WHERE version >= ?)`, version).Scan(&applied)
	if err != nil || applied {
		return err
	}
	text, err := migrations.ReadFile(file)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO schema_version VALUES (?, ?, ?)`, version, file, now().UnixMicro())
	return err
}
