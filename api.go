package tenon

import (
	"flag"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

// API declares what is served together: routes, and what they share. It is an immutable value:
// every method returns a changed copy.
type API struct{ d *declaration }

type declaration struct {
	at       tree.Position
	node     tree.API
	members  *members
	webhooks []endpoint.Sent
	events   []*tree.Event // that no route emits
	outer    []func(http.Handler) http.Handler
	renderer render.Renderer
	handler  ErrorHandler
	logger   *slog.Logger
	limits   media.Limits
	base     string
	policy   endpoint.Policy
	checking ResponseChecks
	edge     edgeOptions
	timeout  time.Duration // of operations without their own; 0: none
	// What every operation ignores.
	ignoreUnknown, ignoreMembers, pathNotFound bool

	faults []tree.Fault
}

// An ErrorHandler turns an error that a handler returned into a problem. It is called for every
// error that is neither a problem nor violations. If it returns nil, the client gets a 500.
//
//	func(r *http.Request, err error) *render.Problem {
//		if errors.Is(err, sql.ErrNoRows) {
//			return NotFound.Cause(err)
//		}
//		return nil
//	}
//
// The route must declare the problem, as it must declare the problems that its handler returns.
type ErrorHandler func(r *http.Request, err error) *render.Problem

// New returns an API with its title and version in documents.
func New(title, version string) API {
	d := &declaration{
		at:       tree.Here(),
		node:     tree.API{Title: title, Version: version},
		renderer: render.Envelope("data"),
	}
	if title == "" || version == "" {
		d.faults = append(d.faults, tree.Faultf("an API needs a title and a version"))
	}
	return API{d}
}

func (a API) edit(change func(*declaration)) API {
	var d declaration
	if a.d != nil {
		d = *a.d
	} else {
		d.faults = []tree.Fault{tree.Faultf("an API was not created by tenon.New")}
	}
	d.node.Servers, d.node.Tags = slices.Clip(d.node.Servers), slices.Clip(d.node.Tags)
	d.node.Schemes = slices.Clip(d.node.Schemes)
	d.node.Extensions, d.webhooks, d.events = slices.Clip(d.node.Extensions), slices.Clip(d.webhooks), slices.Clip(d.events)
	d.outer, d.faults = slices.Clip(d.outer), slices.Clip(d.faults)
	change(&d)
	return API{&d}
}

// fault records a fault at the user's call in progress.
func (a API) fault(format string, args ...any) API {
	f := tree.Faultf(format, args...)
	return a.edit(func(d *declaration) { d.faults = append(d.faults, f) })
}

// Describe sets the description in documents, in CommonMark.
func (a API) Describe(text string) API {
	return a.edit(func(d *declaration) { d.node.Doc = text })
}

// License sets the name of the license of the API, and its URL, which may be empty.
func (a API) License(name, url string) API {
	if name == "" {
		return a.fault("License needs a name")
	}
	if what := tree.CheckLink(url); what != "" && url != "" {
		return a.fault("License(%q): %s", url, what)
	}
	return a.edit(func(d *declaration) { d.node.License = tree.Link{Name: name, URL: url} })
}

// Contact sets the contact of the API. Each of the three may be empty.
func (a API) Contact(name, url, email string) API {
	if what := tree.CheckLink(url); what != "" && url != "" {
		return a.fault("Contact(%q): %s", url, what)
	}
	if email != "" && !format.Email(email) {
		return a.fault("Contact(%q): this is not an email address", email)
	}
	return a.edit(func(d *declaration) { d.node.Contact = tree.Contact{Name: name, URL: url, Email: email} })
}

// BaseURL sets the public URL of the API, with which links and locations in responses begin, such as
// https://api.example.com or, if a proxy or the program strips a prefix, https://example.com/shop. If it has no
// path, what the program strips from the path of a request, as http.StripPrefix does, follows it. By default
// links are relative, and clients resolve them against the URL of the request. If the API declares no
// servers, its document has the base URL as the only one.
func (a API) BaseURL(base string) API {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return a.fault("BaseURL(%q) is not a URL such as https://api.example.com", base)
	}
	return a.edit(func(d *declaration) {
		d.base = strings.TrimRight(u.String(), "/")
	})
}

// Add adds routes and groups.
func (a API) Add(members ...route.Member) API {
	if slices.Contains(members, nil) {
		a = a.fault("Add has a nil route")
	}
	added := slices.Clone(members)
	return a.edit(func(d *declaration) { d.members = d.members.and(added) })
}

// Group adds routes and groups below a path prefix such as /v1. Use route.Group and [API.Add]
// for a group with middleware of its own.
func (a API) Group(prefix string, members ...route.Member) API {
	return a.Add(route.Group(prefix, members...))
}

