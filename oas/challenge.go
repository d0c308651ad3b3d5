package oas

import (
	"net/http"
	"slices"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
)

// problemHeaders describes the id of the request where there is one, the language
// of a problem where there are several, the challenges of a 401, and Retry-After where one of the refusals has it; it is
// required where all answers of the status do.
func (w *writer) problemHeaders(refusals []ir.Refusal, all bool) *orderedmap.Map[string, *v3.Header] {
	out := orderedmap.New[string, *v3.Header]()
	if w.api.Traced {
		out.Set(ir.RequestID, &v3.Header{
			Description: ir.AnsweredID.Doc,
			Required:    true,
			Schema:      base.CreateSchemaProxy(&base.Schema{Type: []string{"string"}}),
		})
	}
	if tags := w.api.Languages; len(tags) > 0 {
		language := &base.Schema{Type: []string{"string"}}
		for _, tag := range tags {
			language.Enum = append(language.Enum, textNode(tag))
		}
		out.Set("Content-Language", &v3.Header{
			Description: "The language of the texts: what Accept-Language asks for, where there is that.",
			Required:    true,
			Schema:      base.CreateSchemaProxy(language),
		})
	}
	if slices.ContainsFunc(refusals, func(r ir.Refusal) bool { return r.Status == http.StatusUnauthorized }) {
		out.Set("WWW-Authenticate", &v3.Header{
			Description: "A challenge for each scheme that would do (RFC 9110 §11.6.1).",
			Schema:      base.CreateSchemaProxy(&base.Schema{Type: []string{"string"}}),
		})
	}
	if !slices.ContainsFunc(refusals, ir.Refusal.Retried) {
		if out.Len() == 0 {
			return nil
		}
		return out
	}
	out.Set("Retry-After", &v3.Header{
		Description: "After how many seconds to try again.",
		Required:    all && !slices.ContainsFunc(refusals, func(r ir.Refusal) bool { return !r.Retried() }),
		Schema:      base.CreateSchemaProxy(whole(w.dialect, "0", "", "")),
	})
	return out
}

// addLimits describes the headers of rate limits, which stay away while the
// store that counts cannot be reached.
func (w *writer) addLimits(r *v3.Response, op *ir.Operation) {
	if !op.Security.Limited() || r == nil {
		return
	}
	limits := op.Security.Limits
	if slices.ContainsFunc(limits, func(l *ir.Limit) bool { return l.XHeaders }) {
		w.addNumber(r, "X-RateLimit-Limit", "How many requests the window of the limit that is closest to refusing admits.")
		w.addNumber(r, "X-RateLimit-Remaining", "How many of them are left.")
		w.addNumber(r, "X-RateLimit-Reset", "When the next window begins, in seconds since 1970.")
	}
	if slices.ContainsFunc(limits, func(l *ir.Limit) bool { return l.DraftHeaders }) {
		addHeader(r, "RateLimit-Policy", "The limits (draft-ietf-httpapi-ratelimit-headers-11).", "", false)
		addHeader(r, "RateLimit", "What is left of them (draft-ietf-httpapi-ratelimit-headers-11).", "", false)
	}
}

func (w *writer) addNumber(r *v3.Response, name, doc string) {
	addHeader(r, name, doc, "", false)
	if h, ok := r.Headers.Get(name); ok && h.Description == doc {
		h.Schema = base.CreateSchemaProxy(whole(w.dialect, "0", "", ""))
	}
}
