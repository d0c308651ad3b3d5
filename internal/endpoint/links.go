package endpoint

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/tree"
)

// writeLinked sends JSON with links to other pages. The values of Link and Content-Length are
// substrings of one string.
func (c *Call) writeLinked(status int, content []byte, a *pagination.PageInfo) {
	n := len(content)
	b := c.appendLinks(content, a)
	linked := len(b) - n
	b = strconv.AppendInt(b, int64(n), 10)
	text := string(b[n:])
	lines := []string{text[:linked], text[linked:]}
	if linked > 0 {
		c.ex.W.Header()["Link"] = lines[:1:1]
	}
	c.ex.WriteJSON(status, lines[1:], b[:n])
	c.ex.Encoder.B = b[:0]
}

// appendLinks appends links to other pages (RFC 8288 §3), with the other parameters of the
// request except API keys: clients have theirs, and links end up in logs.
func (c *Call) appendLinks(b []byte, a *pagination.PageInfo) []byte {
	from, to := 0, 0 // the URI without the position, once it has been written
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
			b = c.AppendBase(b)
			b, sign = appendQuery(b, c.ex.R.URL.RawQuery, a, c.endpoint.keys)
			to = len(b)
		}
		b = appendPosition(b, sign, a, l.place)
		b = append(b, `>; rel="`...)
		b = append(b, l.rel...)
		b = append(b, '"')
	}
	return b
}

func appendPosition(b []byte, sign byte, a *pagination.PageInfo, p pagination.PageLink) []byte {
	if p.Value == "" {
		return b
	}
	b = append(b, sign)
	if p.Escaped != "" {
		b = append(b, p.Escaped...)
	} else {
		b = append(b, a.Escaped...)
	}
	b = append(b, '=')
	return append(b, p.Value...)
}

// linkTo returns the URL of another page, or "" if there is none.
func (c *Call) linkTo(a *pagination.PageInfo, p pagination.PageLink) string {
	if !p.Exists {
		return ""
	}
	b, sign := appendQuery(c.AppendBase(nil), c.ex.R.URL.RawQuery, a, c.endpoint.keys)
	return string(appendPosition(b, sign, a, p))
}

// AppendBase appends the URL of the request without its query: API.BaseURL, and the path of the
// request. A base URL with a path is that of the API: what the program has removed from the path of the
// request, as http.StripPrefix does, is in it, if anywhere. Without a base URL it is a relative reference,
// which clients resolve (RFC 8288 §3.1, RFC 9110 §10.2.2): a server behind proxies does not know its
// public name.
func (c *Call) AppendBase(b []byte) []byte {
	base := c.endpoint.env.BaseURL
	b = append(b, base...)
	path, _, _ := strings.Cut(c.ex.R.RequestURI, "?")
	if _, absolute, ok := strings.Cut(path, "://"); ok && path[0] != '/' { // RFC 9112 §3.2.2
		path = absolute[max(0, strings.IndexByte(absolute, '/')):]
	}
	if !strings.HasPrefix(path, "/") || tree.HasPath(base) { // also of a request that was not sent over a connection
		path = c.ex.R.URL.EscapedPath()
	}
	if !strings.HasPrefix(path, "/") && path != "" {
		b = append(b, '/')
	}
	if strings.HasPrefix(path, "//") && base == "" {
		b = append(b, "/."...) // otherwise it would begin with a host (RFC 3986 §4.2)
	}
	return AppendURI(b, path)
}

// appendQuery appends a query without the parameters of a page and without secret ones; sign
// separates the next parameter.
func appendQuery(b []byte, query string, a *pagination.PageInfo, secret []string) (_ []byte, sign byte) {
	sign = '?'
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		key, _, _ := strings.Cut(pair, "=")
		if name, err := unescape(key); pair == "" || err == nil && (name != "" && (name == a.Parameter || name == a.Also) || slices.Contains(secret, name)) {
			continue
		}
		b = append(b, sign)
		b = AppendURI(b, strings.ReplaceAll(pair, "%20", "+")) // as in a position
		sign = '&'
	}
	return b, sign
}

// AppendURI appends a part of a URI that a client has written, in its normal form (RFC 3986 §6.2.2): bytes
// that URIs cannot have, such as a > that would end a link, are escaped, in upper case, and those that
// need no escape are not.
func AppendURI(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	from := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		if !foreign[c] {
			continue
		}
		b = append(b, s[from:i]...)
		from = i + 1
		if v, ok := escape(s[i:]); ok {
			i, from, c = i+2, from+2, v
			if !foreign[c] && strings.IndexByte(reserved, c) < 0 {
				b = append(b, c)
				continue
			}
		}
		b = append(b, '%', hex[c>>4], hex[c&15])
	}
	return append(b, s[from:]...)
}

// escape returns the byte of the percent-encoding that a text begins with.
func escape(s string) (c byte, ok bool) {
	if len(s) < 3 || s[0] != '%' {
		return 0, false
	}
	v, err := strconv.ParseUint(s[1:3], 16, 8)
	return byte(v), err == nil
}

// reserved are the bytes whose escapes mean something else (RFC 3986 §2.2).
const reserved = ":/?#[]@!$&'()*+,;="

// foreign are the bytes that must be escaped in a URI, or are part of an escape.
var foreign = func() (is [256]bool) {
	for c := range is {
		is[c] = c <= ' ' || c >= 0x7f || strings.IndexByte("<>\"\\^`{|}%[]", byte(c)) >= 0
	}
	return is
}()
