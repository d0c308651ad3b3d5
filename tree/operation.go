package tree

import (
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/tenon-go/tenon/internal/format"
)

// Operation describes a method on a path.
type Operation struct {
	At      Position
	Method  string // GET, POST, PUT, PATCH or DELETE
	Path    string // a path template of OpenAPI
	ID      string // the operationId, unique in an API
	Summary string
	Doc     string
	Tags    []string
	// DeprecatedAt and Sunset are the times in the response headers (RFC 9745, RFC 8594); zero
	// without headers.
	DeprecatedAt, Sunset time.Time
	Aged                 Position // the position of their declaration
	Audiences            []string // nil: all
	ExternalDocs         Link     // to more text
	Callbacks            []Callback
	Emits                []*Event // of the handler, each with another name

	Inputs []Input
	// The flags are beside each other: an operation is copied for each of its options.
	Deprecated bool
	Hidden     bool // served, but not in documents
	// IgnoreUnknown ignores query parameters of requests that are not declared; otherwise each
	// is a violation.
	IgnoreUnknown bool
	// InvalidPathNotFound sends 404 to requests with an invalid parameter of the path, in place of its
	// violations.
	InvalidPathNotFound bool
	// IgnoreUnknownMembers ignores members of request bodies that no collection declares, unless a
	// collection rejects them.
	IgnoreUnknownMembers bool
	// Versioned reports whether the entity of the operation has versions, even if no response
	// shows it.
	Versioned bool
	// RequirePrecondition rejects requests without a precondition on the version.
	RequirePrecondition bool
	// MayForbid reports whether a function of the application may reject a request with 403.
	MayForbid bool
	// Traced reports whether requests have IDs.
	Traced          bool
	Body            *Body // nil: requests have none
	Success         Response
	Also            []Response
	ResponseHeaders []*Prop // of successful responses
	// Envelope is the member with the body of a success, in place of that of the API; "" for none.
	Envelope *string
	Fails    []Failure
	// ProblemFormat represents problems that have no format of their own; nil: RFC 9457.
	ProblemFormat *ProblemFormat
	Security      *Security     // nil: credentials are not read
	Idempotency   *Idempotency  // nil: keys are ignored
	Timeout       time.Duration // bounds the handler; 0: no limit
	Caching       *Caching      // nil: the library decides

	Extensions []Extension
	Faults     []Fault
}

// RespondsJSON reports whether a success has a body in JSON.
func (o *Operation) RespondsJSON() bool {
	json := func(a Response) bool {
		if a.Body == nil {
			return false
		}
		return !a.Body.Empty() && a.Body.Format == JSON ||
			slices.ContainsFunc(a.Body.Others, func(b *Body) bool { return b.Format == JSON })
	}
	return json(o.Success) || slices.ContainsFunc(o.Also, json)
}

// EnvelopeIn returns the member with the body of a success in an API; "" for none.
func (o *Operation) EnvelopeIn(api *API) string {
	if o.Envelope != nil {
		return *o.Envelope
	}
	return api.Envelope
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
	c.Callbacks, c.Emits = slices.Clip(c.Callbacks), slices.Clip(c.Emits)
	c.Extensions = slices.Clip(c.Extensions)
	c.Faults = slices.Clip(c.Faults)
	change(&c)
	return &c
}

// Responses ranges over the declared successful responses.
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

// response returns the first successful response, or the i-th of Also, counted from 1.
func (o *Operation) response(i int) *Response {
	if i == 0 {
		return &o.Success
	}
	return &o.Also[i-1]
}

// DocumentedPath returns the path as documents have it: OpenAPI has no parameter of several
// segments.
func (o *Operation) DocumentedPath() string {
	return strings.Replace(o.Path, "...}", "}", 1)
}

// Input is a property of a request outside its body.
type Input struct {
	Prop  *Prop
	In    In
	Style Style
	// Reserved reports whether clients may send reserved characters as they are (OpenAPI's
	// allowReserved).
	Reserved bool
	// Scopes restrict an input that is about a member with restricted visibility: a caller
	// needs one of them. nil: none.
	Scopes []string
}

// In is the location of an input, as OpenAPI names it.
type In string

// The locations of inputs.
const (
	InPath   In = "path"
	InQuery  In = "query"
	InHeader In = "header"
	InCookie In = "cookie"
)

