package message

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
)

// Template returns the English text of a code, and "" for codes that the
// library does not know.
func Template(code string) string {
	switch code {
	case "required":
		return "is required"
	case "unknown":
		return "is not recognized"
	case "read_only":
		return "is set by the server and cannot be sent"
	case "read_only.update":
		return "must not be changed"
	case "read_only.create":
		return "may only be sent in an update"
	case "scope":
		return "may only be sent with the scope {scope}"
	case "scope.any":
		return "may only be sent with one of the scopes {scopes}"
	case "null":
		return "must not be null"
	case "type.integer":
		return "must be an integer"
	case "type.number":
		return "must be a number"
	case "type.string":
		return "must be a string"
	case "type.boolean":
		return "must be true or false"
	case "type.array":
		return "must be an array"
	case "type.object":
		return "must be an object"
	case "repeated":
		return "must be given only once"
	case "encoding":
		return "must be valid UTF-8"
	case "depth":
		return "must not be nested deeper than {max} levels"
	case "min":
		return "must be at least {min}"
	case "max":
		return "must be at most {max}"
	case "exclusive_min":
		return "must be greater than {min}"
	case "exclusive_max":
		return "must be less than {max}"
	case "precision.digits":
		return "has too many digits"
	case "precision":
		return "is too close to zero to be held"
	case "multiple_of":
		return "must be a multiple of {of}"
	case "finite":
		return "must be a finite number"
	case "min_length":
		return "must have at least {min} characters"
	case "max_length":
		return "must have at most {max} characters"
	case "pattern":
		return "must match the pattern {pattern}"
	case "no_nul":
		return "must not contain the character U+0000"
	case "one_of":
		return "must be one of {values}"
	case "format.uuid":
		return "must be a UUID such as 123e4567-e89b-12d3-a456-426614174000"
	case "format.email":
		return "must be an e-mail address"
	case "format.uri":
		return "must be an absolute URI such as https://example.com/a"
	case "format.date":
		return "must be a date such as 2006-01-02"
	case "format.date-time":
		return "must be a date and time such as 2006-01-02T15:04:05Z"
	case "format":
		return "is not well formed"
	case "format.uri-reference":
		return "must be a URI or a relative reference such as /a?b=c"
	case "format.hostname":
		return "must be a host name such as www.example.com"
	case "format.time":
		return "must be a time of day with an offset such as 15:04:05Z"
	case "format.duration":
		return "must be a duration such as P1DT2H30M"
	case "format.ip":
		return "must be an IP address"
	case "format.ipv4":
		return "must be an IPv4 address such as 192.0.2.1"
	case "format.ipv6":
		return "must be an IPv6 address such as 2001:db8::1"
	case "format.cidr":
		return "must be an IP prefix such as 192.0.2.0/24"
	case "places":
		return "must have at most {max} digits after the point"
	case "places.one":
		return "must have at most 1 digit after the point"
	case "format.decimal":
		return "must be a decimal number such as 12.50"
	case "min_bytes":
		return "must have at least {min} bytes"
	case "max_bytes":
		return "must have at most {max} bytes"
	case "min_bytes.one":
		return "must have at least 1 byte"
	case "max_bytes.one":
		return "must have at most 1 byte"
	case "format.base64":
		return "must be base64 with padding, such as aGVsbG8="
	case "format.integer":
		return "must be an integer in a string, such as \"42\""
	case "any":
		return "must be valid JSON"
	case "no_case":
		return "must be one of {cases}; it comes closest to {closest}"
	case "several_cases":
		return "must be only one of {cases}"
	case "type.file":
		return "must be a file"
	case "media_type":
		return "must be of one of the types {types}"
	case "exactly_one":
		return "must have exactly one of {members}"
	case "at_least_one":
		return "must have at least one of {members}"
	case "all_or_none":
		return "must have all or none of {members}"
	case "required_when":
		return "is required when {when} is {equals}"
	case "min_properties":
		return "must have at least {min} members"
	case "max_properties":
		return "must have at most {max} members"
	case "min_properties.one":
		return "must have at least 1 member"
	case "max_properties.one":
		return "must have at most 1 member"
	case "min_items":
		return "must have at least {min} items"
	case "max_items":
		return "must have at most {max} items"
	case "min_length.one":
		return "must have at least 1 character"
	case "max_length.one":
		return "must have at most 1 character"
	case "min_items.one":
		return "must have at least 1 item"
	case "max_items.one":
		return "must have at most 1 item"
	case "cursor":
		return "is not a cursor of this list with this order and these filters"
	case "order_by_twice":
		return "must name each property only once"
	case "between_order":
		return "must have the lesser value first"
	case "unique":
		return "must differ from every item before it"
	}
	return ""
}

