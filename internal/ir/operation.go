package ir

import (
	"iter"
	"slices"
	"time"

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/format"
)

// Operation describes a method on a path.
type Operation struct {
	At         callsite.PC
	Method     string // GET, POST, PUT, PATCH or DELETE
	Path       string // a path template of OpenAPI
	ID         string // the operationId, unique in an API
	Summary    string
	Doc        string
	Tags       []string
	Deprecated bool
	// DeprecatedAt is since when it is deprecated, Sunset when it will be gone, as
	// answers tell (RFC 9745, RFC 8594); zero where they do not.
	DeprecatedAt, Sunset time.Time
	Aged                 callsite.PC // where that was said
	Hidden               bool        // served, but left out of documents
	Audiences            []string    // who reads of it; nil: everybody
	ExternalDocs         Link        // where more is told
	Callbacks            []Callback

	Inputs []Input
	// IgnoreUnknown lets requests carry query parameters that are not declared;
	// otherwise each is a violation.
	IgnoreUnknown   bool
	Body            *Body // nil: the operation takes none
	Success         Response
	Also            []Response
	ResponseHeaders []*Prop // response headers
	Fails           []Failure
	Security        *Security    // nil: nobody has asked for any
	Idempotency     *Idempotency // nil: each request is work of its own
	// Versioned says that the operation is declared for an entity with versions,
	// also where no answer shows it.
	Versioned bool
	// RequirePrecondition refuses requests that do not say which version they change.
	RequirePrecondition bool
	// MayForbid says that a function of the application decides on each request, and
	// may refuse it as forbidden.
	MayForbid bool
	// Traced says that requests have ids.
	Traced  bool
	Timeout time.Duration // how long a handler may take; 0: as long as it likes
	Caching *Caching      // what caches may do with responses; nil: the library decides

	Extensions []Extension
	Faults     []Fault
}

// Edit returns a changed copy of o.
func (o *Operation) Edit(change func(*Operation)) *Operation {
	c := *o
	c.Tags = slices.Clip(c.Tags)
	c.Inputs = slices.Clip(c.Inputs)
	c.Also = slices.Clip(c.Also)
	c.ResponseHeaders = slices.Clip(c.ResponseHeaders)
	c.Fails = slices.Clip(c.Fails)
	c.Audiences = slices.Clip(c.Audiences)
	c.Callbacks = slices.Clip(c.Callbacks)
	c.Extensions = slices.Clip(c.Extensions)
	c.Faults = slices.Clip(c.Faults)
	change(&c)
	return &c
}

// Responses ranges over the successes that the operation may give.
func (o *Operation) Responses() iter.Seq[*Response] {
	return func(yield func(*Response) bool) {
		if !yield(&o.Success) {
			return
		}
		for i := range o.Also {
			if !yield(&o.Also[i]) {
				return
			}
		}
	}
}

// Input is a property that a request carries outside its body.
type Input struct {
	Prop  *Prop
	In    In
	Style Style
	// Scopes are those of which one is needed to send it, as it is about a guarded
	// member; nil: none is.
	Scopes []string
}

// In is the part of a request that carries an input, as OpenAPI names it.
type In string

// The parts of a request.
const (
	InPath   In = "path"
	InQuery  In = "query"
	InHeader In = "header"
	InCookie In = "cookie"
)

// AllIns returns every part of a request.
func AllIns() []In { return []In{InPath, InQuery, InHeader, InCookie} }

// Style is how an input is written where OpenAPI leaves a choice.
type Style uint8

// The styles. Simple is "simple" in a path and a header, "form" in a query and a
// cookie; a list in a query is repeated (explode), in a path and a header it is
// separated by commas, as OpenAPI's defaults have it.
const (
	Simple     Style = iota
	CSV              // form without explode: a=1,2,3
	DeepObject       // a[b]=1&a[c]=2
)

// AllStyles returns every style.
func AllStyles() []Style { return []Style{Simple, CSV, DeepObject} }

// Body describes the content of a request or an answer.
type Body struct {
	At     callsite.PC
	Prop   *Prop // its name is not sent; nil where content is not made of properties
	Mode   Mode
	Format Format
	Types  []string // the media types of bytes and files
	Status int      // of a redirect
	Others []*Body  // other ways to write the same content
	// Arriving says that the handler reads the content while it arrives.
	Arriving bool
	// Versioned says that the content is of one entity that has versions.
	Versioned bool
	// Replaces says that the content of a request replaces an entity that the
	// handler has, as an update changes one.
	Replaces bool
	// Beside stands next to the content in an envelope: what a page tells of
	// itself; nil if there is nothing.
	Beside   *Prop
	Examples []Example
}

// Pagination is the response header that has what a page tells of itself where there
// is no envelope.
const Pagination = "Pagination"

// Example is content as it may look, with a name.
type Example struct {
	Name, Summary string
	Sample        Sample // a value of the body's property
}

// Response is a success that an operation may give.
type Response struct {
	At     callsite.PC
	Status int
	Doc    string
	Body   *Body // nil: no content
}

// Failure is a problem that an operation declares.
type Failure struct {
	At     callsite.PC
	Status int
	Code   string
	Title  string
	Type   string // URI reference; "" is about:blank
	Doc    string
}

// API describes everything that is served together.
type API struct {
	Title, Version string
	Summary, Doc   string
	Terms          string // the URL of the terms of service
	License        Link   // of the API
	SPDX           string // the license's identifier, where it has no URL
	ExternalDocs   Link   // where more is told
	Contact        Contact
	Servers        []Server
	Tags           []Tag
	Envelope       string // the member that holds what a success carries; "" for none
	Operations     []*Operation
	Webhooks       []Webhook
	Schemes        []*Scheme
	Languages      []string // the tags of those in which problems are told; none where there is no choice
	Traced         bool     // requests have ids, which every answer tells
	Extensions     []Extension
}

// Server is an address at which an API is served.
type Server struct {
	At        callsite.PC
	Name      string
	URL, Doc  string
	Variables []Variable // of the URL: {name}
}

// Variable is a part of a server's URL that clients choose.
type Variable struct {
	Name, Default, Doc string
	Values             []string // nil: any text
}

// Tag is a group of operations in documents.
type Tag struct {
	At           callsite.PC
	Name, Doc    string
	Summary      string // a short title
	Parent       string // the name of the tag that this one belongs to
	Kind         string // such as nav, badge or audience
	ExternalDocs Link   // where more is told
}

// Webhook is a request that an API makes of its own accord. The operation is
// served by others; its path does not count.
type Webhook struct {
	At        callsite.PC
	Name      string
	Operation *Operation
}

// Callback is a request that an operation leads to. The URL is a runtime
// expression of OpenAPI, such as {$request.body#/url}; the operation is served by
// others, and its path does not count.
type Callback struct {
	At        callsite.PC
	Name, URL string
	Operation *Operation
}

// Link is a name and where it leads.
type Link struct{ Name, URL string }

// CheckLink says what is wrong with where a link leads; "" is nothing. It may be
// relative to the document (OpenAPI 3.1.1 §4.6.2).
func CheckLink(url string) string {
	if url == "" || !format.URIReference(url) {
		return "not a URL (RFC 3986 §4.1)"
	}
	return ""
}

// Contact is whom to ask about an API.
type Contact struct{ Name, URL, Email string }
