package media

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
)

// maxRanges is the maximum number of ranges in one response.
const maxRanges = 16

// partOverhead estimates the bytes around a range in a multipart response: a boundary of 60
// characters, Content-Range, Content-Type (RFC 9110 §14.6).
const partOverhead = 160

// ranged returns the request with a Range that [http.ServeContent] serves as RFC 9110 §14.2
// specifies. It removes Range if the method is not GET, if the unit is not bytes, if the header
// was sent twice, and if there are several ranges which exceed maxRanges or need more bytes
// than the whole file.
func ranged(r *http.Request, size int64) *http.Request {
	lines := r.Header["Range"]
	if len(lines) == 0 {
		return r
	}
	specs, known := bytesOf(lines)
	if known {
		specs = bounded(specs, size)
	}
	if !known || r.Method != http.MethodGet || wasteful(specs, size) {
		return withRange(r, nil)
	}
	if line := "bytes=" + specs; line != lines[0] {
		return withRange(r, []string{line})
	}
	return r
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

// bytesOf returns the byte ranges of a request. The names of units are case-insensitive (RFC
// 9110 §14.1).
func bytesOf(lines []string) (specs string, ok bool) {
	if len(lines) != 1 {
		return "", false
	}
	unit, specs, ok := strings.Cut(lines[0], "=")
	return specs, ok && strings.EqualFold(strings.Trim(unit, " \t"), "bytes")
}

// bounded returns ranges whose positions http.ServeContent can parse, and reads as RFC 9110 §14.1.2
// specifies: those beyond the file have as many digits as its size, and the last 0 bytes are none, as
// those from its end are.
func bounded(specs string, size int64) string {
	parts := strings.Split(specs, ",")
	end := strconv.FormatInt(size, 10)
	for i, spec := range parts {
		spec = strings.Trim(spec, " \t")
		first, last, ok := strings.Cut(spec, "-")
		switch {
		case spec == "":
			continue
		case !ok || !isPosition(first) || !isPosition(last):
			return "-" // malformed, for http.ServeContent too, which allows signs
		}
		first, last = within(first, end), within(last, end)
		if first == "" && last == "0" {
			first, last = end, ""
		}
		parts[i] = first + "-" + last
	}
	return strings.Join(parts, ",")
}

func isPosition(s string) bool { return strings.Trim(s, "0123456789") == "" }

// within returns a position without leading zeros, or end if it is beyond 64 bits.
func within(position, end string) string {
	if position == "" {
		return ""
	}
	position = strings.TrimLeft(position, "0")
	if _, err := strconv.ParseInt(position, 10, 64); position != "" && err != nil {
		return end
	}
	return cmp.Or(position, "0")
}

// wasteful reports whether several ranges of a file need more bytes than the whole file.
// http.ServeContent rejects invalid ranges.
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

// lengthOf returns the number of bytes in a range of a file.
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
