package oas

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// responses writes the successes of an operation, and then its problems in the
// order of their status.
func (w *writer) responses(op *ir.Operation) (*v3.Responses, error) {
	out := orderedmap.New[string, *v3.Response]()
	var errs []error
	for _, a := range successes(op) {
		r, err := w.answer(a, op.AllSends())
		addVersion(r, op, a)
		w.addLimits(r, op)
		if _, twice := out.Get(statusKey(a.Status)); err == nil && twice {
			err = errors.New("is declared twice")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("answer %d: %w", a.Status, err))
			continue
		}
		out.Set(statusKey(a.Status), r)
	}
	problems := failuresOf(op)
	for _, status := range slices.Sorted(maps.Keys(problems)) {
		if _, taken := out.Get(statusKey(status)); taken {
			errs = append(errs, fmt.Errorf("%d is a success and a problem", status))
			continue
		}
		r, err := w.problems(status, problems[status])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		out.Set(statusKey(status), r)
	}
	return &v3.Responses{Codes: out}, errors.Join(errs...)
}

// successes are the answers that an operation declares, and those that come
// with what it answers with: parts of a file, or that the client has it.
func successes(op *ir.Operation) []ir.Answer {
	all := append([]ir.Answer{op.Success}, op.Also...)
	if b := op.Success.Body; b != nil && b.Format == ir.Download {
		all = append(all,
			ir.Answer{Status: http.StatusPartialContent, Doc: "The ranges of the file that were asked for.", Body: b},
			ir.Answer{Status: http.StatusNotModified, Doc: "The client has the file already."})
	}
	if op.Method == http.MethodGet && op.Conditional() {
		all = append(all, ir.Answer{Status: http.StatusNotModified, Doc: "The client has this version already."})
	}
	return all
}

// addHeaders writes the headers that come with a format.
func addHeaders(r *v3.Response, b *ir.Body, status int) {
	header := func(name, doc, format string, required bool) { addHeader(r, name, doc, format, required) }
	if b.Beside != nil {
		header("Link", "The pages around this one, as far as they are known: first, prev, next and last (RFC 8288).", "", false)
	}
	switch b.Format {
	case ir.Redirect:
		header("Location", "Where to go to.", "uri-reference", true)
	case ir.Download:
		header("ETag", "The version of the file.", "", false)
		header("Last-Modified", "When the file was last changed.", "", false)
		header("Accept-Ranges", "That parts of the file can be asked for.", "", false)
		if status == http.StatusPartialContent {
			header("Content-Range", "Which part of the file this is; several have it in each.", "", false)
		}
	}
}

func (w *writer) answer(a ir.Answer, sends []*ir.Prop) (*v3.Response, error) {
	r := &v3.Response{Description: cmp.Or(a.Doc, phrase(a.Status))}
	var errs [2]error
	r.Headers, errs[0] = w.headers(sends)
	if a.Body != nil {
		r.Content, errs[1] = w.answerContent(a.Body)
		addHeaders(r, a.Body, a.Status)
	}
	return r, errors.Join(errs[:]...)
}

// problemSet is what is answered with one status.
type problemSet struct {
	refusals []ir.Refusal // by the library
	failures []ir.Failure // by the handler
}

func failuresOf(op *ir.Operation) map[int]problemSet {
	out := map[int]problemSet{}
	for _, r := range op.Refusals() {
		s := out[r.Status]
		s.refusals = append(s.refusals, r)
		out[r.Status] = s
	}
	for _, f := range op.Fails {
		s := out[f.Status]
		s.failures = append(s.failures, f)
		out[f.Status] = s
	}
	return out
}

// problems writes what is answered with one status. What the library alone
// answers is a component, as it is the same everywhere.
func (w *writer) problems(status int, set problemSet) (*v3.Response, error) {
	if len(set.failures) == 0 && len(set.refusals) == 1 {
		name, r := responseName(status), set.refusals[0]
		if known, ok := w.refusals[name]; !ok || known == r {
			w.refusals[name] = r
			return &v3.Response{Reference: responseRef + name}, nil
		}
	}
	all := make([]ir.Failure, 0, len(set.refusals)+len(set.failures))
	examples := orderedmap.New[string, *base.Example]()
	for _, r := range set.refusals {
		all = append(all, ir.Failure{Code: r.Code, Title: r.Detail})
		examples.Set(r.Code, &base.Example{Summary: r.Detail, Value: refusalNode(r)})
	}
	for _, f := range set.failures {
		if i := slices.IndexFunc(all, func(g ir.Failure) bool { return g.Code == f.Code }); i >= 0 {
			if first := all[i]; first.Status != f.Status || first.Title != f.Title || first.Type != f.Type || first.Doc != f.Doc {
				return nil, fmt.Errorf("%s: two problems of status %d have the code %q", f.At, status, f.Code)
			}
			continue
		}
		all = append(all, f)
		examples.Set(f.Code, &base.Example{Summary: f.Title, Description: f.Doc, Value: failureNode(f)})
	}
	return &v3.Response{
		Description: catalogue(all),
		Headers:     w.problemHeaders(set.refusals, len(set.failures) == 0),
		Content:     contentOf(render.ContentType, &v3.MediaType{Schema: problemRef(), Examples: examples}),
	}, nil
}

// catalogue lists problems for people.
func catalogue(all []ir.Failure) string {
	var b strings.Builder
	for i, f := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString("- `" + f.Code + "`: " + strings.TrimSuffix(f.Title, ".") + ".")
	}
	return b.String()
}

// refused is the component of what the library answers itself.
func (w *writer) refused(r ir.Refusal) *v3.Response {
	return &v3.Response{
		Description: r.Detail,
		Headers:     w.problemHeaders([]ir.Refusal{r}, true),
		Content:     contentOf(render.ContentType, &v3.MediaType{Schema: problemRef(), Example: refusalNode(r)}),
	}
}

// phrase is the name of a status.
func phrase(status int) string {
	return cmp.Or(route.Phrase(ir.Key{}, status), "Status "+statusKey(status))
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
