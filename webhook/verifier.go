package webhook

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// The errors of [Verifier.Verify].
var (
	ErrMissing   = errors.New("webhook: a header is missing: webhook-id, webhook-timestamp or webhook-signature")
	ErrMalformed = errors.New("webhook: a header is malformed")
	ErrTooOld    = errors.New("webhook: the timestamp is too old")
	ErrTooNew    = errors.New("webhook: the timestamp is in the future")
	ErrSignature = errors.New("webhook: no signature is valid")
	ErrNoSecret  = errors.New("webhook: the verifier has no secret")
)

// DefaultTolerance is how far a timestamp may be from the clock of the receiver.
const DefaultTolerance = 5 * time.Minute

// maxTime is the end of the year 9999.
const maxTime = 253402300799

// DefaultMaxBody is the maximum size of a body in bytes, unless [Verifier.MaxBody] sets another.
const DefaultMaxBody = 1 << 20

// Verifier verifies the signatures of webhooks, for receivers. It is an immutable value, safe
// for concurrent use.
type Verifier struct {
	secrets   []Secret
	tolerance time.Duration
	maxBody   int64
	now       func() time.Time
	once      *once // nil: messages are not deduplicated
}

// NewVerifier returns a verifier of webhooks that are signed with one of the secrets. During a
// rotation it has two. Zero secrets are ignored; without any other, nothing verifies.
func NewVerifier(secrets ...Secret) Verifier {
	secrets = slices.DeleteFunc(slices.Clone(secrets), Secret.IsZero)
	return Verifier{secrets: secrets, tolerance: DefaultTolerance, maxBody: DefaultMaxBody, now: time.Now}
}

// Tolerance sets how far a timestamp may be from the clock of the receiver, in both directions.
// A value that is not positive means the default of 5 minutes.
func (v Verifier) Tolerance(d time.Duration) Verifier {
	if v.tolerance = d; d <= 0 {
		v.tolerance = DefaultTolerance
	}
	return v
}

// MaxBody sets the maximum size of a body in bytes, for [Verifier.Wrap]. A value that is not
// positive means the default of 1 MiB.
func (v Verifier) MaxBody(bytes int64) Verifier {
	if v.maxBody = bytes; bytes <= 0 {
		v.maxBody = DefaultMaxBody
	}
	return v
}

// Clock sets the clock. The default is time.Now.
func (v Verifier) Clock(now func() time.Time) Verifier {
	if v.now = now; now == nil {
		v.now = time.Now
	}
	return v
}

// Verify verifies a webhook: its headers, and its body as it was received, byte by byte. The
// error is [ErrMissing], [ErrMalformed], [ErrTooOld], [ErrTooNew], [ErrSignature] or
// [ErrNoSecret]. Signatures are compared in constant time.
//
// A valid webhook may be one that was received before: deduplicate messages by their ID, the
// header webhook-id. See [Verifier.Once].
func (v Verifier) Verify(h http.Header, body []byte) error {
	if len(v.secrets) == 0 {
		return ErrNoSecret
	}
	var values [3]string
	for i, name := range []string{HeaderID, HeaderTimestamp, HeaderSignature} {
		switch all := h.Values(name); {
		case len(all) == 0 || all[0] == "":
			return ErrMissing
		case len(all) > 1:
			return ErrMalformed // which one would others read?
		default:
			values[i] = all[0]
		}
	}
	id, stamp := values[0], values[1]
	at, err := strconv.ParseInt(stamp, 10, 64)
	if err != nil || at < 0 || at > maxTime || strconv.FormatInt(at, 10) != stamp || !validID(id) {
		return ErrMalformed
	}
	signatures, ok := parseSignatures(values[2])
	if !ok {
		return ErrMalformed
	}
	switch age := v.now().Sub(time.Unix(at, 0)); {
	case age > v.tolerance:
		return ErrTooOld
	case age < -v.tolerance:
		return ErrTooNew
	}
	content := contentOf(id, stamp, body)
	for _, s := range v.secrets {
		if s.verifies(content, signatures) {
			return nil
		}
	}
	return ErrSignature
}
