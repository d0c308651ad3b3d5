package paginate

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"
)

// A cursor is base64url without padding (RFC 4648 §5) of
//
//	1 byte    version
//	4 bytes   name of the key: the first bytes of its SHA-256
//	1 byte    flags
//	values    for each term of the order 0 for null, or the length of a text plus
//	          one (a varint) and the text
//	16 bytes  HMAC-SHA-256, truncated (RFC 2104 §5)
//
// The HMAC is over the binding, which is not sent, and everything before it.
const (
	minKey    = 32  // bytes
	maxCursor = 512 // characters
	maxRaw    = maxCursor / 4 * 3

	version  = 1
	nameSize = 4
	macSize  = 16
	headSize = 1 + nameSize + 1

	// room is for values.
	room = maxRaw - headSize - macSize
)

// flags of a cursor.
const (
	flagBackward byte = 1 << iota
	flagFromEnd
)

// key signs cursors.
type key struct {
	name   [nameSize]byte
	secret []byte
}

func newKey(secret []byte) key {
	sum := sha256.Sum256(secret)
	return key{[nameSize]byte(sum[:nameSize]), append([]byte(nil), secret...)}
}

// mac is what a cursor with this payload ends with.
func (k key) mac(b binding, payload []byte) []byte {
	h := hmac.New(sha256.New, k.secret)
	h.Write(b[:])
	h.Write(payload)
	return h.Sum(nil)[:macSize]
}

// binding is what a cursor is valid for: the SHA-256 of the operation, the
// order, the conditions and the identity.
type binding [sha256.Size]byte

func bind(operation string, order []Term, conditions []Condition, identity string) binding {
	b := make([]byte, 0, 512)
	var text []byte
	b = appendText(b, operation)
	b = binary.AppendUvarint(b, uint64(len(order)))
	for _, t := range order {
		b = appendText(append(b, t.sign()...), t.Name())
	}
	b = binary.AppendUvarint(b, uint64(len(conditions)))
	for _, c := range conditions {
		b = appendText(append(b, byte(c.Op())), c.Name())
		b = binary.AppendUvarint(b, uint64(len(c.values)))
		for _, v := range c.values {
			text = c.in.of.text(text[:0], v)
			b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
		}
	}
	return sha256.Sum256(appendText(b, identity))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// unsealable says why no cursor can stand for an entity.
type unsealable struct{ property, what string }

func (u unsealable) Error() string {
	return "tenon: no cursor can be made: property \"" + u.property + "\" " + u.what
}

// seal makes the cursor of a position; cell returns the cell of term i.
func (k key) seal(b binding, flags byte, order []Term, cell func(i int) (any, bool)) (string, error) {
	var buf [maxRaw]byte
	raw := append(buf[:0], version)
	raw = append(raw, k.name[:]...)
	raw = append(raw, flags)
	if flags&flagFromEnd == 0 {
		var text []byte
		for i, t := range order {
			c, ok := cell(i)
			if !ok {
				return "", unsealable{t.Name(), "is not a member of the entity"}
			}
			if t.order.IsNull(c) {
				raw = append(raw, 0)
				continue
			}
			if text, ok = t.order.Append(text[:0], c); !ok {
				return "", unsealable{t.Name(), "has a value that cannot be written"}
			}
			raw = binary.AppendUvarint(raw, uint64(len(text))+1)
			if raw = append(raw, text...); len(raw) > headSize+room {
				return "", unsealable{t.Name(), "has a value of " + strconv.Itoa(len(text)) + " bytes, more than it declares"}
			}
		}
	}
	raw = append(raw, k.mac(b, raw)...)
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// strict refuses bits that are left over, so that each cursor has one text.
var strict = base64.RawURLEncoding.Strict()

// unseal reads a cursor that one of the keys has sealed for the same binding.
// Nothing but the name of the key is looked at before the HMAC is.
func unseal(keys []key, b binding, order []Term, text string) (p Position, ok bool) {
	// The decoder would pass over line breaks.
	if text == "" || len(text) > maxCursor || strings.ContainsAny(text, "\r\n") {
		return Position{}, false
	}
	var buf [maxRaw]byte
	n, err := strict.Decode(buf[:], []byte(text))
	if err != nil || n < headSize+macSize || buf[0] != version {
		return Position{}, false
	}
	payload, mac := buf[:n-macSize], buf[n-macSize:n]
	if !signed(keys, b, payload, mac) {
		return Position{}, false
	}
	return position(payload[headSize-1], payload[headSize:], order)
}

// signed compares in constant time.
func signed(keys []key, b binding, payload, mac []byte) bool {
	name := [nameSize]byte(payload[1 : 1+nameSize])
	for _, k := range keys {
		if k.name == name && hmac.Equal(k.mac(b, payload), mac) {
			return true
		}
	}
	return false
}

// position reads what has been sealed.
func position(flags byte, values []byte, order []Term) (p Position, ok bool) {
	p.backward, p.fromEnd = flags&flagBackward != 0, flags&flagFromEnd != 0
	if flags > flagBackward|flagFromEnd || p.fromEnd && !p.backward {
		return Position{}, false
	}
	if p.fromEnd {
		return p, len(values) == 0
	}
	p.values = make([]any, len(order))
	for i, t := range order {
		size, n := binary.Uvarint(values)
		if n <= 0 || size > uint64(len(values)-n)+1 {
			return Position{}, false
		}
		values = values[n:]
		if size == 0 {
			continue
		}
		if p.values[i], ok = t.order.Parse(string(values[:size-1])); !ok {
			return Position{}, false
		}
		values = values[size-1:]
	}
	return p, len(values) == 0
}
