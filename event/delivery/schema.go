package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/tenon-go/tenon/event/outbox"
)

// Schema returns the statements that create the tables of this package for the outbox with the
// default table, for a migration; "" for an unknown dialect. Messages that are in the log before
// are not delivered.
func Schema(d outbox.Dialect) string { return schema(d, `"`+outbox.DefaultTable+`"`) }

// SchemaOf returns [Schema] for an outbox, whose table may have another name ([outbox.Table]).
func SchemaOf(box *outbox.Outbox) string { return schema(box.Dialect(), box.Table()) }

func schema(d outbox.Dialect, table string) string {
	integer := "BIGINT"
	switch d {
	case outbox.SQLite:
		integer = "INTEGER"
	case outbox.PostgreSQL:
	default:
		return ""
	}
	// Times are microseconds since 1970 in UTC. A row with a time in dead is a dead letter.
	return strings.ReplaceAll(`CREATE TABLE event_deliveries (
	destination TEXT   NOT NULL,
	sequence    BIGINT NOT NULL,
	lane        TEXT   NOT NULL,
	attempts    BIGINT NOT NULL,
	due         BIGINT NOT NULL,
	lease       BIGINT NOT NULL,
	dead        BIGINT NOT NULL,
	message     TEXT   NOT NULL,
	type        TEXT   NOT NULL,
	error       TEXT   NOT NULL,
	PRIMARY KEY (destination, sequence)
);
CREATE INDEX event_deliveries_lane ON event_deliveries (destination, lane, sequence) WHERE dead = 0;
CREATE INDEX event_deliveries_sequence ON event_deliveries (sequence) WHERE dead = 0;
CREATE INDEX event_deliveries_dead ON event_deliveries (dead) WHERE dead > 0;
CREATE TABLE event_cursors (
	name     TEXT   NOT NULL PRIMARY KEY,
	sequence BIGINT NOT NULL
);
INSERT INTO event_cursors SELECT 'deliveries', COALESCE(MAX(sequence), 0) FROM `, "BIGINT", integer) + table + ";\n"
}

// Migrate creates or updates the tables of River. Programs that start at the same time must do so
// one after another. It uses several transactions, because PostgreSQL requires it.
func Migrate(ctx context.Context, db *sql.DB, d outbox.Dialect) error {
	driver := driverOf(db, d)
	if driver == nil {
		return errors.New("delivery: the dialect is not SQLite or PostgreSQL")
	}
	m, err := rivermigrate.New(driver, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err == nil {
		_, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil)
	}
	if err != nil {
		return fmt.Errorf("delivery: migrate River: %w", err)
	}
	return nil
}

// driverOf returns the driver of River; nil for an unknown dialect.
func driverOf(db *sql.DB, d outbox.Dialect) riverdriver.Driver[*sql.Tx] {
	switch d {
	case outbox.SQLite:
		return riversqlite.New(db)
	case outbox.PostgreSQL:
		return riverdatabasesql.New(db)
	}
	return nil
}

// statements are the SQL of deliveries.
type statements struct {
	cursor, advance, insert, before, head, lease, done, fail, dead, letters, revive, needs string
}

func statementsOf(d outbox.Dialect) statements {
	s := statements{
		cursor:  "SELECT sequence FROM event_cursors WHERE name = 'deliveries'",
		advance: "UPDATE event_cursors SET sequence = ? WHERE name = 'deliveries' AND sequence = ?",
		insert: "INSERT INTO event_deliveries (destination, sequence, lane, attempts, due, lease, dead, message, type, error)" +
			" VALUES (?, ?, ?, 0, 0, 0, 0, ?, ?, '') ON CONFLICT (destination, sequence) DO NOTHING",
		before: "SELECT sequence FROM event_deliveries WHERE destination = ? AND lane = ? AND sequence < ? AND dead = 0 ORDER BY sequence LIMIT 1",
		head: "SELECT sequence, attempts, due, lease FROM event_deliveries" +
			" WHERE destination = ? AND lane = ? AND dead = 0 AND (lane <> '' OR sequence = ?) ORDER BY sequence LIMIT 1",
		lease: "UPDATE event_deliveries SET lease = ? WHERE destination = ? AND sequence = ? AND dead = 0 AND lease = ?",
		done:  "DELETE FROM event_deliveries WHERE destination = ? AND sequence = ?",
		fail:  "UPDATE event_deliveries SET attempts = ?, due = ?, lease = 0, error = ? WHERE destination = ? AND sequence = ?",
		dead:  "UPDATE event_deliveries SET attempts = ?, dead = ?, lease = 0, error = ? WHERE destination = ? AND sequence = ?",
		letters: "SELECT destination, sequence, lane, attempts, dead, message, type, error FROM event_deliveries" +
			" WHERE dead > 0 AND (destination = ? OR ? = '') AND (dead < ? OR dead = ? AND sequence < ?) ORDER BY dead DESC, sequence DESC LIMIT ?",
		revive: "UPDATE event_deliveries SET attempts = 0, due = 0, dead = 0 WHERE destination = ? AND sequence = ? AND dead > 0 RETURNING lane",
		needs:  "SELECT COALESCE(MIN(sequence), 0) FROM event_deliveries WHERE dead = 0",
	}
	if d == outbox.PostgreSQL {
		// A worker that finishes the message before waits, and then finds the new one.
		s.before += " FOR UPDATE"
		for _, q := range []*string{&s.advance, &s.insert, &s.before, &s.head, &s.lease, &s.done, &s.fail, &s.dead, &s.letters, &s.revive} {
			*q = numbered(*q)
		}
	}
	return s
}

// numbered writes the placeholders of PostgreSQL.
func numbered(query string) string {
	var b strings.Builder
	n := 0
	for part := range strings.SplitSeq(query, "?") {
		if n > 0 {
			b.WriteString("$" + strconv.Itoa(n))
		}
		b.WriteString(part)
		n++
	}
	return b.String()
}