// Codes returns every code that Template knows.
func Codes() []string {
	return []string{
		"required", "unknown", "read_only", "read_only.update", "read_only.create", "scope", "scope.any", "null",
		"type.integer", "type.number", "type.string", "type.boolean", "type.array", "type.object",
		"repeated", "encoding", "depth",
		"min", "max", "exclusive_min", "exclusive_max", "precision", "precision.digits", "multiple_of", "finite",
		"min_length", "max_length", "pattern", "no_nul", "one_of",
		"format.uuid", "format.email", "format.uri", "format.date", "format.date-time",
		"format", "format.uri-reference", "format.hostname", "format.time", "format.duration",
		"format.ip", "format.ipv4", "format.ipv6", "format.cidr", "format.decimal", "places",
		"min_bytes", "max_bytes", "format.base64", "format.integer", "any",
		"type.file", "media_type",
		"no_case", "several_cases",
		"exactly_one", "at_least_one", "all_or_none", "required_when", "min_properties", "max_properties",
		"min_items", "max_items", "unique",
		"cursor", "order_by_twice", "between_order",
	}
}

// English renders the text of a code with its arguments.
func English(code string, args []ir.Param) string {
	if len(args) == 1 && args[0].JSON == "1" {
		if one := Template(code + ".one"); one != "" {
			return one
		}
	}
	return Fill(Template(code), args)
}

// Fill replaces each {name} in a template by the argument of that name. A
// string stands without its quotes, a list with commas between its items.
func Fill(template string, args []ir.Param) string {
	if !strings.Contains(template, "{") {
		return template
	}
	var room [128]byte
	b := room[:0]
	for {
		before, rest, found := strings.Cut(template, "{")
		b = append(b, before...)
		if !found {
			return string(b)
		}
		i := slices.IndexFunc(args, func(a ir.Param) bool { return strings.HasPrefix(rest, a.Name+"}") })
		if i < 0 {
			b = append(b, '{')
			template = rest
			continue
		}
		b = appendPlain(b, args[i].JSON) // which is no template
		template = rest[len(args[i].Name)+1:]
	}
}

// Names returns the argument that each {name} in a template stands for.
func Names(template string) (names []string) {
	for {
		_, rest, ok := strings.Cut(template, "{")
		if !ok {
			return names
		}
		if name, after, ok := strings.Cut(rest, "}"); ok && isName(name) {
			names, rest = append(names, name), after
		}
		template = rest
	}
}

// isName reports whether s can name an argument.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if (c < 'a' || c > 'z') && s[i] != '_' && (i == 0 || s[i] < '0' || s[i] > '9') {
			return false
		}
	}
	return s != ""
}

// Reserved reports whether the library itself uses a violation code.
func Reserved(code string) bool {
	return code == "type" || code == "format" || Template(code) != ""
}

// appendPlain turns JSON text into words: it drops quotes, brackets and escapes.
func appendPlain(b []byte, json string) []byte {
	quoted := false
	for i := 0; i < len(json); i++ {
		switch c := json[i]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\' && i+1 < len(json):
			r, size := unescape(json[i:])
			b = utf8.AppendRune(b, r)
			i += size - 1
		case !quoted && (c == '[' || c == ']'):
		case !quoted && c == ',':
			b = append(b, ", "...)
		default:
			b = append(b, c)
		}
	}
	return b
}

// unescape reads the escape at the beginning of s (RFC 8259 §7), and returns its
// length.
func unescape(s string) (r rune, size int) {
	switch s[1] {
	case 'n':
		return '\n', 2
	case 't':
		return '\t', 2
	case 'r':
		return '\r', 2
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'u':
		high := unit(s)
		if low := unit(s[min(6, len(s)):]); utf16.IsSurrogate(high) {
			return utf16.DecodeRune(high, low), min(12, len(s))
		}
		return high, min(6, len(s))
	}
	return rune(s[1]), 2
}

// unit reads the four hexadecimal digits of an escape such as \u00e9.
func unit(s string) rune {
	if len(s) < 6 {
		return utf8.RuneError
	}
	n, err := strconv.ParseUint(s[2:6], 16, 16)
	if err != nil {
		return utf8.RuneError
	}
	return rune(n)
}
