package route

import (
	"net/url"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/paginate"
)

// link sends where the pages around this one are, with everything that the
// client asked for beside the place (RFC 8288 §3), but for the keys of the API: a
// client has its own, and what is sent ends up in logs.
func (c *Call) link(a *paginate.Answer) {
	var b []byte
	for _, l := range [...]struct {
		rel   string
		place paginate.Place
	}{{"first", a.First}, {"prev", a.Prev}, {"next", a.Next}, {"last", a.Last}} {
		if !l.place.There {
			continue
		}
		if len(b) > 0 {
			b = append(b, ", "...)
		}
		b = append(b, '<')
		b = c.appendBase(b)
		b = appendReplaced(b, c.r.URL.RawQuery, a.Parameter, l.place.Value, c.endpoint.keys)
		b = append(b, `>; rel="`...)
		b = append(b, l.rel...)
		b = append(b, '"')
	}
	if len(b) > 0 {
		c.w.Header()["Link"] = []string{string(b)}
	}
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

// appendReplaced writes a query with another value of a parameter; "" leaves it
// out. It leaves out the secret parameters too.
func appendReplaced(b []byte, query, name, value string, secret []string) []byte {
	sign := byte('?')
	for query != "" {
		var pair string
		pair, query, _ = strings.Cut(query, "&")
		key, _, _ := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(key); pair == "" || err == nil && (plain == name || slices.Contains(secret, plain)) {
			continue
		}
		b = append(b, sign)
		b = appendURI(b, pair)
		sign = '&'
	}
	if value != "" {
		b = append(b, sign)
		b = append(b, name...)
		b = append(b, '=')
		b = append(b, value...)
	}
	return b
}

// appendURI escapes what a client wrote although no URI has it (RFC 3986 §2),
// such as the > that would end a link.
func appendURI(b []byte, s string) []byte {
	const hex = "0123456789ABCDEF"
	for i := range len(s) {
		switch c := s[i]; {
		case c <= ' ', c >= 0x7f, strings.IndexByte("<>\"\\^`{|}", c) >= 0:
			b = append(b, '%', hex[c>>4], hex[c&15])
		default:
			b = append(b, c)
		}
	}
	return b
}
