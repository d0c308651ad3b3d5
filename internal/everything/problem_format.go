package everything

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// Error is a problem in another format than that of RFC 9457.
type Error struct {
	Text string
	Of   []string
}

// Errors has errors with the names of invalid parts, Brief the codes alone, Retired a format of its own, Queued a header,
// and Lost no content.
var (
	Errors = render.NewFormat(collection.Of("Error", func(e *Error) collection.Fields {
		return collection.Fields{
			prop.String("text").At(&e.Text),
			prop.Array(prop.String("of")).At(&e.Of),
		}
	}).View(), func(f render.Fields) Error {
		e := Error{Text: f.Title}
		for _, v := range f.Violations {
			e.Of = append(e.Of, v.Parameter+v.Pointer)
		}
		return e
	}, nil).MediaType("application/vnd.everything+json").Status(422, 400).StatusFormat(Notice, 415).Or(Brief)

	Brief = render.NewFormat(collection.Of("Brief", func(code *string) collection.Fields { return collection.Fields{prop.String("brief").At(code)} }).View(),
		func(f render.Fields) string { return f.Code }, nil).MediaType("application/vnd.brief+json")

	// A Notice has a title alone.
	Notice = render.NewFormat(
		collection.Of("Notice", func(text *string) collection.Fields { return collection.Fields{prop.String("notice").At(text)} }).View(),
		func(f render.Fields) string { return f.Title }, nil)

	Retired = render.NewProblem(410, "retired", "It is retired.").FormattedAs(Notice)

	Queued = render.NewProblem(409, "queued", "It is queued.").ResponseHeader(prop.Int("X-Position").Min(1))
	Lost   = render.NewProblem(451, "lost", "It is lost.").FormattedAs(render.NoContent())
)
