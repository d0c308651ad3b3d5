package route

import (
	"errors"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
)

// checked holds an answer against its declaration, if the API says so: what somebody
// is shown of it. The error
// is no violation that a client could mend, and is told as one of the server.
func checked(e *Endpoint, who codec.Grants, c codec.Codec, v place.Addr) error {
	if e.env.Checks == nil || !e.env.Checks() {
		return nil
	}
	r := codec.Report{Grants: who}
	c.Check(&r, v)
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		return errors.New("the answer of " + e.op.Method + " " + e.op.Path + " breaks its declaration: " + short(vs.Error()))
	}
	return nil
}

// short keeps a line of a log readable: a value that contains itself has a
// pointer of a thousand steps.
func short(s string) string {
	const most = 500
	if len(s) <= most {
		return s
	}
	return s[:most] + "…"
}
