package event

import (
	"errors"
	"fmt"
	"time"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
)

// Payload returns the body with which webhooks send the message, according to Standard Webhooks
// (https://www.standardwebhooks.com):
//
//	{"type":"product.created","timestamp":"2026-11-22T10:00:00.000001Z","data":{…}}
//
// It is the same each time the message is sent. The ID is not in it, but in the header webhook-id.
func Payload(m Message) []byte {
	b := make([]byte, 0, len(m.Data)+len(m.Type)+64)
	b = append(b, `{"type":`...)
	b, _ = jsonx.AppendString(b, m.Type)
	b = append(b, `,"timestamp":"`...)
	b = m.Time.UTC().AppendFormat(b, time.RFC3339Nano)
	b = append(b, `","data":`...)
	b = append(b, m.Data...)
	return append(b, '}')
}

// ParsePayload parses a body that [Payload] returned, for receivers of several events:
//
//	m, err := event.ParsePayload(body)
//	switch m.Type {
//	case Created.Name():
//		product, err := Created.Parse(m.Data)
//
// The message has Type, Time and Data. Receivers verify the signature before (package webhook), and
// take the ID from the header webhook-id. Other members are ignored. The error is a
// [*prop.SyntaxError], or names a member that is missing.
func ParsePayload(body []byte) (Message, error) {
	var m Message
	var d codec.Decoder
	d.Open(body, readLimits)
	if d.Kind() != jsonx.Object {
		d.Skip()
		if err := outcome(&d); err != nil {
			return Message{}, err
		}
		return Message{}, errors.New("the payload is not a JSON object")
	}
	var at string
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		switch {
		case name == "type" && d.Kind() == jsonx.String:
			m.Type = d.Text()
		case name == "timestamp" && d.Kind() == jsonx.String:
			at = d.Text()
		case name == "data":
			m.Data = []byte(d.Raw())
		default:
			d.Skip()
		}
	}
	if err := outcome(&d); err != nil {
		return Message{}, err
	}
	var err error
	if m.Time, err = time.Parse(time.RFC3339Nano, at); err != nil {
		return Message{}, errors.New("the payload has no member timestamp with a date-time (RFC 3339)")
	}
	m.Time = m.Time.UTC()
	switch {
	case m.Type == "":
		return Message{}, errors.New("the payload has no member type with a text")
	case m.Data == nil:
		return Message{}, errors.New("the payload has no member data")
	}
	return m, nil
}

// ParsePayload parses a body that [Payload] returned, and its data; see [Type.Parse]. It is an error
// if the event has another name.
func (t *Type[T]) ParsePayload(body []byte) (T, error) {
	m, err := ParsePayload(body)
	if err != nil {
		return *new(T), err
	}
	if name := t.Name(); m.Type != name {
		return *new(T), fmt.Errorf("the payload is of another event than %s", name)
	}
	return t.Parse(m.Data)
}
