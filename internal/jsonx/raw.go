package jsonx

import "math"

// rawDepth is the greatest depth of a value that a program writes.
const rawDepth = maxDepth + 1

// AppendRaw appends one JSON value without the white space between its tokens. Strings and
// numbers stay as they are written. If raw is not [Valid] it returns b as it was and a
// *[Fault].
func AppendRaw(b []byte, raw []byte) ([]byte, error) {
	if !Valid(raw) {
		var r Reader
		r.Reset(raw, Limits{Depth: maxDepth, Members: math.MaxInt})
		r.Skip()
		return b, r.End()
	}
	from := 0 // raw[from:at] is yet to be appended
	for at := 0; at < len(raw); {
		switch {
		case raw[at] == '"':
			at, _, _ = scanString(raw, at)
		case isSpace(raw[at]):
			b = append(b, raw[from:at]...)
			at = scanSpace(raw, at)
			from = at
		default:
			at++
		}
	}
	return append(b, raw[from:]...), nil
}

// Valid reports whether doc is one JSON value as a [Reader] accepts it, apart from limits.
func Valid(doc []byte) bool {
	if len(doc) > 0 { // one number or string, as most are
		switch kinds[doc[0]] {
		case Number:
			if end, ok := scanNumber(doc, 0); ok && end == len(doc) {
				return true
			}
		case String:
			if end, _, ok := scanString(doc, 0); ok && end == len(doc) {
				return true
			}
		}
	}
	var (
		levels [4]level
		list   [8]name
		r      = Reader{open: levels[:0], names: names{list: list[:0]}} // enough for most
	)
	r.Reset(doc, Limits{Members: math.MaxInt})
	r.limits.Depth = rawDepth
	r.Skip()
	return r.End() == nil
}
