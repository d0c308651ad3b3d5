package media

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Response is a response that a client has received, up to its headers.
type Response struct {
	HTTP     *http.Response
	Declared *ir.Response // what the route declares for its status
	Envelope string       // the member with the content; "" if there is no envelope
	Max      int64        // bytes of content
	// Kept says that the content is read after the call has returned.
	Kept bool
	// Unexpected makes the error of a response that the route does not declare.
	Unexpected func(cause error) error
	// Excerpt is the content that was read.
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
	return JSONReceiver{b.Codec()}
}

// CheckType returns an error unless the response has one of the media types.
func (a *Response) CheckType(types ...string) error {
	essence, _ := accept.MediaType(a.HTTP.Header.Get("Content-Type"))
	for _, t := range types {
		if t == essence {
			return nil
		}
	}
	return errors.New("its media type is not " + strings.Join(types, " or "))
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
		return nil, fmt.Errorf("its content breaks off: %w", err)
	case int64(b.Len()) > a.Max:
		return nil, errors.New("its content is longer than " + strconv.FormatInt(a.Max, 10) + " bytes")
	}
	return b.Bytes(), nil
}

// outcome ends the reading of a document.
func outcome(d *codec.Decoder) error {
	if err := d.End(); err != nil {
		return codec.SyntaxError[prop.SyntaxError](err)
	}
	return Violated(&d.Report)
}

// Violations is the error of a response that violates its declaration. The type keeps
// them apart from the violations of a request.
type Violations struct{ List prop.Violations }

// Violated returns the violations in a report as an error; nil if there are none.
func Violated(rep *codec.Report) error {
	if vs := codec.Gather[prop.Violations](rep); vs != nil {
		return Violations{vs}
	}
	return nil
}

// Error implements error.
func (v Violations) Error() string { return "it breaks its rules:\n" + v.List.Error() }
