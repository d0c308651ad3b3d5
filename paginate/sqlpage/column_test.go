package sqlpage_test

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type colour string

type thing struct {
	ID     string
	Colour colour
	Until  *time.Time
	Took   time.Duration
	Price  string
	From   netip.Addr
}

var (
	thingID = prop.UUID("id")
	hue     = prop.Enum("colour", colour("red"), colour("blue"))
	until   = prop.Nullable(prop.DateTime("until"))
	took    = prop.Duration("took")
	cost    = prop.Decimal("cost").Scale(2).Min("0").Max("100")
	from    = prop.IP("from")

	things = collection.Of("Thing", func(t *thing) collection.Fields {
		return collection.Fields{
			thingID.At(&t.ID).Key(),
			hue.At(&t.Colour),
			until.At(&t.Until),
			took.At(&t.Took),
			cost.At(&t.Price),
			from.At(&t.From),
		}
	})
	thingList = route.List("/things", things.List(), paginate.ByOffset()).Sorting(thingID, hue, until, took, cost, from).
			Filters(paginate.Equal(hue), paginate.AtLeast(until), paginate.AtMost(took), paginate.Less(cost), paginate.Equal(from), paginate.IsNull(until), paginate.AtLeast(thingID))
	thingTable = sqlpage.From("things",
		sqlpage.Column(thingID, "t.id").Bytewise(), sqlpage.Column(hue, "colour"), sqlpage.Column(until, "until"),
		sqlpage.Column(took, "took"), sqlpage.Column(cost, "cost"), sqlpage.Column(from, "addr"))
)

func query[T any](t *testing.T, l *route.ListRoute[T], text string) paginate.Query {
	t.Helper()
	q, err := l.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return q
}

func TestValuesAreBoundAsDatabasesTakeThem(t *testing.T) {
	for _, tt := range []struct {
		query, where string
		arg          any
	}{
		{"colour=red", `"colour" = $1`, "red"},
		{"min_until=2026-01-02T03:04:05Z", `"until" >= $1`, time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		{"max_took=PT90S", `"took" <= $1`, int64(90_000_000_000)},
		{"cost_below=12.50", `"cost" < $1`, "12.50"},
		{"from=2001:db8::1", `"addr" = $1`, "2001:db8::1"},
		{"min_id=123e4567-e89b-12d3-a456-426614174000", `"t"."id" >= $1`, "123e4567-e89b-12d3-a456-426614174000"},
	} {
		s, err := thingTable.Count(sqlpage.PostgreSQL, query(t, thingList, tt.query))
		if err != nil {
			t.Fatalf("%s: %v", tt.query, err)
		}
		if want := "SELECT COUNT(*) FROM things WHERE " + tt.where; s.SQL != want || !slices.Equal(s.Args, []any{tt.arg}) {
			t.Errorf("%s\ngot  %s %#v\nwant %s %#v", tt.query, s.SQL, s.Args, want, tt.arg)
		}
	}
}

// If a database has no type that sorts as the property does, the column needs Stored, even if
// no value is bound.
func TestTypesThatADatabaseLacksNeedStored(t *testing.T) {
	stored := sqlpage.From("things", sqlpage.Column(thingID, "id"),
		sqlpage.Column(until, "until").Stored(func(t *time.Time) any { return t.Unix() }))
	for _, tt := range []struct {
		query   string
		dialect sqlpage.Dialect
		table   sqlpage.Table
		fails   bool
	}{
		{"order_by=until", sqlpage.SQLite, thingTable, true},
		{"order_by=until", sqlpage.MySQL, thingTable, false},
		{"order_by=until", sqlpage.SQLite, stored, false},
		{"until_is_null=true", sqlpage.SQLite, thingTable, false},
		{"order_by=cost", sqlpage.SQLite, thingTable, true},
		{"order_by=cost", sqlpage.MySQL, thingTable, false},
		{"order_by=from", sqlpage.MySQL, thingTable, true},
		{"order_by=from", sqlpage.PostgreSQL, thingTable, false},
		{"order_by=took", sqlpage.SQLite, thingTable, false},
		{"", 0, thingTable, true},
	} {
		_, err := tt.table.Select(tt.dialect, "id", query(t, thingList, tt.query))
		if (err != nil) != tt.fails {
			t.Errorf("%s, %s: %v", tt.query, tt.dialect, err)
		}
	}
	s, err := stored.Count(sqlpage.SQLite, query(t, thingList, "min_until=1970-01-01T00:01:00Z"))
	if err != nil || !slices.Equal(s.Args, []any{int64(60)}) {
		t.Errorf("got %v, %v", s.Args, err)
	}
}

func TestABytewiseColumnHasNoCollation(t *testing.T) {
	for _, d := range []sqlpage.Dialect{sqlpage.SQLite, sqlpage.PostgreSQL, sqlpage.MySQL} {
		s, err := thingTable.Select(d, "id", query(t, thingList, "order_by=-id&min_id=123e4567-e89b-12d3-a456-426614174000"))
		if err != nil || strings.Contains(s.SQL, "COLLATE") {
			t.Errorf("%s: %s, %v", d, s.SQL, err)
		}
	}
}

func TestNamesOfColumns(t *testing.T) {
	for name, sound := range map[sqlpage.Text]bool{
		"id": true, "_id2": true, "t.id": true, "public.things.id": true, "Id": true, sqlpage.Text(strings.Repeat("a", 63)): true,
		"": false, ".": false, "t.": false, ".id": false, "2id": false, "id ": false, `i"d`: false, "i`d": false, "id--": false, "é": false,
		"lower(id)": false, "id\x00": false, "i-d": false, "a..b": false, sqlpage.Text(strings.Repeat("a", 64)): false,
	} {
		err := sqlpage.From("things", sqlpage.Column(thingID, name)).Err()
		if (err == nil) != sound {
			t.Errorf("%q: %v", name, err)
		}
		if err != nil && !strings.Contains(err.Error(), "column_test.go:") {
			t.Errorf("%q: the error has no place: %v", name, err)
		}
	}
}
