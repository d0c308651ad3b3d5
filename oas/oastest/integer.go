package oastest

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/tenon-go/tenon/oas/oastest/internal/node"
	"github.com/tenon-go/tenon/prop"
)

// inRange returns an error if a number is out of the range of an integer format. Strings of digits
// have the format, too; documents describe their bounds in words.
func inRange(r node.IntegerRange, v any) error {
	n, ok := v.(fmt.Stringer) // a number is kept as its text
	if !ok {
		return nil
	}
	at, ok := new(big.Rat).SetString(n.String())
	if !ok || at.Cmp(r.Least) < 0 || at.Cmp(r.Most) > 0 {
		return errFormat
	}
	return nil
}

// limited reports whether a violation is of the limits of a 64-bit integer or of a float64, and the
// schema has no limit on that side: an implementation of JSON has limits where a document has none
// (RFC 8259 §6).
func limited(s map[string]any, v prop.Violation) bool {
	if len(v.Params) != 1 {
		return false
	}
	limits := []string{"-1.7976931348623157e+308", "1.7976931348623157e+308"}
	switch {
	case s["type"] == "integer" || node.Contains(node.List(s["type"]), "integer"):
		limits = []string{"-9223372036854775808", "9223372036854775807", "18446744073709551615"}
	case s["type"] != "number" && !node.Contains(node.List(s["type"]), "number"):
		return false
	}
	bounds := map[string][2]string{"min": {"minimum", "exclusiveMinimum"}, "max": {"maximum", "exclusiveMaximum"}}[v.Code]
	return slices.Contains(limits, v.Params[0].JSON) && bounds[0] != "" && s[bounds[0]] == nil && s[bounds[1]] == nil
}