// AllIns returns every location.
func AllIns() []In { return []In{InPath, InQuery, InHeader, InCookie} }

// Style is the serialization of an input, if OpenAPI offers several.
type Style uint8

// The styles. Simple is "simple" in a path and a header, "form" in a query and a cookie. As
// OpenAPI's defaults have it, a list is repeated in a query (explode), and separated by commas
// in a path and a header.
const (
	Simple         Style = iota
	CSV                  // form without explode: a=1,2,3
	DeepObject           // a[b]=1&a[c]=2
	SpaceDelimited       // a=1%202%203
	PipeDelimited        // a=1%7C2%7C3
	Content              // a={"b":1}: JSON in OpenAPI's content, in place of a style
	Exploded             // b=1&c=2: form with explode, of an object
)

// Delimiter returns what separates the items of a list, if no item may have it.
func (s Style) Delimiter() string {
	switch s {
	case SpaceDelimited:
		return " "
	case PipeDelimited:
		return "|"
	}
	return ""
}

// AllStyles returns every style.
func AllStyles() []Style {
	return []Style{Simple, CSV, DeepObject, SpaceDelimited, PipeDelimited, Content, Exploded}
}

// Body describes the body of requests or responses.
type Body struct {
	At   Position
	Prop *Prop // its name is not sent; nil if the body does not consist of properties
	Mode Mode
	// IgnoreUnknown reports whether the operation ignores undeclared members; see SchemaMode.
	IgnoreUnknown bool
	Format        Format
	Types         []string // the media types of bytes and files, and of JSON with other names; or ranges such as */*
	Coded         []string // those of Types that a codec of the application makes of JSON
	Status        int      // of a redirect
	Others        []*Body  // the body in other formats
	// Styles are those of the members of a form, if they are not the defaults.
	Styles []MemberStyle
	// Optional reports whether a request may have no content.
	Optional bool
	// Arriving reports whether the handler reads the body as a stream.
	Arriving bool
	// Versioned reports whether the body is one entity with versions.
	Versioned bool
	// Replaces reports whether the body of a request replaces an existing entity.
	Replaces bool
	// Paged reports whether the body is a page of a list.
	Paged bool
	// Beside is next to the body in the envelope: the pagination object; or nil. Inline reports
	// whether its members are there in its place.
	Beside *Prop
	Inline bool
	// PageMembers are the members of Beside that describe the page.
	PageMembers []PageMember
	// TextItems reports whether the data of events is text, not JSON; End is the data of the event
	// after the last item, or "".
	TextItems bool
	End       string
	Examples  []Example
}

// SchemaMode returns the mode of the body with what its operation ignores.
func (b *Body) SchemaMode() Mode {
	if b.IgnoreUnknown {
		return b.Mode.Opened()
	}
	return b.Mode
}

// Fields returns the members of a form: those of its collection, or of the cases of its union.
func (b *Body) Fields() (all []*Member) {
	for _, c := range CollectionsOf(b.Prop) {
		all = append(all, c.In(b.Mode)...)
	}
	return all
}

// MemberStyle is the style of a member of a form.
type MemberStyle struct {
	Name  string
	Style Style
}

// MembersBeside returns the members next to the body in the envelope.
func (b *Body) MembersBeside() []*Member {
	switch {
	case b.Beside == nil:
		return nil
	case b.Inline:
		return b.Beside.Type.(Object).Of().In(View)
	}
	return []*Member{{Prop: b.Beside, Modes: EveryMode}}
}

// Pagination is the response header with the pagination object if there is no envelope.
const Pagination = "Pagination"

// Example is a named example of a body.
type Example struct {
	Name, Summary string
	Sample        Sample // a value of the body's property
}

// Response is a successful response of an operation.
type Response struct {
	At     Position
	Status int
	Doc    string
	Body   *Body // nil: no body
	// Own reports whether the response has a body of its own, in place of what the handler returns.
	Own bool
	// OwnHeaders reports whether Headers are in place of those of the operation.
	OwnHeaders bool
	Headers    []*Prop
}

// Failure is a problem that an operation declares.
type Failure struct {
	Of     any // the *problem.Problem
	At     Position
	Status int
	Code   string
	Title  string
	Type   string // URI reference; "" is about:blank
	Doc    string
	Format *ProblemFormat // nil: that of the operation
	// Range is set if the problem stands for all of a range, in place of a status and a code.
	Range           StatusRange
	ResponseHeaders []*Prop
}

