package render

import (
	"cmp"
	"strconv"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
)

// ContentType is the media type of a problem (RFC 9457 §6.1).
const ContentType = "application/problem+json"

// MaxProblem is how many bytes of violations a problem holds; the rest are
// counted.
const MaxProblem = 64 << 10

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
	more := p.more
	if len(p.violations) > 0 {
		start := len(b)
		b = append(b, `,"errors":[`...)
		for i, v := range p.violations {
			before := len(b)
			if i > 0 {
				b = append(b, ',')
			}
			b = violation(b, v)
			if len(b)-start > MaxProblem && i == 0 {
				// Told in short: such as the values of a very large choice.
				v.Detail, v.Params = cmp.Or(p.untold, ir.RuleUntold.Text), nil
				b = violation(b[:before], v)
			}
			if len(b)-start > MaxProblem {
				b = b[:before]
				more += len(p.violations) - i
				break
			}
		}
		b = append(b, ']')
	}
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

func violation(b []byte, v prop.Violation) []byte {
	b = append(b, '{')
	b = member(b, "code", v.Code)
	b = append(b, ',')
	b = member(b, "detail", v.Detail)
	if v.In != "" {
		b = append(b, ',')
		b = member(b, "in", v.In)
		if v.Parameter != "" {
			b = append(b, ',')
			b = member(b, "parameter", v.Parameter)
		}
	}
	if v.Pointer != "" {
		b = append(b, ',')
		b = member(b, "pointer", v.Pointer)
	}
	if len(v.Params) > 0 {
		b = append(b, `,"params":{`...)
		for i, p := range v.Params {
			if i > 0 {
				b = append(b, ',')
			}
			b = name(b, p.Name)
			value := len(b)
			if b = append(b, p.JSON...); !jsonx.Valid(b[value:]) { // an application's own
				b = append(b[:value], "null"...)
			}
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

func member(b []byte, key, text string) []byte { return quote(name(b, key), text) }

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
