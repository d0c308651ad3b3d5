package oas

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
)

// responses writes the successes of an operation, and then its problems in the order of
// their status. An outgoing request has no built-in problems.
func (w *writer) responses(op *ir.Operation, outgoing bool) error {
	var errs []error
	w.object("responses")
	all := successes(w.successes[:0], op)
	w.successes = all
	for i, a := range all {
		err := w.response(op, a, outgoing)
		if err == nil && slices.ContainsFunc(all[:i], func(b ir.Response) bool { return b.Status == a.Status }) {
			err = errors.New("is declared twice")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("response %d: %w", a.Status, err))
		}
	}
	for _, set := range w.problemsOf(op, outgoing) {
		if slices.ContainsFunc(all, func(a ir.Response) bool { return a.Status == set.status }) {
			errs = append(errs, fmt.Errorf("%d is a success and a problem", set.status))
			continue
		}
		w.status(set.status)
		if err := w.problems(set); err != nil {
			errs = append(errs, err)
		}
	}
	w.end()
	return errors.Join(errs...)
}

// successes appends the declared successes, and those that follow from them: ranges of a
// file, and 304.
func successes(all []ir.Response, op *ir.Operation) []ir.Response {
	all = append(append(all, op.Success), op.Also...)
	if b := op.Success.Body; b != nil && b.Format == ir.Download {
		all = append(all,
			ir.Response{Status: http.StatusPartialContent, Doc: "The ranges of the file that were asked for.", Body: b},
			ir.Response{Status: http.StatusNotModified, Doc: "The client has the file already."})
	}
	if op.Method == http.MethodGet && op.Conditional() {
		all = append(all, ir.Response{Status: http.StatusNotModified, Doc: "The client has this version already."})
	}
	return all
}

// status begins a member with the name of a status.
func (w *writer) status(code int) {
	w.line()
	w.b = append(strconv.AppendInt(append(w.b, '"'), int64(code), 10), `": `...)
}

func (w *writer) response(op *ir.Operation, a ir.Response, outgoing bool) error {
	w.status(a.Status)
	w.open('{')
	w.translated("description", cmp.Or(a.Doc, phrase(a.Status)))
	var errs [2]error
	empty := w.mark()
	w.object("headers")
	h := headers{writer: w}
	errs[0] = h.declared(op.AllSends())
	if a.Body != nil {
		h.format(a.Body, a.Status)
	}
	h.version(op, a)
	h.common(commonHeadersOf(op, a.Status))
	if !outgoing {
		h.caching(op, a)
	}
	w.endOr(empty)
	if a.Body != nil {
		errs[1] = w.contents(a.Body, !outgoing)
	}
	if !outgoing {
		w.links(op, a)
	}
	w.end()
	return errors.Join(errs[:]...)
}

// problemSet is the problems of one status.
type problemSet struct {
	status   int
	format   *ir.ProblemFormat // of the operation
	headers  commonHeaders
	builtin  []ir.BuiltinProblem
	declared []ir.Failure
	ref      string // the reference to the component of a set of built-in problems; "" if it is not needed yet
}

// problemsOf returns the problems of an operation in the order of their status.
// Operations with the same built-in problems share these.
func (w *writer) problemsOf(op *ir.Operation, outgoing bool) []problemSet {
	sets := w.sets[:0]
	if !outgoing {
		sets = append(sets, w.builtinOf(op)...)
	}
	for _, f := range op.Fails {
		status := op.FormatOf(f).Status(f.Status)
		i, found := setOf(sets, status)
		if !found {
			sets = slices.Insert(sets, i, problemSet{status: status, format: op.ProblemFormat, headers: commonHeadersOf(op, status)})
		}
		sets[i].declared = append(slices.Clip(sets[i].declared), f)
	}
	w.sets = sets
	return sets
}

// setOf returns the index of the problems of a status, or where they would be.
func setOf(sets []problemSet, status int) (i int, found bool) {
	return slices.BinarySearchFunc(sets, status, func(s problemSet, status int) int { return s.status - status })
}

// builtinOf returns the built-in problems of an operation.
func (w *writer) builtinOf(op *ir.Operation) (sets []problemSet) {
	var room [32]ir.BuiltinProblem
	all, common := op.AppendBuiltinProblems(room[:0]), commonHeadersOf(op, http.StatusUnsupportedMediaType)
	for _, known := range w.builtinSets {
		if known.headers == common && known.format == op.ProblemFormat && slices.Equal(known.problems, all) {
			return known.sets
		}
	}
	all = slices.Clone(all)
	for _, b := range all {
		status := op.ProblemFormat.Status(b.Status)
		i, found := setOf(sets, status)
		if !found {
			sets = slices.Insert(sets, i, problemSet{status: status, format: op.ProblemFormat, headers: commonHeadersOf(op, status)})
		}
		sets[i].builtin = append(sets[i].builtin, b)
	}
	for i := range sets {
		set := &sets[i]
		if !slices.ContainsFunc(op.Fails, func(f ir.Failure) bool { return op.FormatOf(f).Status(f.Status) == set.status }) {
			set.ref = w.builtinRef(*set)
		}
	}
	w.builtinSets = append(w.builtinSets, builtinProblems{all, op.ProblemFormat, common, sets})
	return sets
}

