package accept

import "strings"

// MediaType returns the type and subtype of a Content-Type in lower case, such as "application/json",
// and whether the whole value is well formed, its parameters included. Otherwise the essence is "":
// a list of two media types, for one, is not a media type.
func MediaType(contentType string) (essence string, ok bool) {
	if contentType == "application/json" {
		return contentType, true
	}
	essence, rest, ok := readEssence(contentType)
	for ok {
		var status paramStatus
		_, rest, status = nextParameter(rest)
		if status == paramNone && rest == "" {
			return strings.ToLower(essence), true
		}
		ok = status == paramRead
	}
	return "", false
}

// Param returns the value of a parameter of a Content-Type without its quotes. The name is
// case-insensitive; the case of the value is kept. ok is false when the parameter is absent, when it
// is there twice, so that two readers of the message could take different ones, and when the value of
// the header is not well formed.
func Param(contentType, name string) (value string, ok bool) {
	_, rest, wellFormed := readEssence(contentType)
	for wellFormed {
		var p parameter
		var status paramStatus
		p, rest, status = nextParameter(rest)
		if status == paramNone && rest == "" {
			return value, ok
		}
		wellFormed = status == paramRead
		if wellFormed && strings.EqualFold(p.name, name) {
			if ok {
				return "", false
			}
			value, ok = p.text(), true
		}
	}
	return "", false
}

// readEssence cuts a value before its parameters. A range such as "text/*" is not a media type.
func readEssence(contentType string) (essence, rest string, ok bool) {
	s := skipSpace(contentType)
	typ, subtype, rest, ok := readType(s)
	return s[:len(s)-len(rest)], rest, ok && typ != "*" && subtype != "*"
}

// IsJSON reports whether an essence as MediaType returns it says that the content is JSON:
// application/json, or a type such as application/merge-patch+json (RFC 6839 §3.1).
func IsJSON(essence string) bool {
	subtype, ok := strings.CutPrefix(essence, "application/")
	return ok && (subtype == "json" || strings.HasSuffix(subtype, "+json") && subtype != "+json")
}
