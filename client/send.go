package client

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// received is a response, up to its headers.
type received struct {
	media.Response
	of       *operation
	response *Response
	formats  []*problem.Format // of problems
	stored   bool              // the caller has the response
	retry    bool              // the server requests a retry
	after    time.Duration
}

// send sends a request, and again if the server requests it, and calls receive with a
// successful response.
func (s *settings) send(ctx context.Context, of *operation, q *request, body media.Content, receive func(*media.Response) error) error {
	if s.fault != nil {
		return s.fault
	}
	response := s.into
	if response == nil {
		response = new(Response)
	}
	response.reset(of)
	for attempt := 1; ; attempt++ {
		a := &received{of: of, response: response, stored: s.into != nil, formats: s.formatsOf(of)}
		err := s.attempt(ctx, a, q, body, receive)
		if err == nil || attempt >= s.attempts || !q.repeatable || body.Stream != nil || !a.retry || !s.mayWait(ctx, a.after) {
			return err
		}
		if err := wait(ctx, a.after); err != nil {
			return &callError{of, err}
		}
	}
}

// attempt sends a request once, and reads the response.
func (s *settings) attempt(ctx context.Context, a *received, q *request, body media.Content, receive func(*media.Response) error) error {
	limit := s.limit(ctx)
	r, err := s.httpRequest(limit, a.of, q, body)
	if err != nil {
		limit.end()
		return err
	}
	h, err := s.http.Do(r)
	if err != nil {
		if limit.passed(err) {
			err = context.DeadlineExceeded
		}
		limit.end()
		return &callError{a.of, err}
	}
	a.Response = media.Response{HTTP: h, Context: limit, Envelope: s.envelopeOf(a.of), Max: s.maxBytes, Unexpected: a.unexpected}
	a.response.status, a.response.header = h.StatusCode, h.Header
	err = a.read(receive)
	if a.Kept { // the caller reads it for as long as it wants to
		limit.lift()
		h.Body = limitedBody{h.Body, limit}
		return err
	}
	a.close(err == nil)
	if err != nil && limit.passed(err) {
		err = &callError{a.of, context.DeadlineExceeded}
	}
	limit.end()
	return err
}

func (s *settings) httpRequest(ctx *limited, of *operation, q *request, body media.Content) (*http.Request, error) {
	target := s.base + q.path
	if q.query != "" {
		target += "?" + q.query
	}
	var reader io.Reader
	if body.Stream != nil {
		reader = limitedStream{body.Stream, ctx}
	} else if body.MediaType != "" {
		reader = bytes.NewReader(body.Bytes)
	}
	r, err := http.NewRequestWithContext(ctx, of.op.Method, target, reader)
	if err != nil {
		return nil, &callError{of, err}
	}
	r.Header = q.header.Clone() // Prepare changes that of one attempt
	if body.MediaType != "" {
		r.Header["Content-Type"] = []string{body.MediaType}
	}
	for _, prepare := range s.prepare {
		if err := prepare(r); err != nil {
			return nil, &callError{of, err}
		}
	}
	return r, nil
}

// read reads a successful response, or returns the error for any other.
func (a *received) read(receive func(*media.Response) error) error {
	status := a.HTTP.StatusCode
	if o := a.of.other(a.HTTP); o != nil {
		return a.readOther(o)
	}
	switch a.Declared = a.of.success(status); {
	case a.Declared != nil && status != http.StatusNotModified:
		err := a.response.read(nil)
		if err == nil {
			err = receive(&a.Response)
		}
		if err != nil {
			return a.unexpected(err)
		}
		return nil
	case status == http.StatusNotModified && (a.Declared != nil || a.of.op.Conditional()):
		return ErrNotModified
	case status >= 400:
		return a.problem()
	}
	return a.unexpected(errors.New("the route does not declare the status"))
}

// success returns the declared successful response with a status, or nil.
func (c *operation) success(status int) *tree.Response {
	if c.op.Success.Status == status {
		return &c.op.Success
	}
	for i := range c.op.Also {
		if c.op.Also[i].Status == status && !c.op.Also[i].Own {
			return &c.op.Also[i]
		}
	}
	return nil
}

// envelopeOf returns the envelope of a response: that of the route, or else that of the client.
func (s *settings) envelopeOf(of *operation) string {
	if of.op.Envelope != nil {
		return *of.op.Envelope
	}
	return s.renderer.Member()
}

// formatsOf returns the formats in which the problems of an operation may be.
func (s *settings) formatsOf(of *operation) []*problem.Format {
	if s.format == nil {
		return of.formats
	}
	return append(slices.Clip(of.formats), s.format)
}

// problem reads a problem.
func (a *received) problem() error {
	f := &ProblemError{of: a.of, RequestID: a.HTTP.Header.Get("X-Request-Id")}
	err := a.CheckType(render.ContentType)
	text, broken := a.Content() // for the excerpt, whatever it is
	switch {
	case broken != nil:
		err = cmp.Or(err, broken)
	case err == nil:
		f.Fields, f.Members, err = readProblem(a.Context, text)
	default:
		err = a.readFormat(f, text, err)
	}
	f.Status = a.HTTP.StatusCode
	after, asked := retryAfter(a.HTTP.Header)
	switch f.Status {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		a.after, a.retry = after, asked
	case http.StatusConflict:
		a.after, a.retry = after, asked && f.Code == tree.KeyInUse.Code
	}
	if err != nil {
		return a.unexpected(err)
	}
	f.RetryAfter = after
	return f
}

// unexpected returns the error of a response that the route does not declare.
func (a *received) unexpected(cause error) error {
	b := &UnexpectedResponseError{
		Status: a.HTTP.StatusCode, MediaType: cutAt(a.HTTP.Header.Get("Content-Type"), 200),
		RequestID: a.HTTP.Header.Get("X-Request-Id"), of: a.of, cause: cause,
	}
	const limit = 200
	if a.Excerpt == nil && !a.Kept {
		a.Excerpt, _ = io.ReadAll(io.LimitReader(a.HTTP.Body, limit))
	}
	b.Excerpt = string(a.Excerpt[:min(len(a.Excerpt), limit)])
	if v, ok := cause.(media.Violations); ok {
		b.Violations = v.List
	}
	return b
}

// close closes the response. After a success it reads a short rest, so that the connection can
// be reused.
func (a *received) close(success bool) {
	if success {
		_, _ = io.CopyN(io.Discard, a.HTTP.Body, 4<<10)
	}
	_ = a.HTTP.Body.Close()
}
