package render

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// ContentType is the media type of a problem (RFC 9457 §6.1).
const ContentType = "application/problem+json"

// MaxProblem is the maximum number of bytes of the violations in a problem; the others are
// counted.
const MaxProblem = 64 << 10

// Problem is a problem type or an occurrence of it (RFC 9457). It is an immutable error:
// every method returns a changed copy, and errors.Is finds the type of an occurrence.
type Problem data

type data = problem.Problem

// NewProblem declares a problem type: the response status (400 to 599), a stable code
// for programs, and a title for people.
func NewProblem(status int, code, title string) *Problem {
	d := problem.Data{At: tree.Here(), Status: status, Code: code, Title: title}
	switch {
	case status < 400 || status > 599:
		d.Faults = append(d.Faults, tree.Faultf("problem %q: status %d is not from 400 to 599", code, status))
	case !validCode(code):
		d.Faults = append(d.Faults, tree.Faultf("problem %q: a code must consist of letters, digits and _, and begin with a letter", code))
	case title == "":
		d.Faults = append(d.Faults, tree.Faultf("problem %q needs a title", code))
	}
	return (*Problem)(problem.New(d))
}

func validCode(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return s != "" && strings.IndexByte(letters, s[0]) >= 0 && strings.Trim(s, letters+"0123456789_") == ""
}

func (p *Problem) data() *problem.Data { return (*problem.Problem)(p).Data() }

func (p *Problem) edit(change func(*problem.Data)) *Problem {
	return (*Problem)((*problem.Problem)(p).Edit(change))
}

// Type sets the URI of the problem type; prefer an absolute one (RFC 9457 §3.1.1). The default
// is about:blank: the type has the meaning of the status.
func (p *Problem) Type(uri string) *Problem { return p.edit(func(d *problem.Data) { d.Type = uri }) }

// Describe sets the description in documents, in CommonMark.
func (p *Problem) Describe(text string) *Problem {
	return p.edit(func(d *problem.Data) { d.Description = text })
}

// Detail sets the detail of this occurrence, for people. It must not repeat what the
// client sent.
func (p *Problem) Detail(text string) *Problem {
	return p.edit(func(d *problem.Data) { d.SetDetail(text) })
}

// Instance sets the URI reference of this occurrence.
func (p *Problem) Instance(uri string) *Problem {
	return p.edit(func(d *problem.Data) { d.Instance = uri })
}

// Extension sets an extension member: its name, which begins with a letter and has at
// least three letters, digits or _ (RFC 9457 §3.2), and its value as JSON text.
func (p *Problem) Extension(name, value string) *Problem {
	f := tree.Faultf("problem %q: member %q cannot be added", p.Code(), name)
	return p.edit(func(d *problem.Data) {
		if !extensionName(name) || !jsonx.Valid([]byte(value)) {
			d.Faults = append(d.Faults, f)
			return
		}
		d.Extensions = tree.Extend(d.Extensions, name, value)
	})
}

func extensionName(s string) bool {
	switch s {
	case "type", "title", "status", "detail", "instance", "code", "errors", "more_errors":
		return false
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return len(s) >= 3 && strings.IndexByte(letters, s[0]) >= 0 && strings.Trim(s, letters+"0123456789_") == ""
}

// Cause sets the error behind this occurrence, for errors.Is and, if the status is 500
// or above, for the log. The client does not see it.
func (p *Problem) Cause(err error) *Problem {
	return p.edit(func(d *problem.Data) { d.Cause = err })
}

// Violations sets the violations.
func (p *Problem) Violations(list prop.Violations) *Problem {
	return p.edit(func(d *problem.Data) { d.SetViolations(list) })
}

// MoreViolations sets the number of violations that the list omits.
func (p *Problem) MoreViolations(n int) *Problem {
	return p.edit(func(d *problem.Data) { d.More = n })
}

// Error implements error.
func (p *Problem) Error() string {
	d := p.data()
	s := strconv.Itoa(d.Status) + " " + d.Code
	if d.Detail != "" {
		s += ": " + d.Detail
	}
	if list := p.List(); len(list) > 0 {
		s += "\n" + list.Error()
	}
	if d.Cause != nil {
		s += ": " + d.Cause.Error()
	}
	return s
}

// Is reports whether target is a problem of the same type, or a range with its status.
func (p *Problem) Is(target error) bool {
	t, ok := target.(*Problem)
	if ok && t.data().Range != tree.NoRange {
		return t.data().Range.Has(p.Status())
	}
	return ok && t.Status() == p.Status() && t.Code() == p.Code()
}

// Unwrap returns the error given to [Problem.Cause].
func (p *Problem) Unwrap() error { return p.data().Cause }

// Status returns the response status.
func (p *Problem) Status() int { return p.data().Status }

// Code returns the stable name of the problem type.
func (p *Problem) Code() string { return p.data().Code }

// List returns the violations.
func (p *Problem) List() prop.Violations { return (*problem.Problem)(p).List() }

// Append appends the problem as JSON.
func (p *Problem) Append(b []byte) []byte { return (*problem.Problem)(p).Append(b) }

// ServeHTTP sends the problem, so that middleware can reject a request. Within an API it uses
// the API's ProblemWriter and the language of the client. Responses with the status 401, 403,
// 428 or 429, and those of built-in problems, are not cacheable, whatever Cache-Control was set
// to.
func (p *Problem) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	(*problem.Problem)(p).Serve(w, r, nil)
}

// Fields has the members of a problem, to write it in another format. Absent members are empty.
type Fields struct {
	Type           string // a URI reference
	Title          string
	Status         int
	Detail         string
	Instance       string // a URI reference
	Code           string
	Violations     prop.Violations
	MoreViolations int // omitted from the list
}

// Fields returns the members of the problem, without its extension members.
func (p *Problem) Fields() Fields {
	d := p.data()
	return Fields{d.Type, d.Title, d.Status, d.Detail, d.Instance, d.Code, p.List(), d.More}
}

// data returns a problem with the fields.
func (f Fields) data() problem.Data {
	d := problem.Data{
		Type: f.Type, Title: f.Title, Status: f.Status, Detail: f.Detail, Instance: f.Instance, Code: f.Code, More: f.MoreViolations,
	}
	d.SetViolations(f.Violations)
	return d
}
