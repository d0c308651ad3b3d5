package jsonx

import "encoding/binary"

// Key is the name of a member as it is written: as AppendString does, with a colon behind
// it.
type Key struct {
	text string
	// The first sixteen bytes, and which of their bits count; of a longer text all do.
	words, masks [2]uint64
}

// KeyOf returns the key of a name. No document has that of one which is not valid UTF-8.
func KeyOf(name string) Key {
	text, err := AppendString(nil, name)
	if err != nil {
		text = []byte{0xff}
	}
	k := Key{text: string(append(text, ':'))}
	var bytes, mask [16]byte
	for i := range copy(bytes[:], k.text) {
		mask[i] = 0xff
	}
	for i := range k.words {
		k.words[i], k.masks[i] = binary.LittleEndian.Uint64(bytes[8*i:]), binary.LittleEndian.Uint64(mask[8*i:])
	}
	return k
}

// String is the key as it is written.
func (k Key) String() string { return k.text }

// begins reports whether doc begins with the key. Nearly every key is compared at once,
// with what follows it.
func (k *Key) begins(doc []byte) bool {
	if len(doc) < 16 {
		return len(doc) >= len(k.text) && string(doc[:len(k.text)]) == k.text
	}
	differ := (binary.LittleEndian.Uint64(doc)^k.words[0])&k.masks[0] |
		(binary.LittleEndian.Uint64(doc[8:])^k.words[1])&k.masks[1]
	if n := len(k.text); n > 16 {
		return differ == 0 && len(doc) >= n && string(doc[16:n]) == k.text[16:]
	}
	return differ == 0
}

// Next consumes the name of the current object's next member where that is the one of
// key. It reports whether that was so; if not, [Reader.Member] reads the name. It is for
// who knows the order in which members mostly come, and costs a comparison.
//
// The reader does not remember the name: who reads with Next has to find members that
// come twice, whichever way each was read, and to say so with [Reader.Repeated].
func (r *Reader) Next(key *Key) bool {
	l := r.level()
	if r.fault != nil || l == nil || !l.object || !r.between || l.begun >= r.limits.Members {
		return false
	}
	at := r.space(r.pos)
	if l.begun > 0 {
		if r.byteAt(at) != ',' {
			return false
		}
		at = r.space(at + 1)
	}
	if !key.begins(r.doc[at:]) {
		return false
	}
	end := at + len(key.text)
	value := r.space(end)
	kind := kinds[r.byteAt(value)]
	if kind == Invalid {
		return false // Kind tells what is wrong
	}
	l.begun++
	r.end, r.pos = end-1, value
	r.between, r.ahead = false, kind
	return true
}

// Repeated says that the object has had the member before whose name was read last: a
// [Duplicate] fault.
func (r *Reader) Repeated() {
	if r.fault == nil {
		r.refuse()
	}
}
