package render

import (
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/prop"
)

// Problem is a kind of failure, or one occurrence of it (RFC 9457). It is an
// immutable error: every method returns a changed copy, and errors.Is finds the
// kind in an occurrence.
type Problem struct {
	at         callsite.PC
	status     int
	code       string
	title      string
	typ        string
	doc        string
	detail     string
	instance   string
	violations prop.Violations
	noted      []codec.DetachedViolation // the same in English, as the library met them; nil for others
	lent       bool                      // somebody writes another into its place soon
	more       int
	members    []ir.Extension
	faults     []ir.Fault
	cause      error

	author     ir.Author
	said       string     // the key of the detail in a catalogue; "" for somebody else's words
	args       []ir.Param // of the detail
	untold     string     // what is said of a rule that is too long to tell; "" for English
	translated bool       // the violations are
}

// NewProblem declares a kind of failure: the status it is answered with (400 to
// 599), a stable code for programs, and a title for people.
func NewProblem(status int, code, title string) *Problem {
	p := &Problem{at: callsite.Here(), status: status, code: code, title: title}
	switch {
	case status < 400 || status > 599:
		p.faults = append(p.faults, ir.Faultf("problem %q: status %d is not from 400 to 599", code, status))
	case !validCode(code):
		p.faults = append(p.faults, ir.Faultf("problem %q: a code is lower-case letters, digits and _, and begins with a letter", code))
	case title == "":
		p.faults = append(p.faults, ir.Faultf("problem %q needs a title", code))
	}
	return p
}

func validCode(s string) bool {
	return s != "" && s[0] >= 'a' && s[0] <= 'z' && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// Builtin returns the problem of what the library itself refuses. It is for
// sibling packages.
func Builtin(_ ir.Key, r ir.BuiltinProblem, title string) *Problem {
	return &Problem{
		status: r.Status, code: r.Code, title: title, detail: r.Detail,
		author: ir.Library, said: r.Code,
	}
}

// RefuseFor is Refuse where there is more to say. It is for sibling packages.
func RefuseFor(key ir.Key, r ir.BuiltinProblem, title string, d ir.Detail, args ...ir.Param) *Problem {
	p := Builtin(key, r, title)
	p.detail, p.said, p.args = message.Fill(d.Text, args), d.Key, args
	return p
}

func (p *Problem) edit(change func(*Problem)) *Problem {
	q := *p
	q.members, q.faults = slices.Clip(q.members), slices.Clip(q.faults)
	change(&q)
	return &q
}

// Type sets the URI that names the kind; prefer an absolute one (RFC 9457
// §3.1.1). Without it the kind is about:blank, which clients take for the
// status itself.
func (p *Problem) Type(uri string) *Problem { return p.edit(func(p *Problem) { p.typ = uri }) }

// Describe sets the text for readers of the document; it is CommonMark.
func (p *Problem) Describe(text string) *Problem { return p.edit(func(p *Problem) { p.doc = text }) }

// Detail sets what is special about this occurrence, for people. It must not
// repeat what the client sent.
func (p *Problem) Detail(text string) *Problem {
	return p.edit(func(p *Problem) { p.detail, p.said, p.args = text, "", nil })
}

// Instance sets the URI reference of this occurrence.
func (p *Problem) Instance(uri string) *Problem {
	return p.edit(func(p *Problem) { p.instance = uri })
}

// Extension adds an extension member: a name of at least three letters, digits or
// _, beginning with a letter (RFC 9457 §3.2), and JSON text. A member given again
// replaces the former one.
func (p *Problem) Extension(name, value string) *Problem {
	f := ir.Faultf("problem %q: member %q cannot be added", p.code, name)
	return p.edit(func(p *Problem) {
		if !memberName(name) || !jsonx.Valid([]byte(value)) {
			p.faults = append(p.faults, f)
			return
		}
		p.members = ir.Extend(p.members, name, value)
	})
}

func memberName(s string) bool {
	switch s {
	case "type", "title", "status", "detail", "instance", "code", "errors", "more_errors":
		return false
	}
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	return len(s) >= 3 && strings.IndexByte(letters, s[0]) >= 0 && strings.Trim(s, letters+"0123456789_") == ""
}

// Cause notes the error behind this occurrence, for errors.Is and, where the
// status is 500 or above, for the log; the client does not see it.
func (p *Problem) Cause(err error) *Problem { return p.edit(func(p *Problem) { p.cause = err }) }

// Violations lists the rules that a value broke.
func (p *Problem) Violations(vs prop.Violations) *Problem {
	return p.edit(func(p *Problem) { p.violations, p.noted, p.translated = slices.Clone(vs), nil, false })
}

// MoreViolations says how many violations were left out of the list.
func (p *Problem) MoreViolations(n int) *Problem { return p.edit(func(p *Problem) { p.more = n }) }

// Error implements error.
func (p *Problem) Error() string {
	s := strconv.Itoa(p.status) + " " + p.code
	if p.detail != "" {
		s += ": " + p.detail
	}
	if list := p.List(); len(list) > 0 {
		s += "\n" + list.Error()
	}
	if p.cause != nil {
		s += ": " + p.cause.Error()
	}
	return s
}

// Is reports whether target is a problem of the same kind.
func (p *Problem) Is(target error) bool {
	t, ok := target.(*Problem)
	return ok && t.status == p.status && t.code == p.code
}

// Unwrap returns the error behind the problem.
func (p *Problem) Unwrap() error { return p.cause }

// Status is the status of the answer.
func (p *Problem) Status() int { return p.status }

// Code is the stable name of the kind.
func (p *Problem) Code() string { return p.code }

// List returns the violations.
func (p *Problem) List() prop.Violations {
	if p.noted != nil {
		return prop.Rendered(ir.Key{}, p.noted)
	}
	return p.violations
}

// Fields are what a problem tells, for those who write it in a form of their
// own. What is not told is empty.
type Fields struct {
	Type           string // a URI reference
	Title          string
	Status         int
	Detail         string
	Instance       string // a URI reference
	Code           string
	Violations     prop.Violations
	MoreViolations int // left out of the list
}

// Fields returns what the problem tells, apart from its extension members.
func (p *Problem) Fields() Fields {
	return Fields{p.typ, p.title, p.status, p.detail, p.instance, p.code, p.List(), p.more}
}

// Failure describes the kind for the document. It is for sibling packages.
func (p *Problem) Failure(ir.Key) ir.Failure {
	return ir.Failure{At: p.at, Status: p.status, Code: p.code, Title: p.title, Type: p.typ, Doc: p.doc}
}

// Faults returns what is wrong with the declaration. It is for sibling packages.
func (p *Problem) Faults(ir.Key) []ir.Fault { return p.faults }
