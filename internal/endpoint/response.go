package route

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
)

// answer sends the success that the handler made.
func (e *Endpoint) answer(c *Call) error {
	a, err := e.chosen(c.status)
	if err == nil {
		err = e.setHeaders(c)
	}
	if err == nil {
		e.caching.vary.merge(c.w.Header()) // a handler may have set another
		err = e.work.send(e, c, a)
	}
	if err != nil {
		e.dropHeaders(c)
	}
	return err
}

// dropHeaders takes back what setHeaders wrote: the headers of a success are
// not for the problem that stands in its place.
func (e *Endpoint) dropHeaders(c *Call) {
	for i := range e.sends {
		if c.sent[i] {
			delete(c.w.Header(), e.sends[i].name)
		}
	}
}

// writable reports whether a header can have a value (RFC 9110 §5.5).
func writable(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}

// chosen returns the declared success with a status.
func (e *Endpoint) chosen(status int) (*ir.Response, error) {
	if status == 0 || status == e.op.Success.Status {
		return &e.op.Success, nil
	}
	for i := range e.op.Also {
		if e.op.Also[i].Status == status {
			return &e.op.Also[i], nil
		}
	}
	return nil, fmt.Errorf("the handler of %s %s chose status %d, which the route does not declare; say Also(%d, …)",
		e.op.Method, e.op.Path, status, status)
}

// setHeaders writes the declared headers, which keep their rules like any value.
func (e *Endpoint) setHeaders(c *Call) error {
	for i := range e.sends {
		s := &e.sends[i]
		if !c.sent[i] {
			if s.required {
				return fmt.Errorf("the handler of %s %s did not set header %s; make it Optional if it may stay away",
					e.op.Method, e.op.Path, s.name)
			}
			continue
		}
		var r codec.Report
		s.slot.Check(&r, c.sends[i])
		if vs := codec.Gather[prop.Violations](&r); vs != nil {
			// Not wrapped: it is the server's mistake, not the client's.
			return errors.New("header " + s.name + " of the answer breaks its rules: " + vs.Error())
		}
		text := string(s.slot.Text(nil, c.sends[i]))
		if !writable(text) { // net/http would send spaces in place of line breaks
			return errors.New("header " + s.name + " of the answer has a control character (RFC 9110 §5.5)")
		}
		c.w.Header()[s.name] = []string{text}
	}
	return nil
}
