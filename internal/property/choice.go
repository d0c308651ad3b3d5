package property

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/ir"
)

// ChoiceFaults returns the faults of an enumeration or a constant, at the user's call in progress. valid
// decides on the texts of values that are not strings.
func ChoiceFaults(t ir.Enum, valid func(text string) bool) []ir.Fault {
	call := "Enum"
	if t.Const {
		call = "Const"
	}
	if len(t.Values) == 0 {
		return []ir.Fault{ir.Faultf("Enum needs at least one value")}
	}
	for i, v := range t.Values {
		valid, what := valid, "JSON"
		if t.Of == "" {
			valid, what = utf8.ValidString, "UTF-8"
		}
		twice := slices.Contains(t.Values[:i], v)
		if !twice && valid(v) {
			continue
		}
		if t.Of == "" {
			v = strconv.Quote(v)
		}
		if twice {
			return []ir.Fault{ir.Faultf("%s has %s twice", call, v)}
		}
		return []ir.Fault{ir.Faultf("%s has %s, which is not valid %s", call, v, what)}
	}
	return nil
}
