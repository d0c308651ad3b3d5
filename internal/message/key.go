package message

import (
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// KeyOf returns the key of the text of a violation: the code, or a key such as type.integer if
// a code has several texts.
func KeyOf(code, text string, args []tree.Param) string {
	for _, key := range Codes() {
		if len(key) > len(code) && key[len(code)] == '.' && strings.HasPrefix(key, code) && English(key, args) == text {
			return key
		}
	}
	return code
}
