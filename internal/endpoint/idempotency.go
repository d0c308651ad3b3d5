package route

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/match"
)

// idempotentRunner does the work of requests with the same key once.
type idempotentRunner struct {
	store    idempotency.Store
	ttl      time.Duration
	required bool
	own      func(*http.Request) string // the scope that the route sets; nil: none
}

// storePatience is how long one use of a store may take.
const storePatience = 5 * time.Second

// newOnce returns nil where each request is work of its own.
func newOnce(o *Operation) *idempotentRunner {
	n := o.Node.Idempotency
	if n == nil {
		return nil
	}
	return &idempotentRunner{store: o.idempotent.store, ttl: n.TTL, required: n.Required, own: o.idempotent.scope}
}

// key is that of a client's text in its scope: what the route says, or who the client
// has proved to be, or a digest of what it shows for itself. The three never meet.
// Where identities can be proved, those who have not share one part of a store: they
// make up scopes as they like.
func (o *idempotentRunner) key(c *Call, text string) idempotency.Key {
	if o.own != nil {
		if client := o.own(c.r); client != "" {
			return idempotency.KeyOf("own "+client, text)
		}
	}
	known := c.endpoint.env.Scope
	if known != nil {
		if who := known(c.r); who != "" {
			return idempotency.KeyOf("identity "+who, text)
		}
	}
	sum := sha256.Sum256([]byte(strings.Join(c.r.Header["Authorization"], "\n")))
	scope := "credential " + string(sum[:])
	if known != nil {
		return idempotency.KeyIn("credential", scope, text)
	}
	return idempotency.KeyOf(scope, text)
}

// serve performs a request that has kept every rule, or answers as the one before
// it was answered.
func (o *idempotentRunner) serve(e *Endpoint, c *Call, choice int) error {
	text, given, problem := idempotencyKey(c.r.Header[ir.IdempotencyKey])
	switch {
	case problem != nil:
		return problem
	case !given && o.required:
		return refuse(ir.KeyMissing, "")
	case !given:
		return e.perform(c)
	}
	key := o.key(c, text)
	ctx, cancel := context.WithTimeout(c.r.Context(), storePatience)
	out, err := o.store.Reserve(ctx, key, o.fingerprint(e, c, choice), o.ttl)
	cancel()
	switch {
	case err != nil:
		return o.unavailable(c, err)
	case out.State == idempotency.Started:
		return o.perform(e, c, key, out.Ticket)
	case out.State == idempotency.InProgress:
		c.retryAfter(1)
		return refuse(ir.KeyInUse, "")
	case out.State == idempotency.Mismatch:
		return refuse(ir.KeyReused, "")
	case out.State == idempotency.Completed && isStorable(out.Response.Status):
		c.replay(&out.Response)
		return nil
	}
	return o.unavailable(c, fmt.Errorf("the store told state %q and status %d", out.State, out.Response.Status))
}

// isStorable reports whether an answer with a status can have been kept: successes,
// of which a redirect is one where a route declares it.
func isStorable(status int) bool { return status >= 200 && status <= 399 }

func (o *idempotentRunner) unavailable(c *Call, err error) error {
	if errors.Is(err, context.Canceled) && c.r.Context().Err() != nil {
		return err // the client is gone
	}
	c.retryAfter(5)
	return refuse(ir.KeyUnavailable, "").Cause(err)
}

// fingerprint is what the request asks for. The parameters of the path stay
// percent-encoded: a comma in an item and one between two are not alike.
func (o *idempotentRunner) fingerprint(e *Endpoint, c *Call, choice int) idempotency.Fingerprint {
	parts := e.path.Values(nil, match.Escaped(c.r.URL.EscapedPath()))
	query, _ := appendQuery(nil, c.r.URL.RawQuery, "", e.keys) // an API key may change in between
	parts = append(parts, e.op.Method, e.op.Path, string(query))
	if e.visibility != nil { // the answer of then may show what the client of now may not see
		parts = append(parts, e.visibility.visibleTag(c.encoder.Grants))
	}
	if choice < 0 {
		return idempotency.FingerprintOf(nil, parts...)
	}
	parts = append(parts, e.choices[choice][0])
	return idempotency.FingerprintOf(canonicalContent(e, c, choice), parts...)
}

