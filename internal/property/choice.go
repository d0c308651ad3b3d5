package property

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// ChoiceFaults returns the faults of an enumeration or a constant, at the user's call in progress.
func ChoiceFaults(t ir.Enum) []ir.Fault {
	call := "Enum"
	if t.Const {
		call = "Const"
	}
	if len(t.Values) == 0 {
		return []ir.Fault{ir.Faultf("Enum needs at least one value")}
	}
	for i, v := range t.Values {
		valid, what := utf8.ValidString(v), "UTF-8"
		if t.Of != "" {
			what = "JSON"
			_, valid = codec.CanonicalJSON(v)
		}
		twice := slices.Contains(t.Values[:i], v)
		if valid && !twice {
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
