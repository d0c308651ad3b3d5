package render

import (
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
)

// ContentType is the media type of a problem (RFC 9457 §6.1).
const ContentType = "application/problem+json"

// Append writes p as JSON at the end of b.
func (p *Problem) Append(b []byte) []byte {
	b = append(b, '{')
	if p.typ != "" {
		b = member(b, "type", p.typ)
		b = append(b, ',')
	}
	b = member(b, "title", p.title)
	b = append(b, `,"status":`...)
	b = strconv.AppendInt(b, int64(p.status), 10)
	if p.detail != "" {
		b = append(b, ',')
		b = member(b, "detail", p.detail)
	}
	if p.instance != "" {
		b = append(b, ',')
		b = member(b, "instance", p.instance)
	}
	b = append(b, ',')
	b = member(b, "code", p.code)
	b, more := p.appendViolations(b)
	if more > 0 {
		b = append(b, `,"more_errors":`...)
		b = strconv.AppendInt(b, int64(more), 10)
	}
	for _, m := range p.members {
		b = append(b, ',')
		b = name(b, m.Name)
		b = append(b, m.JSON...)
	}
	return append(b, '}')
}

// member writes a member whose name needs no escapes.
func member(b []byte, key, text string) []byte {
	b = append(b, '"')
	b = append(b, key...)
	b = append(b, `":`...)
	return quote(b, text)
}

func name(b []byte, key string) []byte { return append(quote(b, key), ':') }

// quote writes text that is not valid UTF-8 as an empty string: a problem is
// always valid JSON, whatever an application puts into it.
func quote(b []byte, text string) []byte {
	out, err := jsonx.AppendString(b, text)
	if err != nil {
		return append(b, `""`...)
	}
	return out
}
