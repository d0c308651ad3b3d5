package render

import (
	"cmp"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
)

// MaxProblem is how many bytes of violations a problem holds; the rest are
// counted.
const MaxProblem = 64 << 10

// appendViolations writes the violations, and returns how many are left out.
func (p *Problem) appendViolations(b []byte) (_ []byte, more int) {
	count := max(len(p.violations), len(p.noted))
	if count == 0 {
		return b, p.more
	}
	start := len(b)
	b = append(b, `,"errors":[`...)
	for i := range count {
		before := len(b)
		if i > 0 {
			b = append(b, ',')
		}
		if b = p.appendViolation(b, i); len(b)-start > MaxProblem && i == 0 {
			// Told in short: such as the values of a very large choice.
			v := p.List()[0]
			v.Detail, v.Params = cmp.Or(p.untold, ir.RuleTooLong.Text), nil
			b = violation(b[:before], v)
		}
		if len(b)-start > MaxProblem {
			return append(b[:before], ']'), p.more + count - i
		}
	}
	return append(b, ']'), p.more
}

func (p *Problem) appendViolation(b []byte, i int) []byte {
	if p.noted == nil {
		return violation(b, p.violations[i])
	}
	n := &p.noted[i]
	head, tail := n.Rendered(render)
	b = append(b, head...)
	b = place(b, string(n.In), n.Name, n.Pointer)
	return append(b, tail...)
}

// render writes what violations of one kind have in common.
func render(i *codec.Issue) (head, tail string) {
	params := make([]prop.Param, len(i.Params))
	for at, p := range i.Params {
		params[at] = prop.Param(p)
	}
	return string(appendHead(nil, i.Code, i.Message)), string(appendTail(nil, params))
}

func violation(b []byte, v prop.Violation) []byte {
	b = appendHead(b, v.Code, v.Detail)
	b = place(b, v.In, v.Parameter, v.Pointer)
	return appendTail(b, v.Params)
}

func appendHead(b []byte, code, detail string) []byte {
	b = append(b, '{')
	b = member(b, "code", code)
	b = append(b, ',')
	return member(b, "detail", detail)
}

// place writes where a violation is.
func place(b []byte, in, parameter, pointer string) []byte {
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
			if b = append(b, p.JSON...); !jsonx.Valid(b[value:]) { // an application's own
				b = append(b[:value], "null"...)
			}
		}
		b = append(b, '}')
	}
	return append(b, '}')
}

// size is about how many bytes the problem takes.
func (p *Problem) size() int {
	const least, each = 256, 256
	if p.noted == nil {
		return least + each*min(len(p.violations), 64)
	}
	n := least
	for i := range p.noted {
		v := &p.noted[i]
		head, tail := v.Rendered(render)
		n += len(head) + len(tail) + len(v.Pointer) + len(v.Name) + 48
	}
	return min(n, least+MaxProblem)
}
