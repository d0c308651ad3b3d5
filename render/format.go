package render

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// Format is a representation of problems other than application/problem+json, for APIs
// whose clients expect other errors. The default is better for new APIs. It is an immutable
// value; see [NewFormat].
type Format format

type format = problem.Format

// NewFormat declares a format: the body, a collection in view mode, and how a problem
// becomes a value of it.
//
//	var errorFormat = render.NewFormat(errorBodies.View(),
//		func(f render.Fields) errorBody { return errorBody{Message: f.Title, Errors: messages(f.Violations)} },
//		func(e errorBody) render.Fields { return render.Fields{Title: e.Message} },
//	).Status(422, 400)
//
// An API, a group or a route has it with ProblemFormat, and a problem with [Problem.FormattedAs]. All
// problems have it then, the library's own too, and the document describes it.
//
// Status of the fields is that of the response. Write must not fail, whatever the fields
// are: Build tries it with every problem that an operation may send, and reports values
// that violate the collection. A violation at run time, or a panic, is logged, and the
// problem is sent as RFC 9457 says.
//
// Read is for clients: it returns the fields of a received body. It may be nil; then a
// client knows the status alone.
func NewFormat[T any](body *collection.Body[T], write func(Fields) T, read func(T) Fields) *Format {
	content := codec.BodyOf(body)
	var f problem.Spec
	f.Node = tree.ProblemFormat{At: tree.Here(), MediaType: "application/json"}
	switch {
	case content == nil || content.Codec == nil:
		f.Node.Faults = append(f.Node.Faults, tree.Faultf("NewFormat needs a collection in view mode, such as errors.View()"))
	case content.Node.Mode != tree.View:
		f.Node.Faults = append(f.Node.Faults, tree.Faultf("NewFormat has a collection in %s mode; use View", strings.ToLower(content.Node.Mode.String())))
	case write == nil:
		f.Node.Faults = append(f.Node.Faults, tree.Faultf("NewFormat has no function that writes problems"))
	default:
		f.Node.Body = content.Node
		f.Append = func(b []byte, p *problem.Problem) ([]byte, error) {
			v := write((*Problem)(p).Fields())
			return problem.AppendChecked(b, content.Codec(), place.Of(&v))
		}
		f.Try = func(text []byte, ignoreUnknown bool) ([]byte, error) {
			return problem.RoundTrip(text, ignoreUnknown, content.Codec(), place.Of(new(T)))
		}
		if read != nil {
			f.Read = func(text []byte) (problem.Data, error) {
				v := new(T)
				if err := problem.Parse(text, content.Codec(), place.Of(v)); err != nil {
					return problem.Data{}, err
				}
				return read(*v).data(), nil
			}
		}
	}
	return (*Format)(problem.NewFormat(f))
}

// NoContent returns a format without content: the status says it all. [Format.Status] replaces
// statuses, and other methods do not apply.
//
//	var Gone = render.NewProblem(410, "gone", "The book is gone.").FormattedAs(render.NoContent())
func NoContent() *Format {
	var f problem.Spec
	f.Node.At = tree.Here()
	f.Append = func(b []byte, _ *problem.Problem) ([]byte, error) { return b, nil }
	return (*Format)(problem.NewFormat(f))
}

func (f *Format) edit(change func(*tree.ProblemFormat)) *Format {
	return (*Format)((*problem.Format)(f).Edit(func(s *problem.Spec) { change(&s.Node) }))
}

func (f *Format) editSpec(change func(*problem.Spec)) *Format {
	return (*Format)((*problem.Format)(f).Edit(change))
}

// MediaType sets the media type, which must be JSON, such as application/vnd.shop+json or
// application/json; version=1. Responses and documents have it as it is written here. The default is
// application/json. Documents may have the range */* or application/* in its place. For another
// format see [Format.Codec].
func (f *Format) MediaType(name string) *Format {
	fault := tree.Faultf("MediaType(%q) is not JSON, such as application/vnd.shop+json", name)
	none := tree.Faultf("MediaType(%q) is of a format without content", name)
	return f.edit(func(n *tree.ProblemFormat) {
		switch {
		case n.MediaType == "":
			n.Faults = append(n.Faults, none)
		case !problem.JSONType(name) && name != "*/*" && name != "application/*":
			n.Faults = append(n.Faults, fault)
		default:
			n.MediaType = name
		}
	})
}

