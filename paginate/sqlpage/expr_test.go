package sqlpage_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
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

// PostgreSQL rejects U+0000 in text, also in an argument: a client that filters by such a text
// gets a violation, whether the property has the rule NoNUL or not.
func TestTextWithNULIsRejectedForPostgreSQL(t *testing.T) {
	own := prop.TextOf("own", func(s string) (book, error) { return book{Title: s}, nil }, func(b book) string { return b.Title }).
		Ordered(func(a, b book) int { return strings.Compare(a.Title, b.Title) }, 20)
	l := route.List("/books", books.List(), paginate.ByOffset()).Filters(
		paginate.Equal(title), paginate.In(title).As("titles"), paginate.AtLeast(title), paginate.AtMost(title), paginate.Greater(title),
		paginate.Less(title), paginate.Between(title), paginate.Contains(title), paginate.Prefix(title), search, paginate.Equal(note),
		paginate.Equal(own), paginate.In(own).As("owns"))
	all := sqlpage.From("books", sqlpage.Column(bookID, "id"), sqlpage.Column(title, "title"), sqlpage.Column(note, "note").Nullable(),
		sqlpage.Column(own, "own"),
		sqlpage.Condition(search, func(text string) sqlpage.Expr { return sqlpage.SQL("match(title, ?)", text) }))
	for _, tt := range []struct{ query, parameter, pointer string }{
		{"title=a%00", "title", ""},
		{"titles=a,b%00", "titles", "#/1"},
		{"titles=%00,b%00", "titles", "#/0"},
		{"min_title=a%00b", "min_title", ""},
		{"title_above=a%00b", "title_above", ""},
		{"max_title=a%00b", "max_title", ""},
		{"title_below=a%00b", "title_below", ""},
		{"title_between=a%00,b%00", "title_between", "#/0"},
		{"title_contains=%00", "title_contains", ""},
		{"title_prefix=a%00", "title_prefix", ""},
		{"note=%00", "note", ""},
		{"own=a%00", "own", ""},
		{"owns=a,a%00", "owns", "#/1"},
		{"q=%00", "q", ""},
	} {
		_, err := all.Count(sqlpage.PostgreSQL, query(t, l, tt.query))
		p := render.ProblemOf(fmt.Errorf("wrapped: %w", err))
		if p == nil || p.Status() != 422 || len(p.List()) != 1 {
			t.Errorf("%s: %v", tt.query, err)
			continue
		}
		if v := p.List()[0]; v.Code != "no_nul" || v.In != "query" || v.Parameter != tt.parameter || v.Pointer != tt.pointer {
			t.Errorf("%s: %+v", tt.query, v)
		}
		if _, err := all.Select(sqlpage.PostgreSQL, "id", query(t, l, tt.query)); render.ProblemOf(err) == nil {
			t.Errorf("%s: Select: %v", tt.query, err)
		}
		for _, d := range []sqlpage.Dialect{sqlpage.SQLite, sqlpage.MySQL} {
			if _, err := all.Count(d, query(t, l, tt.query)); err != nil {
				t.Errorf("%s: %s has such text: %v", tt.query, d, err)
			}
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

// An unexpected null would end an iteration early.
func TestANullOfAColumnThatHasNoneIsAnError(t *testing.T) {
	strict := sqlpage.From("books", sqlpage.Column(bookID, "id"), sqlpage.Column(note, "note"))
	if _, err := strict.Select(sqlpage.SQLite, "id", ask(t, "null cursor", "order_by=note")); err == nil || !strings.Contains(err.Error(), "use Nullable") {
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
