package route

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/pagination"
)

// writeLinked sends JSON with links to the pages around it. The lines of both headers
// that differ from answer to answer are cut out of one text.
func (c *Call) writeLinked(status int, content []byte, a *pagination.PageInfo) {
	n := len(content)
	b := c.appendLinks(content, a)
	linked := len(b) - n
	b = strconv.AppendInt(b, int64(n), 10)
	text := string(b[n:])
	lines := []string{text[:linked], text[linked:]}
	if linked > 0 {
		c.w.Header()["Link"] = lines[:1:1]
	}
	c.send(status, jsonContent, lines[1:], b[:n])
	c.encoder.B = b[:0]
}

// appendLinks writes where the pages around this one are, with everything that the
// client asked for beside the place (RFC 8288 §3), but for the keys of the API: a
// client has its own, and what is sent ends up in logs.
func (c *Call) appendLinks(b []byte, a *pagination.PageInfo) []byte {
	from, to := 0, 0 // where the URI is, without the place, once it has been written
	sign := byte('?')
	for _, l := range [...]struct {
		rel   string
		place pagination.PageLink
	}{{"first", a.First}, {"prev", a.Prev}, {"next", a.Next}, {"last", a.Last}} {
		if !l.place.Exists {
			continue
		}
		if to > 0 {
			b = append(b, ", <"...)
			b = append(b, b[from:to]...)
		} else {
			b = append(b, '<')
			from = len(b)
			b = c.appendBase(b)
			b, sign = appendQuery(b, c.r.URL.RawQuery, a.Parameter, c.endpoint.keys)
			to = len(b)
		}
		if l.place.Value != "" {
			b = append(b, sign)
			b = append(b, a.Parameter...)
			b = append(b, '=')
			b = append(b, l.place.Value...)
		}
		b = append(b, `>; rel="`...)
		b = append(b, l.rel...)
		b = append(b, '"')
	}
	return b
}

// appendBase writes where the request went, without its query: what API.BaseURL
// says, and the path as the client wrote it. Without a base this is a relative
// reference, which RFC 8288 §3.1 and RFC 9110 §10.2.2 have clients resolve: a
// server behind proxies does not know its own name.
func (c *Call) appendBase(b []byte) []byte {
	b = append(b, c.endpoint.env.BaseURL...)
	target := c.r.RequestURI
	if !strings.HasPrefix(target, "/") { // absolute, or the request never was on a wire
		target = c.r.URL.EscapedPath()
	}
	path, _, _ := strings.Cut(target, "?")
	if strings.HasPrefix(path, "//") && len(c.endpoint.env.BaseURL) == 0 {
		b = append(b, "/."...) // or it would name a host (RFC 3986 §4.2)
	}
	return appendURI(b, path)
}

// appendQuery writes a query without a parameter and without the secret ones; sign is
// what another parameter comes behind.
func appendQuery(b []byte, query, without string, secret []string) (_ []byte, sign byte) {
	sign = '?'
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		key, _, _ := strings.Cut(pair, "=")
		if name, err := unescape(key); pair == "" || err == nil && (name == without || slices.Contains(secret, name)) {
			continue
		}
		b = append(b, sign)
		b = appendURI(b, pair)
		sign = '&'
	}
	return b, sign
}

// appendURI escapes what a client wrote although no URI has it (RFC 3986 §2),
// such as the > that would end a link.
func appendURI(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	from := 0
	for i := range len(s) {
		if c := s[i]; foreign[c] {
			b = append(b, s[from:i]...)
			b = append(b, '%', hex[c>>4], hex[c&15])
			from = i + 1
		}
	}
	return append(b, s[from:]...)
}

// foreign are the bytes that cannot stand in a URI as they are.
var foreign = func() (is [256]bool) {
	for c := range is {
		is[c] = c <= ' ' || c >= 0x7f || strings.IndexByte("<>\"\\^`{|}", byte(c)) >= 0
	}
	return is
}()
