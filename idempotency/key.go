package idempotency

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
)

// Key is a digest of a client's key and its scope, for columns and logs: it reveals
// neither. Its first eight bytes are a digest of the scope alone, with which a store can
// account for the space of each scope.
type Key [sha256.Size]byte

// KeyOf returns the key of a client's idempotency key in a scope.
func KeyOf(scope, text string) Key { return KeyIn(scope, scope, text) }

// KeyIn is KeyOf for a scope that shares its space in a store with the other scopes of a
// group, such as all anonymous callers: their keys have the first eight bytes in common.
// Keys of different scopes still never collide.
func KeyIn(group, scope, text string) (k Key) {
	h := sha256.New()
	part(h, group)
	shared := h.Sum(nil)
	h.Reset()
	part(h, scope)
	part(h, text)
	h.Sum(k[:0])
	copy(k[:groupSize], shared)
	return k
}

// groupSize is how many bytes of a key identify the group of its scope. The other 24
// distinguish keys.
const groupSize = 8

// group is the common part of the keys of a scope.
type group [groupSize]byte

func (k Key) group() group { return group(k[:groupSize]) }

// Fingerprint is a digest of a request. Requests with equal fingerprints are retries of
// each other.
type Fingerprint [sha256.Size]byte

// FingerprintOf returns the fingerprint of the body of a request and of other parts, such
// as its path. The parts "a", "bc" are not the parts "ab", "c".
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
