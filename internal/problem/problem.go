package problem

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Problem is a problem type or an occurrence of it. Its one field is unexported, so that
// users of render do not see what it consists of. It is never changed once it is
// published, but for those of an [InvalidRequest].
type Problem struct{ data Data }

// Data is what a problem consists of.
type Data struct {
	At          tree.Position // of the problem type
	Status      int
	Code        string
	Title       string
	Type        string
	Description string // in the document
	Detail      string
	Instance    string
	Violations  prop.Violations
	More        int // violations that were left out
	Extensions  []tree.Extension
	Faults      []tree.Fault
	Cause       error
	Format      *Format // nil: that of the operation or the API
	Headers     []Header
	Range       tree.StatusRange // the problem stands for all of the range

	values []headerValue // of the headers
	broken error         // what is wrong with them

	author    tree.Author
	detailKey string       // of the detail in a catalog; "" if it is the application's
	args      []tree.Param // of the detail

	report     *codec.Report // has the violations of an InvalidRequest; then Violations is nil
	tooLong    string        // replaces the detail of a rule that is too long; "" for English
	translated bool          // the violations are
}

// New returns a problem.
func New(d Data) *Problem { return &Problem{d} }

// Builtin returns a built-in problem.
func Builtin(r tree.BuiltinProblem) *Problem {
	return &Problem{Data{
		Status: r.Status, Code: r.Code, Title: Phrase(r.Status), Detail: r.Detail,
		author: tree.Library, detailKey: r.Code,
	}}
}

// BuiltinFor returns a built-in problem with a more specific detail. A detail without a
// key is in the words of the application; an empty one changes nothing.
func BuiltinFor(r tree.BuiltinProblem, d tree.Detail, args ...tree.Param) *Problem {
	p := Builtin(r)
	if d != (tree.Detail{}) {
		p.data.Detail, p.data.detailKey, p.data.args = message.Fill(d.Text, args), d.Key, args
	}
	return p
}

// Phrase returns the title of a built-in problem: the reason phrase of its status (RFC
// 9457 §4.2.1), in the words of RFC 9110.
func Phrase(status int) string {
	switch status {
	case http.StatusRequestEntityTooLarge:
		return "Content Too Large"
	case http.StatusRequestURITooLong:
		return "URI Too Long"
	case http.StatusUnprocessableEntity:
		return "Unprocessable Content"
	}
	return http.StatusText(status)
}

// The problem types that package render declares. Their texts are in the catalogs of the
// library.
var (
	NotFound = &Problem{Data{
		Status: 404, Code: "no_such_entity", Title: "No such entity.", author: tree.Library,
		Description: "There is no entity with this key, or it was deleted.",
	}}
	Forbidden = &Problem{Data{
		Status: tree.Forbidden.Status, Code: tree.Forbidden.Code, Title: Phrase(tree.Forbidden.Status), author: tree.Library,
		Detail: tree.Forbidden.Detail, detailKey: tree.Forbidden.Code,
	}}
	Conflict = &Problem{Data{
		Status: 409, Code: "conflict", Title: "The entity conflicts with another.", author: tree.Library,
		Description: "Another entity has a value that must be unique.",
	}}
)

// Declared returns the problem types that package render declares.
func Declared() []*Problem { return []*Problem{NotFound, Forbidden, Conflict} }

// Edit returns a changed copy.
func (p *Problem) Edit(change func(*Data)) *Problem {
	q := *p
	q.data.Extensions, q.data.Faults = slices.Clip(q.data.Extensions), slices.Clip(q.data.Faults)
	change(&q.data)
	return &q
}

// Data returns what the problem consists of; it must not be changed. The violations are
// those of [Problem.List].
func (p *Problem) Data() *Data { return &p.data }

// SetDetail sets a detail of the application.
func (d *Data) SetDetail(text string) { d.Detail, d.detailKey, d.args = text, "", nil }

// SetViolations sets the violations.
func (d *Data) SetViolations(list prop.Violations) {
	d.Violations, d.report, d.translated = slices.Clone(list), nil, false
}

// List returns the violations.
func (p *Problem) List() prop.Violations {
	if p.data.report != nil {
		return codec.Gather[prop.Violations](p.data.report)
	}
	return p.data.Violations
}

// Of returns the problem type of a description.
func Of(f *tree.Failure) *Problem { return f.Of.(*Problem) }

// Failure returns the description of the problem type.
func (p *Problem) Failure() tree.Failure {
	d := &p.data
	f := tree.Failure{Of: p, At: d.At, Status: d.Status, Code: d.Code, Title: d.Title, Type: d.Type, Doc: d.Description, Range: d.Range}
	for _, h := range d.Headers {
		f.ResponseHeaders = append(f.ResponseHeaders, h.Prop)
	}
	if d.Format != nil {
		f.Format = d.Format.Node()
	}
	return f
}
