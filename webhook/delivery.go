package webhook

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/event"
)

const (
	maxResponse  = 64 << 10 // bytes of the header and of the body that are read
	maxRedirects = 3
)

// DeliveryError is why an attempt failed. Its text is for the owner of the subscription: it has
// no address, and nothing that the receiver sent but its status. Unwrap returns the cause, which
// is for the operator.
type DeliveryError struct {
	Status int    // of the response; 0 if there was none
	Reason string // such as timeout; see the constants
	cause  error

	retryAfter time.Duration
}

// The reasons of a [DeliveryError].
const (
	ReasonStatus    = "status"    // the response has another status than 2xx
	ReasonTimeout   = "timeout"   // there was no complete response in time
	ReasonAddress   = "address"   // the URL, or one that it redirects to, is not allowed
	ReasonTLS       = "tls"       // such as an invalid certificate
	ReasonRedirect  = "redirect"  // too many
	ReasonTransport = "transport" // the name was not resolved to an allowed address, or the connection failed
)

// Error implements error.
func (e *DeliveryError) Error() string {
	if e.Status != 0 {
		return "webhook: the receiver responded with status " + strconv.Itoa(e.Status)
	}
	return "webhook: no response: " + e.Reason
}

// Unwrap returns the cause; nil if there is a response.
func (e *DeliveryError) Unwrap() error { return e.cause }

var errRedirects = errors.New("webhook: too many redirects")

// redirect follows 307 and 308, which keep the method and the body, to URLs that are allowed.
func (s *Sender) redirect(r *http.Request, via []*http.Request) error {
	r.Header.Del("Referer") // a URL of a subscription may contain a token
	if status := r.Response.StatusCode; status != http.StatusTemporaryRedirect && status != http.StatusPermanentRedirect {
		return http.ErrUseLastResponse
	}
	if len(via) > maxRedirects {
		return errRedirects
	}
	if err := s.guard.check(r.URL); err != nil {
		return forbidden{err}
	}
	return nil
}

// attempt sends a message once. The error of signing is that of the sender, not of the receiver.
func (s *Sender) attempt(ctx context.Context, to *Subscription, m event.Message) (failure *DeliveryError, unsigned error) {
	now, body, header := s.now(), event.Payload(m), http.Header{}
	if err := Sign(header, m.ID, now, body, to.Secrets(now)...); err != nil {
		return nil, err
	}
	header.Set("Content-Type", "application/json")
	header.Set("User-Agent", s.userAgent)
	return s.post(ctx, to.URL, header, body), nil
}

// post sends a signed message.
func (s *Sender) post(ctx context.Context, url string, header http.Header, body []byte) *DeliveryError {
	if err := s.CheckURL(url); err != nil {
		return &DeliveryError{Reason: ReasonAddress, cause: err}
	}
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		return &DeliveryError{Reason: ReasonAddress, cause: err}
	}
	r.Header = header
	response, err := s.client.Do(r)
	if err != nil {
		return &DeliveryError{Reason: reasonOf(err), cause: err}
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode < 100 { // which package net/http accepts, contrary to RFC 9110 §15
		return &DeliveryError{Reason: ReasonTransport, cause: errors.New("webhook: the status of the response is invalid")}
	}
	// A short rest of the response lets the connection be used again.
	_, _ = io.CopyN(io.Discard, response.Body, maxResponse)
	if response.StatusCode/100 == 2 {
		return nil
	}
	failure := &DeliveryError{Status: response.StatusCode, Reason: ReasonStatus}
	switch response.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		failure.retryAfter = retryAfter(response.Header.Get("Retry-After"), s.now())
	}
	return failure
}

// retryAfter parses the header: seconds or a date (RFC 9110 §10.2.3). It is 0 if there is no
// valid one.
func retryAfter(value string, now time.Time) time.Duration {
	if n, err := strconv.ParseUint(value, 10, 63); err == nil {
		const most = 366 * 24 * 60 * 60
		return time.Duration(min(n, most)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(0, at.Sub(now))
	}
	return 0
}

func reasonOf(err error) string {
	var (
		network net.Error
		cert    *tls.CertificateVerificationError
		record  tls.RecordHeaderError
		alert   tls.AlertError
	)
	switch {
	case errors.Is(err, errResolved): // as of names without an address: owners must not find out internal names
		return ReasonTransport
	case errors.Is(err, ErrForbidden):
		return ReasonAddress
	case errors.Is(err, errRedirects):
		return ReasonRedirect
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &network) && network.Timeout():
		return ReasonTimeout
	case errors.As(err, &cert), errors.As(err, &record), errors.As(err, &alert), errors.Is(err, http.ErrSchemeMismatch):
		return ReasonTLS
	}
	return ReasonTransport
}
