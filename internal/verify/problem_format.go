package verify

import (
	"slices"

	"github.com/tenon-go/tenon/internal/accept"
	"github.com/tenon-go/tenon/tree"
)

// problemFormat checks a format of problems once, with those of its statuses and its choices; nil is
// that of RFC 9457.
func (a *API) problemFormat(f *tree.ProblemFormat) {
	switch {
	case f == nil || slices.Contains(a.formats, f):
		return
	case f.Example == nil:
		a.fault(f.At, "a problem format was not created by render.NewFormat")
		return
	}
	a.formats = append(a.formats, f)
	for _, other := range f.Others {
		a.problemFormat(other.Format)
	}
	for _, choice := range f.Choices {
		a.problemFormat(choice)
	}
	a.Faults = append(a.Faults, f.Faults...)
	if a.Node.CustomProblems {
		a.fault(f.At, "a problem format conflicts with ProblemWriter, which writes all problems; use one of them")
	}
	for i, other := range f.Choices {
		if slices.ContainsFunc(f.Alternatives()[:i+1], func(g *tree.ProblemFormat) bool { return sameType(g.MediaType, other.MediaType) }) {
			a.fault(other.At, "two formats of the same problems have the media type %s, by which clients prefer one", other.MediaType)
		}
	}
	if f.Body == nil {
		return
	}
	a.Body(f.Body)
	if file := a.misplacedFile(f.Body.Prop, false); file != nil {
		a.fault(f.At, "%q is a file, which a problem does not have", file.Name)
	}
	w := tree.Walk{Member: func(c *tree.Collection, m *tree.Member, _ tree.Mode) {
		if m.Guarded() {
			a.fault(m.ScopesAt, "collection %q: member %q is visible to some callers alone, but all of them get problems", c.Name, m.Prop.Name)
		}
	}}
	w.Visit(f.Body.Prop, f.Body.Mode)
}

// sameType reports whether clients cannot prefer one media type to the other: parameters of a range
// in Accept match no offer.
func sameType(a, b string) bool {
	x, _ := accept.MediaType(a)
	y, _ := accept.MediaType(b)
	return x == y
}

// problemExamples checks that formats represent every problem that an operation may send.
func (a *API) problemExamples() {
	type key struct {
		format *tree.ProblemFormat
		status int
		code   string
	}
	var seen map[key]bool
	one := func(f *tree.ProblemFormat, x tree.ProblemExample) {
		k := key{f, x.Status, x.Code}
		if f == nil || seen[k] {
			return
		}
		if seen == nil {
			seen = map[key]bool{}
		}
		seen[k] = true
		if _, err := f.Example(x); err != nil {
			a.fault(f.At, "the format cannot represent the problem %d %s: %v", x.Status, x.Code, err)
		}
	}
	try := func(f *tree.ProblemFormat, x tree.ProblemExample) {
		for _, f := range f.For(f.Status(x.Status)).Alternatives() {
			one(f, x)
		}
	}
	for _, o := range a.Operations {
		if o.Node.ProblemFormat != nil {
			for _, b := range o.Node.BuiltinProblems() {
				try(o.Node.ProblemFormat, builtinExample(b))
			}
		}
		for _, f := range o.Node.Fails {
			if f.Range != tree.NoRange {
				continue
			}
			try(o.Node.FormatOf(f), tree.ProblemExample{Type: f.Type, Title: f.Title, Code: f.Code, Status: f.Status})
		}
	}
	if a.Node.ProblemFormat == nil {
		return
	}
	for _, b := range []tree.BuiltinProblem{tree.NotFound, tree.MethodNotAllowed, tree.Internal} { // without an operation
		try(a.Node.ProblemFormat, builtinExample(b))
	}
}

func builtinExample(b tree.BuiltinProblem) tree.ProblemExample {
	x := tree.ProblemExample{Detail: b.Detail, Code: b.Code, Status: b.Status}
	if b == tree.Invalid {
		x.Required, x.RequiredDetail = "name", "is required"
	}
	return x
}
