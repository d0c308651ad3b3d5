package endpoint

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/joint"
	"github.com/tenon-go/tenon/internal/match"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/pagination"
	"github.com/tenon-go/tenon/tree"
)

// runner performs requests with the same key once.
type runner struct {
	store    idempotency.Store
	joined   idempotency.Transactional // the same; nil: it has no transactions
	warned   atomic.Bool               // of a handler that does not join them
	ttl      time.Duration
	required bool
	own      func(*http.Request) string // the scope of the route; nil: none
	// visibility is that of the members of responses; nil: all callers see all of them.
	visibility *visibility
}

// storePatience bounds one use of the store.
const storePatience = 5 * time.Second

// runnerOf returns the runner of an operation.
func runnerOf(o *Operation) *runner {
	n, options := o.Node.Idempotency, o.Options()
	joined, _ := options.Store.(idempotency.Transactional)
	return &runner{store: options.Store, joined: joined, ttl: n.TTL, required: n.Required, own: options.Scope, visibility: visibilityOf(o.Node)}
}

// SetIdempotency declares how the operation handles an Idempotency-Key. It is for use within Edit.
func (o *Operation) SetIdempotency(n *tree.Idempotency) {
	o.Node.Idempotency = n
}

// key returns the key of a client: in the scope of the route, or of the caller's identity, or
// of a digest of Authorization. The three never collide. All anonymous callers share one part of
// the store, because they can choose any scope.
func (o *runner) key(c *Call, text string) idempotency.Key {
	if o.own != nil {
		if client := o.own(c.ex.R); client != "" {
			return idempotency.KeyOf("own "+client, text)
		}
	}
	if who := c.identity.Key(); who != "" {
		return idempotency.KeyOf("identity "+who, text)
	}
	sum := sha256.Sum256([]byte(strings.Join(c.ex.R.Header["Authorization"], "\n")))
	return idempotency.KeyIn("credential", "credential "+string(sum[:]), text)
}

// client returns the client whose space in a store a key takes, which must not be what a client can choose:
// its identity, or its address. Those of IPv6 count by their /64, which belongs to one client.
func (o *runner) client(c *Call) string {
	if who := c.identity.Key(); who != "" {
		return "identity " + who
	}
	address := c.endpoint.env.Address(c.ex.R)
	if at, err := netip.ParseAddr(address); err == nil && at.Is6() {
		network, _ := at.WithZone("").Prefix(64)
		address = network.String()
	}
	return "address " + address
}

// perform performs a valid request, or replays the response of the first with its key.
func (o *runner) perform(c *Call) error {
	text, given, problem := idempotencyKey(c.ex.R.Header[tree.IdempotencyKey])
	switch {
	case problem != nil:
		return problem
	case !given && o.required:
		return media.Problem(tree.KeyMissing)
	case !given:
		return c.endpoint.run(c)
	}
	key := o.key(c, text)
	ctx, cancel := context.WithTimeout(joint.WithClient(c.ex.R.Context(), o.client(c)), storePatience)
	var out idempotency.Outcome
	var tx idempotency.Tx
	var err error
	if o.joined != nil {
		out, tx, err = o.joined.Begin(ctx, key, o.fingerprint(c), o.ttl)
	} else {
		out, err = o.store.Reserve(ctx, key, o.fingerprint(c), o.ttl)
	}
	cancel()
	switch {
	case err != nil:
		return o.unavailable(c, err)
	case out.State == idempotency.Started && tx != nil:
		return o.within(c, tx)
	case out.State == idempotency.Started:
		return o.first(c, key, out.Ticket)
	case out.State == idempotency.InProgress:
		c.retryAfter(1)
		return media.Problem(tree.KeyInUse)
	case out.State == idempotency.Mismatch:
		return media.Problem(tree.KeyReused)
	case out.State == idempotency.Completed && isStorable(out.Response.Status):
		c.replay(&out.Response)
		return nil
	}
	return o.unavailable(c, fmt.Errorf("the store returned state %q and status %d", out.State, out.Response.Status))
}

// isStorable reports whether a response with the status is stored: successes and declared
// redirects are.
func isStorable(status int) bool { return status >= 200 && status <= 399 }

func (o *runner) unavailable(c *Call, err error) error {
	if errors.Is(err, context.Canceled) && c.ex.R.Context().Err() != nil {
		return err // the client is gone
	}
	c.retryAfter(5)
	return media.Problem(tree.KeyUnavailable).Cause(err)
}

