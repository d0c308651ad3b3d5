package format_test

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/tenon-go/tenon/internal/format"
)

// policy lists the cases of the suite that are decided otherwise here, each with
// its reason.
var policy = map[string]string{
	"optional/format/date-time#0.10": "leap second",
	"optional/format/date-time#0.11": "leap second",
	"optional/format/date-time#0.22": "lower-case t and z",
}

func TestSuiteCasesAreDecidedAsTheSuiteDoes(t *testing.T) {
	data, err := os.ReadFile("testdata/json-schema-format-cases.json")
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		ID, Format, Test, Instance string
		Valid                      bool
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	ran := map[string]int{}
	for _, c := range cases {
		ran[c.Format]++
		want := c.Valid
		if _, ok := policy[c.ID]; ok {
			ran["policy"]++
			want = !want
		}
		if got := predicate(t, c.Format)(c.Instance); got != want {
			t.Errorf("%s: %s: %q: got %v, want %v", c.ID, c.Test, c.Instance, got, want)
		}
	}
	want := map[string]int{"uuid": 22, "email": 21, "ipv4": 35, "ipv6": 36, "date": 75, "date-time": 27, "policy": len(policy)}
	for name, n := range want {
		if ran[name] != n {
			t.Errorf("%d cases of %s ran, want %d", ran[name], name, n)
		}
	}
}

// predicate returns the predicate of a format by its JSON Schema name.
func predicate(t testing.TB, name string) func(string) bool {
	t.Helper()
	p, ok := predicates[name]
	if !ok {
		t.Fatalf("no predicate for format %s", name)
	}
	return p
}

var predicates = map[string]func(string) bool{
	"uuid":          format.UUID,
	"email":         format.Email,
	"uri":           format.URI,
	"uri-reference": format.URIReference,
	"hostname":      format.Hostname,
	"ipv4":          format.IPv4,
	"ipv6":          format.IPv6,
	"ip-prefix":     format.IPPrefix,
	"duration":      format.Duration,
	"time":          format.Time,
	"date":          func(s string) bool { _, ok := format.ParseDate(s); return ok },
	"date-time":     func(s string) bool { _, ok := format.ParseDateTime(s); return ok },
}
