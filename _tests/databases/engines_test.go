package databases_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
)

// An item is a row with difficult values for pagination: ties, nulls, text of many scripts.
type item struct {
	ID    int
	Name  string
	Kind  string
	Note  *string
	Rank  *int
	Price float64
	At    time.Time
	Sold  bool
}

var (
	id    = prop.Int("id").Min(1)
	name  = prop.String("name").MaxLen(20)
	kind  = prop.Enum("kind", "a", "b", "c")
	note  = prop.String("note").MaxLen(20)
	rank  = prop.Int("rank").Min(-10).Max(10)
	price = prop.Float64("price").Min(0)
	at    = prop.DateTime("at")
	sold  = prop.Bool("sold")

	items = collection.Of("Item", func(i *item) collection.Fields {
		return collection.Fields{
			id.At(&i.ID).Key(),
			name.At(&i.Name),
			kind.At(&i.Kind),
			note.AtNullable(&i.Note),
			rank.AtNullable(&i.Rank),
			price.At(&i.Price),
			at.At(&i.At),
			sold.At(&i.Sold),
		}
	})
)

var words = []string{"", "a", "A", "b", "ab", "é", "z", "Ω", "ж", "日本", "🎹", "a%", "a_", `a\`, "a'b", "\u00a0"}

// made returns an item with random values and many ties.
func made(r *rand.Rand, id int) item {
	i := item{
		ID: id, Name: words[r.IntN(len(words))], Kind: []string{"a", "b", "c"}[r.IntN(3)],
		Price: float64(r.IntN(40)) / 4, Sold: r.IntN(2) == 0,
		At: time.Date(2026, 1, 1+r.IntN(30), r.IntN(2), 0, 0, r.IntN(3)*1000, time.UTC),
	}
	if r.IntN(3) > 0 {
		text := words[r.IntN(len(words))]
		i.Note = &text
	}
	if r.IntN(4) > 0 {
		n := r.IntN(9) - 4
		i.Rank = &n
	}
	return i
}

func many(r *rand.Rand, n int) []item {
	all := make([]item, n)
	for i := range all {
		all[i] = made(r, i+1)
	}
	return all
}

// An engine lists items.
type engine interface {
	page(ctx context.Context, q paginate.Query) (paginate.Result[item], error)
	insert(t testing.TB, all ...item)
	remove(t testing.TB, ids ...int)
}

// memory is an engine on a slice.
type memory struct {
	mu  sync.Mutex
	all []item
}

func (m *memory) page(_ context.Context, q paginate.Query) (paginate.Result[item], error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return mempage.Select(q, items, m.all)
}

func (m *memory) insert(_ testing.TB, all ...item) { m.all = append(m.all, all...) }

func (m *memory) remove(_ testing.TB, ids ...int) {
	m.all = slices.DeleteFunc(m.all, func(i item) bool { return slices.Contains(ids, i.ID) })
}

// database is an engine on a table.
type database struct {
	*sql.DB
	dialect sqlpage.Dialect
	name    sqlpage.Text
	table   sqlpage.Table
}

const columns = "id, name, kind, note, rank, price, at, sold"

// tableName is a constant, because sqlpage accepts no computed names; each test has its own
// schema or file.
const tableName = "items"

func sqlite(t testing.TB) *database {
	t.Helper()
	file := "file:" + filepath.Join(t.TempDir(), "items.db") + "?_pragma=journal_mode(wal)&_pragma=synchronous(off)"
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	micros := sqlpage.Column(at, "at").Stored(func(t time.Time) any { return t.UnixMicro() })
	d := &database{db, sqlpage.SQLite, tableName, tableOf(micros)}
	d.must(t, `CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, note TEXT, rank INTEGER,
		price REAL NOT NULL, at INTEGER NOT NULL, sold INTEGER NOT NULL) STRICT`)
	return d
}

// server returns the URL of the required PostgreSQL server.
func server(t testing.TB) string {
	t.Helper()
	address := os.Getenv("TENON_POSTGRES")
	if address == "" {
		t.Fatal("TENON_POSTGRES is not set; run .ci/postgres go -C _tests test ./databases/...")
	}
	return address
}

func postgres(t testing.TB) *database {
	t.Helper()
	address := server(t)
	schema := "s" + strconv.FormatUint(rand.Uint64(), 36)
	admin, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	if _, err := admin.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatal(err)
	}
	separator := "?"
	if strings.Contains(address, "?") {
		separator = "&"
	}
	db, err := sql.Open("pgx", address+separator+"search_path="+schema)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_, _ = db.Exec("DROP SCHEMA " + schema + " CASCADE")
		_ = db.Close()
	})
	d := &database{db, sqlpage.PostgreSQL, tableName, tableOf(sqlpage.Column(at, "at"))}
	d.must(t, `CREATE TABLE items (id bigint PRIMARY KEY, name text NOT NULL, kind text NOT NULL, note text, rank bigint,
		price double precision NOT NULL, at timestamptz NOT NULL, sold boolean NOT NULL)`)
	return d
}

func tableOf(at sqlpage.Part) sqlpage.Table {
	return sqlpage.From(tableName,
		sqlpage.Column(id, "id"), sqlpage.Column(name, "name"), sqlpage.Column(kind, "kind"),
		sqlpage.Column(note, "note").Nullable(), sqlpage.Column(rank, "rank").Nullable(),
		sqlpage.Column(price, "price"), at, sqlpage.Column(sold, "sold"))
}

func (d *database) must(t testing.TB, statement string, args ...any) {
	t.Helper()
	if _, err := d.Exec(statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

func (d *database) page(ctx context.Context, q paginate.Query) (paginate.Result[item], error) {
	return sqlpage.List(ctx, d, d.dialect, d.table, columns, q, func(row sqlpage.Scanner) (i item, err error) {
		if d.dialect == sqlpage.PostgreSQL {
			err = row.Scan(&i.ID, &i.Name, &i.Kind, &i.Note, &i.Rank, &i.Price, &i.At, &i.Sold)
			i.At = i.At.UTC()
			return i, err
		}
		var micros int64
		err = row.Scan(&i.ID, &i.Name, &i.Kind, &i.Note, &i.Rank, &i.Price, &micros, &i.Sold)
		i.At = time.UnixMicro(micros).UTC()
		return i, err
	})
}

func (d *database) insert(t testing.TB, all ...item) {
	t.Helper()
	for batch := range slices.Chunk(all, 500) {
		var text strings.Builder
		var args []any
		text.WriteString("INSERT INTO items VALUES ")
		for n, i := range batch {
			if n > 0 {
				text.WriteByte(',')
			}
			text.WriteByte('(')
			for c := range 8 {
				if c > 0 {
					text.WriteByte(',')
				}
				if d.dialect == sqlpage.PostgreSQL {
					fmt.Fprintf(&text, "$%d", len(args)+c+1)
				} else {
					text.WriteByte('?')
				}
			}
			text.WriteByte(')')
			var stored any = i.At
			if d.dialect == sqlpage.SQLite {
				stored = i.At.UnixMicro()
			}
			args = append(args, i.ID, i.Name, i.Kind, i.Note, i.Rank, i.Price, stored, i.Sold)
		}
		d.must(t, text.String(), args...)
	}
}

func (d *database) remove(t testing.TB, ids ...int) {
	t.Helper()
	for _, id := range ids {
		d.must(t, "DELETE FROM items WHERE id = "+strconv.Itoa(id))
	}
}

// engines runs a test with every engine, each with the same items.
func engines(t *testing.T, all []item, run func(t *testing.T, e engine)) {
	t.Run("memory", func(t *testing.T) { run(t, &memory{all: slices.Clone(all)}) })
	t.Run("SQLite", func(t *testing.T) {
		d := sqlite(t)
		d.insert(t, all...)
		run(t, d)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		d := postgres(t)
		d.insert(t, all...)
		run(t, d)
	})
}
