package route

import (
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/ir"
)

// supported checks the media type and the coding of the content, and tells a
// client with another what would do (RFC 9110 §15.5.16).
func (e *Endpoint) supported(c *Call) (choice int, err error) {
	h := c.r.Header
	if coding := h.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		c.w.Header().Set("Accept-Encoding", "identity")
		return 0, detailed(ir.UnsupportedMediaType, ir.ContentCoding)
	}
	essence := h.Get("Content-Type")
	if essence == e.choices[0][0] {
		return 0, nil
	}
	if essence, ok := accept.MediaType(essence); ok {
		for i, types := range e.choices {
			if slices.Contains(types, essence) {
				return i, nil
			}
		}
	}
	want := MediaTypes(ir.Key{}, e.op.Body)
	c.w.Header().Set("Accept", want)
	if c.r.Method == http.MethodPatch {
		c.w.Header().Set("Accept-Patch", want) // RFC 5789 §2.2
	}
	return 0, detailed(ir.UnsupportedMediaType, ir.ContentType, ir.TextsParam("types", e.op.Body.MediaTypes()))
}

// MediaTypes lists what content may be sent as. It is for sibling packages.
func MediaTypes(_ ir.Key, b *ir.Body) string { return strings.Join(b.MediaTypes(), ", ") }

// readBody reads the content into the call's buffer, at most as much as the limit.
func (e *Endpoint) readBody(c *Call) ([]byte, error) {
	limit := e.limits.Body
	if c.r.ContentLength > limit {
		c.w.Header().Set("Connection", "close") // what follows is not read
		return nil, refuse(ir.ContentTooLarge, "")
	}
	b := c.content[:0]
	if n := c.r.ContentLength; n > 0 && int64(cap(b)) <= n {
		// One byte more lets the read that meets the end find room. What a
		// client announces is not believed beyond what is worth keeping.
		b = make([]byte, 0, min(n+1, maxKept))
	} else if cap(b) == 0 {
		b = make([]byte, 0, 512)
	}
	for {
		if room := cap(b); len(b) == room {
			// Twice what has come, but no more than what was announced.
			room *= 2
			if n := c.r.ContentLength + 1; n > int64(len(b)) && n < int64(room) {
				room = int(n)
			}
			b = append(make([]byte, 0, room), b...)
		}
		n, err := c.r.Body.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		c.content = b
		if int64(len(b)) > limit {
			c.w.Header().Set("Connection", "close")
			return nil, refuse(ir.ContentTooLarge, "")
		}
		if err == io.EOF {
			return b, nil
		}
		if err != nil {
			return nil, unread(err)
		}
	}
}
