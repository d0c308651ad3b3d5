package message

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// text is the message of a violation; one is the message for an argument of 1, and "" if
// that is the same.
type text struct{ code, text, one string }

// texts are the messages of violations of what is not a rule, in the order of their codes. Those
// of rules are in [tree.RuleKind].
var texts = [...]text{
	{"all_or_none", "must have all or none of {members}", ""},
	{"any", "must be valid JSON", ""},
	{"at_least_one", "must have at least one of {members}", ""},
	{"between_order", "must have the lesser value first", ""},
	{"cursor", "is not a cursor of this list with this order and these filters", ""},
	{"depth", "must not be nested deeper than {max} levels", ""},
	{"encoding", "must be valid UTF-8", ""},
	{"exactly_one", "must have exactly one of {members}", ""},
	{"finite", "must be a finite number", ""},
	{"format", "is not well formed", ""},
	{"format.base64", "must be base64 with padding, such as aGVsbG8=", ""},
	{"format.cidr", "must be an IP prefix such as 192.0.2.0/24", ""},
	{"format.date", "must be a date such as 2006-01-02", ""},
	{"format.date-time", "must be a date and time such as 2006-01-02T15:04:05Z", ""},
	{"format.decimal", "must be a decimal number such as 12.50", ""},
	{"format.duration", "must be a duration such as P1DT2H30M", ""},
	{"format.email", "must be an e-mail address", ""},
	{"format.hostname", "must be a host name such as www.example.com", ""},
	{"format.integer", "must be an integer in a string, such as \"42\"", ""},
	{"format.ip", "must be an IP address", ""},
	{"format.ipv4", "must be an IPv4 address such as 192.0.2.1", ""},
	{"format.ipv6", "must be an IPv6 address such as 2001:db8::1", ""},
	{"format.time", "must be a time of day with an offset such as 15:04:05Z", ""},
	{"format.uri", "must be an absolute URI such as https://example.com/a", ""},
	{"format.uri-reference", "must be a URI or a relative reference such as /a?b=c", ""},
	{"format.uuid", "must be a UUID such as 123e4567-e89b-12d3-a456-426614174000", ""},
	{"key", "is the key of no entity of this list", ""},
	{"media_type", "must be of one of the types {types}", ""},
	{"no_case", "must be one of {cases}; it comes closest to {closest}", ""},
	{"null", "must not be null", ""},
	{"one_of", "must be one of {values}", ""},
	{"order_by_twice", "must name each property only once", ""},
	{"places", "must have at most {max} digits after the point", "must have at most 1 digit after the point"},
	{"places.fixed", "must have exactly {max} digits after the point", "must have exactly 1 digit after the point"},
	{"precision", "is too close to zero to be held", ""},
	{"precision.digits", "has too many digits", ""},
	{"read_only", "is set by the server and cannot be sent", ""},
	{"read_only.create", "may only be sent in an update", ""},
	{"read_only.update", "must not be changed", ""},
	{"repeated", "must be given only once", ""},
	{"required", "is required", ""},
	{"required_when", "is required when {when} is {equals}", ""},
	{"scope", "may only be sent with the scope {scope}", ""},
	{"scope.any", "may only be sent with one of the scopes {scopes}", ""},
	{"several_cases", "must be only one of {cases}", ""},
	{"type.array", "must be an array", ""},
	{"type.boolean", "must be true or false", ""},
	{"type.file", "must be a file", ""},
	{"type.integer", "must be an integer", ""},
	{"type.number", "must be a number", ""},
	{"type.object", "must be an object", ""},
	{"type.several", "must be of one of the types {types}", ""},
	{"type.string", "must be a string", ""},
	{"unknown", "is not recognized", ""},
}

// textOf returns the messages of a code.
func textOf(code string) text {
	if i, ok := slices.BinarySearchFunc(texts[:], code, func(t text, code string) int { return strings.Compare(t.code, code) }); ok {
		return texts[i]
	}
	for _, k := range tree.RuleKinds() {
		if k.Code == code {
			return text{code, k.English, k.One}
		}
	}
	return text{}
}

// Template returns the English text of a code, and "" for codes that the
// library does not know. The suffix .one asks for the text for an argument of 1.
func Template(code string) string {
	if code, one := strings.CutSuffix(code, ".one"); one {
		return textOf(code).one
	}
	return textOf(code).text
}

// Codes returns every code that Template knows.
func Codes() []string {
	var all []string
	for _, t := range texts {
		all = append(all, t.code)
	}
	for _, k := range tree.RuleKinds() {
		all = append(all, k.Code)
	}
	return all
}

// English renders the text of a code with its arguments.
func English(code string, args []tree.Param) string {
	t := textOf(code)
	if t.one != "" && len(args) == 1 && args[0].JSON == "1" {
		return t.one
	}
	return Fill(t.text, args)
}

// Reserved reports whether the library itself uses a violation code.
func Reserved(code string) bool {
	return code == "type" || code == "format" || Template(code) != ""
}
