package idempotency

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
)

// Key stands for a client's key in its scope. It is a digest, fit for a column and
// for a log: neither the scope nor the client's text can be read from it.
type Key [sha256.Size]byte

// KeyOf returns the key of a client's text in a scope.
func KeyOf(scope, text string) (k Key) {
	h := sha256.New()
	part(h, scope)
	part(h, text)
	h.Sum(k[:0])
	return k
}

// Fingerprint stands for what a request asks for. Requests with equal prints are
// repetitions of one another.
type Fingerprint [sha256.Size]byte

// FingerprintOf returns the print of a request's content and of whatever else says
// what it asks for. Parts are told apart: "a", "bc" is not "ab", "c".
func FingerprintOf(content []byte, parts ...string) (f Fingerprint) {
	h := sha256.New()
	for _, s := range parts {
		part(h, s)
	}
	_, _ = h.Write(content) // a hash never fails
	h.Sum(f[:0])
	return f
}

// part hashes a text with its length in front.
func part(h hash.Hash, s string) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(s)))
	_, _ = h.Write(length[:])
	_, _ = io.WriteString(h, s)
}