// Or adds formats with other media types, for clients that prefer these (Accept, RFC 9110 §12.5.1):
//
//	var errorFormat = render.NewFormat(errorBodies.View(), …).Or(scimFormat)
//
// A client without a preference gets f, and likewise one that accepts none of them. The others have
// the statuses of f, except those with a format of their own or without content.
func (f *Format) Or(others ...*Format) *Format {
	none := tree.Faultf("Or of a format has no format")
	bare := tree.Faultf("Or: a format without content has no media type by which clients could prefer it")
	own := tree.Faultf("Or: declare statuses and other formats of the first format alone")
	return (*Format)((*problem.Format)(f).Edit(func(s *problem.Spec) {
		if len(others) == 0 || slices.Contains(others, nil) {
			s.Node.Faults = append(s.Node.Faults, none)
			return
		}
		var all []*problem.Format
		for _, other := range others {
			n := (*problem.Format)(other).Node()
			switch {
			case n.MediaType == "" || s.Node.MediaType == "":
				s.Node.Faults = append(s.Node.Faults, bare)
				return
			case len(n.Statuses)+len(n.Others)+len(n.Choices) > 0:
				s.Node.Faults = append(s.Node.Faults, own)
				return
			}
			all = append(all, (*problem.Format)(other))
		}
		s.Or(all)
	}))
}

// Status replaces the status of the responses for problems with one status by another, both
// from 400 to 599.
func (f *Format) Status(from, to int) *Format {
	fault := tree.Faultf("Status(%d, %d) is not from 400 to 599", from, to)
	again := tree.Faultf("Status(%d, %d): the status is replaced already", from, to)
	return f.edit(func(n *tree.ProblemFormat) {
		switch {
		case min(from, to) < 400 || max(from, to) > 599:
			n.Faults = append(n.Faults, fault)
		case n.Status(from) != from:
			n.Faults = append(n.Faults, again)
		default:
			n.Statuses = append(n.Statuses, tree.StatusPair{From: from, To: to})
		}
	})
}

// NoContent removes the content of responses with the statuses, as if their problems had the
// format of the function [NoContent].
//
//	errorFormat.NoContent(401) // WWW-Authenticate says it all
func (f *Format) NoContent(statuses ...int) *Format {
	nothing := tree.Faultf("NoContent() of a format has no status")
	never := tree.Faultf("NoContent of a format without content has no effect")
	return f.editSpec(func(s *problem.Spec) {
		if len(statuses) == 0 {
			s.Node.Faults = append(s.Node.Faults, nothing)
		}
		if s.Node.MediaType == "" {
			s.Node.Faults = append(s.Node.Faults, never)
			return
		}
		addStatuses(s, "NoContent", NoContent(), statuses)
	})
}

// StatusFormat replaces the format of responses with the statuses, also of the library's own problems:
//
//	violations.StatusFormat(messages, 401, 403, 404)
//
// The statuses of problems are replaced as the format says, not the other one, which may have
// alternatives ([Format.Or]) of its own.
func (f *Format) StatusFormat(other *Format, statuses ...int) *Format {
	nothing := tree.Faultf("StatusFormat(…) has no status")
	none := tree.Faultf("StatusFormat(nil, …): there is no format")
	return f.editSpec(func(s *problem.Spec) {
		switch {
		case other == nil:
			s.Node.Faults = append(s.Node.Faults, none)
		case len(statuses) == 0:
			s.Node.Faults = append(s.Node.Faults, nothing)
		default:
			addStatuses(s, "StatusFormat", other, statuses)
		}
	})
}

// addStatuses adds the format of some statuses.
func addStatuses(s *problem.Spec, call string, other *Format, statuses []int) {
	for _, status := range statuses {
		switch {
		case status < 400 || status > 599:
			s.Node.Faults = append(s.Node.Faults, tree.Faultf("%s(%d) is not from 400 to 599", call, status))
		case s.Node.For(status) != &s.Node:
			s.Node.Faults = append(s.Node.Faults, tree.Faultf("%s(%d): responses with the status have another format already", call, status))
		default:
			s.Add(status, (*problem.Format)(other))
		}
	}
}

// FormattedAs returns the problem in a format of its own, in place of that of the route or the API.
func (p *Problem) FormattedAs(f *Format) *Problem {
	none := tree.Faultf("problem %q: FormattedAs(nil): there is no format", p.Code())
	all := tree.Faultf("FormattedAs(…) of the range %s: its problems have the format of the route", p.data().Range)
	return p.edit(func(d *problem.Data) {
		switch {
		case f == nil:
			d.Faults = append(d.Faults, none)
		case d.Range != tree.NoRange:
			d.Faults = append(d.Faults, all)
		default:
			d.Format = (*problem.Format)(f)
		}
	})
}
