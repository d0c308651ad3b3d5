package oastest

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/format"
)

// formats returns the formats of documents with this library's meaning. Validators differ, for
// example on leap seconds.
func formats() map[string]func(string) bool {
	return map[string]func(string) bool{
		"uuid":          format.UUID,
		"email":         format.Email,
		"uri":           format.URI,
		"uri-reference": format.URIReference,
		"hostname":      format.Hostname,
		"ipv4":          format.IPv4,
		"ipv6":          format.IPv6,
		"date":          func(s string) bool { _, ok := format.ParseDate(s); return ok },
		"date-time":     func(s string) bool { t, ok := format.ParseDateTime(s); return ok && format.DateTimeInRange(t) },
		"time":          format.Time,
		"duration":      func(s string) bool { _, ok := format.ParseDuration(s); return ok },
	}
}

// named are formats that the validator checks, and that the library only documents: see Format of
// properties. JSON Schema 2020-12 does not assert formats by default (Validation §7.2.1). Regex, which the
// validator always checks, is removed from documents.
var named = []string{
	"iri", "iri-reference", "json-pointer", "period", "relative-json-pointer", "semver", "uri-template",
}

var errFormat = errors.New("is not of the format")

func ofText(ok func(string) bool) func(any) error {
	return func(v any) error {
		if s, is := v.(string); is && !ok(s) {
			return errFormat
		}
		return nil
	}
}

// double returns an error if a number overflows or underflows a float64.
func double(v any) error {
	n, ok := v.(fmt.Stringer) // a number is kept as its text
	if !ok {
		return nil
	}
	f, err := strconv.ParseFloat(n.String(), 64)
	digits, _, _ := strings.Cut(strings.ToLower(n.String()), "e")
	if err != nil || f == 0 && strings.ContainsAny(digits, "123456789") {
		return errFormat
	}
	return nil
}