// perform runs the handler and keeps its success before it is sent, so that a client
// which has the answer finds it kept.
func (o *idempotentRunner) perform(e *Endpoint, c *Call, key idempotency.Key, t idempotency.Ticket) error {
	w := c.w
	rec := &recorder{header: w.Header(), before: maps.Clone(w.Header())}
	succeeded := false
	defer func() {
		c.w = w
		if succeeded {
			return
		}
		// Also after a panic, which goes on.
		err := o.useStore(c, func(ctx context.Context) error { return o.store.Release(ctx, key, t) })
		if err != nil {
			e.env.Broken(c.r, e.op, fmt.Errorf("an Idempotency-Key stays reserved: %w", err))
		}
	}()
	c.w = rec
	if err := e.perform(c); err != nil {
		return err
	}
	c.w = w
	a := rec.answer()
	if succeeded = isStorable(a.Status); succeeded { // whatever becomes of the answer, the work is done
		err := o.useStore(c, func(ctx context.Context) error { return o.store.Complete(ctx, key, t, a) })
		if err != nil {
			e.env.Broken(c.r, e.op, fmt.Errorf("the answer for an Idempotency-Key is not kept: %w", err))
		}
	}
	c.w.WriteHeader(a.Status)
	if len(a.Body) > 0 {
		_, _ = c.w.Write(a.Body) // the client is gone; there is nobody to tell
	}
	return nil
}

// useStore uses the store also for a client that has gone.
func (o *idempotentRunner) useStore(c *Call, use func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.r.Context()), storePatience)
	defer cancel()
	return use(ctx)
}

// retryAfter tells when to try again (RFC 9110 §10.2.3).
func (c *Call) retryAfter(seconds int) {
	c.w.Header()["Retry-After"] = []string{strconv.Itoa(seconds)}
}

// replay answers as an earlier request was answered.
func (c *Call) replay(a *idempotency.Response) {
	h := c.w.Header()
	for _, f := range a.Header {
		delete(h, f.Name) // what a middleware says was kept with the answer
	}
	for _, f := range a.Header {
		h[f.Name] = append(h[f.Name], f.Value)
	}
	c.endpoint.caching.vary.merge(h)
	h[ir.IdempotentReplayed] = []string{"true"}
	if mediaType := h["Content-Type"]; mediaType != nil {
		c.write(a.Status, mediaType, a.Body)
		return
	}
	c.w.WriteHeader(a.Status)
}

// recorder holds an answer back until it has been kept.
type recorder struct {
	header http.Header // of the answer itself
	before http.Header // what it had before the handler ran
	status int
	body   []byte
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) { r.status = status }

func (r *recorder) Write(p []byte) (int, error) {
	r.body = append(r.body, p...)
	return len(p), nil
}

// answer is what is kept: of the header, the fields that the handler has set, and
// those that describe the answer.
func (r *recorder) answer() idempotency.Response {
	a := idempotency.Response{Status: r.status, Body: r.body}
	for _, name := range slices.Sorted(maps.Keys(r.header)) {
		if unkept(name) || !describing(name) && slices.Equal(r.header[name], r.before[name]) {
			continue
		}
		for _, value := range r.header[name] {
			a.Header = append(a.Header, idempotency.Field{Name: name, Value: value})
		}
	}
	return a
}

// describing reports whether a field is about the answer, also where a middleware
// has set it.
func describing(name string) bool {
	switch name {
	case "Content-Type", "Etag", "Last-Modified", "Link", "Location":
		return true
	}
	return false
}

// unkept reports whether a field belongs to one exchange or its connection, or, as a
// cookie, to what the client is at that time.
func unkept(name string) bool {
	switch name {
	case "Set-Cookie", "Content-Length", "Date", "Connection", "Keep-Alive", "Trailer", "Transfer-Encoding", "Upgrade", "X-Request-Id":
		return true
	}
	return strings.HasPrefix(name, http.TrailerPrefix)
}
