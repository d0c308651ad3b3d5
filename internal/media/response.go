package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Response is a response that a client has received, up to its headers.
type Response struct {
	HTTP     *http.Response
	Context  context.Context // of the call
	Declared *tree.Response  // the declared response with its status
	Envelope string          // the member with the body; "" if there is no envelope
	Max      int64           // maximum bytes of the body
	// Kept reports whether the body is read after the call has returned.
	Kept bool
	// Unexpected returns the error of a response that the route does not declare.
	Unexpected func(cause error) error
	// Excerpt is the part of the body that was read.
	Excerpt []byte
}

// ResponseDecoder reads the body of a success on the client.
type ResponseDecoder interface {
	Receive(a *Response, v place.Addr) error
}

// receivable is a body with a response decoder of its own.
type receivable interface{ receiver() ResponseDecoder }

// ReceiverOf returns the response decoder of a body.
func ReceiverOf(b Body) ResponseDecoder {
	if r, ok := b.(receivable); ok {
		return r.receiver()
	}
	if NodeOf(b).Empty() {
		return emptyReceiver{}
	}
	return JSONReceiver{Codec: b.Codec()}
}

// CheckType returns an error unless the response has one of the media types.
func (a *Response) CheckType(types ...string) error {
	_, err := a.typeOf(types)
	return err
}

// typeOf returns the index of the declared media type that the response has.
func (a *Response) typeOf(types []string) (int, error) {
	essence, _ := accept.MediaType(a.HTTP.Header.Get("Content-Type"))
	for i, t := range types {
		if accept.Covers(t, essence) {
			return i, nil
		}
	}
	return 0, errors.New("its media type is not " + strings.Join(types, " or "))
}

// Content reads the whole body.
func (a *Response) Content() ([]byte, error) {
	var b bytes.Buffer
	if n := a.HTTP.ContentLength; n > 0 && n < MaxKept {
		b.Grow(int(n) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(a.HTTP.Body, a.Max+1))
	a.Excerpt = b.Bytes()
	switch {
	case err != nil:
		return nil, fmt.Errorf("its body is cut off: %w", err)
	case int64(b.Len()) > a.Max:
		return nil, errors.New("its body is longer than " + strconv.FormatInt(a.Max, 10) + " bytes")
	}
	return b.Bytes(), nil
}

// outcome returns the error after reading a document.
func (a *Response) outcome(d *codec.Decoder) error {
	if err := context.Cause(a.Context); err != nil {
		return err // which has ended the reading
	}
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	return Violated(&d.Report)
}

// Violations is the error of a response that violates its declaration. The type distinguishes
// it from the violations of a request.
type Violations struct{ List prop.Violations }

// Violated returns the violations in a report as an error, or nil.
func Violated(rep *codec.Report) error {
	if vs := codec.Gather[prop.Violations](rep); vs != nil {
		return Violations{vs}
	}
	return nil
}

// Error implements error.
func (v Violations) Error() string { return "it violates its rules:\n" + v.List.Error() }
