package accept

import "strings"

// IsRange reports whether a declared media type is a range of them, such as image/* or */*.
func IsRange(declared string) bool {
	typ, subtype, rest, ok := readType(declared)
	return ok && rest == "" && subtype == "*" && (typ == "*" || !strings.Contains(typ, "*"))
}

// Covers reports whether a declared media type, or a range, has an essence. The parameters of the type
// do not matter. The range */* has the essence "" too, of content without a type, which may be anything
// (RFC 9110 §8.3).
func Covers(declared, essence string) bool {
	if declared == essence {
		return true
	}
	if typ, isRange := strings.CutSuffix(declared, "*"); isRange {
		return typ == "*/" || strings.HasPrefix(essence, typ)
	}
	known, ok := MediaType(declared)
	return ok && known == essence
}
