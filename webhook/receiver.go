package webhook

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/tenon-go/tenon/render"
)

// The problems of [Verifier.Wrap]. A route declares them with Fails(webhook.Problems()...).
var (
	// NotVerified reports that the request is not a webhook of the sender, or is too old.
	NotVerified = render.NewProblem(http.StatusForbidden, "webhook_not_verified", "The webhook is not verified.").
			Describe("A header of the signature is missing or malformed, the timestamp is too far from the clock of the server, or no signature is valid.")
	// BodyTooLarge reports that the body exceeds the limit.
	BodyTooLarge = render.NewProblem(http.StatusRequestEntityTooLarge, "webhook_too_large", "The body of the webhook is too large.")
	// Incomplete reports that the body could not be read.
	Incomplete = render.NewProblem(http.StatusBadRequest, "webhook_incomplete", "The body of the webhook is incomplete.")
	// InProgress reports that an earlier attempt with the same ID is unfinished; see [Verifier.Once].
	InProgress = render.NewProblem(http.StatusConflict, "webhook_in_progress", "An earlier attempt is in progress.")
	// Unavailable reports that the webhook cannot be verified or recorded now.
	Unavailable = render.NewProblem(http.StatusServiceUnavailable, "webhook_unavailable", "Webhooks cannot be received now.")
)

// Problems returns the problems that [Verifier.Wrap] may send.
func Problems() []*render.Problem {
	return []*render.Problem{NotVerified, BodyTooLarge, Incomplete, InProgress, Unavailable}
}

// Wrap is middleware that verifies requests before anything reads them:
//
//	route.Post("/hooks", payloads.Create(), collection.NoContent()).
//		Use(verifier.Wrap).
//		Fails(webhook.Problems()...)
//
//	http.Handle("POST /hooks", verifier.Wrap(handler))
//
// It reads the body up to the limit of [Verifier.MaxBody], verifies the bytes, and calls next
// with a request that has the same bytes again. Other requests get one of [Problems], which does
// not contain anything of the request. A sender attempts them again later.
func (v Verifier) Wrap(next http.Handler) http.Handler {
	if v.once != nil {
		next = v.once.wrap(next)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, v.maxBody))
		if err != nil {
			p := Incomplete
			if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
				p = BodyTooLarge
			}
			p.ServeHTTP(w, r)
			return
		}
		if err := v.Verify(r.Header, body); err != nil {
			problemOf(err).ServeHTTP(w, r)
			return
		}
		r = r.Clone(r.Context())
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
		next.ServeHTTP(w, r)
	})
}

// problemOf returns the problem of an error of Verify.
func problemOf(err error) *render.Problem {
	switch {
	case errors.Is(err, ErrNoSecret):
		return Unavailable
	case errors.Is(err, ErrMissing):
		return NotVerified.Detail("A header is missing: webhook-id, webhook-timestamp or webhook-signature.")
	case errors.Is(err, ErrMalformed):
		return NotVerified.Detail("A header is malformed.")
	case errors.Is(err, ErrTooOld):
		return NotVerified.Detail("The timestamp is too old.")
	case errors.Is(err, ErrTooNew):
		return NotVerified.Detail("The timestamp is in the future.")
	}
	return NotVerified.Detail("No signature is valid.")
}
