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
