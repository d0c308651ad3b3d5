package oas

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// headers writes the header fields of one answer. Names are compared without
// their case (RFC 9110 §5.1).
type headers struct {
	*writer
	names []string
}

// fresh reports whether a header has not been written yet.
func (h *headers) fresh(name string) bool {
	if slices.ContainsFunc(h.names, func(n string) bool { return strings.EqualFold(n, name) }) {
		return false
	}
	h.names = append(h.names, name)
	return true
}

// declared writes the headers that the application declares.
func (h *headers) declared(sends []*ir.Prop) error {
	var errs []error
	for _, n := range sends {
		err := h.one(n)
		if err != nil {
			errs = append(errs, fmt.Errorf("response header %q: %w", n.Name, err))
		}
	}
	return errors.Join(errs...)
}

func (h *headers) one(n *ir.Prop) error {
	if strings.EqualFold(n.Name, "Content-Type") {
		return errors.New("OpenAPI ignores a header of this name (3.1.1 §4.8.17.1)")
	}
	name, _, err := style(ir.Input{Prop: n, In: ir.InHeader})
	if err != nil {
		return err
	}
	if !h.fresh(n.Name) {
		return errors.New("is declared twice")
	}
	h.named(n.Name)
	h.some("description", h.describe(n))
	h.flag("required", !n.MayBeAbsent())
	h.flag("deprecated", n.Deprecated)
	h.some("style", name)
	h.key("schema")
	if err := h.schema(n, site{mode: ir.View, nullable: n.Nullable, parameter: true}); err != nil {
		return err
	}
	if err := h.parameterExamples(n, ir.View); err != nil {
		return err
	}
	h.end()
	return nil
}

// library is a header field that the library sends itself.
type library struct {
	name, doc string
	format    string   // of a text
	number    bool     // a whole number that is not negative
	values    []string // which the text is one of
	required  bool
}

// add writes a header field of the library's, unless the application has
// declared it. Where several answers have it, it is a component.
func (h *headers) add(l library) {
	if !h.fresh(l.name) {
		return
	}
	h.key(l.name)
	if h.sharesHeader(l) {
		h.open('{')
		h.text("$ref", headerRef+l.name)
		h.end()
		return
	}
	h.library(l)
}

// library writes one.
func (w *writer) library(l library) {
	w.open('{')
	w.translated("description", l.doc)
	w.flag("required", l.required)
	w.object("schema")
	if l.number {
		w.text("type", "integer")
		w.literal("minimum", "0")
	} else {
		w.text("type", "string")
	}
	w.some("format", l.format)
	w.texts("enum", l.values)
	w.end()
	w.end()
}

// sharesHeader reports whether a header is that of the component of its name,
// which it becomes if there is none.
func (w *writer) sharesHeader(l library) bool {
	known, ok := w.headers[l.name]
	if !ok {
		w.headers[l.name] = l
		return true
	}
	return known.doc == l.doc && known.format == l.format && known.number == l.number &&
		known.required == l.required && slices.Equal(known.values, l.values)
}

// version adds the headers that tell the version of an entity. A 304 has those
// of the answer that it stands for (RFC 9110 §15.4.5).
func (h *headers) version(op *ir.Operation, a ir.Response) {
	if op.SendsVersion(a) || a.Status == http.StatusNotModified && op.Conditional() {
		h.add(library{name: "ETag", doc: "The version of the entity."})
		h.add(library{name: "Last-Modified", doc: "When the entity was last changed."})
	}
}

// format adds the headers that come with a way to write content.
func (h *headers) format(b *ir.Body, status int) {
	if b.Beside != nil {
		h.add(library{name: "Link", doc: "The pages around this one, as far as they are known: first, prev, next and last (RFC 8288)."})
		if h.api.Envelope == "" {
			h.add(library{name: ir.Pagination, doc: "What the page tells of itself, as JSON."})
		}
	}
	switch b.Format {
	case ir.Redirect:
		h.add(library{name: "Location", doc: "Where to go to.", format: "uri-reference", required: true})
	case ir.Download:
		h.add(library{name: "ETag", doc: "The version of the file."})
		h.add(library{name: "Last-Modified", doc: "When the file was last changed."})
		h.add(library{name: "Accept-Ranges", doc: "That parts of the file can be asked for."})
		if status == http.StatusPartialContent {
			h.add(library{name: "Content-Range", doc: "Which part of the file this is; several have it in each."})
		}
	}
}

// limits adds the headers of rate limits, which stay away while the store that
// counts cannot be reached.
func (h *headers) limits(kind limitHeaders) {
	if kind&xHeaders != 0 {
		h.add(library{name: "X-RateLimit-Limit", number: true, doc: "How many requests the window of the limit that is closest to refusing admits."})
		h.add(library{name: "X-RateLimit-Remaining", number: true, doc: "How many of them are left."})
		h.add(library{name: "X-RateLimit-Reset", number: true, doc: "When the next window begins, in seconds since 1970."})
	}
	if kind&draftHeaders != 0 {
		h.add(library{name: "RateLimit-Policy", doc: "The limits (draft-ietf-httpapi-ratelimit-headers-11)."})
		h.add(library{name: "RateLimit", doc: "What is left of them (draft-ietf-httpapi-ratelimit-headers-11)."})
	}
}

// limitHeaders are the families of headers that tell of rate limits.
type limitHeaders uint8

const (
	xHeaders limitHeaders = 1 << iota
	draftHeaders
)

func limitHeadersOf(s *ir.Security) (kind limitHeaders) {
	if !s.Limited() {
		return 0
	}
	for _, l := range s.Limits {
		if l.XHeaders {
			kind |= xHeaders
		}
		if l.DraftHeaders {
			kind |= draftHeaders
		}
	}
	return kind
}

// beside are the headers that answers of an operation have whatever they answer.
type beside struct {
	limits             limitHeaders
	deprecated, sunset bool
	patches            bool // a 415 to PATCH, which has a header more
}

func besideOf(op *ir.Operation, status int) beside {
	return beside{
		limitHeadersOf(op.Security), !op.DeprecatedAt.IsZero(), !op.Sunset.IsZero(),
		status == http.StatusUnsupportedMediaType && op.Method == http.MethodPatch,
	}
}

func (h *headers) beside(b beside) {
	h.limits(b.limits)
	if b.deprecated { // RFC 9745
		h.add(library{name: "Deprecation", doc: "Since when the operation is deprecated (RFC 9745).", required: true})
	}
	if b.sunset {
		h.add(library{name: "Sunset", doc: "When the operation will be gone (RFC 8594).", required: true})
	}
	if b.patches {
		h.add(library{name: "Accept-Patch", doc: "The media types of patches that would do, where the media type does not (RFC 5789 §2.2)."})
	}
}

// caching adds what caches may do with a response (RFC 9111 §5.2.2).
func (h *headers) caching(op *ir.Operation, a ir.Response) {
	anonymous, identified := op.CacheControl()
	if b := a.Body; b.Streams() && anonymous == "" {
		anonymous, identified = ir.NoStore, ir.NoStore
	}
	if anonymous == "" && identified == "" {
		return
	}
	doc := cachingDoc(anonymous)
	switch {
	case anonymous == "":
		doc = "What caches may do with the response (RFC 9111), unless a handler says otherwise: `" + identified + "` where the caller has an identity."
	case anonymous != identified:
		doc = strings.TrimSuffix(doc, ".") + ", and `" + identified + "` where the caller has an identity."
	}
	h.add(library{name: "Cache-Control", doc: doc})
}

func cachingDoc(value string) string {
	return "What caches may do with the response (RFC 9111), unless a handler says otherwise: `" + value + "`."
}

// problem describes the id of the request where there is one, the language of a
// problem where there are several, what refusals of a status have beside them, and
// Retry-After where one of the refusals has it; that is required where all answers of
// the status do.
func (h *headers) problem(refusals []ir.BuiltinProblem, all bool) {
	if h.api.Traced && h.fresh(ir.RequestID) {
		h.key(ir.RequestID)
		h.library(library{doc: ir.AnsweredID.Doc, required: true})
	}
	if tags := h.api.Languages; len(tags) > 0 {
		h.add(library{name: "Content-Language", required: true, values: tags,
			doc: "The language of the texts: what Accept-Language asks for, where there is that."})
	}
	if len(h.api.Schemes) > 0 {
		h.add(library{name: "Cache-Control", doc: cachingDoc(ir.NoStore)})
	}
	h.remedies(refusals)
	if slices.ContainsFunc(refusals, ir.BuiltinProblem.Retried) {
		h.add(library{name: "Retry-After", number: true, doc: "After how many seconds to try again.",
			required: all && !slices.ContainsFunc(refusals, func(r ir.BuiltinProblem) bool { return !r.Retried() })})
	}
}

// remedies describes the headers that say what would do.
func (h *headers) remedies(refusals []ir.BuiltinProblem) {
	for _, r := range refusals {
		switch {
		case r.Status == http.StatusUnauthorized, r == ir.InsufficientScope: // which names the scopes (RFC 6750 §3.1)
			h.add(library{name: "WWW-Authenticate", doc: "A challenge for each scheme that would do (RFC 9110 §11.6.1)."})
		case r == ir.UnsupportedMediaType:
			h.add(library{name: "Accept", doc: "The media types that would do, where the media type does not (RFC 9110 §15.5.16)."})
			h.add(library{name: "Accept-Encoding", doc: "The content codings that would do, where the coding does not (RFC 9110 §15.5.16)."})
		case r == ir.RangeNotSatisfiable:
			h.add(library{name: "Content-Range", doc: "How many bytes the file has (RFC 9110 §15.5.17)."})
		}
	}
}

// inOrder are the names of what there is, sorted.
func inOrder[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for n := range m {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}
