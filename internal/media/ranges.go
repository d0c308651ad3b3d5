package media

import (
	"net/http"
	"strconv"
	"strings"
)

// maxRanges is how many ranges of a file one response may have.
const maxRanges = 16

// partOverhead is about what surrounds a range among several: a boundary of 60
// characters, Content-Range, Content-Type (RFC 9110 §14.6).
const partOverhead = 160

// ranged returns the request with a Range that [http.ServeContent] serves as RFC
// 9110 §14.2 wants it. It ignores Range where the method is not GET, where the unit
// is not bytes, where the field was sent twice, and where several ranges are more
// than maxRanges or take more bytes than the whole file of that size.
func ranged(r *http.Request, size int64) *http.Request {
	lines := r.Header["Range"]
	if len(lines) == 0 {
		return r
	}
	specs, known := bytesOf(lines)
	if known && r.Method == http.MethodGet && !wasteful(specs, size) {
		if !strings.HasPrefix(lines[0], "bytes=") {
			return withRange(r, []string{"bytes=" + specs})
		}
		return r
	}
	return withRange(r, nil)
}

// withRange returns a copy of a request with another Range; nil removes it.
func withRange(r *http.Request, lines []string) *http.Request {
	c := *r
	c.Header = r.Header.Clone()
	if c.Header["Range"] = lines; lines == nil {
		delete(c.Header, "Range")
	}
	return &c
}

// bytesOf returns the ranges that a request asks for in bytes. The names of units
// are compared without their case (RFC 9110 §14.1).
func bytesOf(lines []string) (specs string, ok bool) {
	if len(lines) != 1 {
		return "", false
	}
	unit, specs, ok := strings.Cut(lines[0], "=")
	return specs, ok && strings.EqualFold(strings.Trim(unit, " \t"), "bytes")
}

// wasteful reports whether several ranges of a file cost more than all of it. What is
// no range is left to http.ServeContent, which rejects it.
func wasteful(specs string, size int64) bool {
	n, total := 0, int64(0)
	for spec := range strings.SplitSeq(specs, ",") {
		if spec = strings.Trim(spec, " \t"); spec == "" {
			continue
		}
		if n++; n > maxRanges {
			return true
		}
		total += partOverhead + lengthOf(spec, size)
	}
	return n > 1 && total > size
}

// lengthOf returns how many bytes of a file are in a range.
func lengthOf(spec string, size int64) int64 {
	first, last, _ := strings.Cut(spec, "-")
	from, errFrom := strconv.ParseInt(strings.Trim(first, " \t"), 10, 64)
	to, errTo := strconv.ParseInt(strings.Trim(last, " \t"), 10, 64)
	switch {
	case first == "" && errTo == nil: // the last bytes
		return max(0, min(to, size))
	case errFrom != nil || from >= size:
		return 0
	case errTo != nil || to >= size:
		return size - from
	}
	return max(0, to-from+1)
}
