package endpoint

import (
	"fmt"

	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/tree"
)

// send sends the success of a handler.
func (e *Endpoint) send(c *Call) error {
	a, err := e.chosen(c.status)
	sender := e.work.Sender
	if c.other != nil {
		a, err, sender = c.other.response, nil, c.other.sender
	}
	if err == nil && len(e.headers) > 0 {
		err = e.setHeaders(c)
	}
	if err == nil {
		e.caching.vary.merge(c.ex.W.Header()) // a handler may have replaced Vary
		err = sender.send(c, a)
	}
	if err != nil {
		e.dropHeaders(c)
	}
	return err
}

// chosen returns the declared success with a status.
func (e *Endpoint) chosen(status int) (*tree.Response, error) {
	if status == 0 || status == e.op.Success.Status {
		return &e.op.Success, nil
	}
	for i := range e.op.Also {
		if e.op.Also[i].Status == status && !e.op.Also[i].Own {
			return &e.op.Also[i], nil
		}
	}
	return nil, fmt.Errorf("the handler of %s %s set status %d, which the route does not declare; declare it with Also(%d, …)",
		e.op.Method, e.op.Path, status, status)
}

// Sender sends the success of a call.
type Sender interface {
	send(c *Call, a *tree.Response) error
}

// SenderOf returns the sender of a body.
func SenderOf(b media.Body) Sender {
	e := media.EncoderOf(b)
	if json, ok := e.(*media.JSONEncoder); ok {
		if version := media.VersionOf(b); version != nil {
			return versionSender{json, version}
		}
	}
	return &bodySender{e}
}

type bodySender struct{ media.ResponseEncoder }

func (s *bodySender) send(c *Call, a *tree.Response) error {
	if a.Body == nil {
		c.ex.W.WriteHeader(a.Status)
		return nil
	}
	return s.Send(&c.ex, a, c.out)
}
