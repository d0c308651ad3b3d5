package webhook

import (
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The headers of a webhook.
const (
	HeaderID        = "Webhook-Id"        // the ID of the message; the same for each attempt
	HeaderTimestamp = "Webhook-Timestamp" // when this attempt was made, in seconds since 1970 (UTC)
	HeaderSignature = "Webhook-Signature" // signatures, separated by spaces
)

const (
	versionHMAC    = "v1,"
	versionEd25519 = "v1a,"
)

const (
	maxID         = 256 // bytes
	maxSignatures = 16  // of one webhook
)

// Sign sets the headers of a webhook: the ID of the message, the time of this attempt, and a
// signature of each secret. During a rotation there are two secrets, the new one first; there
// are at most 16. The ID is visible ASCII without a dot, up to 256 bytes: dots separate the
// parts that are signed. It is an error if the ID is not, or if there is no secret that signs.
func Sign(h http.Header, id string, at time.Time, body []byte, secrets ...Secret) error {
	switch {
	case !validID(id):
		return errors.New("webhook: the ID of the message is not 1 to 256 characters of visible ASCII without a dot")
	case len(secrets) == 0 || len(secrets) > maxSignatures:
		return errors.New("webhook: a message is signed with 1 to 16 secrets")
	}
	if slices.ContainsFunc(secrets, func(s Secret) bool { return !s.signs() }) {
		return errors.New("webhook: the zero Secret and public keys do not sign")
	}
	stamp := strconv.FormatInt(at.Unix(), 10)
	content := contentOf(id, stamp, body)
	var all []byte
	for i, s := range secrets {
		if i > 0 {
			all = append(all, ' ')
		}
		all = s.appendSignature(all, content)
	}
	h.Set(HeaderID, id)
	h.Set(HeaderTimestamp, stamp)
	h.Set(HeaderSignature, string(all))
	return nil
}

// contentOf returns what is signed.
func contentOf(id, stamp string, body []byte) []byte {
	b := make([]byte, 0, len(id)+len(stamp)+len(body)+2)
	b = append(append(b, id...), '.')
	b = append(append(b, stamp...), '.')
	return append(b, body...)
}

func validID(id string) bool {
	if id == "" || len(id) > maxID {
		return false
	}
	for i := range len(id) {
		if c := id[i]; c <= ' ' || c >= 0x7f || c == '.' {
			return false
		}
	}
	return true
}

// signature is one of a header: its version with the comma, and its bytes.
type signature struct {
	version string
	value   []byte
}

// parseSignatures returns the signatures of the versions of this package. Others are for
// other receivers, or of later versions.
func parseSignatures(header string) (all []signature, ok bool) {
	n := 0
	for part := range strings.SplitSeq(header, " ") {
		if n++; n > maxSignatures {
			return nil, false
		}
		for _, version := range []string{versionHMAC, versionEd25519} {
			encoded, is := strings.CutPrefix(part, version)
			if !is {
				continue
			}
			if b, err := base64.StdEncoding.Strict().DecodeString(encoded); err == nil {
				all = append(all, signature{version, b})
			}
		}
	}
	return all, true
}
