package route

import (
	"context"
	"net/http"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
)

type call = endpoint.Call

// Call is a request in a handler. Properties read the inputs of the route, id.Get(call), and
// set its response headers, etag.Set(call, v).
//
// Do not use a call after the handler has returned.
type Call call

// Handler serves a call whose request is decoded and valid. See the package comment for its
// errors.
type Handler func(*Call) error

func (c *Call) call() *endpoint.Call { return (*endpoint.Call)(c) }

// Context returns the context of the request.
func (c *Call) Context() context.Context { return c.Request().Context() }

// Request returns the request. Its body has been read.
func (c *Call) Request() *http.Request { return c.call().Exchange().R }

// MediaType returns the media type of the request's content in lower case and without parameters,
// such as image/png; "" if the request does not say it.
func (c *Call) MediaType() string { return c.call().MediaType() }

// Header returns the header of the response. Headers that the route declares with
// ResponseHeader are set through their properties.
func (c *Call) Header() http.Header { return c.call().Exchange().W.Header() }

// Status sets the status of a success, which the route must declare. Any other becomes a 500.
func (c *Call) Status(code int) { c.call().SetStatus(code) }

// Identity returns the identity of the caller. It is anonymous if the API has no security
// schemes, and on a public route if the request has no credentials.
func (c *Call) Identity() authn.Identity { return c.call().Identity() }

// ID returns the operationId of the route.
func (c *Call) ID() string { return c.call().Operation().ID }

// Language returns the language tag that the client prefers among those of the API (Locales
// of the API), such as de; "" if the API has none. It adds Accept-Language to Vary. A handler
// that writes in the language sets
//
//	c.Header().Set("Content-Language", c.Language())
func (c *Call) Language() string {
	tag := render.Language(c.Request())
	if tag != "" {
		problem.VaryLanguage(c.Header())
	}
	return tag
}

// CheckVersion evaluates the preconditions of the request, such as If-Match, against the
// version of the entity that the handler is about to change or delete. The error is the problem
// 412 precondition_failed; without preconditions it is nil. Call it in the transaction that
// changes the entity; otherwise the entity may change in between.
//
//	c.CheckVersion(products.VersionOf(&found))
//
// [collection.Patch.Apply] and [collection.Replacement.Apply] do this already. CheckVersion is
// for handlers of DELETE, and for handlers of PATCH and PUT whose body is neither.
//
// If members are hidden from some callers ([collection.Field.VisibleTo]), the version must be
// that of VersionOf, because clients have entity tags of what they see.
//
// A route has preconditions if it changes or sends an entity of a collection with versions. For
// other routes CheckVersion returns an error, except for the zero version: their documents have
// no preconditions.
func (c *Call) CheckVersion(v collection.Version) error {
	return c.call().CheckVersion(codec.Version{Tag: v.Tag, Modified: v.Modified, View: codec.ViewOf(v)})
}

// CheckAbsent is like [Call.CheckVersion] for an entity that does not exist, which the handler
// is about to create: If-Match is false, and If-None-Match: * is true.
func (c *Call) CheckAbsent() error { return c.call().CheckAbsent() }
