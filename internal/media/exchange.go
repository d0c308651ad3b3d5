package media

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// Exchange has the parts of a request and its response that formats need. It belongs to one
// request at a time, and is reused.
type Exchange struct {
	W         http.ResponseWriter
	R         *http.Request
	Operation *tree.Operation
	Settings  *Settings
	Limits    *Limits
	// Expired reports whether the credentials of the request have expired meanwhile.
	Expired func() bool

	Decoder codec.Decoder
	Encoder codec.Encoder
	Begun   bool // the response is a stream that has begun

	content []byte
	inside  place.Addr   // of the value of a case that was decoded
	pairs   []codec.Pair // fields of a form
	files   []string     // names of temporary files
}

// Settings has the options of an API for the responses of all operations.
type Settings struct {
	Before, After []byte      // around the body of a success
	Checks        func() bool // whether to check this response; nil: none is checked
	// Report logs an error that is not that of the response, which has begun or does not depend on it.
	Report func(r *http.Request, op *tree.Operation, what string, err error)
}

// Limits bound the size of a request. Zero stands for the default; see route.Limits.
type Limits struct {
	Body       int64
	Depth      int
	Members    int
	Items      int
	Values     int
	Query      int
	Header     int
	Violations int
	Streams    int
}

// WithDefaults returns l with defaults in place of zeros, except for Items and Values, whose
// defaults package codec knows.
func (l Limits) WithDefaults() Limits {
	return l.Over(Limits{
		Body: 1 << 20, Depth: 64, Members: 10_000, Query: 8 << 10, Header: 8 << 10,
		Violations: codec.MaxViolations, Streams: 256,
	})
}

// Over returns l with the limits of base in place of zeros.
func (l Limits) Over(base Limits) Limits {
	fill(&l.Body, base.Body)
	fill(&l.Depth, base.Depth)
	fill(&l.Members, base.Members)
	fill(&l.Items, base.Items)
	fill(&l.Values, base.Values)
	fill(&l.Query, base.Query)
	fill(&l.Header, base.Header)
	fill(&l.Violations, base.Violations)
	fill(&l.Streams, base.Streams)
	return l
}

func fill[N int | int64](n *N, value N) {
	if *n == 0 {
		*n = value
	}
}

// Negative returns the name of a negative limit, or "".
func (l Limits) Negative() string {
	switch {
	case l.Body < 0:
		return "Body"
	case l.Depth < 0:
		return "Depth"
	case l.Members < 0:
		return "Members"
	case l.Items < 0:
		return "Items"
	case l.Values < 0:
		return "Values"
	case l.Query < 0:
		return "Query"
	case l.Header < 0:
		return "Header"
	case l.Violations < 0:
		return "Violations"
	case l.Streams < 0:
		return "Streams"
	}
	return ""
}

// JSON returns the limits of JSON. The default of Values depends on the content.
func (l Limits) JSON() jsonx.Limits {
	fill(&l.Items, 10_000)
	return jsonx.Limits{Depth: l.Depth, Members: l.Members, Items: l.Items, Values: l.Values}
}

// MaxKept is the size of the largest buffer that is reused.
const MaxKept = 64 << 10

// Close removes the temporary files of the request.
func (x *Exchange) Close() {
	for _, name := range x.files {
		_ = os.Remove(name)
	}
	x.files = x.files[:0]
}

// Reset makes x ready for another request. It keeps buffers that are not too large.
func (x *Exchange) Reset(content bool) {
	x.W, x.R, x.Begun = nil, nil, false
	if content {
		x.Close()
		x.inside = place.Addr{}
		clear(x.pairs)
		x.pairs = x.pairs[:0]
		x.Decoder.Close()
		if cap(x.content) > MaxKept {
			x.content = nil
		}
	} else {
		x.Decoder.Report.Reset()
	}
	if cap(x.Encoder.B) > MaxKept {
		x.Encoder.B = nil
	}
}

// TimedOut reports whether the deadline of the request has passed.
func (x *Exchange) TimedOut() bool {
	return errors.Is(x.R.Context().Err(), context.DeadlineExceeded)
}

// Write sends content of a known length.
func (x *Exchange) Write(status int, mediaType []string, content []byte) {
	x.WriteHeaders(status, mediaType, []string{strconv.Itoa(len(content))}, content)
}

// WriteJSON is Write for JSON whose length is already a header line.
func (x *Exchange) WriteJSON(status int, length []string, content []byte) {
	x.WriteHeaders(status, jsonContent, length, content)
}

// WriteHeaders sends content with the headers that describe it.
func (x *Exchange) WriteHeaders(status int, mediaType, length []string, content []byte) {
	h := x.W.Header()
	h["Content-Type"] = mediaType
	h["X-Content-Type-Options"] = noSniff
	h["Content-Length"] = length
	x.W.WriteHeader(status)
	if x.R.Method != http.MethodHead {
		_, _ = x.W.Write(content) // an error means that the client is gone
	}
}

// Header values that never change. The slices are full, so that an Add copies them.
var (
	jsonContent = []string{"application/json"}
	textContent = []string{"text/plain; charset=utf-8"}
	noSniff     = []string{"nosniff"}
	NoStore     = []string{"no-store"}
)

// Unwritable returns the error of a value that cannot be encoded.
func (x *Exchange) Unwritable(err error) error {
	return fmt.Errorf("the response of %s %s cannot be written: %w", x.Operation.Method, x.Operation.Path, err)
}
