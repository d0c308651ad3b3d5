package route

import (
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/problem"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/tree"
)

// Fails declares the problems that the handler and its middleware may return.
func setFails(types ...*render.Problem) shared {
	var at tree.Fault
	if slices.Contains(types, nil) {
		at = tree.Faultf("Fails has a nil problem")
	}
	return func(o *operation) {
		for _, p := range types {
			if p == nil {
				o.Fault(at)
				continue
			}
			o.AddFailure((*problem.Problem)(p))
		}
	}
}

// ProblemFormat sets the representation of problems, the library's own too, in place of
// that of outer groups and the API. A problem with a format of its own keeps it.
func setProblemFormat(f *render.Format) shared {
	if f == nil {
		return faulty("ProblemFormat has a nil format")
	}
	own := (*problem.Format)(f)
	return func(o *operation) { o.ChangeOptions().ProblemFormat, o.Node.ProblemFormat = own, own.Node() }
}

// Renderer sets the envelope of successful responses, in place of that of outer groups and the
// API: Renderer(render.Envelope("article")) sends {"article": …}.
func setRenderer(r render.Renderer) shared {
	member := r.Member()
	if !utf8.ValidString(member) {
		return faulty("Renderer: the envelope is not valid UTF-8")
	}
	var around endpoint.Around
	around.Before, around.After = r.Around()
	none := tree.Faultf("Renderer needs a response in JSON")
	return func(o *operation) {
		if o.Node.Method != "" && !o.Node.RespondsJSON() {
			o.Fault(none)
			return
		}
		o.Node.Envelope, o.ChangeOptions().Around = &member, around
	}
}

// Use wraps the operation in middleware, the first outermost. It runs before anything of the
// request is read.
func setUse(middleware ...func(http.Handler) http.Handler) shared {
	if hasNil(middleware) {
		return faulty("Use has a nil middleware")
	}
	return func(o *operation) {
		own := o.ChangeOptions()
		own.Outer = append(own.Outer, middleware...)
	}
}

// Wrap wraps the handler in middleware that sees the decoded call, the first outermost.
func setWrap(middleware ...func(Handler) Handler) shared {
	if hasNil(middleware) {
		return faulty("Wrap has a nil middleware")
	}
	return func(o *operation) {
		own := o.ChangeOptions()
		for _, m := range middleware {
			own.Inner = append(own.Inner, inner(m))
		}
	}
}

// inner is middleware of this package as that of package endpoint.
func inner(m func(Handler) Handler) func(endpoint.Handler) endpoint.Handler {
	return func(next endpoint.Handler) endpoint.Handler {
		h := m(func(c *Call) error { return next(c.call()) })
		return func(c *endpoint.Call) error { return h((*Call)(c)) }
	}
}

func hasNil[H any](middleware []func(H) H) bool {
	return slices.ContainsFunc(middleware, func(m func(H) H) bool { return m == nil })
}

// Timeout bounds the run time of the handler, from the end of reading the request. When it has
// passed, the context of the handler ends, and an error of the handler that wraps
// context.DeadlineExceeded becomes 503 timeout. It must be positive. A handler that ignores its
// context is not interrupted.
//
// On a route that sends a stream, it bounds the sequence, too: server-sent events end, lines
// are aborted. On one that reads a [Stream], it bounds reading if the handler checks its
// context between reads; the server bounds a single read from a slow client. The timeout of an
// API, a group or a resource does not apply to routes with streams.
func setTimeout(after time.Duration) shared {
	if after <= 0 {
		return faulty("Timeout(%v) must be positive", after)
	}
	return func(o *operation) { o.Node.Timeout = after }
}

// Limits bound the size of a request. Zero means the default.
type Limits struct {
	Body    int64 // bytes of the body; default 1 MiB
	Depth   int   // nesting of JSON; default 64
	Members int   // members of one JSON object, and fields of a form; default 10,000
	Items   int   // items of one JSON array without MaxItems of its own; default 10,000
	// Values bounds the values of a JSON body, however they are nested. An object counts
	// as many as its collection has members, sent or not, and at least 8. The default is
	// 131,072, and one more for each byte of the body.
	Values     int
	Query      int // bytes of a raw query; default 8 KiB
	Header     int // bytes of one header; default 8 KiB
	Violations int // violations in one response; default 100
	// Streams bounds the requests of one route that stream a body at the same time; default
	// 256. Others get 503 too_many_streams with Retry-After.
	Streams int
}

// Limits bounds the size of requests. Zero fields leave the limit to groups and the API.
func setLimits(l Limits) shared {
	limits := media.Limits(l)
	if name := limits.Negative(); name != "" {
		return faulty("Limits: %s is below 0", name)
	}
	return func(o *operation) { o.ChangeOptions().Limits = limits }
}

// RequirePrecondition rejects requests that do not name the version of the entity that they
// change: without If-Match, and without an If-Unmodified-Since that can be evaluated, the
// response is 428 (RFC 6585 §3). It is for PATCH, PUT and DELETE of a collection with versions;
// see [collection.Collection.Versioned].
func setRequirePrecondition() change {
	at := tree.Faultf("RequirePrecondition is for PATCH, PUT and DELETE")
	none := tree.Faultf("RequirePrecondition needs entities with versions; use Versioned of the collection that the route changes or sends")
	return described(func(n *tree.Operation) {
		switch {
		case n.Method == "": // without a constructor, which is reported
		case n.Method != http.MethodPatch && n.Method != http.MethodPut && n.Method != http.MethodDelete:
			n.Faults = append(n.Faults, at)
		case !n.Conditional():
			n.Faults = append(n.Faults, none)
		default:
			n.RequirePrecondition = true
		}
	})
}
