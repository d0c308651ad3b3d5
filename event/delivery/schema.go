package delivery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/event/outbox"
)

// Schema returns the statements that create the tables of this package for the outbox with the
// default table, for a migration; "" for an unknown dialect. Messages that are in the log before
// are not delivered.
func Schema(d outbox.Dialect) string { return schema(d, `"`+outbox.DefaultTable+`"`) }

// SchemaOf returns [Schema] for an outbox, whose table may have another name ([outbox.Table]).
func SchemaOf(box *outbox.Outbox) string { return schema(box.Dialect(), box.Table()) }

const indexes = `CREATE INDEX event_deliveries_due ON event_deliveries (destination, due) WHERE dead = 0;
CREATE INDEX event_deliveries_dead ON event_deliveries (destination, dead) WHERE dead > 0;
`

// A row is a message that is not delivered to a destination yet. Times are microseconds since 1970 in
// UTC. A lane is a key, and the first message of a lane is due at a time; the others wait for it. A
// row with a time in dead is a dead letter. error is for the operator, reason for the owner of the
// destination.
//
// A destination that is only the name of a publisher and a slash has the messages whose destinations
// are not known. A cursor with this name is the last message whose destinations the publisher was
// asked for; new publishers begin after the cursor deliveries, or where the others are.
func schema(d outbox.Dialect, table string) string {
	integer := "BIGINT"
	switch d {
	case outbox.SQLite:
		integer = "INTEGER"
	case outbox.PostgreSQL:
	default:
		return ""
	}
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
	reason      TEXT   NOT NULL DEFAULT '',
	PRIMARY KEY (destination, sequence)
);
CREATE INDEX event_deliveries_lane ON event_deliveries (destination, lane, sequence) WHERE dead = 0;
`+indexes+`CREATE TABLE event_cursors (
	name     TEXT   NOT NULL PRIMARY KEY,
	sequence BIGINT NOT NULL
);
INSERT INTO event_cursors SELECT 'deliveries', COALESCE(MAX(sequence), 0) FROM `, "BIGINT", integer) + table + ";\n"
}

// Migrate updates the tables that [Schema] of an earlier version created, and does nothing to those
// of this version, or if there are none. Programs that start at the same time must do so one after
// another, and none of the earlier version may run.
func Migrate(ctx context.Context, db *sql.DB, d outbox.Dialect) (err error) {
	found := ""
	switch d {
	case outbox.SQLite:
		found = "SELECT COUNT(*) > 0 AND COUNT(CASE WHEN name = 'reason' THEN 1 END) = 0 FROM pragma_table_info('event_deliveries')"
	case outbox.PostgreSQL:
		found = "SELECT COUNT(*) > 0 AND COUNT(CASE WHEN attname = 'reason' THEN 1 END) = 0 FROM pg_attribute WHERE attrelid = to_regclass('event_deliveries')"
	default:
		return errors.New("delivery: the dialect is not SQLite or PostgreSQL")
	}
	defer func() {
		if err != nil {
			err = fmt.Errorf("delivery: migrate: %w", err)
		}
	}()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	var earlier bool
	if err := tx.QueryRowContext(ctx, found).Scan(&earlier); err != nil || !earlier {
		return err
	}
	for statement := range strings.SplitSeq(strings.TrimSuffix("ALTER TABLE event_deliveries ADD COLUMN reason TEXT NOT NULL DEFAULT '';"+
		"DROP INDEX event_deliveries_dead;DROP INDEX event_deliveries_sequence;"+indexes, ";\n"), ";") {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	if err := shortenLanes(ctx, tx, d); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE event_deliveries SET due = "+never+" WHERE dead = 0 AND lane <> '' AND EXISTS ("+
		"SELECT 1 FROM event_deliveries AS e WHERE e.destination = event_deliveries.destination AND e.lane = event_deliveries.lane"+
		" AND e.dead = 0 AND e.sequence < event_deliveries.sequence)"); err != nil {
		return err
	}
	return tx.Commit()
}

// shortenLanes replaces the long keys that were lanes.
func shortenLanes(ctx context.Context, tx *sql.Tx, d outbox.Dialect) error {
	rows, err := tx.QueryContext(ctx, "SELECT DISTINCT lane FROM event_deliveries WHERE LENGTH(lane) > "+strconv.Itoa(maxLane/4))
	if err != nil {
		return err
	}
	defer rows.Close()
	var lanes []string
	for rows.Next() {
		var lane string
		if err := rows.Scan(&lane); err != nil {
			return err
		}
		lanes = append(lanes, lane)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, lane := range lanes {
		if _, err := tx.ExecContext(ctx, placeholders(d, "UPDATE event_deliveries SET lane = ? WHERE lane = ?"), laneOf(lane), lane); err != nil {
			return err
		}
	}
	return nil
}

// waiting is the due time of a message that waits for another one of its lane.
const waiting int64 = 1 << 62

var never = strconv.FormatInt(waiting, 10)

// swept is the lease of a dead letter whose message is deleted.
const swept = -1

// statements are the SQL of deliveries.
type statements struct {
	begin, cursor, advance, slowest, needs               string
	unknown, due, claim                                  string
	done, next, fail, dead, trim, gone                   string
	letters, letter, revive, expire, swept, destinations string
}

func statementsOf(d outbox.Dialect) statements {
	const (
		row  = " WHERE destination = ? AND sequence = ?"
		mine = row + " AND dead = 0 AND lease = ?"
	)
	s := statements{
		begin: "INSERT INTO event_cursors SELECT CAST(? AS TEXT), COALESCE(MAX(sequence), 0) FROM event_cursors" +
			" WHERE true ON CONFLICT (name) DO NOTHING",
		cursor:  "SELECT sequence FROM event_cursors WHERE name = ?",
		advance: "UPDATE event_cursors SET sequence = ? WHERE name = ? AND sequence = ?",
		slowest: "SELECT COALESCE(MIN(CASE WHEN name <> 'deliveries' THEN sequence END), MIN(sequence), 0) FROM event_cursors",
		needs:   "SELECT COALESCE(MIN(sequence), 0) FROM event_deliveries WHERE dead = 0",
		unknown: "SELECT EXISTS (SELECT 1 FROM event_deliveries WHERE destination = ? AND dead = 0 AND (lane = ? OR ? = ''))",
		// The names of destinations with a message that is due are found one after another with the
		// index, however many messages wait.
		due: "WITH RECURSIVE found(name) AS (SELECT MIN(destination) FROM event_deliveries WHERE dead = 0" +
			" UNION ALL SELECT (SELECT MIN(destination) FROM event_deliveries WHERE dead = 0 AND destination > found.name)" +
			" FROM found WHERE found.name IS NOT NULL) SELECT name FROM found WHERE name IS NOT NULL" +
			" AND EXISTS (SELECT 1 FROM event_deliveries WHERE destination = found.name AND dead = 0 AND due <= ?)",
		// Without MATERIALIZED, PostgreSQL may run the SELECT several times, and claim more.
		claim: "WITH head AS MATERIALIZED (SELECT sequence FROM event_deliveries WHERE destination = ? AND dead = 0 AND due <= ?" +
			" ORDER BY due, sequence LIMIT ?LOCKED) UPDATE event_deliveries SET due = ?, lease = ?" +
			" WHERE destination = ? AND dead = 0 AND sequence IN (SELECT sequence FROM head) RETURNING sequence, lane, attempts",
		done: "DELETE FROM event_deliveries" + mine,
		next: "UPDATE event_deliveries SET due = 0 WHERE destination = ? AND lane = ? AND dead = 0 AND due = " + never +
			" AND sequence = (SELECT MIN(sequence) FROM event_deliveries WHERE destination = ? AND lane = ? AND dead = 0)",
		fail: "UPDATE event_deliveries SET attempts = ?, due = ?, lease = 0, error = ?, reason = ?" + mine,
		dead: "UPDATE event_deliveries SET attempts = ?, dead = ?, lease = ?, error = ?, reason = ?" + mine,
		trim: "DELETE FROM event_deliveries WHERE destination = ? AND dead > 0 AND dead <= (SELECT dead FROM event_deliveries" +
			" WHERE destination = ? AND dead > 0 ORDER BY dead DESC LIMIT 1 OFFSET ?)",
		gone: "DELETE FROM event_deliveries WHERE destination = ?",
		letters: "SELECT destination, sequence, lane, attempts, dead, message, type, error, reason FROM event_deliveries" +
			" WHERE dead > 0 AND (destination = ? OR ? = '') AND (dead < ? OR dead = ? AND sequence < ?) ORDER BY dead DESC, sequence DESC LIMIT ?",
		letter:       "SELECT EXISTS (SELECT 1 FROM event_deliveries" + row + " AND dead > 0)",
		revive:       "UPDATE event_deliveries SET attempts = 0, due = 0, dead = 0" + row + " AND dead > 0 AND lease = 0",
		expire:       "DELETE FROM event_deliveries WHERE dead > 0 AND dead < ?",
		swept:        "UPDATE event_deliveries SET lease = " + strconv.Itoa(swept) + " WHERE dead > 0 AND lease = 0 AND sequence < ?",
		destinations: "SELECT DISTINCT destination FROM event_deliveries WHERE dead > 0",
	}
	locked := ""
	if d == outbox.PostgreSQL {
		locked = " FOR UPDATE SKIP LOCKED"
	}
	s.claim = strings.Replace(s.claim, "LOCKED", locked, 1)
	for _, q := range []*string{&s.begin, &s.cursor, &s.advance, &s.unknown, &s.due, &s.claim, &s.done, &s.next, &s.fail, &s.dead, &s.trim, &s.gone,
		&s.letters, &s.letter, &s.revive, &s.expire, &s.swept} {
		*q = placeholders(d, *q)
	}
	return s
}

// insert returns the statement that adds the deliveries of a message to n destinations. If it has a
// lane, it waits for those before it. On PostgreSQL it locks the newest of these: a worker that finishes
// it waits, and then finds the next one; SQLite has one writer.
func insert(d outbox.Dialect, n int, ordered bool) string {
	mark := "?"
	if d == outbox.PostgreSQL {
		mark = "$"
	}
	var names strings.Builder
	for i := range n {
		names.WriteString(", (" + mark + strconv.Itoa(10+i) + ")")
	}
	with, from, due := "", "(VALUES "+names.String()[2:]+") AS names", "?4"
	switch {
	case !ordered:
	case d == outbox.SQLite:
		due = "CASE WHEN EXISTS (SELECT 1 FROM event_deliveries WHERE destination = column1 AND lane = ?2 AND dead = 0) THEN " + never + " ELSE ?4 END"
	default:
		with = "WITH names AS (SELECT column1 FROM " + from + "), newest AS MATERIALIZED (SELECT column1 AS name FROM names, LATERAL (" +
			"SELECT 1 FROM event_deliveries WHERE destination = column1 AND lane = ?2 AND dead = 0 ORDER BY sequence DESC LIMIT 1 FOR UPDATE) AS e) "
		from, due = "names LEFT JOIN newest ON name = column1", "CASE WHEN name IS NULL THEN CAST(?4 AS BIGINT) ELSE "+never+" END"
	}
	return strings.ReplaceAll(with+"INSERT INTO event_deliveries (destination, sequence, lane, attempts, due, lease, dead, message, type, error, reason)"+
		" SELECT column1, CAST(?1 AS BIGINT), CAST(?2 AS TEXT), CAST(?3 AS BIGINT), "+due+", 0, CAST(?5 AS BIGINT),"+
		" CAST(?6 AS TEXT), CAST(?7 AS TEXT), CAST(?8 AS TEXT), CAST(?9 AS TEXT) FROM "+from+
		" WHERE true ON CONFLICT (destination, sequence) DO NOTHING", "?", mark)
}

// placeholders writes the placeholders of PostgreSQL.
func placeholders(d outbox.Dialect, query string) string {
	if d != outbox.PostgreSQL {
		return query
	}
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
