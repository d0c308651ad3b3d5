package media

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// Check validates a response against its declaration, if the API requires it. It checks the
// members that the caller sees. The error is not [prop.Violations], because the client cannot
// correct the response.
func (x *Exchange) Check(c codec.Codec, v place.Addr) error {
	if x.Settings.Checks == nil || !x.Settings.Checks() {
		return nil
	}
	r := codec.Report{Grants: x.Encoder.Grants}
	c.Check(&r, v)
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		return errors.New("the response of " + x.Operation.Method + " " + x.Operation.Path + " violates its declaration: " + short(vs.Error()))
	}
	return nil
}

// short bounds the length of a log line: the pointer of a recursive value may have a thousand
// tokens.
func short(s string) string {
	const limit = 500
	if len(s) <= limit {
		return s
	}
	return s[:limit] + "…"
}
