package media

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Check validates a response against its declaration, if the API asks for that. It
// checks the members that the caller sees. The error is not [prop.Violations]: the client
// cannot mend the response.
func (x *Exchange) Check(c codec.Codec, v place.Addr) error {
	if x.Settings.Checks == nil || !x.Settings.Checks() {
		return nil
	}
	r := codec.Report{Grants: x.Encoder.Grants}
	c.Check(&r, v)
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		return errors.New("the answer of " + x.Operation.Method + " " + x.Operation.Path + " breaks its declaration: " + short(vs.Error()))
	}
	return nil
}

// short bounds a line of the log: the pointer of a recursive value has a thousand
// steps.
func short(s string) string {
	const limit = 500
	if len(s) <= limit {
		return s
	}
	return s[:limit] + "…"
}
