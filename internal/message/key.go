package message

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// KeyOf returns the name of the text that a violation was told with: the code,
// or one such as type.integer where a code has several texts.
func KeyOf(code, text string, args []ir.Param) string {
	for _, key := range Codes() {
		if len(key) > len(code) && key[len(code)] == '.' && strings.HasPrefix(key, code) && English(key, args) == text {
			return key
		}
	}
	return code
}
