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
			ir.Response{Status: http.StatusPartialContent, Doc: "The requested ranges of the file.", Body: b},
			ir.Response{Status: http.StatusNotModified, Doc: "The client already has this version of the file."})
	}
	if op.Method == http.MethodGet && op.Conditional() {
		all = append(all, ir.Response{Status: http.StatusNotModified, Doc: "The client already has this version."})
	}
	return all
}

// status begins a member with the name of a status or a range.
func (w *writer) status(code int) {
	if r := rangeAt(code); r != ir.NoRange {
		w.key(string(r))
		return
	}
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

// phrase is the name of a status.
func phrase(status int) string {
	return cmp.Or(problem.Phrase(status), "Status "+strconv.Itoa(status))
}

// responseName returns the phrase of a status as the name of a component: UriTooLong.
func responseName(status int) string {
	switch rangeAt(status) {
	case ir.ClientErrors:
		return "ClientError"
	case ir.ServerErrors:
		return "ServerError"
	case ir.AnyError:
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
