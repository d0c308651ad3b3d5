package cloudevents

import (
	"encoding/base64"
	"errors"

	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
)

// Structured returns the message as JSON, whose media type is [ContentType] (JSON Event Format 1.0).
// The source is a URI reference that identifies the API. The error is that of the message, or a
// source that is not a URI reference.
func Structured(source string, m event.Message) ([]byte, error) {
	all, err := attributesOf(source, &m)
	if err != nil {
		return nil, err
	}
	b := make([]byte, 0, len(m.Data)+256)
	b = append(b, '{')
	for _, a := range append(all, attribute{"datacontenttype", dataType}) {
		b, _ = jsonx.AppendString(b, a.name)
		b = append(b, ':')
		if b, err = jsonx.AppendString(b, a.value); err != nil {
			return nil, errors.New("cloudevents: the attribute " + a.name + " is not valid UTF-8")
		}
		b = append(b, ',')
	}
	b = append(append(b, `"data":`...), m.Data...)
	return append(b, '}'), nil
}

// ParseStructured parses an event in JSON, and returns its source. Unknown attributes are ignored. The
// data must be JSON. The error is a [*prop.SyntaxError], or says what is wrong with an attribute.
func ParseStructured(body []byte) (source string, m event.Message, err error) {
	var d jsonx.Reader
	d.Reset(body, jsonx.Limits{})
	if kind := d.Kind(); kind != jsonx.Object && kind != jsonx.Invalid {
		return "", m, errors.New("cloudevents: the event is not a JSON object")
	}
	var r reading
	contentType := dataType
	d.Object()
	for name, ok := d.Member(); ok; name, ok = d.Member() {
		switch kind := d.Kind(); {
		case name == "data":
			r.m.Data = []byte(d.Raw())
		case kind != jsonx.String: // null is an absent attribute, and extensions may have other types
			d.Skip()
			if kind != jsonx.Null && required(name) {
				return "", m, errors.New("cloudevents: the attribute " + name + " is not a text")
			}
		case name == "data_base64":
			if r.m.Data, err = base64.StdEncoding.DecodeString(d.Text()); err != nil {
				return "", m, errors.New("cloudevents: data_base64 is not base64")
			}
		case name == "datacontenttype":
			contentType = d.Text()
		default:
			if err := r.set(name, d.Text()); err != nil {
				return "", m, err
			}
		}
	}
	if err := d.End(); err != nil {
		return "", m, codec.SyntaxError[prop.SyntaxError](err)
	}
	if err := checkData(contentType, r.m.Data); err != nil {
		return "", m, err
	}
	return r.done()
}

func required(name string) bool {
	switch name {
	case "specversion", "id", "source", "type", "time", "subject", "datacontenttype":
		return true
	}
	return false
}
