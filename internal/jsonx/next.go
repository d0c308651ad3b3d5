package jsonx

import "encoding/binary"

// Key is the name of a member as AppendString writes it, with a colon.
type Key struct {
	text string
	// The first sixteen bytes, and which of their bits count; of a longer text all do.
	words, masks [2]uint64
}

// KeyOf returns the key of a name. A name that is not valid UTF-8 is in no document.
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

// String returns the key with quotes and colon.
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

// Next consumes the name of the current object's next member if it is that of key, and
// reports whether it is. If not, call [Reader.Member]. Callers that know the usual order of
// members save the lookup of names.
//
// The reader does not remember the name: callers of Next must find members that occur
// twice, whichever method read them, and call [Reader.Repeated].
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
		return false // Kind reports the fault
	}
	l.begun++
	r.end, r.pos = end-1, value
	r.between, r.ahead = false, kind
	return true
}

// Repeated reports that the name read last occurred before in the object: a [Duplicate]
// fault.
func (r *Reader) Repeated() {
	if r.fault == nil {
		r.refuse()
	}
}