// fingerprint identifies the content of the request. Path parameters stay percent-encoded: a
// comma in an item differs from one between items.
func (o *runner) fingerprint(c *Call) idempotency.Fingerprint {
	e := c.endpoint
	parts := e.path.Values(nil, match.Escaped(c.ex.R.URL.EscapedPath()))
	query, _ := appendQuery(nil, c.ex.R.URL.RawQuery, new(pagination.PageInfo), e.keys) // a retry may have another API key
	parts = append(parts, e.op.Method, e.op.Path, string(query))
	if o.visibility != nil { // the stored response may have members that are hidden from the caller of the retry
		parts = append(parts, o.visibility.visibleTag(c.ex.Encoder.Grants))
	}
	if len(e.work.Decoders) == 0 || c.choice == absent {
		return idempotency.FingerprintOf(nil, parts...)
	}
	d := e.work.Decoders[c.choice]
	return idempotency.FingerprintOf(media.Canonical(&c.ex, d.RequestDecoder, c.in), append(parts, d.Types[0])...)
}

// first performs the first request with a key. It stores the response before it sends it,
// so that a client with the response gets it again.
func (o *runner) first(c *Call, key idempotency.Key, t idempotency.Ticket) error {
	e, w := c.endpoint, c.ex.W
	rec := &recorder{header: w.Header(), before: maps.Clone(w.Header())}
	succeeded := false
	defer func() {
		c.ex.W = w
		if succeeded {
			return
		}
		// Even after a panic, which continues.
		err := o.useStore(c, func(ctx context.Context) error { return o.store.Release(ctx, key, t) })
		if err != nil {
			e.env.Report(c.ex.R, e.op, "tenon: an Idempotency-Key stays reserved, and retries get 409 until it expires", err)
		}
	}()
	c.ex.W = rec
	if err := e.run(c); err != nil {
		return err
	}
	c.ex.W = w
	a := rec.response()
	if succeeded = isStorable(a.Status); succeeded { // whether or not the client gets the response
		err := o.useStore(c, func(ctx context.Context) error { return o.store.Complete(ctx, key, t, a) })
		if err != nil {
			e.env.Report(c.ex.R, e.op, "tenon: the response for an Idempotency-Key is not stored, and retries get 409 until it expires", err)
		}
	}
	c.sendStored(&a)
	return nil
}

// sendStored sends the response of a recorder.
func (c *Call) sendStored(a *idempotency.Response) {
	c.ex.W.WriteHeader(a.Status)
	if len(a.Body) > 0 {
		_, _ = c.ex.W.Write(a.Body) // an error means that the client is gone
	}
}

// useStore uses the store even if the client is gone.
func (o *runner) useStore(c *Call, use func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(c.ex.R.Context()), storePatience)
	defer cancel()
	return use(ctx)
}

// retryAfter sets Retry-After (RFC 9110 §10.2.3).
func (c *Call) retryAfter(seconds int64) {
	c.ex.W.Header()["Retry-After"] = []string{strconv.FormatInt(seconds, 10)}
}

// replay sends a stored response.
func (c *Call) replay(a *idempotency.Response) {
	h := c.ex.W.Header()
	for _, f := range a.Header {
		delete(h, f.Name) // of middleware, which is stored too
	}
	for _, f := range a.Header {
		h[f.Name] = append(h[f.Name], f.Value)
	}
	c.endpoint.caching.vary.merge(h)
	h[tree.IdempotentReplayed] = []string{"true"}
	if mediaType := h["Content-Type"]; mediaType != nil {
		c.ex.Write(a.Status, mediaType, a.Body)
		return
	}
	c.ex.W.WriteHeader(a.Status)
}

// recorder holds back a response until it is stored.
type recorder struct {
	header http.Header // of the response itself
	before http.Header // the header before the handler
	status int
	body   []byte
}

func (r *recorder) Header() http.Header { return r.header }

func (r *recorder) WriteHeader(status int) { r.status = status }

func (r *recorder) Write(p []byte) (int, error) {
	r.body = append(r.body, p...)
	return len(p), nil
}

// response returns the response to store: the status, the body, the headers that the handler
// has set, and those that describe the body.
func (r *recorder) response() idempotency.Response {
	a := idempotency.Response{Status: r.status, Body: r.body}
	for _, name := range slices.Sorted(maps.Keys(r.header)) {
		if isTransient(name) || !isDescriptive(name) && slices.Equal(r.header[name], r.before[name]) {
			continue
		}
		for _, value := range r.header[name] {
			a.Header = append(a.Header, idempotency.Field{Name: name, Value: value})
		}
	}
	return a
}

// isDescriptive reports whether a header describes the response, even if middleware has set it.
func isDescriptive(name string) bool {
	switch name {
	case "Content-Type", "Etag", "Last-Modified", "Link", "Location":
		return true
	}
	return false
}

// isTransient reports whether a header belongs to one exchange or its connection, or, as a
// cookie, to the state of the client at that time.
func isTransient(name string) bool {
	switch name {
	case "Set-Cookie", "Content-Length", "Date", "Connection", "Keep-Alive", "Trailer", "Transfer-Encoding", "Upgrade", "X-Request-Id":
		return true
	}
	return strings.HasPrefix(name, http.TrailerPrefix)
}
