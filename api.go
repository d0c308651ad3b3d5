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

	"github.com/tenon-go/tenon/internal/callsite"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/format"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// API is a declaration of everything that is served together. It is an
// immutable value: every method returns a changed copy.
type API struct{ d *declaration }

type declaration struct {
	at       callsite.PC
	node     ir.API
	members  *members
	webhooks []webhook
	outer    []func(http.Handler) http.Handler
	renderer render.Renderer
	handler  ErrorHandler
	logger   *slog.Logger
	limits   media.Limits
	base     string
	policy   endpoint.Policy
	checking ResponseChecks
	edge     edgeOptions
	timeout  time.Duration
	faults   []ir.Fault
}

// ErrorHandler turns an error that a handler returned into a problem. It sees
// every error that is neither a problem nor violations; nil leaves it a 500.
//
//	func(r *http.Request, err error) *render.Problem {
//		if errors.Is(err, sql.ErrNoRows) {
//			return NotFound.Cause(err)
//		}
//		return nil
//	}
//
// The problem must be declared by the route, as one that a handler returns.
type ErrorHandler func(r *http.Request, err error) *render.Problem

// New starts an API with its title and version, as the document gives them.
func New(title, version string) API {
	d := &declaration{
		at:       callsite.Here(),
		node:     ir.API{Title: title, Version: version},
		renderer: render.Envelope("data"),
	}
	if title == "" || version == "" {
		d.faults = append(d.faults, ir.Faultf("an API needs a title and a version"))
	}
	return API{d}
}

func (a API) edit(change func(*declaration)) API {
	var d declaration
	if a.d != nil {
		d = *a.d
	} else {
		d.faults = []ir.Fault{ir.Faultf("an API was not started by tenon.New")}
	}
	d.node.Servers, d.node.Tags = slices.Clip(d.node.Servers), slices.Clip(d.node.Tags)
	d.node.Extensions, d.webhooks = slices.Clip(d.node.Extensions), slices.Clip(d.webhooks)
	d.outer, d.faults = slices.Clip(d.outer), slices.Clip(d.faults)
	change(&d)
	return API{&d}
}

// fault records a mistake at the user's call in progress.
func (a API) fault(format string, args ...any) API {
	f := ir.Faultf(format, args...)
	return a.edit(func(d *declaration) { d.faults = append(d.faults, f) })
}

// Describe sets the long text for readers of the document; it is CommonMark.
func (a API) Describe(text string) API {
	return a.edit(func(d *declaration) { d.node.Doc = text })
}

// License names the terms under which the API may be used; url may be empty.
func (a API) License(name, url string) API {
	if name == "" {
		return a.fault("License needs a name")
	}
	if what := ir.CheckLink(url); what != "" && url != "" {
		return a.fault("License(%q): %s", url, what)
	}
	return a.edit(func(d *declaration) { d.node.License = ir.Link{Name: name, URL: url} })
}

// Contact says whom to ask about the API; each of the three may be empty.
func (a API) Contact(name, url, email string) API {
	if what := ir.CheckLink(url); what != "" && url != "" {
		return a.fault("Contact(%q): %s", url, what)
	}
	if email != "" && !format.Email(email) {
		return a.fault("Contact(%q): this is not an e-mail address", email)
	}
	return a.edit(func(d *declaration) { d.node.Contact = ir.Contact{Name: name, URL: url, Email: email} })
}

// BaseURL sets what stands before the path of a request in the links and
// locations that answers carry, such as https://api.example.com or, behind a
// proxy that takes a prefix away, https://example.com/shop. Without it they are
// relative, and clients resolve them against what they asked for. The document of an
// API that declares no servers names it as the only one.
func (a API) BaseURL(base string) API {
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return a.fault("BaseURL(%q) is not such as https://api.example.com", base)
	}
	return a.edit(func(d *declaration) { d.base = strings.TrimRight(u.String(), "/") })
}

