package match

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// MaxSegments is the maximum number of segments of a template. It bounds the depth of a search.
const MaxSegments = 32

// Template is a parsed path template. It is immutable; the zero value matches no path.
type Template struct {
	text     string
	segments []segment
	params   []string
	places   []int // of each parameter, the index of its segment
	odd      bool  // some segment is mixed, or takes several
	rest     int   // the number of the segment whose parameter takes several, from 1; 0: none does
}

// segment is a part of a template between slashes.
type segment struct {
	text    string // as written: the literal with its escapes, or the name of the parameter
	literal string // the decoded literal; "" for a parameter
	param   bool   // the whole segment is a parameter
	kind    Kind   // of the parameter
	rest    bool   // the parameter takes several segments
	mixed   *mixed // text and parameters; or nil
}

// Parse parses a path template such as "/products/{id}", as OpenAPI has them. A segment may mix
// parameters with text, such as {id}.json, and one may be a parameter for several segments, such as
// {path...}. Literals consist of characters that RFC 3986 §3.3 allows in a
// segment; others must be percent-encoded. The error describes the fault and does not repeat the
// template.
func Parse(s string) (Template, error) {
	t := Template{text: s}
	if what := t.parse(); what != "" {
		return Template{}, errors.New(what)
	}
	return t, nil
}

// parse parses the text. It returns what is wrong with it; "" if nothing is.
func (t *Template) parse() (what string) {
	after, rooted := strings.CutPrefix(t.text, "/")
	if !rooted {
		return "must start with /"
	}
	n := strings.Count(t.text, "/")
	if n > MaxSegments {
		return "has " + strconv.Itoa(n) + " segments, more than " + strconv.Itoa(MaxSegments)
	}
	t.segments = make([]segment, n)
	piece := ""
	for i := range n {
		piece, after, _ = strings.Cut(after, "/")
		if piece == "" && i < n-1 {
			return `empty segment "//"`
		}
		seg := &t.segments[i]
		before := len(t.params)
		if what = t.parseSegment(piece, seg); what != "" {
			return what
		}
		if seg.rest {
			if t.rest > 0 {
				return "segment " + piece + " is the second that takes several segments"
			}
			t.rest = i + 1
		}
		for j := before; j < len(t.params); j++ {
			if name := t.params[j]; slices.Contains(t.params[:j], name) {
				return "two parameters are named " + strconv.Quote(name)
			}
			t.places = append(t.places, i)
		}
		t.odd = t.odd || seg.mixed != nil || seg.rest
	}
	return ""
}

// parseSegment parses a segment, and adds the names of its parameters.
func (t *Template) parseSegment(s string, seg *segment) (what string) {
	seg.text = s
	if name := trimmed(s); isName(name) { // the parameter of another router
		return notParameter(s, name+"}")
	}
	if name, ok := strings.CutPrefix(s, "*"); ok {
		if !isName(name) {
			name = "path"
		}
		return notParameter(s, name+"...} for several segments")
	}
	if !strings.ContainsAny(s, "{}") {
		if what = checkText(s, s); what == "" {
			if seg.literal = decode(s); isDots(seg.literal) {
				return segmentIs(s, "removed from a path by clients")
			}
		}
		return what
	}
	first := len(t.params)
	if inside, opens := strings.CutPrefix(s, "{"); opens {
		if name, closes := strings.CutSuffix(inside, "}"); closes && isName(name) && !strings.HasSuffix(name, "...") {
			seg.text, seg.param, t.params = name, true, append(t.params, name)
			return ""
		}
	}
	m := new(mixed)
	for rest := s; ; {
		i := strings.IndexAny(rest, "{}")
		if i < 0 {
			i = len(rest)
		} else if rest[i] == '}' {
			return inSegment("} without {", s)
		}
		if what = checkText(rest[:i], s); what != "" {
			return what
		}
		if i == 0 && len(t.params) > first && rest != "" {
			return "segment " + s + " has two parameters without text between them"
		}
		text := decode(rest[:i])
		if !utf8.ValidString(text) {
			return "the text" + inSegment("", s) + " is not UTF-8"
		}
		m.literals = append(m.literals, text)
		if rest = rest[i:]; rest == "" {
			seg.mixed = m
			return ""
		}
		name, after, closed := strings.Cut(rest[1:], "}")
		if !closed {
			return inSegment("{ without }", s)
		}
		if strings.Contains(name, "{") {
			return inSegment("{ within {", s)
		}
		if before, ok := strings.CutSuffix(name, "..."); ok && isName(before) {
			if len(name)+2 != len(s) {
				return "segment " + s + ": a parameter of several segments cannot have text beside it"
			}
			seg.text, seg.param, seg.rest, t.params = before, true, true, append(t.params, before)
			return ""
		}
		if what = checkName(name, s); what != "" {
			return what
		}
		t.params, rest = append(t.params, name), after
	}
}

