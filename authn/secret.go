package authn

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
)

const masked = "[secret]"

// Secret is a key or a password. fmt with any verb, slog and JSON print it as "[secret]". The
// zero Secret is empty.
type Secret struct {
	// A pointer, because fmt prints an unexported field of another struct without calling its
	// methods.
	text *string
}

// NewSecret returns a secret, for tests and for keys from the configuration of a program.
func NewSecret(text string) Secret { return Secret{&text} }

// Reveal returns the text itself.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Hash returns the SHA-256 of the text, which is what a table of keys should store. It protects
// random keys; a password needs a slow hash (RFC 9106).
func (s Secret) Hash() [32]byte { return sha256.Sum256([]byte(s.Reveal())) }

// Matches reports whether the text has a hash, in constant time.
func (s Secret) Matches(hash [32]byte) bool {
	own := s.Hash()
	return subtle.ConstantTimeCompare(own[:], hash[:]) == 1
}

// Prefix returns the first n bytes, the public part of a key, to look it up; or "" if the text
// is not longer than that.
func (s Secret) Prefix(n int) string {
	text := s.Reveal()
	if n < 0 || len(text) <= n {
		return ""
	}
	return text[:n]
}

// String implements [fmt.Stringer].
func (Secret) String() string { return masked }

// Format implements [fmt.Formatter], for verbs that do not call String.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(masked)) }

// LogValue implements [slog.LogValuer].
func (Secret) LogValue() slog.Value { return slog.StringValue(masked) }

// MarshalText keeps the text out of JSON and other encodings.
func (Secret) MarshalText() ([]byte, error) { return []byte(masked), nil }
