package problem

import (
	"cmp"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
)

// MaxViolations is how many bytes of violations a problem holds; the rest are counted.
const MaxViolations = 64 << 10

// appendViolations appends the violations, and returns how many are left out.
func (p *Problem) appendViolations(b []byte) (_ []byte, more int) {
	count := max(len(p.data.Violations), len(p.data.detached))
	if count == 0 {
		return b, p.data.More
	}
	start := len(b)
	b = append(b, `,"errors":[`...)
	for i := range count {
		before := len(b)
		if i > 0 {
			b = append(b, ',')
		}
		if b = p.appendViolation(b, i); len(b)-start > MaxViolations && i == 0 {
			// Shortened: such as the values of a very large enum.
			v := p.List()[0]
			v.Detail, v.Params = cmp.Or(p.data.tooLong, ir.RuleTooLong.Text), nil
			b = violation(b[:before], v)
		}
		if len(b)-start > MaxViolations {
			return append(b[:before], ']'), p.data.More + count - i
		}
	}
	return append(b, ']'), p.data.More
}

func (p *Problem) appendViolation(b []byte, i int) []byte {
	if p.data.detached == nil {
		return violation(b, p.data.Violations[i])
	}
	n := &p.data.detached[i]
	head, tail := n.Rendered(rendered)
	b = append(b, head...)
	b = appendPlace(b, string(n.In), n.Name, n.Pointer)
	return append(b, tail...)
}

// rendered returns what equal violations in different places have in common.
func rendered(i *codec.Issue) (head, tail string) {
	params := make([]prop.Param, len(i.Params))
	for at, p := range i.Params {
		params[at] = prop.Param(p)
	}
	return string(appendHead(nil, i.Code, i.Message())), string(appendTail(nil, params))
}

func violation(b []byte, v prop.Violation) []byte {
	b = appendHead(b, v.Code, v.Detail)
	b = appendPlace(b, v.In, v.Parameter, v.Pointer)
	return appendTail(b, v.Params)
}

func appendHead(b []byte, code, detail string) []byte {
	b = append(b, '{')
	b = member(b, "code", code)
	b = append(b, ',')
	return member(b, "detail", detail)
}

// appendPlace appends where a violation is.
func appendPlace(b []byte, in, parameter, pointer string) []byte {
	if in != "" {
		b = append(b, ',')
		b = member(b, "in", in)
		if parameter != "" {
			b = append(b, ',')
			b = member(b, "parameter", parameter)
		}
	}
	if pointer != "" {
		b = append(b, `,"pointer":`...)
		b = quote(b, pointer)
	}
	return b
}

func appendTail(b []byte, params []prop.Param) []byte {
	if len(params) > 0 {
		b = append(b, `,"params":{`...)
		for i, p := range params {
			if i > 0 {
				b = append(b, ',')
			}
			b = name(b, p.Name)
			value := len(b)
			if b = append(b, p.JSON...); !jsonx.Valid(b[value:]) { // of the application
				b = append(b[:value], "null"...)
			}
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

// size returns about how many bytes the problem takes.
func (p *Problem) size() int {
	const least, each = 256, 256
	if p.data.detached == nil {
		return least + each*min(len(p.data.Violations), 64)
	}
	n := least
	for i := range p.data.detached {
		v := &p.data.detached[i]
		head, tail := v.Rendered(rendered)
		n += len(head) + len(tail) + len(v.Pointer) + len(v.Name) + 48
	}
	return min(n, least+MaxViolations)
}
