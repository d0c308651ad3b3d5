package property

import (
	"slices"
	"unicode/utf8"

	"github.com/tenon-go/tenon/tree"
)

// ChoiceFaults returns the faults of an enumeration or a constant, at the user's call in progress. valid
// decides on the texts of values that are not strings.
func ChoiceFaults(t tree.Enum, valid func(text string) bool) []tree.Fault {
	call := "Enum"
	if t.Const {
		call = "Const"
	}
	if len(t.Values) == 0 {
		return []tree.Fault{tree.Faultf("Enum needs at least one value")}
	}
	for i, v := range t.Values {
		valid, wrong := valid, ", which is not valid JSON"
		if t.Of == "" {
			valid, wrong = utf8.ValidString, ", which is not valid UTF-8"
		}
		if slices.Contains(t.Values[:i], v) {
			wrong = " twice"
		} else if valid(v) {
			continue
		}
		if t.Of == "" {
			v = quote(v)
		}
		return []tree.Fault{tree.Faultf("%s has %s%s", call, v, wrong)}
	}
	return nil
}
