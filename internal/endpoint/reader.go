package endpoint

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/tenon-go/tenon/internal/auth"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/tree"
)

// readHeader reads the text of an input. A list may be on several lines (RFC 9110 §5.3). Several
// lines for a single value are a violation, unless the header is defined as a list: then they are
// joined, as a proxy may do.
func (r *raw) readHeader(in *Input, h http.Header) {
	lines := h[in.Key]
	if in.joined && len(lines) > 1 && in.Shape != codec.Several {
		r.n, r.text = 1, media.Trim(strings.Join(lines, ", "))
		return
	}
	r.header(in.Shape, lines)
}

// listField reports whether a request header is defined as a list, so that clients may send it
// on several lines.
func listField(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language", "Cache-Control", "Connection", "Content-Encoding",
		"Content-Language", "Expect", "If-Match", "If-None-Match", "Pragma", "Te", "Trailer", "Transfer-Encoding", "Upgrade", "Via", // RFC 9110, 9111
		"A-Im", "Baggage", "Client-Cert-Chain", "Forwarded", "Link", "Prefer", "Priority", "Signature",
		"Signature-Input", "Tracestate", "Warning", "Want-Content-Digest", "Want-Repr-Digest", "Content-Digest", "Repr-Digest",
		"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto":
		return true
	}
	return false
}

func (r *raw) header(shape codec.Shape, lines []string) {
	for _, line := range lines {
		r.n++
		if shape == codec.Several {
			for part := range strings.SplitSeq(line, ",") {
				if part = media.Trim(part); part != "" { // RFC 9110 §5.6.1.2
					r.texts = append(r.texts, part)
				}
			}
		} else if r.n == 1 {
			r.text = media.Trim(line)
		}
	}
}

// readCookie reads the text of an input, which is percent-encoded as in a query.
func (r *raw) readCookie(in *Input, h http.Header) (err error) {
	value, found, valid := auth.Cookie(h, in.Name)
	switch {
	case !found:
		return nil
	case !valid:
		r.n, r.malformed = 1, true
		return nil
	}
	r.n = 1
	if in.Shape != codec.Several {
		if r.text, err = url.PathUnescape(value); err != nil {
			return media.Malformed(tree.CookieEncoding)
		}
		return nil
	}
	for part := range strings.SplitSeq(value, ",") {
		text, err := url.PathUnescape(part)
		if err != nil {
			return media.Malformed(tree.CookieEncoding)
		}
		r.texts = append(r.texts, text)
	}
	return nil
}
