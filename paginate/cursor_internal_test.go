package paginate

import (
	"bytes"
	"testing"

	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// A signed payload is read as strictly as any other.
func TestOnlySealedPayloadsAreRead(t *testing.T) {
	order := []Term{Asc(prop.String("s")), Desc(prop.Int("n"))}
	for _, test := range []struct {
		what   string
		flags  byte
		values string
		ok     bool
	}{
		{"forward", 0, "\x02a\x027", true},
		{"backward", flagBackward, "\x02a\x027", true},
		{"nulls", 0, "\x00\x00", true},
		{"empty text", 0, "\x01\x027", true},
		{"last page", flagBackward | flagFromEnd, "", true},
		{"from the end forward", flagFromEnd, "", false},
		{"from the end with values", flagBackward | flagFromEnd, "\x00\x00", false},
		{"unknown flag", 4, "\x00\x00", false},
		{"no values", 0, "", false},
		{"one value", 0, "\x02a", false},
		{"three values", 0, "\x00\x00\x00", false},
		{"value cut off", 0, "\x02a\x03", false},
		{"length beyond the end", 0, "\x00\xff\x7f7", false},
		{"length without end", 0, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80", false},
		{"greatest length", 0, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", false},
		{"no number", 0, "\x02a\x02b", false},
		{"number with a zero in front", 0, "\x02a\x0307", false},
	} {
		if p, ok := readPosition(test.flags, []byte(test.values), order); ok != test.ok {
			t.Errorf("%s: %v, %t", test.what, p, ok)
		}
	}
}

func FuzzPosition(f *testing.F) {
	f.Add(byte(0), []byte("\x02a\x027"))
	f.Add(flagBackward, []byte("\x00\x00"))
	f.Add(flagBackward|flagFromEnd, []byte(""))
	order := []Term{Asc(prop.String("s")), Desc(prop.Int("n"))}
	f.Fuzz(func(t *testing.T, flags byte, values []byte) {
		p, ok := readPosition(flags, values, order)
		if !ok || p.FromEnd {
			return
		}
		text, err := newCursorKey(make([]byte, 32)).seal(query.Binding{}, flags, order, func(i int) (any, bool) { return p.Values[i], true })
		if err != nil {
			return // too long
		}
		again, ok := unseal([]cursorKey{newCursorKey(make([]byte, 32))}, query.Binding{}, order, text)
		if !ok || again.Values[0] != p.Values[0] || again.Values[1] != p.Values[1] || again.Backward != p.Backward {
			t.Errorf("%v is read again as %v, %t", p, again, ok)
		}
	})
}

// Two keys may share the four bytes that name them.
func TestKeysOfOneNameAreDistinguished(t *testing.T) {
	a, b := newCursorKey(bytes.Repeat([]byte("a"), 32)), newCursorKey(bytes.Repeat([]byte("b"), 32))
	b.name = a.name
	order := []Term{Asc(prop.Int("n"))}
	text, err := b.seal(query.Binding{}, 0, order, func(int) (any, bool) { return ptr(7), true })
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := unseal([]cursorKey{a, b}, query.Binding{}, order, text); !ok {
		t.Error("the second key of the name is not tried")
	}
	if _, ok := unseal([]cursorKey{a}, query.Binding{}, order, text); ok {
		t.Error("another key of the name accepts the cursor")
	}
}

func ptr[V any](v V) *V { return &v }