// Add adds routes and groups.
func (a API) Add(members ...route.Member) API {
	if slices.Contains(members, nil) {
		a = a.fault("Add has a nil route")
	}
	added := slices.Clone(members)
	return a.edit(func(d *declaration) { d.members = d.members.and(added) })
}

// Group adds routes and groups below a path such as /v1. A group with
// middlewares of its own is made with route.Group and added with [API.Add].
func (a API) Group(prefix string, members ...route.Member) API {
	return a.Add(route.Group(prefix, members...))
}

// Use wraps everything that is served in middlewares, the first outermost: also
// what the library answers itself, such as 404 and 405.
func (a API) Use(middlewares ...func(http.Handler) http.Handler) API {
	if slices.ContainsFunc(middlewares, func(m func(http.Handler) http.Handler) bool { return m == nil }) {
		return a.fault("Use has a nil middleware")
	}
	return a.edit(func(d *declaration) { d.outer = append(d.outer, middlewares...) })
}

// Renderer decides what stands around the content of a success. Without it, it
// is {"data": …}.
func (a API) Renderer(r render.Renderer) API {
	if !utf8.ValidString(r.Member()) {
		return a.fault("Renderer: the envelope %q is not valid UTF-8", r.Member())
	}
	return a.edit(func(d *declaration) { d.renderer = r })
}

// ErrorHandler sets what turns the application's errors into problems.
func (a API) ErrorHandler(f ErrorHandler) API {
	return a.edit(func(d *declaration) { d.handler = f })
}

// Logger sets where panics and errors without a problem are logged; without it,
// to slog.Default.
func (a API) Logger(l *slog.Logger) API {
	return a.edit(func(d *declaration) { d.logger = l })
}

// Limits bounds what a request may cost; what is zero keeps its default.
func (a API) Limits(l route.Limits) API {
	if name := media.Limits(l).Negative(); name != "" {
		return a.fault("Limits: %s is below 0", name)
	}
	return a.edit(func(d *declaration) { d.limits = media.Limits(l) })
}

// Timeout bounds how long a handler may take, on every route that does not say
// otherwise with its own Timeout: its context ends then, and an error that wraps
// context.DeadlineExceeded is answered with the problem 503 timeout. Routes that
// read a route.Stream, or answer with events or lines, have none: how long that takes
// is up to the client. It is above 0.
//
// A handler that does not look at its context is not cut off: a limit on that is
// the server's ([WriteTimeout]).
func (a API) Timeout(after time.Duration) API {
	if after <= 0 {
		return a.fault("Timeout(%v) is not above 0", after)
	}
	return a.edit(func(d *declaration) { d.timeout = after })
}

// ResponseChecks says which answers of handlers are held against their declaration
// before they are sent. An answer that breaks a rule becomes a 500, and the log
// names the member: the document never lies to a client.
type ResponseChecks uint8

// What to check.
const (
	// InTests checks every answer in programs that "go test" runs, and none in
	// others. It is the default.
	InTests ResponseChecks = iota
	// Never checks none.
	Never
	// Sampled checks one answer in a hundred, by chance.
	Sampled
	// Always checks every answer. It costs about as much as writing it.
	Always
)

// CheckResponses sets which answers are held against their declaration.
func (a API) CheckResponses(c ResponseChecks) API {
	return a.edit(func(d *declaration) { d.checking = c })
}

// decide returns what says of each answer whether it is checked; nil says that
// none is.
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

// members are what was added to an API, the last first: one that adds a thousand
// routes one by one does not copy those that it has. nil are none.
type members struct {
	before *members
	added  []route.Member
}

func (m *members) and(added []route.Member) *members { return &members{m, added} }

// all returns the members in the order in which they were added.
func (m *members) all() (all []route.Member) {
	var parts [][]route.Member
	for ; m != nil; m = m.before {
		parts = append(parts, m.added)
	}
	slices.Reverse(parts)
	return slices.Concat(parts...)
}
