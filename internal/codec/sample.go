package codec

import (
	"errors"

	"github.com/tenon-go/tenon/internal/place"
)

// EncodeSample encodes a value that stands in a declaration, or says what is wrong with
// it.
func EncodeSample(c Codec, a place.Addr) ([]byte, error) {
	var r Report
	c.Check(&r, a)
	if list, _ := r.Violations(); len(list) > 0 {
		what := list[0].Message
		if list[0].Deep() {
			what += " at " + list[0].Pointer()
		}
		return nil, errors.New(what)
	}
	var e Encoder
	c.Encode(&e, a)
	return e.B, e.Err()
}
