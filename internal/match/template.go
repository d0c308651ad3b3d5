package match

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// MaxSegments is the maximum number of segments of a template. It bounds the depth of a search.
const MaxSegments = 32

// Template is a parsed path template. It is immutable; the zero value matches no path.
type Template struct {
	text     string
	segments []segment
	params   []string
	places   []int // the indexes of the parameters among the segments
}

// segment is a part of a template between slashes.
type segment struct {
	text    string // as written: the literal with its escapes, or the name of the parameter
	literal string // the decoded literal; "" for a parameter
	param   bool
}

// Parse parses an OpenAPI path template such as "/products/{id}". Literals consist of
// characters that RFC 3986 §3.3 allows in a segment; others must be percent-encoded. The error
// describes the fault and does not repeat the template.
func Parse(s string) (Template, error) {
	if !strings.HasPrefix(s, "/") {
		return Template{}, errors.New("must start with /")
	}
	pieces := strings.Split(s[1:], "/")
	if len(pieces) > MaxSegments {
		return Template{}, errors.New("has " + strconv.Itoa(len(pieces)) + " segments, more than " + strconv.Itoa(MaxSegments))
	}
	t := Template{text: s, segments: make([]segment, 0, len(pieces))}
	for i, piece := range pieces {
		if piece == "" && i < len(pieces)-1 {
			return Template{}, errors.New(`empty segment "//"`)
		}
		seg, err := parseSegment(piece)
		if err != nil {
			return Template{}, err
		}
		if seg.param {
			if slices.Contains(t.params, seg.text) {
				return Template{}, errors.New("two parameters are named " + strconv.Quote(seg.text))
			}
			t.params = append(t.params, seg.text)
			t.places = append(t.places, i)
		}
		t.segments = append(t.segments, seg)
	}
	return t, nil
}

func parseSegment(s string) (segment, error) {
	opening, closing := strings.IndexByte(s, '{'), strings.IndexByte(s, '}')
	switch name := trimmed(s); {
	case name != "" && isName(name): // the parameter of another router
		return segment{}, errors.New("segment " + strconv.Quote(s) + " is not a parameter; write {" + name + "}" + asText(s))
	case strings.HasPrefix(s, "*"):
		return segment{}, errors.New("segment " + strconv.Quote(s) + ": a path has a fixed number of segments; write a parameter for each" + asText(s))
	case opening < 0 && closing < 0:
		return parseLiteral(s)
	case closing < 0:
		return segment{}, errors.New("{ without } in segment " + strconv.Quote(s))
	case opening < 0 || closing < opening:
		return segment{}, errors.New("} without { in segment " + strconv.Quote(s))
	case strings.Count(s, "{") > 1:
		return segment{}, errors.New("segment " + s + " has more than one {")
	case opening != 0 || closing != len(s)-1:
		return segment{}, errors.New("segment " + s + " mixes a parameter with text")
	}
	name := s[1:closing]
	if name == "" {
		return segment{}, errors.New("segment {} has no parameter name")
	}
	// A name may contain dots, so that it could look like a wildcard of net/http.
	if strings.HasSuffix(name, "...") || strings.HasSuffix(name, "*") || name == "$" {
		return segment{}, errors.New("segment " + s + ": a parameter matches exactly one segment")
	}
	if before, _, ok := strings.Cut(name, ":"); ok && isName(before) { // the pattern of another router
		return segment{}, errors.New("segment " + s + ": the property has the rules, such as Pattern or Min; write {" + before + "}")
	}
	if !isName(name) {
		return segment{}, errors.New("parameter name " + strconv.Quote(name) +
			" must start with a letter or _ and hold only letters, digits, _, . and -")
	}
	return segment{text: name, param: true}, nil
}

// trimmed returns the name of a parameter as other routers write it: :id, <id> and [id]; "" for
// other segments.
func trimmed(s string) string {
	if name, ok := strings.CutPrefix(s, ":"); ok {
		return name
	}
	for _, pair := range []string{"<>", "[]"} {
		if len(s) > 2 && s[0] == pair[0] && s[len(s)-1] == pair[1] {
			return s[1 : len(s)-1]
		}
	}
	return ""
}

// asText says how to write a segment that begins like the parameter of another router.
func asText(s string) string {
	switch s[0] {
	case ':':
		return ", or %3A in place of the colon for a text"
	case '*':
		return ", or %2A in place of the asterisk for a text"
	}
	return ""
}

func parseLiteral(s string) (segment, error) {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '%':
			if _, ok := unescape(s[i:]); !ok {
				return segment{}, errors.New("% without two hexadecimal digits in segment " + strconv.Quote(s))
			}
		case c == '?':
			return segment{}, errors.New("a path has no query; declare parameters with Query, or write %3F for a text")
		case !isPathChar(c):
			return segment{}, errors.New(quoteRune(s[i:]) + " must be percent-encoded in segment " + strconv.Quote(s))
		}
	}
	literal := decode(s)
	if literal == "." || literal == ".." {
		// Clients and proxies remove these before they send a request (RFC 3986 §5.2.4).
		return segment{}, errors.New("segment " + strconv.Quote(s) + " is removed from a path by clients")
	}
	return segment{text: s, literal: literal}, nil
}

// quoteRune quotes the first character of s.
func quoteRune(s string) string {
	for _, r := range s {
		return strconv.QuoteRune(r)
	}
	return ""
}

// isName reports whether s is the name of a parameter: [A-Za-z_][A-Za-z0-9_.-]*.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		switch {
		case isLetter(c) || c == '_':
		case i > 0 && (isDigit(c) || c == '.' || c == '-'):
		default:
			return false
		}
	}
	return s != ""
}

// String returns the template as declared.
func (t Template) String() string { return t.text }

// Params returns the names of the parameters in the order of the path.
func (t Template) Params() []string { return slices.Clone(t.params) }

// Segments returns the number of segments; a trailing slash counts as one.
func (t Template) Segments() int { return len(t.segments) }

// Values appends the values of the parameters to dst, in the order of Params and as they are in
// the path; [Path.Decode] decodes them. The last segments of the template and of the path
// correspond, so that a prefix left there by another mux does not matter. A parameter without a
// segment in a shorter path is "". Values does not allocate if dst has the capacity.
func (t Template) Values(dst []string, p Path) []string {
	next := len(dst) + len(t.params)
	dst = slices.Grow(dst, len(t.params))[:next]
	text := p.text
	end, missing := len(text), len(t.params)
	for i := len(t.segments) - 1; missing > 0; i-- {
		value := ""
		if end >= 0 {
			start := strings.LastIndexByte(text[:end], '/')
			value = text[start+1 : end]
			end = start
		}
		if t.segments[i].param {
			next--
			missing--
			dst[next] = value
		}
	}
	return dst
}

// ValuesOf is like Values for a path that the template matches.
func (t Template) ValuesOf(dst []string, c *Cut) []string {
	for _, i := range t.places {
		dst = append(dst, c.segment(i))
	}
	return dst
}