// Use wraps everything in middleware, the first outermost. It includes responses of the
// library, such as 404 and 405.
func (a API) Use(middlewares ...func(http.Handler) http.Handler) API {
	if slices.ContainsFunc(middlewares, func(m func(http.Handler) http.Handler) bool { return m == nil }) {
		return a.fault("Use has a nil middleware")
	}
	return a.edit(func(d *declaration) {
		d.outer = append(d.outer, middlewares...)
	})
}

// Renderer sets the envelope of successful responses. The default is {"data": …}.
func (a API) Renderer(r render.Renderer) API {
	if !utf8.ValidString(r.Member()) {
		return a.fault("Renderer: the envelope %q is not valid UTF-8", r.Member())
	}
	return a.edit(func(d *declaration) { d.renderer = r })
}

// ErrorHandler sets the function that turns errors of the application into problems.
func (a API) ErrorHandler(f ErrorHandler) API {
	return a.edit(func(d *declaration) { d.handler = f })
}

// Logger sets the logger of panics and of errors without a problem. The default is
// slog.Default.
func (a API) Logger(l *slog.Logger) API {
	return a.edit(func(d *declaration) { d.logger = l })
}

// Limits bounds the size of requests. A zero field keeps its default.
func (a API) Limits(l route.Limits) API {
	if name := media.Limits(l).Negative(); name != "" {
		return a.fault("Limits: %s is below 0", name)
	}
	return a.edit(func(d *declaration) { d.limits = media.Limits(l) })
}

// IgnoreUnknown ignores undeclared query parameters of every route. By default each is a violation.
func (a API) IgnoreUnknown() API {
	return a.edit(func(d *declaration) { d.ignoreUnknown = true })
}

// InvalidPathNotFound sends 404 not_found to requests with a parameter of the path that violates its
// rules, on every route, as if there were nothing at the path. By default the violations are a 422.
func (a API) InvalidPathNotFound() API {
	return a.edit(func(d *declaration) { d.pathNotFound = true })
}

// IgnoreUnknownMembers ignores members of request bodies, in JSON and forms, that the collections do
// not declare. By default each is a violation. What a collection itself says has priority:
// [collection.Collection.RejectUnknown], and additional members, which it stores.
//
// [collection.Collection.RejectUnknown]: https://pkg.go.dev/github.com/tenon-go/tenon/collection#Collection.RejectUnknown
func (a API) IgnoreUnknownMembers() API {
	return a.edit(func(d *declaration) { d.ignoreMembers = true })
}

// Timeout bounds the run time of handlers, on every route without a Timeout of its own. When it
// has passed, the context of the handler ends, and an error that wraps context.DeadlineExceeded
// becomes the problem 503 timeout. Routes that read a route.Stream, or send events or lines,
// have no timeout: their duration depends on the client. It must be positive.
//
// The timeout does not stop a handler that ignores its context. The server can bound that; see
// [WriteTimeout].
func (a API) Timeout(after time.Duration) API {
	if after <= 0 {
		return a.fault("Timeout(%v) must be positive", after)
	}
	return a.edit(func(d *declaration) { d.timeout = after })
}

// ResponseChecks selects the responses of handlers that are validated against their declaration
// before they are sent. A response that violates a rule becomes a 500, and the log names the
// member, so that clients get only what the document declares.
type ResponseChecks uint8

// The selections of responses.
const (
	// InTests validates every response in programs that "go test" runs, and none in others. It
	// is the default.
	InTests ResponseChecks = iota
	// Never validates no response.
	Never
	// Sampled validates a random one percent of the responses.
	Sampled
	// Always validates every response. A check takes about as long as writing the response.
	Always
)

// CheckResponses selects the responses that are validated against their declaration.
func (a API) CheckResponses(c ResponseChecks) API {
	return a.edit(func(d *declaration) { d.checking = c })
}

// decide returns a function that selects responses, or nil if none are selected.
func (c ResponseChecks) decide() func() bool {
	switch c {
	case Never:
		return nil
	case Sampled:
		return func() bool { return rand.IntN(100) == 0 }
	case InTests:
		if flag.Lookup("test.v") == nil { // package testing defines it
			return nil
		}
	}
	return func() bool { return true }
}

// members is a linked list of what was added to an API, the last first, so that adding a
// thousand routes one by one copies none of them. A nil list is empty.
type members struct {
	before *members
	added  []route.Member
}

func (m *members) and(added []route.Member) *members { return &members{m, added} }

// all returns the members in the order in which they were added.
func (m *members) all() []route.Member {
	if m == nil {
		return nil
	}
	return append(m.before.all(), m.added...)
}
