package main

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

//go:embed migrations
var migrations embed.FS

// migrate applies the missing migrations in the order of their names, each in its own
// transaction. Do not change a released migration.
func (s *Store) migrate(ctx context.Context) error {
	files, err := fs.Glob(migrations, s.dialect.migrations+"/*.sql")
	if err != nil {
		return err
	}
	err = s.alone(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS schema_version (
			version INTEGER PRIMARY KEY, file TEXT NOT NULL, applied_at BIGINT NOT NULL)`)
		return err
	})
	if err != nil {
		return err
	}
	for i, file := range files {
		err := s.alone(ctx, func(tx *sql.Tx) error { return apply(ctx, tx, i+1, file) })
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	var version int
	err = s.db.QueryRowContext(ctx, `SELECT max(version) FROM schema_version`).Scan(&version)
	if err == nil && version > len(files) {
		err = fmt.Errorf("it has version %d, and this program knows %d", version, len(files))
	}
	return err
}

// apply applies one migration unless the database has it.
func apply(ctx context.Context, tx *sql.Tx, version int, file string) error {
	var applied bool
	err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM schema_version WHERE version >= $1)`, version).Scan(&applied)
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
	_, err = tx.ExecContext(ctx, `INSERT INTO schema_version VALUES ($1, $2, $3)`, version, file, micros(now()))
	return err
}
