package databases_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// hostile returns texts that would break a statement if they were part of it.
func hostile(r *rand.Rand) []string {
	seeds := []string{
		`'`, `"`, "`", `' OR 1=1 --`, `'; DROP TABLE items; --`, `") OR ("1"="1`, `\`, `\'`, `%`, `_`, `%%`, `\%`, `?`, `$1`, `$2`, `:id`, `@id`,
		`1; SELECT 1`, `/*`, `*/`, `--`, `#`, `||`, `0x27`, `NULL`, `null`, `id`, `(SELECT 1)`, `CHAR(39)`, "\x00", "a\x00b", "\u2028", "’", "＇", "\u0000'",
		`' UNION SELECT 1,2,3 --`, `1e309`, `-1`, `+1`, ` `, "\t", "\n", `{fn now()}`, `$$`, `$tag$`, `E'\x27'`, `U&'\0027'`, `日'本`, "🎹'", "\U0010ffff", "\ud7ff",
	}
	all := slices.Clone(seeds)
	for len(all) < 1000 {
		text := ""
		for range 1 + r.IntN(4) {
			text += seeds[r.IntN(len(seeds))]
		}
		if runes := []rune(text); len(runes) > 20 {
			text = string(runes[:20])
		}
		all = append(all, text)
	}
	return all
}

// The statement does not depend on the values that a client sends.
func TestClientValuesAreBound(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	all := many(r, 60)
	for i, text := range hostile(r)[:60] {
		if !strings.Contains(text, "\x00") { // PostgreSQL rejects U+0000
			all[i].Name, all[i].Note = text, &text
		}
	}
	harmless := map[string]string{
		"name": "a", "has": "a", "begins": "a", "notes_have": "a", "from_note": "a", "name_below": "a",
		"kind": "a", "kinds": "a", "ranks": "1", "min_price": "1", "after": "2026-01-01T00:00:00Z", "note_is_null": "true", "sold": "true",
		"order_by": "name", "limit": "5", "offset": "1", "notes": "a,b",
	}
	try := func(t *testing.T, d *database) {
		d.insert(t, all...)
		m := &memory{all: all}
		var stmt sqlpage.Statement
		c := serve(t, paginate.ByOffset(), func(c *route.Call, q paginate.Query) (paginate.Result[item], error) {
			var err error
			if stmt, err = d.table.Select(d.dialect, columns, q); err != nil {
				if d.dialect != sqlpage.PostgreSQL || render.ProblemOf(err) == nil || !strings.Contains(c.Request().URL.RawQuery, "%00") {
					t.Error(err)
				}
				return paginate.Result[item]{}, err // a 422
			}
			got, err := d.page(c.Context(), q)
			if err != nil {
				t.Errorf("%q: %v", c.Request().URL.RawQuery, err)
			}
			want, _ := m.page(context.Background(), q)
			if fmt.Sprint(idsOf(got)) != fmt.Sprint(idsOf(want)) {
				t.Errorf("%q: rows %v, want %v", c.Request().URL.RawQuery, idsOf(got), idsOf(want))
			}
			return got, err
		})
		ask := func(parameter, text string) int {
			w := httptest.NewRecorder()
			stmt = sqlpage.Statement{}
			c.h.ServeHTTP(w, httptest.NewRequest("GET", "/items?"+parameter+"="+text, nil))
			if w.Code != 200 && w.Code != 422 {
				t.Errorf("%s=%s: %d %s", parameter, text, w.Code, w.Body)
			}
			return w.Code
		}
		bound := 0
		for parameter, value := range harmless {
			if ask(parameter, value) != 200 {
				t.Fatalf("%s=%s is refused", parameter, value)
			}
			want := stmt.SQL
			for _, text := range hostile(rand.New(rand.NewPCG(11, 12))) {
				if ask(parameter, url.QueryEscape(text)) != 200 {
					continue // rejected before the statement
				}
				if parameter == "order_by" && strings.TrimLeft(text, "+ ") == "id" {
					continue // declared
				}
				if stmt.SQL != want && (stmt.SQL == "" || !shorter(stmt.SQL, text)) {
					t.Fatalf("%s=%q makes\n%s\nwant\n%s", parameter, text, stmt.SQL, want)
				}
				bound++
			}
		}
		if bound < 5000 {
			t.Errorf("only %d values got as far as a statement", bound)
		}
	}
	t.Run("SQLite", func(t *testing.T) { try(t, sqlite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { try(t, postgres(t)) })
}

// shorter reports whether a statement lacks the upper bound of a prefix filter.
func shorter(statement, text string) bool {
	return strings.HasPrefix(text, "\U0010ffff") &&
		!strings.ContainsAny(statement, "'\\%;#\x00") && !strings.Contains(statement, "--")
}

func idsOf(res paginate.Result[item]) (ids []int) {
	for _, i := range res.Items {
		ids = append(ids, i.ID)
	}
	return ids
}
