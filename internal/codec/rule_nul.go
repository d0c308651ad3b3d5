package codec

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// NUL is the issue of U+0000 in a text that must not have it.
var NUL = issueOf(tree.NoNUL{})

func hasNUL(s string) bool { return strings.IndexByte(s, 0) >= 0 }

// forbidsNUL returns the issue of the rule NoNUL; nil if the property does not have it.
func forbidsNUL(n *tree.Prop) *Issue {
	if !slices.Contains(n.Rules, tree.Rule(tree.NoNUL{})) {
		return nil
	}
	return ruleIssue(n, tree.NoNUL{})
}

// escapesNUL reports whether valid JSON text has U+0000, which is always escaped.
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
