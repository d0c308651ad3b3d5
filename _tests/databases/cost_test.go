package databases_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/route"
)

// large creates a table of 120,000 items with the indexes of its lists.
func large(t testing.TB, d *database) {
	t.Helper()
	d.insert(t, many(rand.New(rand.NewPCG(13, 14)), 120_000)...)
	if d.dialect == sqlpage.PostgreSQL {
		d.must(t, `CREATE INDEX by_name ON items (name COLLATE "C", id)`)
		d.must(t, `CREATE INDEX by_kind ON items (kind COLLATE "C", price DESC, id DESC)`)
	} else {
		// Every index of SQLite ends with the rowid. If an index names it, a row comparison
		// uses only the columns before it.
		d.must(t, "CREATE INDEX by_name ON items (name)")
		d.must(t, "CREATE INDEX by_kind ON items (kind, price DESC, id DESC)")
	}
	d.must(t, "ANALYZE")
}

// plans returns the query plan of a statement.
func (d *database) plan(t testing.TB, s sqlpage.Statement) string {
	t.Helper()
	explain := "EXPLAIN "
	if d.dialect == sqlpage.SQLite {
		explain = "EXPLAIN QUERY PLAN "
	}
	rows, err := d.Query(explain+s.SQL, s.Args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var a, b1, c int
		var text string
		if d.dialect == sqlpage.SQLite {
			err = rows.Scan(&a, &b1, &c, &text)
		} else {
			err = rows.Scan(&text)
		}
		if err != nil {
			t.Fatal(err)
		}
		b.WriteString(text + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// deep serves a list, and returns the first page and the page at a depth.
func deep(t testing.TB, d *database, order string, depth int) (c client, first, late string, last *sqlpage.Statement) {
	t.Helper()
	last = new(sqlpage.Statement)
	c = serve(t, paginate.ByCursor(cursors).Max(1000), func(c *route.Call, q paginate.Query) (res paginate.Result[item], err error) {
		if *last, err = d.table.Select(d.dialect, columns, q); err != nil {
			return res, err
		}
		return d.page(c.Context(), q)
	})
	first = "/items?limit=20&order_by=" + order
	// Skip a thousand rows at a time: the limit may change between pages.
	late = strings.Replace(first, "limit=20", "limit=1000", 1)
	for range depth / 1000 {
		late = c.get(late).links["next"]
	}
	return c, first, strings.Replace(late, "limit=1000", "limit=20", 1), last
}

func TestLatePageUsesTheIndex(t *testing.T) {
	try := func(t *testing.T, d *database, seeks ...string) {
		large(t, d)
		for _, tt := range []struct{ order, index string }{
			{"name", "by_name"}, {"-name", "by_name"}, {"kind,-price", "by_kind"}, {"-kind,price", "by_kind"},
		} {
			c, first, late, stmt := deep(t, d, tt.order, 60_000)
			for _, at := range []string{first, late, c.get(late).links["prev"]} {
				if p := c.get(at); len(p.Data) != 20 {
					t.Fatalf("%s: %d rows", at, len(p.Data))
				}
				plan := d.plan(t, *stmt)
				if !strings.Contains(plan, tt.index) || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") ||
					at != first && strings.HasPrefix(plan, "SCAN") {
					t.Errorf("%s\n%s\n%s", at, stmt.SQL, plan)
				}
				// With one direction, the condition is a row comparison, which must use all
				// columns of the index.
				if at != first && tt.index == "by_name" && !slices.ContainsFunc(seeks, func(seek string) bool { return strings.Contains(plan, seek) }) {
					t.Errorf("%s\n%s\nno seek to the row:\n%s", at, stmt.SQL, plan)
				}
			}
		}
	}
	t.Run("SQLite", func(t *testing.T) { try(t, sqlite(t), "(name,rowid)>(?,?)", "(name,rowid)<(?,?)") })
	t.Run("PostgreSQL", func(t *testing.T) { try(t, postgres(t), "Index Cond: (ROW(") })
}

// Page 1 and page 5,000, by cursor and by offset.
func BenchmarkPage(b *testing.B) {
	run := func(b *testing.B, d *database) {
		large(b, d)
		c, first, late, _ := deep(b, d, "name", 100_000)
		offsets := serveEngine(b, paginate.ByOffset().Total(paginate.Never), d)
		for _, tt := range []struct {
			name, at string
			c        client
		}{
			{"cursor-1", first, c}, {"cursor-5000", late, c},
			{"offset-1", "/items?limit=20&order_by=name", offsets}, {"offset-5000", "/items?limit=20&order_by=name&offset=100000", offsets},
		} {
			b.Run(tt.name, func(b *testing.B) {
				for b.Loop() {
					tt.c.get(tt.at)
				}
			})
		}
	}
	b.Run("SQLite", func(b *testing.B) { run(b, sqlite(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { run(b, postgres(b)) })
}