// notParameter says that a segment is not a parameter, how to write it, and how to write a text that
// begins like the parameter of another router.
func notParameter(s, name string) string {
	what := "not a parameter; write {" + name
	switch s[0] {
	case ':':
		what += ", or %3A in place of the colon for a text"
	case '*':
		what += ", or %2A in place of the asterisk for a text"
	}
	return segmentIs(s, what)
}

// segmentIs begins a message with the segment that it is about.
func segmentIs(s, what string) string { return "segment " + strconv.Quote(s) + " is " + what }

// inSegment ends a message with the segment that it is about.
func inSegment(what, s string) string { return what + " in segment " + strconv.Quote(s) }

// checkName returns what is wrong with the name of a parameter in a segment, or "".
func checkName(name, s string) string {
	if isName(name) && !strings.HasSuffix(name, "...") {
		return ""
	}
	if name == "" {
		return "segment " + s + " has no parameter name"
	}
	// A name may contain dots, so that it could look like a wildcard of net/http.
	if strings.HasSuffix(name, "...") || strings.HasSuffix(name, "*") || name == "$" {
		return "segment " + s + ": a parameter matches exactly one segment, or several: {path...}"
	}
	if before, _, ok := strings.Cut(name, ":"); ok && isName(before) { // the pattern of another router
		return "segment " + s + ": the property has the rules, such as Pattern or Min; write {" + before + "}"
	}
	return "parameter name " + strconv.Quote(name) + " must start with a letter or _ and hold only letters, digits, _, . and -"
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

// isDots reports whether a segment is one that clients and proxies remove before they send a
// request (RFC 3986 §5.2.4).
func isDots(s string) bool { return s == "." || s == ".." }

// checkText returns what is wrong with a text in a segment, or "".
func checkText(text, s string) string {
	for i := range len(text) {
		switch c := text[i]; {
		case c == '%':
			if _, ok := unescape(text[i:]); !ok {
				return inSegment("% without two hexadecimal digits", s)
			}
		case c == '?':
			return "a path has no query; declare parameters with Query, or write %3F for a text"
		case !isPathChar(c):
			return inSegment(quoteRune(text[i:])+" must be percent-encoded", s)
		}
	}
	return ""
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

// Param returns the index of a parameter in Params, or -1.
func (t Template) Param(name string) int { return slices.Index(t.params, name) }

// TakesRest reports whether a parameter takes several segments.
func (t Template) TakesRest(name string) bool {
	return t.Rest() && t.segments[t.rest-1].text == name
}

// Segments returns the number of segments; a trailing slash counts as one.
func (t Template) Segments() int { return len(t.segments) }

// Rest reports whether a parameter takes several segments.
func (t Template) Rest() bool { return t.rest > 0 }

// tail returns the number of segments behind the one that takes several.
func (t *Template) tail() int { return len(t.segments) - t.rest }

// Fill returns the path with percent-encoded values of the parameters, in the order of Params. It
// returns false if the template would read other values from the path, or proxies remove
// segments of it.
func (t Template) Fill(values []string) (path string, ok bool) {
	var b strings.Builder
	ok = true
	next := 0
	for _, s := range t.segments {
		b.WriteByte('/')
		start := b.Len()
		switch {
		case s.param:
			b.WriteString(values[next])
			next++
		case s.mixed != nil:
			for i, text := range s.mixed.literals {
				if i > 0 {
					b.WriteString(values[next])
					next++
				}
				b.WriteString(escapeSegment(text))
			}
		default:
			b.WriteString(s.text)
			continue
		}
		seg := b.String()[start:]
		ok = ok && seg != "" && !isDots(seg)
		if s.mixed != nil {
			n := len(s.mixed.literals) - 1
			var again []string
			ok = ok && s.mixed.match(seg, true, &again) && slices.Equal(again, values[next-n:next])
		}
		if s.rest {
			ok = ok && Path{seg, true}.isRest()
		}
	}
	return b.String(), ok
}

// Values appends the values of the parameters to dst, in the order of Params and as they are in
// the path; [Path.Decode] decodes them. The last segments of the template and of the path
// correspond, so that a prefix left there by another mux does not matter, unless the template has
// a parameter for several segments: then the first segments correspond, too. A parameter
// without a segment in a path that does not match is "". Values does not allocate if dst has the
// capacity.
func (t Template) Values(dst []string, p Path) []string {
	if t.Rest() {
		var c Cut
		c.Read(p)
		if !t.matches(&c) {
			return append(dst, make([]string, len(t.params))...)
		}
		return t.ValuesOf(dst, &c)
	}
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
		switch s := &t.segments[i]; {
		case s.param:
			next--
			missing--
			dst[next] = value
		case s.mixed != nil:
			n := len(s.mixed.literals) - 1
			next -= n
			missing -= n
			clear(dst[next : next+n])
			values := dst[:next]
			s.mixed.match(value, p.escaped, &values)
		}
	}
	return dst
}

// matches reports whether the template matches a path.
func (t Template) matches(c *Cut) bool {
	var one trie
	one.add("", t, 0)
	_, found := one.find("", c)
	return found == Yes
}

// ValuesOf is like Values for a path that the template matches.
func (t *Template) ValuesOf(dst []string, c *Cut) []string {
	if !t.odd {
		for _, i := range t.places {
			dst = append(dst, c.segment(i))
		}
		return dst
	}
	if t.rest == 0 {
		return valuesOf(dst, t.segments, c)
	}
	var behind Cut
	behind.readLast(c, t.tail())
	dst = valuesOf(dst, t.segments[:t.rest-1], c)
	dst = append(dst, c.between(t.rest-1, t.tail()))
	return valuesOf(dst, t.segments[t.rest:], &behind)
}

// valuesOf appends the values of segments. None takes several.
func valuesOf(dst []string, segments []segment, c *Cut) []string {
	for i := range segments {
		switch s := &segments[i]; {
		case s.param:
			dst = append(dst, c.segment(i))
		case s.mixed != nil:
			before := len(dst)
			if !s.mixed.match(c.segment(i), c.path.escaped, &dst) {
				dst = append(dst[:before], make([]string, len(s.mixed.literals)-1)...)
			}
		}
	}
	return dst
}

// SameRest reports whether a template that matches two paths reads the same several segments of both. A backslash is
// a slash for that: what matters is where the value begins and ends.
func (t *Template) SameRest(a, b *Cut) bool {
	if t.rest == 0 {
		return true
	}
	x, errX := a.path.Decode(a.between(t.rest-1, t.tail()))
	y, errY := b.path.Decode(b.between(t.rest-1, t.tail()))
	return errX == nil && errY == nil && strings.ReplaceAll(x, `\`, "/") == strings.ReplaceAll(y, `\`, "/")
}
