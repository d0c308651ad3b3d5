package idempotency

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io"
)

// Key stands for a client's key in its scope. It is a digest, fit for a column and
// for a log: neither the scope nor the client's text can be read from it. Its first
// eight bytes are a digest of the scope alone, by which a store can tell how much of it
// each scope takes.
type Key [sha256.Size]byte

// KeyOf returns the key of a client's text in a scope.
func KeyOf(scope, text string) Key { return KeyIn(scope, scope, text) }

// KeyIn is KeyOf for a scope that shares its room in a store with others, such as all
// callers that have not proved who they are: keys of scopes in one group have their
// first eight bytes in common. Keys of different scopes never meet all the same.
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

// groupSize is how many bytes of a key stand for the group of its scope. The other 24
// tell keys apart.
const groupSize = 8

// group is what the keys of a scope have in common.
type group [groupSize]byte

func (k Key) group() group { return group(k[:groupSize]) }

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