// Equal reports whether two declarations are of the same problem, wherever they are.
func (f *Failure) Equal(g *Failure) bool {
	return f.Status == g.Status && f.Code == g.Code && f.Title == g.Title && f.Type == g.Type && f.Doc == g.Doc &&
		f.Format == g.Format && f.Range == g.Range &&
		slices.Equal(f.ResponseHeaders, g.ResponseHeaders)
}

// API describes an API.
type API struct {
	Title, Version string
	Summary, Doc   string
	Terms          string // the URL of the terms of service
	License        Link   // of the API
	SPDX           string // the SPDX expression, in place of a URL
	ExternalDocs   Link   // to more text
	Contact        Contact
	Servers        []Server
	Tags           []Tag
	Envelope       string // the member with the body of a success; "" for none
	Operations     []*Operation
	Webhooks       []Webhook // those of events are the last
	Events         []*Event  // of all operations and others, each with another name
	Schemes        []*Scheme
	Languages      []string // the tags of the languages of problems; none: they have one
	Traced         bool     // requests have IDs, and responses send them
	Extensions     []Extension
	// CustomProblems says that a function of the application writes problems.
	CustomProblems bool
	// ProblemFormat represents the problems of requests without an operation; nil: RFC
	// 9457.
	ProblemFormat *ProblemFormat
	// Edits change the documents of the API.
	Edits []DocumentEdit
}

// DocumentEdit changes a document after it has been written.
type DocumentEdit struct {
	At   Position
	Name string
	Edit func(document []byte) ([]byte, error)
}

// Server is an address at which an API is served.
type Server struct {
	At        Position
	Name      string
	URL, Doc  string
	Variables []Variable // of the URL: {name}
}

// HasPath reports whether a base URL has a path, which is that of the API then.
func HasPath(base string) bool {
	_, host, _ := strings.Cut(base, "://")
	return strings.Contains(host, "/")
}

// Variable is a variable of a server's URL.
type Variable struct {
	Name, Default, Doc string
	Values             []string // nil: any text
}

// Tag is a group of operations in documents.
type Tag struct {
	At           Position
	Name, Doc    string
	Summary      string // a short title
	Parent       string // the name of the parent tag
	Kind         string // such as nav, badge or audience
	ExternalDocs Link   // to more text
}

// Webhook is a request that the API sends. Others serve the operation; its path is ignored.
type Webhook struct {
	At        Position
	Name      string
	Operation *Operation
}

// Callback is a request that the API sends as a consequence of an operation. The URL is a
// runtime expression of OpenAPI, such as {$request.body#/url}. Others serve the operation; its
// path is ignored.
type Callback struct {
	At        Position
	Name, URL string
	Operation *Operation
}

// Link is a name and a URL.
type Link struct{ Name, URL string }

// CheckLink returns what is wrong with the URL of a link, or "". It may be relative to the
// document (OpenAPI 3.1.1 §4.6.2).
func CheckLink(url string) string {
	if url == "" || !format.URIReference(url) {
		return "not a URL (RFC 3986 §4.1)"
	}
	return ""
}

// Contact is the contact of an API.
type Contact struct{ Name, URL, Email string }

// PageMember is a member that describes a page of a list, by its name in Beside.
type PageMember struct {
	Name string
	Says PageFact
}

// PageFact is what a member says of a page: the name of its function in package paginate.
type PageFact string

// The facts.
const (
	TotalItems    PageFact = "TotalItems" // of the list
	TotalPages    PageFact = "TotalPages"
	PageNumber    PageFact = "PageNumber" // from 1
	PageSize      PageFact = "PageSize"   // at most
	Skipped       PageFact = "Skipped"    // entities before the page
	HasMore       PageFact = "HasMore"
	CurrentCursor PageFact = "CurrentCursor" // "" on the first page
	NextCursor    PageFact = "NextCursor"    // "" on the last page
	NextLink      PageFact = "NextLink"      // null on the last page
	PrevLink      PageFact = "PrevLink"      // null on the first page
	FirstKey      PageFact = "FirstKey"
	LastKey       PageFact = "LastKey"
)
