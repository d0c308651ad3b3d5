package sqlpage_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/route"
)

var anyBook = sqlpage.From("books", sqlpage.Column(bookID, "id"), sqlpage.Column(title, "title"), sqlpage.Column(note, "note").Nullable())

func TestPlaceholdersOfTheProgram(t *testing.T) {
	for _, tt := range []struct {
		text            sqlpage.Text
		args            []any
		mysql, postgres string
	}{
		{"a = ? OR b = ?", []any{1, 2}, "a = ? OR b = ?", "a = $1 OR b = $2"},
		{"a = '?' AND b = ?", []any{1}, "a = '?' AND b = ?", "a = '?' AND b = $1"},
		{"a = 'it''s ?' AND b = ?", []any{1}, "a = 'it''s ?' AND b = ?", "a = 'it''s ?' AND b = $1"},
		{`"?" = ? AND ` + "`?` = 1", []any{1}, `"?" = ? AND ` + "`?` = 1", `"?" = $1 AND ` + "`?` = 1"},
		{"tags ?? ?", []any{1}, "tags ? ?", "tags ? $1"},
		{"TRUE", nil, "TRUE", "TRUE"},
		{"a = ?", nil, "", ""},
		{"a = ?", []any{1, 2}, "", ""},
		{"a = '?'", []any{1}, "", ""},
	} {
		q := ask(t, "offset", "")
		for d, want := range map[sqlpage.Dialect]string{sqlpage.MySQL: tt.mysql, sqlpage.PostgreSQL: tt.postgres} {
			s, err := anyBook.Where(tt.text, tt.args...).Count(d, q)
			if want == "" {
				if err == nil {
					t.Errorf("%s with %v is no error", tt.text, tt.args)
				}
				continue
			}
			if want = "SELECT COUNT(*) FROM books WHERE (" + want + ")"; err != nil || s.SQL != want || !slices.Equal(s.Args, tt.args) {
				t.Errorf("%s: got %s, %v\nwant %s", d, s.SQL, err, want)
			}
		}
	}
}

func TestTablesThatDeriveFromOneDoNotSeeEachOther(t *testing.T) {
	base := anyBook
	for n := range 5 {
		a, b := base.Where("a = ?", n), base.Where("b = ?", n)
		q := ask(t, "offset", "")
		s, err := a.Count(sqlpage.SQLite, q)
		if err != nil || !strings.HasSuffix(s.SQL, "(a = ?)") {
			t.Fatalf("%s, %v", s.SQL, err)
		}
		if s, err = b.Count(sqlpage.SQLite, q); err != nil || !strings.HasSuffix(s.SQL, "(b = ?)") {
			t.Fatalf("%s, %v", s.SQL, err)
		}
		base = a
	}
}

// PostgreSQL has no text with a NUL, and refuses one as an argument. What the
// comparison means is clear all the same.
func TestANULIsNotSentToPostgreSQL(t *testing.T) {
	l := route.List("/books", books.List(), paginate.ByOffset()).Filters(
		paginate.Equal(title), paginate.In(title).As("titles"), paginate.AtLeast(title), paginate.AtMost(title), paginate.Greater(title),
		paginate.Less(title), paginate.Between(title), paginate.Contains(title), paginate.Prefix(title))
	for _, tt := range []struct {
		query, where string
		args         []any
	}{
		{"title=a%00", "1 = 0", nil},
		{"titles=a,b%00", `"title" = $1`, []any{"a"}},
		{"titles=%00,b%00", "1 = 0", nil},
		{"min_title=a%00b", `"title" > $1 COLLATE "C"`, []any{"a"}},
		{"title_above=a%00b", `"title" > $1 COLLATE "C"`, []any{"a"}},
		{"max_title=a%00b", `"title" <= $1 COLLATE "C"`, []any{"a"}},
		{"title_below=a%00b", `"title" <= $1 COLLATE "C"`, []any{"a"}},
		{"title_between=a%00,b%00", `"title" > $1 COLLATE "C" AND "title" <= $2 COLLATE "C"`, []any{"a", "b"}},
		{"title_contains=%00", "1 = 0", nil},
		{"title_prefix=a%00", "1 = 0", nil},
	} {
		s, err := anyBook.Count(sqlpage.PostgreSQL, query(t, l, tt.query))
		if want := "SELECT COUNT(*) FROM books WHERE " + tt.where; err != nil || s.SQL != want || !slices.Equal(s.Args, tt.args) {
			t.Errorf("%s: %v\ngot  %s %q\nwant %s %q", tt.query, err, s.SQL, s.Args, want, tt.args)
		}
		if s, err = anyBook.Count(sqlpage.SQLite, query(t, l, tt.query)); err != nil || strings.Contains(s.SQL, "1 = 0") {
			t.Errorf("%s: SQLite has such text: %s, %v", tt.query, s.SQL, err)
		}
	}
}

func TestAPrefixIsARange(t *testing.T) {
	l := route.List("/books", books.List(), paginate.ByOffset()).Filters(paginate.Prefix(title))
	for _, tt := range []struct {
		prefix string
		args   []any
	}{
		{"ab", []any{"ab", "ac"}},
		{"a%25_\\", []any{"a%_\\", "a%_]"}},
		{"\u00e9", []any{"\u00e9", "\u00ea"}},
		{"\u007f", []any{"\u007f", "\u0080"}},
		{"\ud7ff", []any{"\ud7ff", "\ue000"}},
		{"\uffff", []any{"\uffff", "\U00010000"}},
		{"a\U0010ffff", []any{"a\U0010ffff", "b"}},
		{"\U0010ffff\U0010ffff", []any{"\U0010ffff\U0010ffff"}},
	} {
		s, err := anyBook.Count(sqlpage.MySQL, query(t, l, "title_prefix="+tt.prefix))
		if err != nil || !slices.Equal(s.Args, tt.args) || strings.Count(s.SQL, "?") != len(tt.args) {
			t.Errorf("%q: %s %q, %v, want %q", tt.prefix, s.SQL, s.Args, err, tt.args)
		}
	}
}

// A null that the table does not expect would end the walk early.
func TestANullOfAColumnThatHasNoneIsAnError(t *testing.T) {
	strict := sqlpage.From("books", sqlpage.Column(bookID, "id"), sqlpage.Column(note, "note"))
	if _, err := strict.Select(sqlpage.SQLite, "id", ask(t, "null cursor", "order_by=note")); err == nil || !strings.Contains(err.Error(), "say Nullable") {
		t.Errorf("got %v", err)
	}
}

func TestPageKnowsWhetherThereIsMore(t *testing.T) {
	q := query(t, route.List("/books", books.List(), paginate.ByOffset()), "limit=2")
	for _, tt := range []struct {
		rows, items int
		more        bool
	}{{0, 0, false}, {1, 1, false}, {2, 2, false}, {3, 2, true}} {
		p := sqlpage.Page(q, make([]book, tt.rows))
		if len(p.Items) != tt.items || p.More != tt.more {
			t.Errorf("%d rows: %d items, more %t", tt.rows, len(p.Items), p.More)
		}
	}
}
