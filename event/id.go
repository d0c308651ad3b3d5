package event

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"time"
)

// newID returns a UUID of version 7: milliseconds since 1970, the fraction of the millisecond in 12
// bits (RFC 9562 §6.2, method 3), and 62 random bits.
func newID(now time.Time) string {
	var b [16]byte
	rand.Read(b[8:])
	ms := uint64(now.UnixMilli())
	fraction := uint64(now.Nanosecond()%1e6) << 12 / 1e6
	binary.BigEndian.PutUint64(b[:8], ms<<16|7<<12|fraction)
	b[8] = b[8]&0x3f | 0x80
	var text [36]byte
	hex.Encode(text[0:8], b[0:4])
	hex.Encode(text[9:13], b[4:6])
	hex.Encode(text[14:18], b[6:8])
	hex.Encode(text[19:23], b[8:10])
	hex.Encode(text[24:], b[10:])
	text[8], text[13], text[18], text[23] = '-', '-', '-', '-'
	return string(text[:])
}
