package route

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
)

// content is that of a request.
type content struct {
	mediaType string // "" where there is none
	bytes     []byte
	stream    io.Reader // instead of bytes; it can be sent once only
}

// clientResponse is an answer that has arrived, as far as its headers go. It does not hold
// the [Client]: every route has the types of its answers, so that a program that
// only serves would link what sends requests.
type clientResponse struct {
	envelope string // the member that the content is in; "" if it stands alone
	most     int64  // bytes of content
	of       *requestBuilder
	answer   *Response
	response *http.Response
	declared *ir.Response
	excerpt  []byte
	kept     bool // the content is read after the call
	again    bool // the server says when to come again
	after    time.Duration
}

// send sends a request, again where the server says when, and lets receive read
// the success.
func (c *Client) send(ctx context.Context, of *requestBuilder, q *request, body content, receive func(*clientResponse) error) error {
	switch {
	case c.fault != nil:
		return c.fault
	case c.http == nil:
		return errors.New("tenon: the client was not made by NewClient or Local")
	}
	answer := c.into
	if answer == nil {
		answer = new(Response)
	}
	answer.begin(of)
	for attempt := 1; ; attempt++ {
		r, err := c.request(ctx, of, q, body)
		if err != nil {
			return err
		}
		response, err := c.http.Do(r)
		if err != nil {
			return fmt.Errorf("tenon: %s: %w", of, err)
		}
		a := &clientResponse{envelope: c.renderer.Member(), most: c.most, of: of, answer: answer, response: response}
		answer.status, answer.header = response.StatusCode, response.Header
		if err = a.read(receive); !a.kept {
			a.close(err == nil)
		}
		if err == nil || attempt >= c.attempts || !q.repeatable || body.stream != nil || !a.again || !c.mayWait(ctx, a.after) {
			return err
		}
		if err := wait(ctx, a.after); err != nil {
			return fmt.Errorf("tenon: %s: %w", of, err)
		}
	}
}

func (c *Client) request(ctx context.Context, of *requestBuilder, q *request, body content) (*http.Request, error) {
	target := c.base + q.path
	if q.query != "" {
		target += "?" + q.query
	}
	var reader io.Reader
	if body.stream != nil {
		reader = body.stream
	} else if body.mediaType != "" {
		reader = bytes.NewReader(body.bytes)
	}
	r, err := http.NewRequestWithContext(ctx, of.op.Method, target, reader)
	if err != nil {
		return nil, fmt.Errorf("tenon: %s: %w", of, err)
	}
	r.Header = q.header.Clone() // another attempt begins with what was asked for
	if body.mediaType != "" {
		r.Header["Content-Type"] = []string{body.mediaType}
	}
	for _, prepare := range c.prepare {
		if err := prepare(r); err != nil {
			return nil, fmt.Errorf("tenon: %s: %w", of, err)
		}
	}
	return r, nil
}

// read makes a success, or an error, of an answer.
func (a *clientResponse) read(receive func(*clientResponse) error) error {
	status := a.response.StatusCode
	switch a.declared = a.of.success(status); {
	case a.declared != nil:
		err := a.answer.read()
		if err == nil {
			err = receive(a)
		}
		if err != nil {
			return a.bad(err)
		}
		return nil
	case status == http.StatusNotModified && a.of.op.Conditional():
		return ErrNotModified
	case status >= 400:
		return a.failed()
	}
	return a.bad(errors.New("the route does not declare the status"))
}

// success returns what the operation declares for a status; nil if it does not.
func (c *requestBuilder) success(status int) *ir.Response {
	if status == c.op.Success.Status {
		return &c.op.Success
	}
	for i := range c.op.Also {
		if c.op.Also[i].Status == status {
			return &c.op.Also[i]
		}
	}
	return nil
}

// failed reads a problem.
func (a *clientResponse) failed() error {
	f := &ProblemError{of: a.of, RequestID: a.response.Header.Get("X-Request-Id")}
	err := a.is(render.ContentType)
	text, broken := a.content() // also what is none, for the excerpt
	if err == nil {
		err = broken
	}
	if err == nil {
		f.Fields, f.Members, err = readProblem(text)
	}
	f.Status = a.response.StatusCode
	after, told := retryAfter(a.response.Header)
	switch f.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		a.after, a.again = after, told
	case http.StatusConflict:
		a.after, a.again = after, told && f.Code == ir.KeyInUse.Code
	}
	if err != nil {
		return a.bad(err)
	}
	f.RetryAfter = after
	return f
}

// bad is the error of an answer that is not one of the route's.
func (a *clientResponse) bad(err error) error {
	b := &UnexpectedResponseError{
		Status: a.response.StatusCode, MediaType: cutAt(a.response.Header.Get("Content-Type"), 200),
		RequestID: a.response.Header.Get("X-Request-Id"), of: a.of, cause: err,
	}
	const most = 200
	if a.excerpt == nil && !a.kept {
		a.excerpt, _ = io.ReadAll(io.LimitReader(a.response.Body, most))
	}
	b.Excerpt = string(a.excerpt[:min(len(a.excerpt), most)])
	if broken, ok := err.(brokenRules); ok {
		b.Violations = broken.list
	}
	return b
}

var errNoObject = errors.New("it is no JSON object")

// is checks the media type of an answer.
func (a *clientResponse) is(types ...string) error {
	essence, _ := accept.MediaType(a.response.Header.Get("Content-Type"))
	for _, t := range types {
		if t == essence {
			return nil
		}
	}
	return errors.New("its media type is not " + strings.Join(types, " or "))
}

// content reads the whole content of an answer.
func (a *clientResponse) content() ([]byte, error) {
	most := a.most
	var b bytes.Buffer
	if n := a.response.ContentLength; n > 0 && n < maxKept {
		b.Grow(int(n) + bytes.MinRead)
	}
	_, err := b.ReadFrom(io.LimitReader(a.response.Body, most+1))
	a.excerpt = b.Bytes()
	switch {
	case err != nil:
		return nil, fmt.Errorf("its content breaks off: %w", err)
	case int64(b.Len()) > most:
		return nil, errors.New("its content is longer than " + strconv.FormatInt(most, 10) + " bytes")
	}
	return b.Bytes(), nil
}

// close lets go of the answer. What little there is left of one that is no use of
// the content is read, so that the connection can be used again.
func (a *clientResponse) close(well bool) {
	if well {
		_, _ = io.CopyN(io.Discard, a.response.Body, 4<<10)
	}
	_ = a.response.Body.Close()
}
