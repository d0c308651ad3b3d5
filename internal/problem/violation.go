package problem

import (
	"cmp"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// MaxViolations is how many bytes of violations a problem holds; the rest are counted.
const MaxViolations = 64 << 10

// appendViolations appends the violations, and returns how many are left out.
func (p *Problem) appendViolations(b []byte) (_ []byte, more int) {
	var reported []codec.Violation
	if p.data.report != nil {
		reported, _ = p.data.report.Violations()
	}
	count := max(len(p.data.Violations), len(reported))
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
		if reported != nil {
			b = appendReported(b, &reported[i])
		} else {
			b = violation(b, p.data.Violations[i])
		}
		if len(b)-start > MaxViolations && i == 0 {
			// Shortened: such as the values of a very large enum.
			v := p.List()[0]
			v.Detail, v.Params = cmp.Or(p.data.tooLong, tree.RuleTooLong.Text), nil
			b = violation(b[:before], v)
		}
		if len(b)-start > MaxViolations {
			return append(b[:before], ']'), p.data.More + count - i
		}
	}
	return append(b, ']'), p.data.More
}

// appendReported appends a violation of a report.
func appendReported(b []byte, v *codec.Violation) []byte {
	head, tail := v.Rendered(rendered)
	b = append(b, head...)
	b = appendParameter(b, string(v.In), v.Name)
	if v.Pointed() {
		b = append(b, `,"pointer":"`...)
		b = append(v.AppendPointer(b), '"') // a URI fragment, which needs no escapes
	}
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
	b = appendParameter(b, v.In, v.Parameter)
	if v.Pointer != "" {
		b = append(b, `,"pointer":`...)
		b = quote(b, v.Pointer)
	}
	return appendTail(b, v.Params)
}

func appendHead(b []byte, code, detail string) []byte {
	b = append(b, '{')
	b = member(b, "code", code)
	b = append(b, ',')
	return member(b, "detail", detail)
}

// appendParameter appends the parameter that has a violation.
func appendParameter(b []byte, in, parameter string) []byte {
	if in != "" {
		b = append(b, ',')
		b = member(b, "in", in)
		if parameter != "" {
			b = append(b, ',')
			b = member(b, "parameter", parameter)
		}
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
	n := len(p.data.Violations)
	if p.data.report != nil {
		list, _ := p.data.report.Violations()
		n = len(list)
	}
	return least + each*min(n, 64)
}
