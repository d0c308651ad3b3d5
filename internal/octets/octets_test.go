package octets_test

import (
	"encoding/binary"
	"testing"

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
