package route

import (
	"fmt"
	"net/http"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// jsonDecoder reads JSON in one pass, from its tokens to the Go value.
type jsonDecoder struct{ codec codec.Codec }

func (j jsonDecoder) load(e *Endpoint, c *Call) error {
	content, err := e.readBody(c)
	if err != nil {
		return err
	}
	if len(content) == 0 {
		return malformed(ir.ContentMissing)
	}
	c.decoder.Reset(content, e.limits.json())
	return nil
}

func (j jsonDecoder) decode(_ *Endpoint, c *Call, v place.Addr) error {
	j.codec.Decode(&c.decoder, v)
	if err := c.decoder.End(); err != nil {
		return malformedJSON(err)
	}
	return nil
}

// jsonEncoder writes JSON in the API's envelope.
type jsonEncoder struct{ codec codec.Codec }

func (j jsonEncoder) send(e *Endpoint, c *Call, a *ir.Response, v place.Addr) error {
	if a.Body == nil {
		return emptyEncoder{}.send(e, c, a, v)
	}
	if err := checked(e, c.encoder.Grants, j.codec, v); err != nil {
		return err
	}
	c.encoder.Reset(append(c.encoder.B[:0], e.env.Before...))
	j.codec.Encode(&c.encoder, v)
	if err := c.encoder.Err(); err != nil {
		return unwritable(e, err)
	}
	c.encoder.B = append(c.encoder.B, e.env.After...)
	c.write(a.Status, jsonContent, c.encoder.B)
	return nil
}

func unwritable(e *Endpoint, err error) error {
	return fmt.Errorf("the answer of %s %s cannot be written: %w", e.op.Method, e.op.Path, err)
}

// write sends content whose length is known.
func (c *Call) write(status int, mediaType []string, content []byte) {
	c.send(status, mediaType, []string{strconv.Itoa(len(content))}, content)
}

// send writes an answer.
func (c *Call) send(status int, mediaType, length []string, content []byte) {
	h := c.w.Header()
	h["Content-Type"] = mediaType
	h["X-Content-Type-Options"] = noSniff
	h["Content-Length"] = length
	c.w.WriteHeader(status)
	if c.r.Method != http.MethodHead {
		_, _ = c.w.Write(content) // the client is gone; there is nobody to tell
	}
}

// Header values that never change. The slices are full, so that an Add by
// anyone copies them.
var (
	jsonContent = []string{"application/json"}
	textContent = []string{"text/plain; charset=utf-8"}
	noSniff     = []string{"nosniff"}
	noStore     = []string{"no-store"}
)

// emptyEncoder answers without content.
type emptyEncoder struct{}

func (emptyEncoder) send(_ *Endpoint, c *Call, a *ir.Response, _ place.Addr) error {
	// 204 has no Content-Length either (RFC 9110 §8.6).
	c.w.WriteHeader(a.Status)
	return nil
}
