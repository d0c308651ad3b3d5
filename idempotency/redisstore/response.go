package redisstore

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/gomodule/redigo/redis"

	"github.com/tenon-go/tenon/idempotency"
)

// outcome reads the reply of the script reserve.
func outcome(reply any, ticket idempotency.Ticket) (out idempotency.Outcome, err error) {
	values, err := redis.Values(reply, nil)
	if err != nil {
		return out, err
	}
	var state int
	var header []byte
	rest, err := redis.Scan(values, &state)
	if err != nil {
		return out, err
	}
	switch out.State = idempotency.State(state); {
	case out.State == idempotency.Started:
		out.Ticket = ticket
		return out, nil
	case out.State == idempotency.InProgress, out.State == idempotency.Mismatch:
		return out, nil
	case out.State != idempotency.Completed || len(rest) != 3 || rest[1] == nil || rest[2] == nil:
		return out, errors.New("the key in Redis is invalid")
	}
	if _, err := redis.Scan(rest, &out.Response.Status, &header, &out.Response.Body); err != nil {
		return out, fmt.Errorf("the key in Redis is invalid: %w", err)
	}
	out.Response.Header, err = parseHeader(header)
	return out, err
}

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

var errHeader = errors.New("the header of a key in Redis is invalid")

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
