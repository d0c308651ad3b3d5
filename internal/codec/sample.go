package codec

import "errors"

// Sample encodes a value that stands in a declaration, or says what is wrong with
// it.
//
//go:noinline
func Sample[P any](c codecAt[P], v P) ([]byte, error) {
	var r Report
	c.Inspect(&r, v)
	if list, _ := r.Violations(); len(list) > 0 {
		what := list[0].Message
		if list[0].Deep() {
			what += " at " + list[0].Pointer()
		}
		return nil, errors.New(what)
	}
	var e Encoder
	c.Encode(&e, v)
	return e.B, e.Err()
}
