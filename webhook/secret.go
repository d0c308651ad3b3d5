package webhook

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"log/slog"
	"strings"
)

// The bounds of a symmetric secret in bytes, before base64.
const (
	MinSecret = 24
	MaxSecret = 64
)

// ErrSecret reports that a text is not a secret. Its message does not contain the text.
var ErrSecret = errors.New("webhook: not a secret: want whsec_ and 24 to 64 bytes in base64, or whsk_ or whpk_ and 32 bytes")

const masked = "[secret]"

// Secret is a key that signs or verifies webhooks. fmt with any verb, slog and JSON print it as
// "[secret]"; [Secret.Reveal] returns its text. The zero Secret is none.
type Secret struct{ key *key }

// key is behind a pointer, because fmt prints an unexported field of another struct without
// calling its methods.
type key struct {
	hmac    []byte             // of whsec_
	public  ed25519.PublicKey  // of whpk_ and whsk_
	private ed25519.PrivateKey // of whsk_
}

const (
	prefixHMAC    = "whsec_"
	prefixPrivate = "whsk_"
	prefixPublic  = "whpk_"
)

// NewSecret returns a random symmetric secret of 32 bytes: whsec_…, signatures v1. Each
// subscription needs one of its own.
func NewSecret() Secret {
	k := make([]byte, 32)
	_, _ = rand.Read(k) // never fails (crypto/rand)
	return Secret{&key{hmac: k}}
}

// NewPrivateKey returns a random key of Ed25519 (RFC 8032): whsk_…, signatures v1a. Receivers
// verify with its [Secret.Public], with which they cannot sign.
func NewPrivateKey() Secret {
	seed := make([]byte, ed25519.SeedSize)
	_, _ = rand.Read(seed) // never fails
	return privateOf(ed25519.NewKeyFromSeed(seed))
}

func privateOf(k ed25519.PrivateKey) Secret {
	public, _ := k.Public().(ed25519.PublicKey)
	return Secret{&key{private: k, public: public}}
}

// ParseSecret parses whsec_ with 24 to 64 bytes, whsk_ with the seed of a private key or that
// and the public key, or whpk_ with a public key; all in base64 with padding (RFC 4648 §4). The
// error is [ErrSecret].
func ParseSecret(text string) (Secret, error) {
	for _, prefix := range []string{prefixHMAC, prefixPrivate, prefixPublic} {
		encoded, ok := strings.CutPrefix(text, prefix)
		if !ok || strings.ContainsAny(encoded, "\r\n") { // which the decoder ignores
			continue
		}
		b, err := base64.StdEncoding.Strict().DecodeString(encoded)
		if err != nil {
			return Secret{}, ErrSecret
		}
		return secretOf(prefix, b)
	}
	return Secret{}, ErrSecret
}

func secretOf(prefix string, b []byte) (Secret, error) {
	switch {
	case prefix == prefixHMAC && len(b) >= MinSecret && len(b) <= MaxSecret:
		return Secret{&key{hmac: b}}, nil
	case prefix == prefixPrivate && len(b) == ed25519.SeedSize:
		return privateOf(ed25519.NewKeyFromSeed(b)), nil
	case prefix == prefixPrivate && len(b) == ed25519.PrivateKeySize:
		s := privateOf(ed25519.NewKeyFromSeed(b[:ed25519.SeedSize]))
		if !s.key.public.Equal(ed25519.PublicKey(b[ed25519.SeedSize:])) {
			return Secret{}, ErrSecret
		}
		return s, nil
	case prefix == prefixPublic && len(b) == ed25519.PublicKeySize:
		return Secret{&key{public: b}}, nil
	}
	return Secret{}, ErrSecret
}

// Reveal returns the text that [ParseSecret] reads; "" of the zero Secret.
func (s Secret) Reveal() string {
	switch {
	case s.key == nil:
		return ""
	case s.key.hmac != nil:
		return prefixHMAC + base64.StdEncoding.EncodeToString(s.key.hmac)
	case s.key.private != nil:
		return prefixPrivate + base64.StdEncoding.EncodeToString(s.key.private.Seed())
	}
	return prefixPublic + base64.StdEncoding.EncodeToString(s.key.public)
}

// Public returns the public key of an Ed25519 key: whpk_…. Of a symmetric secret, which has
// none, it returns the zero Secret.
func (s Secret) Public() Secret {
	if s.key == nil || s.key.public == nil {
		return Secret{}
	}
	return Secret{&key{public: s.key.public}}
}

// IsZero reports whether s is the zero Secret.
func (s Secret) IsZero() bool { return s.key == nil }

// signs reports whether the secret can sign.
func (s Secret) signs() bool { return s.key != nil && (s.key.hmac != nil || s.key.private != nil) }

// appendSignature appends a signature with its version.
func (s Secret) appendSignature(b, content []byte) []byte {
	if s.key.hmac != nil {
		return base64.StdEncoding.AppendEncode(append(b, versionHMAC...), s.mac(content))
	}
	return base64.StdEncoding.AppendEncode(append(b, versionEd25519...), ed25519.Sign(s.key.private, content))
}

func (s Secret) mac(content []byte) []byte {
	h := hmac.New(sha256.New, s.key.hmac)
	_, _ = h.Write(content) // a hash never fails
	return h.Sum(nil)
}

// verifies reports whether one of the signatures is of the content, in constant time for each.
func (s Secret) verifies(content []byte, all []signature) bool {
	if s.key == nil {
		return false
	}
	var want []byte // computed once, not once a signature
	for _, sig := range all {
		switch {
		case s.key.hmac != nil && sig.version == versionHMAC:
			if want == nil {
				want = s.mac(content)
			}
			if hmac.Equal(want, sig.value) {
				return true
			}
		case s.key.public != nil && sig.version == versionEd25519 && len(sig.value) == ed25519.SignatureSize:
			if ed25519.Verify(s.key.public, content, sig.value) {
				return true
			}
		}
	}
	return false
}

// String implements [fmt.Stringer].
func (Secret) String() string { return masked }

// Format implements [fmt.Formatter], for verbs that do not call String.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(masked)) }

// LogValue implements [slog.LogValuer].
func (Secret) LogValue() slog.Value { return slog.StringValue(masked) }

// MarshalText keeps the secret out of JSON and other encodings.
func (Secret) MarshalText() ([]byte, error) { return []byte(masked), nil }
