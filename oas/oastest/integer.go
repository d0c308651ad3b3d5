package oastest

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/tenon-go/tenon/prop"
)

// integerRange is the range of an integer format.
type integerRange struct{ least, most *big.Rat }

// integerRanges are those of the integer formats of the OpenAPI registry.
var integerRanges = map[string]integerRange{
	"int8": signed(8), "int16": signed(16), "int32": signed(32), "int64": signed(64),
	"uint8": unsigned(8), "uint16": unsigned(16), "uint32": unsigned(32), "uint64": unsigned(64),
}

func signed(bits uint) integerRange {
	half := new(big.Int).Lsh(big.NewInt(1), bits-1)
	return integerRange{new(big.Rat).SetInt(new(big.Int).Neg(half)), new(big.Rat).SetInt(new(big.Int).Sub(half, big.NewInt(1)))}
}

func unsigned(bits uint) integerRange {
	all := new(big.Int).Lsh(big.NewInt(1), bits)
	return integerRange{new(big.Rat), new(big.Rat).SetInt(all.Sub(all, big.NewInt(1)))}
}

// validate returns an error if a number is out of the range. Strings of digits have the format, too;
// documents describe their bounds in words.
func (r integerRange) validate(v any) error {
	n, ok := v.(fmt.Stringer) // a number is kept as its text
	if !ok {
		return nil
	}
	at, ok := new(big.Rat).SetString(n.String())
	if !ok || at.Cmp(r.least) < 0 || at.Cmp(r.most) > 0 {
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
	case s["type"] == "integer" || contains(list(s["type"]), "integer"):
		limits = []string{"-9223372036854775808", "9223372036854775807", "18446744073709551615"}
	case s["type"] != "number" && !contains(list(s["type"]), "number"):
		return false
	}
	bounds := map[string][2]string{"min": {"minimum", "exclusiveMinimum"}, "max": {"maximum", "exclusiveMaximum"}}[v.Code]
	return slices.Contains(limits, v.Params[0].JSON) && bounds[0] != "" && s[bounds[0]] == nil && s[bounds[1]] == nil
}
