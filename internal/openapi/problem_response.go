package openapi

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// problems writes the problems of one status. A set of built-in problems alone is a component,
// because many operations have it.
func (w *writer) problems(set problemSet) error {
	if len(set.declared) == 0 {
		if set.ref == "" {
			set.ref = w.builtinRef(set)
		}
		w.ref(set.ref)
		return nil
	}
	return w.problemResponse(set)
}

func (w *writer) problemResponse(set problemSet) error {
	all, err := w.listed(set)
	if err != nil {
		return err
	}
	w.open('{')
	switch {
	case set.of == nil:
		w.text("description", catalog(all, len(set.declared) == 0))
	case len(all) > 0:
		w.text("description", paragraphs(w.otherProblems(set.of), catalog(all, false)))
	default:
		w.text("description", w.otherProblems(set.of))
	}
	empty := w.mark()
	w.object("headers")
	h := headers{writer: w}
	declared := set.declared
	if set.of != nil {
		declared = []tree.Failure{*set.of}
	}
	if err := h.ofProblems(declared, len(set.builtin) == 0); err != nil {
		return err
	}
	h.problem(set.builtin, len(set.declared) == 0 && set.of == nil)
	h.common(set.headers)
	w.endOr(empty)
	err = w.problemContent(set, all)
	w.end()
	return err
}

// problemContent writes the representations of problems, by their media types.
func (w *writer) problemContent(set problemSet, all []listedProblem) error {
	empty := w.mark()
	w.object("content")
	defer w.endOr(empty)
	if w.api.CustomProblems {
		w.object("*/*") // whatever the application writes
		w.end()
		return nil
	}
	if len(all) == 0 && mediaTypeOf(set.format) != "" { // a range without built-in problems
		for _, f := range set.format.Alternatives() {
			w.object(mediaTypeOf(f))
			w.key("schema")
			if err := w.formatSchema(f); err != nil {
				return err
			}
			w.end()
		}
		return nil
	}
	single := len(all) == 1 && len(set.builtin) == 1
	all = alternatives(all)
	for i := range all {
		mediaType := mediaTypeOf(all[i].format)
		if slices.ContainsFunc(all[:i], func(k listedProblem) bool { return mediaTypeOf(k.format) == mediaType }) {
			continue // written already
		}
		if mediaType == "" {
			continue // without content
		}
		w.object(mediaType)
		if err := w.problemSchema(all, mediaType); err != nil {
			return err
		}
		if err := w.problemExamples(all, mediaType, single); err != nil {
			return err
		}
		w.end()
	}
	return nil
}

// alternatives adds the problems in the formats for clients that prefer their media types.
func alternatives(all []listedProblem) []listedProblem {
	for _, k := range all {
		if k.format != nil && len(k.format.Choices) > 0 {
			all = slices.Clip(all)
			for _, f := range k.format.Choices {
				k.format = f
				all = append(all, k)
			}
		}
	}
	return all
}

func mediaTypeOf(f *tree.ProblemFormat) string {
	if f == nil {
		return render.ContentType
	}
	return f.MediaType
}

// problemSchema writes the schema of problems with one media type.
func (w *writer) problemSchema(all []listedProblem, mediaType string) error {
	var room [4]*tree.ProblemFormat
	formats := room[:0]
	for _, k := range all {
		if mediaTypeOf(k.format) == mediaType && !slices.ContainsFunc(formats, k.format.Alike) {
			formats = append(formats, k.format)
		}
	}
	w.key("schema")
	if len(formats) == 1 {
		return w.formatSchema(formats[0])
	}
	w.open('{')
	w.list("anyOf")
	for _, f := range formats {
		w.line()
		if err := w.formatSchema(f); err != nil {
			return err
		}
	}
	w.endList()
	w.end()
	return nil
}

func (w *writer) formatSchema(f *tree.ProblemFormat) error {
	if f == nil {
		w.problemUsed = true
		w.ref(schemaRef + problemName)
		return nil
	}
	return w.content(f.Body)
}

// problemExamples writes an example of each problem with a media type.
func (w *writer) problemExamples(all []listedProblem, mediaType string, single bool) error {
	if single {
		w.key("example")
		i := slices.IndexFunc(all, func(k listedProblem) bool { return mediaTypeOf(k.format) == mediaType })
		return w.problemExample(&all[i])
	}
	w.object("examples")
	for i := range all {
		k := &all[i]
		if mediaTypeOf(k.format) != mediaType {
			continue
		}
		w.object(k.code)
		w.some("summary", k.title)
		w.some("description", k.doc)
		w.key("value")
		if err := w.problemExample(k); err != nil {
			return err
		}
		w.end()
	}
	w.end()
	return nil
}

// listedProblem is a problem type as documents list it.
type listedProblem struct {
	code, title, doc string
	format           *tree.ProblemFormat
	builtin          tree.BuiltinProblem
	declared         *tree.Failure // nil: a built-in problem
}

// listed returns the problem types of one status, each once.
func (w *writer) listed(set problemSet) (all []listedProblem, err error) {
	for _, r := range set.builtin {
		_, detail := w.words.builtin(r)
		all = append(all, listedProblem{code: r.Code, title: detail, format: set.format.For(set.format.Status(r.Status)), builtin: r})
	}
	for i, f := range set.declared {
		first := slices.IndexFunc(set.declared[:i], func(g tree.Failure) bool { return g.Code == f.Code })
		builtin := slices.ContainsFunc(set.builtin, func(r tree.BuiltinProblem) bool { return r.Code == f.Code })
		switch {
		case builtin || first >= 0 && !set.declared[first].Equal(&f):
			return nil, faultAt(f.At, "two problems of status %d have the code %q", set.status, f.Code)
		case first < 0:
			format := f.Format
			if format == nil {
				format = set.format
			}
			format = format.For(set.status)
			all = append(all, listedProblem{f.Code, w.words.problemTitle(f), w.words.of(f.Doc), format, tree.BuiltinProblem{}, &set.declared[i]})
		}
	}
	return all, nil
}

// catalog lists problems for readers. A single built-in problem has its own description.
func catalog(all []listedProblem, builtin bool) string {
	if builtin && len(all) == 1 {
		return all[0].title
	}
	var b strings.Builder
	for i, k := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- `" + k.code + "`: " + strings.TrimSuffix(k.title, ".") + ".")
	}
	return b.String()
}
