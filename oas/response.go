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

// responses writes the successes of an operation, and then its problems in the
// order of their status. What the library refuses is no matter of operations
// that others serve.
func (w *writer) responses(op *ir.Operation, theirs bool) error {
	var errs []error
	w.object("responses")
	answers := successes(w.answers[:0], op)
	w.answers = answers
	for i, a := range answers {
		err := w.answer(op, a, theirs)
		if err == nil && slices.ContainsFunc(answers[:i], func(b ir.Response) bool { return b.Status == a.Status }) {
			err = errors.New("is declared twice")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("answer %d: %w", a.Status, err))
		}
	}
	for _, set := range w.problemsOf(op, theirs) {
		if slices.ContainsFunc(answers, func(a ir.Response) bool { return a.Status == set.status }) {
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

// successes are the answers that an operation declares, and those that come
// with what it answers with: parts of a file, or that the client has it.
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

// status begins a member that is named after a status.
func (w *writer) status(code int) {
	w.line()
	w.b = append(strconv.AppendInt(append(w.b, '"'), int64(code), 10), `": `...)
}

func (w *writer) answer(op *ir.Operation, a ir.Response, theirs bool) error {
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
	h.beside(besideOf(op, a.Status))
	if !theirs {
		h.caching(op, a)
	}
	w.endOr(empty)
	if a.Body != nil {
		errs[1] = w.contents(a.Body, !theirs)
	}
	if !theirs {
		w.links(op, a)
	}
	w.end()
	return errors.Join(errs[:]...)
}

// problemSet is what is answered with one status.
type problemSet struct {
	status   int
	beside   beside
	refusals []ir.BuiltinProblem // by the library
	failures []ir.Failure        // by the handler
	ref      string              // to the component of what the library alone answers; "" until it is asked for
}

// problemsOf returns the problems of an operation, those of the least status
// first. Operations that are refused alike share their part of it.
func (w *writer) problemsOf(op *ir.Operation, theirs bool) []problemSet {
	sets := w.sets[:0]
	if !theirs {
		sets = append(sets, w.refusalsOf(op)...)
	}
	for _, f := range op.Fails {
		i, found := slices.BinarySearchFunc(sets, f.Status, func(s problemSet, status int) int { return s.status - status })
		if !found {
			sets = slices.Insert(sets, i, problemSet{status: f.Status, beside: besideOf(op, f.Status)})
		}
		sets[i].failures = append(slices.Clip(sets[i].failures), f)
	}
	w.sets = sets
	return sets
}

// refusalsOf returns the part that the library answers with.
func (w *writer) refusalsOf(op *ir.Operation) (sets []problemSet) {
	var room [32]ir.BuiltinProblem
	all, ours := op.AppendBuiltinProblems(room[:0]), besideOf(op, http.StatusUnsupportedMediaType)
	for _, known := range w.refused {
		if known.beside == ours && slices.Equal(known.refusals, all) {
			return known.sets
		}
	}
	all = slices.Clone(all)
	for i := 0; i < len(all); { // they are sorted
		n := i + 1
		for n < len(all) && all[n].Status == all[i].Status {
			n++
		}
		set := problemSet{status: all[i].Status, beside: besideOf(op, all[i].Status), refusals: all[i:n:n]}
		if !slices.ContainsFunc(op.Fails, func(f ir.Failure) bool { return f.Status == set.status }) {
			set.ref = w.refusedRef(set)
		}
		sets = append(sets, set)
		i = n
	}
	w.refused = append(w.refused, builtinProblems{all, ours, sets})
	return sets
}

// builtinProblems are the problems of operations that the library refuses alike.
type builtinProblems struct {
	refusals []ir.BuiltinProblem
	beside   beside
	sets     []problemSet
}

// problems writes what is answered with one status. What the library alone
// answers is a component, as it is the same in many places.
func (w *writer) problems(set problemSet) error {
	if len(set.failures) == 0 {
		if set.ref == "" {
			set.ref = w.refusedRef(set)
		}
		w.open('{')
		w.text("$ref", set.ref)
		w.end()
		return nil
	}
	return w.problemResponse(set)
}

func (w *writer) problemResponse(set problemSet) error {
	all, err := w.kinds(set)
	if err != nil {
		return err
	}
	w.open('{')
	w.text("description", catalogue(all, len(set.failures) == 0))
	empty := w.mark()
	w.object("headers")
	h := headers{writer: w}
	h.problem(set.refusals, len(set.failures) == 0)
	h.beside(set.beside)
	w.endOr(empty)
	w.object("content")
	w.object(render.ContentType)
	w.object("schema")
	w.text("$ref", schemaRef+problemName)
	w.end()
	if len(all) == 1 && len(set.refusals) == 1 {
		w.key("example")
		w.refusal(set.refusals[0])
	} else {
		w.object("examples")
		for _, k := range all {
			w.object(k.code)
			w.some("summary", k.title)
			w.some("description", k.doc)
			w.key("value")
			k.write()
			w.end()
		}
		w.end()
	}
	w.end()
	w.end()
	w.end()
	return nil
}

// kind is a kind of problem as it is listed for people.
type kind struct {
	code, title, doc string
	write            func() // an example
}

// kinds lists the kinds of problems of one status, each once.
func (w *writer) kinds(set problemSet) (all []kind, err error) {
	for _, r := range set.refusals {
		_, detail := w.words.refusal(r)
		all = append(all, kind{code: r.Code, title: detail, write: func() { w.refusal(r) }})
	}
	for i, f := range set.failures {
		first := slices.IndexFunc(set.failures[:i], func(g ir.Failure) bool { return g.Code == f.Code })
		ours := slices.ContainsFunc(set.refusals, func(r ir.BuiltinProblem) bool { return r.Code == f.Code })
		switch {
		case ours || first >= 0 && !alike(set.failures[first], f):
			return nil, fmt.Errorf("%s: two problems of status %d have the code %q", f.At, set.status, f.Code)
		case first < 0:
			all = append(all, kind{f.Code, w.words.failure(f), w.words.of(f.Doc), func() { w.failure(f) }})
		}
	}
	return all, nil
}

func alike(f, g ir.Failure) bool {
	return f.Status == g.Status && f.Title == g.Title && f.Type == g.Type && f.Doc == g.Doc
}

// catalogue lists problems for people; the only one that the library answers
// with says all there is to say.
func catalogue(all []kind, library bool) string {
	if library && len(all) == 1 {
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

// problemsKey tells apart what the library answers with one status.
type problemsKey struct {
	codes  string
	beside beside
}

// refusedRef returns the reference to the component of what the library alone
// answers. The first of a status has the name of the status.
func (w *writer) refusedRef(set problemSet) string {
	key := problemsKey{codes(set.refusals), set.beside}
	if ref, ok := w.refusedRefs[key]; ok {
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
	w.refusedRefs[key] = responseRef + name
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

// responseName is the phrase of a status as a component is named: UriTooLong.
func responseName(status int) string {
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(phrase(status), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}) {
		b.WriteString(strings.ToUpper(word[:1]) + strings.ToLower(word[1:]))
	}
	return b.String()
}
