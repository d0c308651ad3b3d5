package keytable

import (
	"encoding/binary"
	"errors"

	"github.com/tenon-go/tenon/idempotency"
)

// appendHeader appends fields, each text with its length in front, so that any value can be
// read again.
func appendHeader(b []byte, fields []idempotency.Field) []byte {
	for _, f := range fields {
		for _, s := range []string{f.Name, f.Value} {
			b = binary.AppendUvarint(b, uint64(len(s)))
			b = append(b, s...)
		}
	}
	return b
}

var errHeader = errors.New("idempotency: the header of a row is invalid")

func parseHeader(b []byte) (fields []idempotency.Field, err error) {
	for len(b) > 0 {
		var f idempotency.Field
		for _, s := range []*string{&f.Name, &f.Value} {
			n, size := binary.Uvarint(b)
			if size <= 0 || n > uint64(len(b)-size) {
				return nil, errHeader
			}
			b = b[size:]
			*s, b = string(b[:n]), b[n:]
		}
		fields = append(fields, f)
	}
	return fields, nil
}
