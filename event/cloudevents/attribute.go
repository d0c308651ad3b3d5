package cloudevents

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/format"
)

// ContentType is the media type of structured mode in JSON.
const ContentType = "application/cloudevents+json"

const dataType = "application/json"

// attribute is a context attribute with its value as text.
type attribute struct{ name, value string }

// attributesOf returns the attributes of a message but datacontenttype.
func attributesOf(source string, m *event.Message) ([]attribute, error) {
	switch {
	case m.Err() != nil:
		return nil, m.Err()
	case source == "" || !format.URIReference(source):
		return nil, fmt.Errorf("cloudevents: the source %q is not a URI reference (RFC 3986 §4.1)", source)
	case m.ID == "" || m.Type == "" || len(m.Data) == 0:
		return nil, errors.New("cloudevents: the message needs an ID, a Type and Data")
	}
	all := []attribute{{"specversion", "1.0"}, {"id", m.ID}, {"source", source}, {"type", m.Type}}
	add := func(name, value string) {
		if value != "" {
			all = append(all, attribute{name, value})
		}
	}
	add("subject", m.Key)
	if !m.Time.IsZero() {
		add("time", m.Time.UTC().Format(time.RFC3339Nano))
	}
	add("dataversion", m.Version)
	if m.Sequence > 0 {
		add("sequence", fmt.Sprintf("%019d", m.Sequence))
	}
	return all, nil
}

// reading collects the attributes of an event.
type reading struct {
	source, version string
	m               event.Message
}

// set sets an attribute from its text. Unknown ones are ignored.
func (r *reading) set(name, value string) (err error) {
	switch name {
	case "specversion":
		r.version = value
	case "id":
		r.m.ID = value
	case "source":
		r.source = value
	case "type":
		r.m.Type = value
	case "subject":
		r.m.Key = value
	case "dataversion":
		r.m.Version = value
	case "time":
		if r.m.Time, err = time.Parse(time.RFC3339Nano, value); err != nil {
			return errors.New("cloudevents: the attribute time is not a date-time (RFC 3339)")
		}
		r.m.Time = r.m.Time.UTC()
	case "sequence": // that of others may be any text
		if n, err := strconv.ParseInt(value, 10, 64); err == nil && n > 0 {
			r.m.Sequence = n
		}
	}
	return nil
}

// done returns the message, or which required attribute is missing.
func (r *reading) done() (string, event.Message, error) {
	missing := ""
	switch {
	case r.version != "1.0":
		return "", event.Message{}, errors.New("cloudevents: the attribute specversion is not 1.0")
	case r.m.ID == "":
		missing = "id"
	case r.source == "":
		missing = "source"
	case r.m.Type == "":
		missing = "type"
	case r.m.Data == nil:
		return "", event.Message{}, errors.New("cloudevents: the event has no data")
	default:
		return r.source, r.m, nil
	}
	return "", event.Message{}, errors.New("cloudevents: the attribute " + missing + " is missing")
}
