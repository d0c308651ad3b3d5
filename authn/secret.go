package authn

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"log/slog"
)

const masked = "[secret]"

// Secret is a key or a password. Whatever prints it, fmt with any verb, slog or
// JSON, gets "[secret]". The zero Secret is empty.
type Secret struct {
	// A pointer, because fmt prints an unexported field of another struct
	// without asking its methods.
	text *string
}

// NewSecret makes a secret, for tests and for keys that a program is given.
func NewSecret(text string) Secret { return Secret{&text} }

// Reveal returns the text itself.
func (s Secret) Reveal() string {
	if s.text == nil {
		return ""
	}
	return *s.text
}

// Hash is the SHA-256 of the text: what a table of keys should hold. It protects
// keys that are random; a password needs a slow hash (RFC 9106).
func (s Secret) Hash() [32]byte { return sha256.Sum256([]byte(s.Reveal())) }

// Matches reports whether the text has this hash, in a time that does not tell
// how much of it is right.
func (s Secret) Matches(hash [32]byte) bool {
	own := s.Hash()
	return subtle.ConstantTimeCompare(own[:], hash[:]) == 1
}

// Prefix returns the first n bytes, the public part by which a key is looked up;
// "" if there are no more than that.
func (s Secret) Prefix(n int) string {
	text := s.Reveal()
	if n < 0 || len(text) <= n {
		return ""
	}
	return text[:n]
}

// String implements [fmt.Stringer].
func (Secret) String() string { return masked }

// Format implements [fmt.Formatter], for verbs that would not ask String.
func (Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(masked)) }

// LogValue implements [slog.LogValuer].
func (Secret) LogValue() slog.Value { return slog.StringValue(masked) }

// MarshalText keeps the text out of JSON and other encodings.
func (Secret) MarshalText() ([]byte, error) { return []byte(masked), nil }
