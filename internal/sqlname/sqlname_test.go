package sqlname_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/sqlname"
)

func TestValid(t *testing.T) {
	for name, want := range map[string]bool{
		"events": true, "app.events": true, "_Events9": true, strings.Repeat("a", 48): true,
		"": false, ".a": false, "a.": false, "a.b.c": false, "9a": false, "a-b": false, "a b": false,
		`a"b`: false, "a`b": false, "a;b": false, "é": false, "a@": false, "a[": false, strings.Repeat("a", 49): false,
	} {
		if got := sqlname.Valid(name); got != want {
			t.Errorf("Valid(%q) = %t", name, got)
		}
	}
}

func TestQuotes(t *testing.T) {
	for got, want := range map[string]string{
		sqlname.Quote("events", `"`):              `"events"`,
		sqlname.Quote("app.events", "`"):          "`app`.`events`",
		sqlname.Last("app.events"):                "events",
		sqlname.Last("events"):                    "events",
		sqlname.Index("app.events", "_id", false): `"events_id" ON "app"."events"`,
		sqlname.Index("app.events", "_id", true):  `"app"."events_id" ON "events"`,
		sqlname.Index("events", "_id", true):      `"events_id" ON "events"`,
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestNumbered(t *testing.T) {
	for query, want := range map[string]string{"": "", "SELECT 1": "SELECT 1", "a = ? AND b = ?": "a = $1 AND b = $2", "?": "$1"} {
		if got := sqlname.Numbered(query); got != want {
			t.Errorf("Numbered(%q) = %q", query, got)
		}
	}
}
