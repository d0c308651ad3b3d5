package sqlpage_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type book struct {
	ID    int
	Title string
	Note  *string
	Made  time.Time
}

var (
	bookID = prop.Int("id").Min(1)
	title  = prop.String("title").MaxLen(30)
	note   = prop.String("note").MaxLen(30)
	made   = prop.DateTime("made")
	word   = prop.String("q").MaxLen(30)

	books = collection.Of("Book", func(b *book) collection.Fields {
		return collection.Fields{
			bookID.At(&b.ID).Key(),
			title.At(&b.Title),
			note.AtNullable(&b.Note),
			made.At(&b.Made),
		}
	})
	search = paginate.Equal(word)

	table = sqlpage.From("books",
		sqlpage.Column(bookID, "id"),
		sqlpage.Column(title, "title"),
		sqlpage.Column(note, "note").Nullable(),
		sqlpage.Column(made, "made").Stored(func(t time.Time) any { return t.Unix() }),
		sqlpage.Condition(search, func(text string) sqlpage.Expr { return sqlpage.SQL("match(title, ?) AND '?' <> ''", text) }),
	).Where("shelf = ?", 7)
)

// queries has the statements of the golden file. Cursors are those of the last row of the
// previous page.
var queries = []struct{ name, by, query string }{
	{"first", "offset", ""},
	{"window", "offset", "limit=5&offset=40"},
	{"equal", "offset", "title=a"},
	{"in", "offset", "ids=1,2"},
	{"range", "offset", "after=2026-01-01T00:00:00Z&ids_between=3,9"},
	{"contains", "offset", "title_contains=50%25_\\"},
	{"prefix", "offset", "note_prefix=ab"},
	{"null", "offset", "note_is_null=true"},
	{"not null", "offset", "note_is_null=false"},
	{"own condition", "offset", "q=x"},
	{"order", "offset", "order_by=-title,note"},
	{"null descending", "offset", "order_by=-note"},
	{"cursor", "cursor", "order_by=title"},
	{"cursor, descending", "cursor", "order_by=-made"},
	{"cursor, mixed", "cursor", "order_by=title,-made"},
	{"cursor behind a value of a column that may be null", "cursor", "order_by=note"},
	{"cursor behind a value of a column that may be null, descending", "cursor", "order_by=-note"},
	{"cursor behind null", "null cursor", "order_by=note"},
	{"cursor behind null, descending", "null cursor", "order_by=-note"},
	{"after a key", "key", "starting_after=3"},
	{"before a key", "key", "ending_before=3&order_by=-title"},
	{"between keys", "key", "starting_after=3&ending_before=9&order_by=title,-note&title=a"},
}

// ask returns the query of a row.
func ask(t *testing.T, by, query string) paginate.Query {
	t.Helper()
	plan := paginate.ByOffset()
	switch by {
	case "offset":
	case "key":
		plan = paginate.ByKey(bookID)
	default:
		plan = paginate.ByCursor([]byte(strings.Repeat("k", 32)))
	}
	l := route.List("/books", books.List(), plan).Sorting(title, note, made).Filters(
		paginate.Equal(title), paginate.In(bookID).As("ids"), paginate.Greater(made).As("after"), paginate.Between(bookID).As("ids_between"),
		paginate.Contains(title), paginate.Prefix(note), paginate.IsNull(note), search)
	if by == "offset" || by == "key" {
		q, err := l.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		return q
	}
	text := "n"
	row := book{ID: 3, Title: "t", Note: &text, Made: time.Unix(99, 0).UTC()}
	if by == "null cursor" {
		row.Note = nil
	}
	q, err := l.Parse(query + "&cursor=" + cursorOf(t, l, query, row))
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func TestStatements(t *testing.T) {
	var b strings.Builder
	for _, tt := range queries {
		q := ask(t, tt.by, tt.query)
		fmt.Fprintf(&b, "# %s: %s\n", tt.name, tt.query)
		for _, d := range []sqlpage.Dialect{sqlpage.SQLite, sqlpage.PostgreSQL, sqlpage.MySQL} {
			s, err := table.Select(d, "id, title", q)
			if err != nil {
				t.Fatalf("%s, %s: %v", tt.name, d, err)
			}
			fmt.Fprintf(&b, "%s\n\t%s\n\t%#v\n", d, s.SQL, s.Args)
		}
	}
	const golden = "testdata/statements.txt"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the statements differ from %s; look at the difference, then UPDATE=1 go test", golden)
	}
}

func TestCountOmitsOrderAndLimit(t *testing.T) {
	s, err := table.Count(sqlpage.PostgreSQL, ask(t, "offset", "title=a&order_by=title&offset=5"))
	if want := `SELECT COUNT(*) FROM books WHERE (shelf = $1) AND "title" = $2`; err != nil || s.SQL != want {
		t.Errorf("got %s, %v\nwant %s", s.SQL, err, want)
	}
}

func TestUndeclaredColumnsAreErrors(t *testing.T) {
	few := sqlpage.From("books", sqlpage.Column(bookID, "id"))
	for query, want := range map[string]string{
		"order_by=title": `order_by "title"`,
		"title=a":        `"title"`,
		"q=x":            `"q"`,
	} {
		if _, err := few.Select(sqlpage.SQLite, "id", ask(t, "offset", query)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", query, err, want)
		}
	}
	for _, tt := range []struct {
		table sqlpage.Table
		want  string
	}{
		{sqlpage.Table{}, "From"},
		{sqlpage.From("books", sqlpage.Column(bookID, "id; DROP TABLE books")), "id; DROP TABLE books"},
		{sqlpage.From("books", sqlpage.Column(bookID, "id"), sqlpage.Column(bookID, "id2")), "id"},
		{sqlpage.From("books", sqlpage.Condition(search, nil)), `filter "q" needs a function`},
	} {
		if err := tt.table.Err(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("got %v, want %s", err, tt.want)
		}
		if _, err := tt.table.Select(sqlpage.SQLite, "id", ask(t, "offset", "")); err == nil {
			t.Error("a table with a fault makes a statement")
		}
	}
}
