package client

import (
	"context"
	"strconv"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// readProblem reads a problem document. It ignores members of the wrong type (RFC 9457
// §3.1); the error is about the document as a whole.
func readProblem(ctx context.Context, text []byte) (f render.Fields, members []prop.Param, err error) {
	var r jsonx.Reader
	r.Reset(text, jsonx.Limits{Done: ctx.Done()})
	if r.Kind() != jsonx.Object {
		r.Skip()
		if err := r.End(); err != nil {
			return f, nil, err
		}
		return f, nil, media.ErrNoObject
	}
	r.Object()
	for name, ok := r.Member(); ok; name, ok = r.Member() {
		switch name {
		case "type":
			readText(&r, &f.Type)
		case "title":
			readText(&r, &f.Title)
		case "status":
			readInt(&r, &f.Status)
		case "detail":
			readText(&r, &f.Detail)
		case "instance":
			readText(&r, &f.Instance)
		case "code":
			readText(&r, &f.Code)
		case "errors":
			var more int
			f.Violations, more = readViolations(&r)
			f.MoreViolations += more
		case "more_errors":
			var more int
			readInt(&r, &more)
			f.MoreViolations += more
		default:
			members = append(members, prop.Param{Name: name, JSON: r.Raw()})
		}
	}
	return f, members, r.End()
}

// readFormat reads a problem in one of the formats of the operation, and otherwise returns
// the error.
func (a *received) readFormat(into *ProblemError, text []byte, err error) error {
	for _, whole := range a.formats {
		for _, f := range whole.For(a.HTTP.StatusCode).All() {
			node := f.Node()
			if a.CheckType(node.MediaType) != nil {
				continue
			}
			if f.Spec().Read == nil || node.MediaType == "" {
				into.format, err = whole.Node(), nil
				continue // another may say more
			}
			data, bad := f.Spec().Parse(text)
			if bad == nil {
				into.Fields, into.format = (*render.Problem)(problem.New(data)).Fields(), whole.Node()
				return nil
			}
			if into.format == nil {
				err = bad
			}
		}
	}
	return err
}

func readText(r *jsonx.Reader, into *string) {
	if r.Kind() != jsonx.String {
		r.Skip()
		return
	}
	*into = r.Text()
}

func readInt(r *jsonx.Reader, into *int) {
	if r.Kind() != jsonx.Number {
		r.Skip()
		return
	}
	if n, err := strconv.Atoi(r.Literal()); err == nil {
		*into = n
	}
}

// maxViolations is how many violations of a problem are kept; the rest is counted.
const maxViolations = 1000

func readViolations(r *jsonx.Reader) (list prop.Violations, more int) {
	if r.Kind() != jsonx.Array {
		r.Skip()
		return nil, 0
	}
	for r.Array(); r.Item(); {
		switch {
		case r.Kind() != jsonx.Object:
			r.Skip()
		case len(list) == maxViolations:
			r.Skip()
			more++
		default:
			list = append(list, readViolation(r))
		}
	}
	return list, more
}

func readViolation(r *jsonx.Reader) (v prop.Violation) {
	r.Object()
	for name, ok := r.Member(); ok; name, ok = r.Member() {
		switch name {
		case "code":
			readText(r, &v.Code)
		case "detail":
			readText(r, &v.Detail)
		case "in":
			readText(r, &v.In)
		case "parameter":
			readText(r, &v.Parameter)
		case "pointer":
			readText(r, &v.Pointer)
		case "params":
			v.Params = readParams(r)
		default:
			r.Skip()
		}
	}
	return v
}

func readParams(r *jsonx.Reader) (params []prop.Param) {
	if r.Kind() != jsonx.Object {
		r.Skip()
		return nil
	}
	r.Object()
	for name, ok := r.Member(); ok; name, ok = r.Member() {
		params = append(params, prop.Param{Name: name, JSON: r.Raw()})
	}
	return params
}
