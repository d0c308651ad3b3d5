package problem

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// ContentType is the media type of a problem (RFC 9457 §6.1).
const ContentType = "application/problem+json"

// Append appends the problem as JSON.
func (p *Problem) Append(b []byte) []byte {
	d := &p.data
	b = append(b, '{')
	if d.Type != "" {
		b = member(b, "type", d.Type)
		b = append(b, ',')
	}
	b = member(b, "title", d.Title)
	b = append(b, `,"status":`...)
	b = strconv.AppendInt(b, int64(d.Status), 10)
	if d.Detail != "" {
		b = append(b, ',')
		b = member(b, "detail", d.Detail)
	}
	if d.Instance != "" {
		b = append(b, ',')
		b = member(b, "instance", d.Instance)
	}
	b = append(b, ',')
	b = member(b, "code", d.Code)
	b, more := p.appendViolations(b)
	if more > 0 {
		b = append(b, `,"more_errors":`...)
		b = strconv.AppendInt(b, int64(more), 10)
	}
	for _, m := range d.Extensions {
		b = append(b, ',')
		b = name(b, m.Name)
		b = append(b, m.JSON...)
	}
	return append(b, '}')
}

// member appends a member whose name needs no escapes.
func member(b []byte, key, text string) []byte {
	b = append(b, '"')
	b = append(b, key...)
	b = append(b, `":`...)
	return quote(b, text)
}

func name(b []byte, key string) []byte { return append(quote(b, key), ':') }

// quote appends a string. One that is not valid UTF-8 becomes empty: a problem is always
// valid JSON, whatever texts an application uses.
func quote(b []byte, text string) []byte {
	out, err := jsonx.AppendString(b, text)
	if err != nil {
		return append(b, `""`...)
	}
	return out
}
