package auth

import (
	"net/http"
	"strings"
)

// Cookie returns the value of the first cookie of a name, which counts if there are several (RFC 6265
// §5.4). valid is false if its text is not a value (§4.1.1, where net/http also allows spaces and
// commas): net/http leaves such a cookie out, as if there were none.
func Cookie(h http.Header, name string) (value string, found, valid bool) {
	for _, line := range h["Cookie"] {
		for pair := range strings.SplitSeq(line, ";") {
			key, value, assigned := strings.Cut(pair, "=")
			if strings.Trim(key, " \t") != name {
				continue
			}
			value = strings.Trim(value, " \t")
			if n := len(value); n > 1 && value[0] == '"' && value[n-1] == '"' {
				value = value[1 : n-1]
			}
			return value, true, assigned && !strings.ContainsFunc(value, isNoCookie)
		}
	}
	return "", false, false
}

func isNoCookie(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }
