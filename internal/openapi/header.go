package openapi

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// headers writes the headers of a response. Names are case-insensitive (RFC 9110 §5.1).
type headers struct {
	*writer
	names []string
}

// fresh reports whether a header is not written yet.
func (h *headers) fresh(name string) bool {
	if slices.ContainsFunc(h.names, func(n string) bool { return strings.EqualFold(n, name) }) {
		return false
	}
	h.names = append(h.names, name)
	return true
}

// declared writes the declared headers of the responses of one status. One is required if all of
// them have it.
func (h *headers) declared(responses [][]*tree.Prop) error {
	var errs []error
	for i, sent := range responses {
		for _, n := range sent {
			if has := func(all []*tree.Prop) bool { return slices.Contains(all, n) }; slices.ContainsFunc(responses[:i], has) {
				continue // written already
			} else if err := h.one(n, !n.MayBeAbsent() && !slices.ContainsFunc(responses, func(all []*tree.Prop) bool { return !has(all) })); err != nil {
				errs = append(errs, fmt.Errorf("response header %q: %w", n.Name, err))
			}
		}
	}
	return errors.Join(errs...)
}

// ofProblems writes the headers that problems of one status declare. One is required if all of
// them have it.
func (h *headers) ofProblems(all []tree.Failure, alone bool) error {
	var errs []error
	for i := range all {
		for _, header := range all[i].ResponseHeaders {
			if slices.ContainsFunc(h.names, func(n string) bool { return strings.EqualFold(n, header.Name) }) {
				continue // of another problem
			}
			always := alone && !slices.ContainsFunc(all, func(f tree.Failure) bool {
				return !slices.ContainsFunc(f.ResponseHeaders, func(h *tree.Prop) bool {
					return strings.EqualFold(h.Name, header.Name) && !h.MayBeAbsent()
				})
			})
			if err := h.one(header, always); err != nil {
				errs = append(errs, fmt.Errorf("response header %q: %w", header.Name, err))
			}
		}
	}
	return errors.Join(errs...)
}

func (h *headers) one(n *tree.Prop, required bool) error {
	if strings.EqualFold(n.Name, "Content-Type") {
		return errors.New("OpenAPI ignores a header of this name (3.1.1 §4.8.17.1)")
	}
	if !h.fresh(n.Name) {
		return errors.New("is declared twice")
	}
	if done, err := h.chosenHeader(n, required); done || err != nil {
		return err
	}
	h.key(n.Name)
	return h.header(n, required)
}

// header writes a declared header.
func (w *writer) header(n *tree.Prop, required bool) error {
	name, _, err := style(tree.Input{Prop: n, In: tree.InHeader})
	if err != nil {
		return err
	}
	w.open('{')
	w.some("description", w.describe(n))
	w.flag("required", required)
	w.flag("deprecated", n.Deprecated)
	w.some("style", name)
	w.key("schema")
	if err := w.schema(n, site{mode: tree.View, nullable: n.Nullable, parameter: true}); err != nil {
		return err
	}
	if err := w.parameterExamples(n, tree.View); err != nil {
		return err
	}
	w.end()
	return nil
}

// builtinHeader is a header that the library sends itself.
type builtinHeader struct {
	name, doc string
	format    string   // of a string
	number    bool     // an integer that is not negative
	values    []string // of an enum
	required  bool
}

// add writes a header of the library, unless the application declares it. The first header
// of a name is a component.
func (h *headers) add(l builtinHeader) {
	if !h.fresh(l.name) {
		return
	}
	h.key(l.name)
	if h.sharesHeader(l) {
		h.ref(headerRef + l.name)
		return
	}
	h.builtinHeader(l)
}

func (w *writer) builtinHeader(l builtinHeader) {
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

// sharesHeader reports whether a header equals the component of its name. The first one
// becomes the component.
func (w *writer) sharesHeader(l builtinHeader) bool {
	if w.takesHeader(l.name) {
		return false
	}
	known, ok := w.headers[l.name]
	if !ok {
		w.headers[l.name] = l
		return true
	}
	return known.doc == l.doc && known.format == l.format && known.number == l.number &&
		known.required == l.required && slices.Equal(known.values, l.values)
}

// version adds the headers with the version of an entity. A 304 has those of the response
// that it replaces (RFC 9110 §15.4.5).
func (h *headers) version(op *tree.Operation, a tree.Response) {
	if op.SendsVersion(a) || a.Status == http.StatusNotModified && op.Conditional() {
		h.add(builtinHeader{name: "ETag", doc: "The version of the entity."})
		h.add(builtinHeader{name: "Last-Modified", doc: "The time of the last change of the entity."})
	}
}

// format adds the headers of a format.
func (h *headers) format(b *tree.Body, status int) {
	if b.Paged {
		h.add(builtinHeader{name: "Link", doc: "Links to other pages, if known: first, prev, next and last (RFC 8288)."})
		if h.envelope == "" && b.Beside != nil {
			h.add(builtinHeader{name: tree.Pagination, doc: "The pagination metadata, as JSON."})
		}
	}
	switch b.Format {
	case tree.Redirect:
		h.add(builtinHeader{name: "Location", doc: "The target of the redirect.", format: "uri-reference", required: true})
	case tree.Download:
		h.add(builtinHeader{name: "ETag", doc: "The version of the file."})
		h.add(builtinHeader{name: "Last-Modified", doc: "The time of the last change of the file."})
		h.add(builtinHeader{name: "Accept-Ranges", doc: "The unit of range requests, which the server supports (RFC 9110 §14.3)."})
		if status == http.StatusPartialContent {
			h.add(builtinHeader{name: "Content-Range", doc: "The range of the content. If there are several, each part has its own (RFC 9110 §14.4)."})
		}
	}
}

// limits adds the headers of rate limits. They are absent while the store is unavailable.
func (h *headers) limits(kind limitHeaders) {
	if kind&xHeaders != 0 {
		h.add(builtinHeader{name: "X-RateLimit-Limit", number: true, doc: "The number of requests that the limit allows in a window; of several limits, of the one that is closest to its end."})
		h.add(builtinHeader{name: "X-RateLimit-Remaining", number: true, doc: "The number of requests that remain in the window."})
		h.add(builtinHeader{name: "X-RateLimit-Reset", number: true, doc: "The start of the next window, in seconds since the Unix epoch."})
	}
	if kind&draftHeaders != 0 {
		h.add(builtinHeader{name: "RateLimit-Policy", doc: "The limits (draft-ietf-httpapi-ratelimit-headers-11)."})
		h.add(builtinHeader{name: "RateLimit", doc: "The remaining quota of each limit (draft-ietf-httpapi-ratelimit-headers-11)."})
	}
}

// limitHeaders is a set of families of rate limit headers.
type limitHeaders uint8

const (
	xHeaders limitHeaders = 1 << iota
	draftHeaders
)

func limitHeadersOf(s *tree.Security) (kind limitHeaders) {
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

// commonHeaders are the headers of every response of an operation.
type commonHeaders struct {
	limits             limitHeaders
	deprecated, sunset bool
	patches            bool // the 415 of a PATCH
}

func commonHeadersOf(op *tree.Operation, status int) commonHeaders {
	return commonHeaders{
		limitHeadersOf(op.Security), !op.DeprecatedAt.IsZero(), !op.Sunset.IsZero(),
		status == http.StatusUnsupportedMediaType && op.Method == http.MethodPatch,
	}
}

func (h *headers) common(b commonHeaders) {
	h.limits(b.limits)
	if b.deprecated { // RFC 9745
		h.add(builtinHeader{name: "Deprecation", doc: "The time since which the operation is deprecated (RFC 9745).", required: true})
	}
	if b.sunset {
		h.add(builtinHeader{name: "Sunset", doc: "The time at which the operation is going to become unavailable (RFC 8594).", required: true})
	}
	if b.patches {
		h.add(builtinHeader{name: "Accept-Patch", doc: "The supported media types of patches, if that of the request is not (RFC 5789 §2.2)."})
	}
}

// caching adds Cache-Control (RFC 9111 §5.2.2).
func (h *headers) caching(op *tree.Operation, a tree.Response) {
	anonymous, identified := op.CacheControl()
	if b := a.Body; b.Streams() && anonymous == "" {
		anonymous, identified = tree.NoStore, tree.NoStore
	}
	if anonymous == "" && identified == "" {
		return
	}
	doc := cachingDoc(anonymous)
	switch {
	case anonymous == "":
		doc = "The directives for caches (RFC 9111), unless a handler sets others: `" + identified + "` for callers with an identity."
	case anonymous != identified:
		doc = strings.TrimSuffix(doc, ".") + ", and `" + identified + "` for callers with an identity."
	}
	h.add(builtinHeader{name: "Cache-Control", doc: doc})
}

func cachingDoc(value string) string {
	return "The directives for caches (RFC 9111), unless a handler sets others: `" + value + "`."
}

// problem adds the headers of problems: the request ID, the language, those of the
// built-in problems, and Retry-After if one of these has it. Retry-After is required if
// every problem of the status has it.
func (h *headers) problem(builtin []tree.BuiltinProblem, all bool) {
	if h.api.Traced && h.fresh(tree.RequestID) {
		h.key(tree.RequestID)
		h.builtinHeader(builtinHeader{doc: tree.AnsweredID.Doc, required: true})
	}
	if tags := h.api.Languages; len(tags) > 0 {
		h.add(builtinHeader{name: "Content-Language", required: true, values: tags,
			doc: "The language of the texts, negotiated with Accept-Language."})
	}
	if len(h.api.Schemes) > 0 {
		h.add(builtinHeader{name: "Cache-Control", doc: cachingDoc(tree.NoStore)})
	}
	h.remedies(builtin)
	if slices.ContainsFunc(builtin, tree.BuiltinProblem.Retried) {
		h.add(builtinHeader{name: "Retry-After", number: true, doc: "The number of seconds to wait before a retry.",
			required: all && !slices.ContainsFunc(builtin, func(r tree.BuiltinProblem) bool { return !r.Retried() })})
	}
}

// remedies adds the headers that tell clients what to send instead.
func (h *headers) remedies(builtin []tree.BuiltinProblem) {
	for _, r := range builtin {
		switch {
		case r.Status == http.StatusUnauthorized, r == tree.InsufficientScope: // which names the scopes (RFC 6750 §3.1)
			h.add(builtinHeader{name: "WWW-Authenticate", doc: "A challenge for each accepted scheme (RFC 9110 §11.6.1)."})
		case r == tree.UnsupportedMediaType:
			h.add(builtinHeader{name: "Accept", doc: "The supported media types, if that of the request is not (RFC 9110 §15.5.16)."})
			h.add(builtinHeader{name: "Accept-Encoding", doc: "The supported content codings, if that of the request is not (RFC 9110 §15.5.16)."})
		case r == tree.RangeNotSatisfiable:
			h.add(builtinHeader{name: "Content-Range", doc: "The size of the file in bytes (RFC 9110 §15.5.17)."})
		}
	}
}

// inOrder returns the keys of a map, sorted.
func inOrder[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
