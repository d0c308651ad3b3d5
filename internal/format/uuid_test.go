package format_test

import (
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/format"
)

// Whatever byte stands wherever: it is a hexadecimal digit, or a hyphen in its place.
func TestEveryByteOfAUUIDCounts(t *testing.T) {
	const good = "0b9c5A3e-6a2f-4F0d-9b1e-0123456789aB"
	for i := range good {
		for c := range 256 {
			s := good[:i] + string([]byte{byte(c)}) + good[i+1:]
			want := strings.IndexByte("0123456789abcdefABCDEF", byte(c)) >= 0
			if good[i] == '-' {
				want = c == '-'
			}
			if got := format.UUID(s); got != want {
				t.Fatalf("%q: %t", s, got)
			}
			if id, got := format.ParseUUID(s); got != want || got && string(format.AppendUUID(nil, id)) != strings.ToLower(s) {
				t.Fatalf("%q is read as %x: %t", s, id, got)
			}
		}
		if format.UUID(good[:i]) {
			t.Fatalf("%q is one", good[:i])
		}
	}
	if !format.UUID(good) || format.UUID(good+"0") {
		t.Error("its length does not count")
	}
}
