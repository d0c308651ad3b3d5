package databases_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type moment struct {
	ID int
	At time.Time
}

// momentProp is a property that shows times in a unit.
type momentProp interface {
	prop.Of[time.Time]
	At(*time.Time) collection.Field
	Append(b []byte, t time.Time) ([]byte, error)
}

// A filter finds the times that a list shows, whatever the column stores beside.
func TestFiltersCompareTimesAsTheyAreShown(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	var all []moment
	for _, d := range []time.Duration{-time.Microsecond, 0, time.Microsecond, 123 * time.Millisecond, 123_456 * time.Microsecond, 123_999 * time.Microsecond, 124 * time.Millisecond,
		999_999 * time.Microsecond, time.Second, time.Second + 500*time.Millisecond, time.Minute} {
		all = append(all, moment{len(all) + 1, start.Add(d)})
	}
	for _, tt := range []struct {
		name string
		prop momentProp
		unit time.Duration
	}{
		{"seconds", prop.DateTime("at").Fraction(0), time.Second},
		{"milliseconds", prop.DateTime("at").Fraction(3), time.Millisecond},
		{"microseconds", prop.DateTime("at").Fraction(6), time.Microsecond},
		{"nanoseconds", prop.DateTime("at").Fraction(9), time.Nanosecond},
		{"as many digits as there are", prop.DateTime("at"), time.Nanosecond},
		{"with the offset", prop.DateTime("at").KeepOffset().Fraction(3), time.Millisecond},
		{"Unix time", prop.UnixTime("at"), time.Second},
		{"Unix milliseconds", prop.UnixMilli("at"), time.Millisecond},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p := tt.prop
			moments := collection.Of("Moment", func(m *moment) collection.Fields { return collection.Fields{id.At(&m.ID).Key(), p.At(&m.At)} })
			list := route.List("/m", moments.List(), paginate.ByPage().Max(100)).Sorting(id).Filters(paginate.Equal[time.Time](p), paginate.In[time.Time](p).As("in"), paginate.AtLeast[time.Time](p).As("ge"),
				paginate.AtMost[time.Time](p).As("le"), paginate.Greater[time.Time](p).As("gt"), paginate.Less[time.Time](p).As("lt"), paginate.Between[time.Time](p).As("between"))
			stores := map[string]func(q paginate.Query) (paginate.Result[moment], error){
				"memory": func(q paginate.Query) (paginate.Result[moment], error) { return mempage.Select(q, moments, all) },
			}
			for _, d := range []*database{sqlite(t), postgres(t)} {
				kind, column := "timestamptz", sqlpage.Column[time.Time](p, "at")
				if d.dialect == sqlpage.SQLite {
					kind, column = "INTEGER", column.Stored(func(t time.Time) any { return t.UnixMicro() })
				}
				d.must(t, "CREATE TABLE moments (id bigint PRIMARY KEY, at "+kind+" NOT NULL)")
				for _, m := range all {
					if d.dialect == sqlpage.SQLite {
						d.must(t, "INSERT INTO moments VALUES (?, ?)", m.ID, m.At.UnixMicro())
					} else {
						d.must(t, "INSERT INTO moments VALUES ($1, $2)", m.ID, m.At)
					}
				}
				table := sqlpage.From("moments", sqlpage.Column(id, "id"), column)
				stores[fmt.Sprint(d.dialect)] = func(q paginate.Query) (paginate.Result[moment], error) {
					return sqlpage.List(t.Context(), d, d.dialect, table, "id", q, func(row sqlpage.Scanner) (m moment, err error) {
						return m, row.Scan(&m.ID)
					})
				}
			}
			shown := func(m moment) time.Time { return m.At.Add(-time.Duration(m.At.Nanosecond()) % tt.unit) }
			for _, of := range all {
				b, err := p.Append(nil, of.At)
				if err != nil {
					t.Fatal(err)
				}
				text, to := url.QueryEscape(string(trimQuotes(b))), shown(of)
				for filter, matches := range map[string]func(c int) bool{
					"at=":      func(c int) bool { return c == 0 },
					"in=":      func(c int) bool { return c == 0 },
					"ge=":      func(c int) bool { return c >= 0 },
					"le=":      func(c int) bool { return c <= 0 },
					"gt=":      func(c int) bool { return c > 0 },
					"lt=":      func(c int) bool { return c < 0 },
					"between=": func(c int) bool { return c == 0 },
				} {
					query := filter + text
					if filter == "between=" {
						query += "," + text
					}
					q, err := list.Parse(query + "&limit=100")
					if err != nil {
						t.Fatal(query, err)
					}
					var want []int
					for _, m := range all {
						if matches(shown(m).Compare(to)) {
							want = append(want, m.ID)
						}
					}
					for name, page := range stores {
						r, err := page(q)
						var got []int
						for _, m := range r.Items {
							got = append(got, m.ID)
						}
						if slices.Sort(got); err != nil || !slices.Equal(got, want) {
							t.Errorf("%s in %s: %v, %v, want %v", query, name, got, err, want)
						}
					}
				}
			}
		})
	}
}

func trimQuotes(b []byte) []byte {
	if len(b) > 0 && b[0] == '"' {
		return b[1 : len(b)-1]
	}
	return b
}
