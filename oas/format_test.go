package oas_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// What generators read as a date, a length of time or bytes they cannot hold against
// an expression of texts.
func TestFormatsThatStandForTypesHaveNoPattern(t *testing.T) {
	for _, v := range oas.Versions() {
		found := map[string]bool{}
		walk(decoded(t, everything.API().MustBuild(), v), func(s map[string]any) {
			format, _ := s["format"].(string)
			if format == "" {
				format, _ = s["contentEncoding"].(string)
			}
			if slices.Contains(ofTypes, format) && s["pattern"] != nil {
				t.Errorf("%s: %s beside a pattern: %v", v, format, s)
			}
			if s["x-pattern"] != nil {
				found[format] = true
			}
		})
		for _, format := range []string{"date", "date-time", "time"} {
			if !found[format] {
				t.Errorf("%s: no x-pattern beside %s", v, format)
			}
		}
		if !found["byte"] && !found["base64"] {
			t.Errorf("%s: no x-pattern beside bytes", v)
		}
	}
}

// ofTypes are formats, and the encoding, that generators map to other types than strings.
var ofTypes = []string{"date", "date-time", "time", "duration", "uuid", "uri", "ipv4", "ipv6", "byte", "binary", "base64"}

func walk(v any, visit func(map[string]any)) {
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			walk(item, visit)
		}
	case map[string]any:
		visit(v)
		for _, item := range v {
			walk(item, visit)
		}
	}
}

func TestPatternsOfFormatsInDocuments(t *testing.T) {
	const day = `"x-pattern":"^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$"`
	words := func(expr string) (rule string) {
		return `"x-rules":[{"code":"pattern","message":"must match the pattern ` + expr + `","params":{"pattern":"` + expr + `"}}]`
	}
	for _, c := range []struct {
		name string
		prop prop.Prop
		want string
	}{
		{"a date", prop.Date("v"), `{"format":"date","type":"string",` + day + `}`},
		{"a date with an expression", prop.Date("v").Pattern("-01$"),
			`{"description":"It must match the pattern -01$.","format":"date","type":"string",` + day + `,` + words("-01$") + `}`},
		{"a UUID with an expression", prop.UUID("v").Pattern("^[0-9a-f-]+$"),
			`{"description":"It must match the pattern ^[0-9a-f-]+$.","format":"uuid","type":"string",` + words("^[0-9a-f-]+$") + `}`},
		{"an e-mail address with an expression, which is a text everywhere", prop.Email("v").Pattern("@example\\.com$"),
			`{"format":"email","pattern":"@example\\.com$","type":"string"}`},
		{"a decimal", prop.Decimal("v").Scale(0), `{"format":"decimal","pattern":"^-?(0|[1-9][0-9]*)$","type":"string"}`},
		{"a text that a function matches", prop.String("v").PatternFunc(`^(?!a)`, func(string) bool { return true }).Pattern("b"), `{"pattern":"b","type":"string"}`},
		{"a text that a function matches", prop.String("v").Pattern("b").PatternFunc(`^(?!a)`, func(string) bool { return true }), `{"pattern":"^(?!a)","type":"string"}`},
		{"a decimal of all digits", prop.Decimal("v").FixedScale(2), `{"format":"decimal","pattern":"^-?(0|[1-9][0-9]*)\\.[0-9]{2}$","type":"string"}`},
		{"a type of the user's own", prop.TextOf("v", parseText, formatText).Format("ulid").Pattern("^[0-9A-Z]{26}$"),
			`{"format":"ulid","pattern":"^[0-9A-Z]{26}$","type":"string"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, v := range oas.Versions() {
				doc := decoded(t, serving(taking(property.NodeOf(c.prop), tree.Create)), v)
				got := part(t, doc, "paths", "/", "post", "requestBody", "content", "application/json", "schema")
				if got != c.want {
					t.Errorf("%s\n got %s\nwant %s", v, got, c.want)
				}
			}
		})
	}
}

func parseText(s string) (string, error) { return s, nil }
func formatText(s string) string         { return s }

// No registry has a format "ip" or "cidr": a reader would take any text.
func TestFormatsOfNoRegistryAreSaidByTheirPattern(t *testing.T) {
	for _, p := range []prop.Prop{prop.IP("v"), prop.IPPrefix("v")} {
		doc := decoded(t, serving(taking(property.NodeOf(p), tree.Create)), oas.V30)
		got := part(t, doc, "paths", "/", "post", "requestBody", "content", "application/json", "schema")
		if strings.Contains(got, `"format"`) || !strings.Contains(got, `"pattern"`) {
			t.Errorf("got %s", got)
		}
	}
	registered := []string{"", "uuid", "email", "uri", "uri-reference", "hostname", "ipv4", "ipv6", "date", "date-time", "time", "duration",
		"decimal", "sf-token", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "double", "byte", "binary"}
	for _, v := range oas.Versions() {
		walk(decoded(t, everything.API().MustBuild(), v), func(s map[string]any) {
			if s["type"] == "integer" && s["minimum"] != nil && s["maximum"] != nil {
				return // the bounds say which values there are
			}
			if format, is := s["format"].(string); is && !slices.Contains(registered, format) {
				t.Errorf("%s: the format %q is in no registry", v, format)
			}
		})
	}
}
