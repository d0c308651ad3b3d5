package paginate

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/query"
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
	maxCursor = 512 // characters
	maxRaw    = maxCursor / 4 * 3

	version  = query.CursorVersion
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

// cursorKey signs cursors.
type cursorKey struct {
	name   [nameSize]byte
	secret []byte
}

func newCursorKey(secret []byte) cursorKey {
	sum := sha256.Sum256(secret)
	return cursorKey{[nameSize]byte(sum[:nameSize]), append([]byte(nil), secret...)}
}

// mac returns the HMAC of a cursor with this payload.
func (k cursorKey) mac(b query.Binding, payload []byte) []byte {
	h := hmac.New(sha256.New, k.secret)
	h.Write(b[:])
	h.Write(payload)
	return h.Sum(nil)[:macSize]
}

// bind returns what a cursor is valid for.
func bind(operation string, order []Term, conditions []Condition, identity string) query.Binding {
	b := make([]byte, 0, 512)
	var text []byte
	b = appendText(b, operation)
	b = binary.AppendUvarint(b, uint64(len(order)))
	for _, t := range order {
		b = appendText(append(b, t.open().Sign()...), t.Name())
	}
	b = binary.AppendUvarint(b, uint64(len(conditions)))
	for _, sealed := range conditions {
		c := sealed.open()
		b = appendText(append(b, byte(c.Of.Filter.Op)), c.Of.Name)
		b = binary.AppendUvarint(b, uint64(len(c.Values)))
		for _, v := range c.Values {
			text = c.Of.Filter.Text(text[:0], v)
			b = append(binary.AppendUvarint(b, uint64(len(text))), text...)
		}
	}
	return sha256.Sum256(appendText(b, identity))
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// unsealableError reports why an entity has no cursor.
type unsealableError struct{ property, what string }

func (u unsealableError) Error() string {
	return "tenon: no cursor can be made: property \"" + u.property + "\" " + u.what
}

// seal returns the cursor of a position; cell returns the cell of term i.
func (k cursorKey) seal(b query.Binding, flags byte, order []Term, cell func(i int) (any, bool)) (string, error) {
	var buf [maxRaw]byte
	raw := append(buf[:0], version)
	raw = append(raw, k.name[:]...)
	raw = append(raw, flags)
	if flags&flagFromEnd == 0 {
		var text []byte
		for i, sealed := range order {
			t := sealed.open()
			c, ok := cell(i)
			if !ok {
				return "", unsealableError{t.Name(), "is not a member of the entity"}
			}
			if t.Order.IsNull(c) {
				raw = append(raw, 0)
				continue
			}
			if text, ok = t.Order.Append(text[:0], c); !ok {
				return "", unsealableError{t.Name(), "has a value that cannot be written"}
			}
			raw = binary.AppendUvarint(raw, uint64(len(text))+1)
			if raw = append(raw, text...); len(raw) > headSize+room {
				return "", unsealableError{t.Name(), "has a value of " + strconv.Itoa(len(text)) + " bytes, more than it declares"}
			}
		}
	}
	raw = append(raw, k.mac(b, raw)...)
	return base64.RawURLEncoding.EncodeToString(raw), nil
}

// strict rejects bits that are left over, so that each cursor has one text.
var strict = base64.RawURLEncoding.Strict()

// unseal reads a cursor that one of the keys has sealed for the same binding. Before the
// HMAC is verified it reads only the name of the key.
func unseal(keys []cursorKey, b query.Binding, order []Term, text string) (p query.Position, ok bool) {
	// The decoder would skip line breaks.
	if text == "" || len(text) > maxCursor || strings.ContainsAny(text, "\r\n") {
		return query.Position{}, false
	}
	var buf [maxRaw]byte
	n, err := strict.Decode(buf[:], []byte(text))
	if err != nil || n < headSize+macSize || buf[0] != version {
		return query.Position{}, false
	}
	payload, mac := buf[:n-macSize], buf[n-macSize:n]
	if !signed(keys, b, payload, mac) {
		return query.Position{}, false
	}
	return readPosition(payload[headSize-1], payload[headSize:], order)
}

// signed reports whether one of the keys has made the HMAC, in constant time.
func signed(keys []cursorKey, b query.Binding, payload, mac []byte) bool {
	name := [nameSize]byte(payload[1 : 1+nameSize])
	for _, k := range keys {
		if k.name == name && hmac.Equal(k.mac(b, payload), mac) {
			return true
		}
	}
	return false
}

// readPosition reads the payload of a cursor.
func readPosition(flags byte, values []byte, order []Term) (p query.Position, ok bool) {
	p.Backward, p.FromEnd = flags&flagBackward != 0, flags&flagFromEnd != 0
	if flags > flagBackward|flagFromEnd || p.FromEnd && !p.Backward {
		return query.Position{}, false
	}
	if p.FromEnd {
		return p, len(values) == 0
	}
	p.Values = make([]any, len(order))
	for i, t := range order {
		size, n := binary.Uvarint(values)
		if n <= 0 || size > uint64(len(values)-n)+1 {
			return query.Position{}, false
		}
		values = values[n:]
		if size == 0 {
			continue
		}
		if p.Values[i], ok = t.open().Order.Parse(string(values[:size-1])); !ok {
			return query.Position{}, false
		}
		values = values[size-1:]
	}
	return p, len(values) == 0
}