// builtinProblems are the built-in problems of similar operations.
type builtinProblems struct {
	problems []ir.BuiltinProblem
	format   *ir.ProblemFormat
	headers  commonHeaders
	sets     []problemSet
}

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
	w.text("description", catalog(all, len(set.declared) == 0))
	empty := w.mark()
	w.object("headers")
	h := headers{writer: w}
	h.problem(set.builtin, len(set.declared) == 0)
	h.common(set.headers)
	w.endOr(empty)
	err = w.problemContent(set, all)
	w.end()
	return err
}

// problemContent writes the representations of problems, by their media types.
func (w *writer) problemContent(set problemSet, all []listedProblem) error {
	w.object("content")
	defer w.end()
	if w.api.CustomProblems {
		w.object("*/*") // whatever the application writes
		w.end()
		return nil
	}
	single := len(all) == 1 && len(set.builtin) == 1
	for i := range all {
		mediaType := mediaTypeOf(all[i].format)
		if slices.ContainsFunc(all[:i], func(k listedProblem) bool { return mediaTypeOf(k.format) == mediaType }) {
			continue // written already
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

func mediaTypeOf(f *ir.ProblemFormat) string {
	if f == nil {
		return render.ContentType
	}
	return f.MediaType
}

// problemSchema writes the schema of problems with one media type.
func (w *writer) problemSchema(all []listedProblem, mediaType string) error {
	var room [4]*ir.ProblemFormat
	formats := room[:0]
	for _, k := range all {
		if mediaTypeOf(k.format) == mediaType && !slices.Contains(formats, k.format) {
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

func (w *writer) formatSchema(f *ir.ProblemFormat) error {
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
		return w.problemExample(&all[0])
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
	format           *ir.ProblemFormat
	builtin          ir.BuiltinProblem
	declared         *ir.Failure // nil: a built-in problem
}

// listed returns the problem types of one status, each once.
func (w *writer) listed(set problemSet) (all []listedProblem, err error) {
	for _, r := range set.builtin {
		_, detail := w.words.builtin(r)
		all = append(all, listedProblem{code: r.Code, title: detail, format: set.format, builtin: r})
	}
	for i, f := range set.declared {
		first := slices.IndexFunc(set.declared[:i], func(g ir.Failure) bool { return g.Code == f.Code })
		builtin := slices.ContainsFunc(set.builtin, func(r ir.BuiltinProblem) bool { return r.Code == f.Code })
		switch {
		case builtin || first >= 0 && !equalProblems(set.declared[first], f):
			return nil, fmt.Errorf("%s: two problems of status %d have the code %q", f.At, set.status, f.Code)
		case first < 0:
			format := f.Format
			if format == nil {
				format = set.format
			}
			all = append(all, listedProblem{f.Code, w.words.problemTitle(f), w.words.of(f.Doc), format, ir.BuiltinProblem{}, &set.declared[i]})
		}
	}
	return all, nil
}

// equalProblems reports whether two declarations are of the same problem.
func equalProblems(f, g ir.Failure) bool {
	f.At = g.At
	return f == g
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

// problemsKey identifies a set of built-in problems.
type problemsKey struct {
	codes   string
	format  *ir.ProblemFormat
	status  int
	headers commonHeaders
}

// builtinRef returns the reference to the component of a set of built-in problems. The first of
// a status is named after the status.
func (w *writer) builtinRef(set problemSet) string {
	key := problemsKey{codes(set.builtin), set.format, set.status, set.headers}
	if ref, ok := w.builtinRefs[key]; ok {
		return ref
	}
	name := responseName(set.status)
	for n := 2; ; n++ {
		if _, taken := w.builtinProblems[name]; !taken {
			break
		}
		name = responseName(set.status) + strconv.Itoa(n)
	}
	w.builtinProblems[name] = set
	w.builtinRefs[key] = responseRef + name
	return responseRef + name
}

func codes(all []ir.BuiltinProblem) string {
	if len(all) == 1 {
		return all[0].Code
	}
	var b strings.Builder
	for _, r := range all {
		b.WriteString(r.Code)
		b.WriteByte(' ')
	}
	return b.String()
}

// phrase is the name of a status.
func phrase(status int) string {
	return cmp.Or(problem.Phrase(status), "Status "+strconv.Itoa(status))
}

// responseName returns the phrase of a status as the name of a component: UriTooLong.
func responseName(status int) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(phrase(status), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}) {
		b.WriteString(strings.ToUpper(word[:1]) + strings.ToLower(word[1:]))
	}
	return b.String()
}
