package octets_test

import (
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/octets"
)

func TestTheFirstByteIsTheLowest(t *testing.T) {
	const text = "\x01\x82\x03\xf4\x05\x86\x07\xf8 and more"
	if got, want := octets.Eight(text), binary.LittleEndian.Uint64([]byte(text)); got != want || octets.Eight([]byte(text)) != want {
		t.Errorf("Eight is %x, want %x", got, want)
	}
	if got, want := octets.Four(text), uint64(binary.LittleEndian.Uint32([]byte(text))); got != want || octets.Four([]byte(text)) != want {
		t.Errorf("Four is %x, want %x", got, want)
	}
}

func TestCharacters(t *testing.T) {
	for _, c := range []string{"a", "\x00", "\x7f", "\u0080", "ж", "\u07ff", "\u0800", "語", "\uffff", "\U00010000", "🙂", "\U0010ffff"} {
		for n := range 20 {
			text := strings.Repeat("é", n%3) + strings.Repeat(c, n)
			if got, want := octets.Characters(text), utf8.RuneCountInString(text); got != want {
				t.Errorf("%q has %d characters, want %d", text, got, want)
			}
		}
	}
}
