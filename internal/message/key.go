package message

import (
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// KeyOf returns the name of the text that a violation was told with: the code,
// or one such as type.integer where a code has several texts.
func KeyOf(code, text string, args []ir.Param) string {
	switch code {
	case "type", "format", "precision":
		for _, key := range Codes() {
			if strings.HasPrefix(key, code) && len(key) > len(code) && key[len(code)] == '.' && English(key, args) == text {
				return key
			}
		}
	}
	return code
}
