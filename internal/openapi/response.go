package openapi

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/tree"
)

// responses writes the successes of an operation, and then its problems in the order of
// their status. An outgoing request has no built-in problems.
func (w *writer) responses(op *tree.Operation, outgoing bool) error {
	var errs []error
	w.object("responses")
	all := successes(w.successes[:0], op)
	w.successes = all
	for i, a := range all {
		same := func(b tree.Response) bool { return b.Status == a.Status }
		if slices.ContainsFunc(all[:i], same) {
			if !a.Own {
				errs = append(errs, fmt.Errorf("response %d: is declared twice", a.Status))
			}
			continue // written with the first
		}
		var err error
		if others := slices.DeleteFunc(slices.Clone(all[i+1:]), func(b tree.Response) bool { return !same(b) || !b.Own || b.Body == nil }); len(others) > 0 {
			err = w.response(op, a, outgoing, others...)
		} else {
			err = w.response(op, a, outgoing)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("response %d: %w", a.Status, err))
		}
	}
	if !outgoing && len(op.Fails) == 0 {
		errs = append(errs, w.builtinResponses(op, all))
		w.end()
		return errors.Join(errs...)
	}
	for _, set := range w.problemsOf(op, outgoing) {
		if slices.ContainsFunc(all, func(a tree.Response) bool { return a.Status == set.status }) {
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

// builtinResponses writes the problems of an operation that declares none, or copies those of an
// operation with the same ones. The successes are before them.
func (w *writer) builtinResponses(op *tree.Operation, successes []tree.Response) error {
	known := &w.builtinSets[w.builtinOf(op)]
	if at := known.written; at[1] > 0 && known.depth == w.depth && !slices.ContainsFunc(successes, func(a tree.Response) bool { return a.Status >= 400 }) {
		w.b = append(w.b, w.b[at[0]:at[1]]...)
		return nil
	}
	var errs []error
	from := len(w.b)
	for _, set := range known.sets {
		if slices.ContainsFunc(successes, func(a tree.Response) bool { return a.Status == set.status }) {
			errs = append(errs, fmt.Errorf("%d is a success and a problem", set.status))
			continue
		}
		w.status(set.status)
		if err := w.problems(set); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) == 0 {
		known.written, known.depth = [2]int{from, len(w.b)}, w.depth
	}
	return errors.Join(errs...)
}

// successes appends the declared successes, and those that follow from them: ranges of a
// file, and 304.
func successes(all []tree.Response, op *tree.Operation) []tree.Response {
	all = append(append(all, op.Success), op.Also...)
	known := slices.ContainsFunc(all, func(a tree.Response) bool { return a.Status == http.StatusNotModified })
	if b := op.Success.Body; b != nil && b.Format == tree.Download {
		all = append(all,
			tree.Response{Status: http.StatusPartialContent, Doc: "The requested ranges of the file.", Body: b})
		if !known {
			all = append(all, tree.Response{Status: http.StatusNotModified, Doc: "The client already has this version of the file."})
			known = true
		}
	}
	if op.Method == http.MethodGet && op.Conditional() && !known {
		all = append(all, tree.Response{Status: http.StatusNotModified, Doc: "The client already has this version."})
	}
	return all
}

// status begins a member with the name of a status or a range.
func (w *writer) status(code int) {
	if r := rangeAt(code); r != tree.NoRange {
		w.key(string(r))
		return
	}
	w.line()
	w.b = append(strconv.AppendInt(append(w.b, '"'), int64(code), 10), `": `...)
}

// response writes a success; others are those of its status with other media types.
func (w *writer) response(op *tree.Operation, a tree.Response, outgoing bool, others ...tree.Response) error {
	w.status(a.Status)
	w.open('{')
	doc := w.words.of(a.Doc)
	for _, b := range others {
		doc = paragraphs(doc, w.words.of(b.Doc))
	}
	if doc == "" {
		doc = w.words.of(phrase(a.Status))
	}
	w.text("description", doc)
	var errs [2]error
	empty := w.mark()
	w.object("headers")
	h := headers{writer: w}
	sent := append(make([][]*tree.Prop, 0, 1), op.SentWith(&a))
	for i := range others {
		sent = append(sent, op.SentWith(&others[i]))
	}
	errs[0] = h.declared(sent)
	if a.Body != nil {
		h.format(a.Body, a.Status)
	}
	for _, b := range others {
		h.format(b.Body, a.Status)
	}
	if a.Own && a.Status >= 300 && a.Status != http.StatusNotModified {
		h.add(builtinHeader{name: "Location", doc: "The target of the redirect.", format: "uri-reference"})
	}
	h.version(op, a)
	h.common(commonHeadersOf(op, a.Status))
	if !outgoing {
		h.caching(op, a)
	}
	w.endOr(empty)
	if a.Body != nil {
		bodies := append(make([]*tree.Body, 0, 1), a.Body)
		for _, b := range others {
			bodies = append(bodies, b.Body)
		}
		errs[1] = w.contents(!outgoing, bodies...)
	}
	if !outgoing {
		w.links(op, a)
	}
	w.end()
	return errors.Join(errs[:]...)
}

// phrase is the name of a status.
func phrase(status int) string {
	if text := problem.Phrase(status); text != "" {
		return text
	}
	return "Status " + strconv.Itoa(status)
}

// responseName returns the phrase of a status as the name of a component: UriTooLong.
func responseName(status int) string {
	switch rangeAt(status) {
	case tree.ClientErrors:
		return "ClientError"
	case tree.ServerErrors:
		return "ServerError"
	case tree.AnyError:
		return "Error"
	}
	var b strings.Builder
	for word := range strings.FieldsFuncSeq(phrase(status), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9')
	}) {
		b.WriteString(strings.ToUpper(word[:1]) + strings.ToLower(word[1:]))
	}
	return b.String()
}
