package format

import (
	"encoding/hex"

	"github.com/tenon-go/tenon/internal/octets"
)

// UUID reports whether s is a UUID as RFC 9562, section 4, writes it: 36
// characters in groups of 8-4-4-4-12, of any version and variant, in upper or
// lower case. Braces and the urn:uuid: prefix are not part of that form.
func UUID(s string) bool {
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return false
	}
	return areHex(octets.Four(s)|octets.Four(s[4:])<<32) &&
		areHex(octets.Four(s[9:])|octets.Four(s[14:])<<32) &&
		areHex(octets.Four(s[19:])|octets.Four(s[24:])<<32) &&
		areHex(octets.Four(s[28:])|octets.Four(s[32:])<<32)
}

// areHex reports whether each of eight bytes is a hexadecimal digit. Every byte is
// compared beside the others: with its highest bit set before, a difference borrows
// nothing from the next, and keeps that bit where it is not below 0.
func areHex(w uint64) bool {
	const ones, highs = octets.Ones, octets.Highs
	lower := w | 0x20*ones
	digits := ((w | highs) - '0'*ones) & (('9'*ones | highs) - w)
	letters := ((lower | highs) - 'a'*ones) & (('f'*ones | highs) - lower)
	return w&highs == 0 && (digits|letters)&highs == highs
}

// ParseUUID parses what [UUID] accepts.
func ParseUUID(s string) (id [16]byte, ok bool) {
	if !UUID(s) {
		return id, false
	}
	for i, at := range [16]int{0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34} {
		_, _ = hex.Decode(id[i:i+1], []byte(s[at:at+2])) // UUID has seen the digits
	}
	return id, true
}

// AppendUUID appends a UUID in lower case.
func AppendUUID(b []byte, id [16]byte) []byte {
	for i, part := range [...][]byte{id[:4], id[4:6], id[6:8], id[8:10], id[10:]} {
		if i > 0 {
			b = append(b, '-')
		}
		b = hex.AppendEncode(b, part)
	}
	return b
}
