package codec

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// NUL is the issue of a text with the character U+0000 where that cannot be.
var NUL = ruleIssue(ir.NoNUL{})

func hasNUL(s string) bool { return strings.IndexByte(s, 0) >= 0 }

// forbidsNUL reports whether one of the rules does.
func forbidsNUL(rules []ir.Rule) bool { return slices.Contains(rules, ir.Rule(ir.NoNUL{})) }

// escapesNUL reports whether valid JSON text has the character, which it can only
// have escaped.
func escapesNUL(text string) bool {
	for {
		i := strings.IndexByte(text, '\\')
		if i < 0 {
			return false
		}
		if strings.HasPrefix(text[i+1:], "u0000") {
			return true
		}
		text = text[min(i+2, len(text)):]
	}
}
