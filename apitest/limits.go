package apitest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/quota"
)

// Limits tests the rate limits of an API, each with the first operation whose requests it rejects
// before other limits do: it admits what it declares and rejects the next request with 429 and
// Retry-After, its headers count down, and it counts neither other clients nor operations that do not
// have it.
//
// Requests have a query or a media type that the API rejects, so that they have no effects. [Laws], and
// [Histories] with [Fresh], test limits, too, as far as the limits are higher than what else they send; with
// Limits alone, an app may have low ones.
//
// Limits by identity or by a function need [Fresh], because they reject the identity until the window
// ends; without it, only their headers are tested. The log lists what is not tested: such limits, and
// those of more than 5000 requests. With [Wait], the first request after Retry-After must be admitted.
func Limits(t testing.TB, app *tenon.App, opts ...Option) {
	t.Helper()
	s := newSuite(app, settingsOf(opts))
	if !slices.ContainsFunc(s.operations, func(o *operation) bool { return o.Security.Limited() }) {
		t.Fatal("no operation has a rate limit")
	}
	reportAll(t, s.limits(t))
	t.Logf("%d requests; seed %d", s.requests, s.seed)
}

// reach is how many requests a limit may admit to be tested.
const reach = 5000

// limitTest tests a limit with an operation.
type limitTest struct {
	*world
	limit *ir.Limit
	op    *operation
	rng   *rand.Rand
	last  []*exchange // the last two
}

// client is who sends requests, as a limit distinguishes them.
type client struct {
	as      int // the identity
	address string
	value   string      // of the header that the limit counts by
	wrong   http.Header // credentials of nobody, in place of those of the identity
}

// limits tests each limit, and logs those that it does not test.
func (s *suite) limits(t testing.TB) (found []failure) {
	var done []*ir.Limit
	skip := func(o *operation, n *ir.Limit, why string) {
		t.Logf("%s: the limit %s is not tested: %s", o.name(), n.Name, why)
	}
	for _, o := range s.operations {
		if !o.Security.Limited() || o.Hidden {
			continue
		}
		n := slices.MinFunc(o.Security.Limits, func(a, b *ir.Limit) int { return admitted(a) - admitted(b) })
		if slices.Contains(done, n) {
			continue
		}
		done = append(done, n)
		if !o.harmless() {
			skip(o, n, "a request could have effects")
			continue
		}
		w := s.newWorld(s.seed)
		l := &limitTest{world: w, limit: n, op: o, rng: rand.New(rand.NewPCG(s.nonce, uint64(s.worlds)))}
		b := l.headers()
		if b != nil { // unless a window has ended meanwhile
			b = l.headers()
		}
		switch {
		case b != nil:
		case s.fresh == nil && l.shared():
			skip(o, n, "it would reject requests of other tests; use Fresh")
		case admitted(n) > reach:
			skip(o, n, fmt.Sprintf("it admits %d requests", admitted(n)))
		default:
			why := ""
			if b, why = l.exhaust(); why != "" {
				skip(o, n, why)
			}
		}
		if b != nil {
			found = append(found, failure{broken: b, trace: l.last, seed: s.seed})
		}
	}
	for _, o := range s.operations {
		for _, n := range o.limits() {
			if !o.Hidden && !slices.Contains(done, n) {
				done = append(done, n)
				skip(o, n, "another limit rejects requests before")
			}
		}
	}
	return found
}

// harmless reports whether an operation rejects a request with an undeclared query parameter, or with
// another media type, or has no effects.
func (o *operation) harmless() bool {
	return !o.IgnoreUnknown || !o.Body.Empty() || o.Method == http.MethodGet && !o.Endless()
}

func (o *operation) limits() []*ir.Limit {
	if !o.Security.Limited() {
		return nil
	}
	return o.Security.Limits
}

// admitted returns how many requests a limit admits at once.
func admitted(n *ir.Limit) int { return n.Requests() + n.Burst/n.Cost }

// byIdentity reports whether a limit counts by what the credentials of a request say.
func (l *limitTest) byIdentity() bool {
	if l.limit.Per != ir.LimitHeader {
		return l.limit.Per == ir.LimitIdentity && l.op.Security.Secured()
	}
	return slices.ContainsFunc(l.op.Security.Schemes, func(together []*ir.Scheme) bool {
		return slices.ContainsFunc(together, func(s *ir.Scheme) bool {
			in, name := s.Location()
			return in == ir.InHeader && name == l.limit.Of
		})
	})
}

// shared reports whether a limit may count requests of other tests.
func (l *limitTest) shared() bool { return l.limit.Per == ir.LimitFunction || l.byIdentity() }

// client returns a client that no other request has had, as far as the limit has such ones.
func (l *limitTest) client(as int) client {
	address := fmt.Sprintf("[2001:db8:%x:%x::1]", l.rng.IntN(1<<16), l.rng.IntN(1<<16))
	return client{as: as, address: address, value: "apitest-" + strconv.FormatUint(l.rng.Uint64(), 36)}
}

// other returns a client that the limit counts apart from the first one; false if none is known.
func (l *limitTest) other() (client, bool) {
	if l.byIdentity() {
		if len(l.identities) < 2 {
			return client{}, false
		}
		return l.client(1), true
	}
	return l.client(0), l.limit.Per != ir.LimitFunction
}

// send sends a request without effects. The ports of a client differ, as those of connections do.
func (l *limitTest) send(o *operation, c client) (*exchange, *broken) {
	target, ok := fill(o, o.Path)
	if !ok {
		target = o.Path
	}
	header, query := l.required(o)
	query.Set("no_such_parameter", "1")
	x := &exchange{op: o, method: o.Method, target: target + "?" + query.Encode(), header: header, by: l.identities[c.as].name}
	if !o.Body.Empty() {
		header.Set("Content-Type", "application/x-"+secret)
		x.body = []byte(secret)
	}
	if l.limit.Per == ir.LimitHeader {
		header.Set(l.limit.Of, c.value)
	}
	credentials := l.identities[c.as].credentials
	if c.wrong != nil {
		x.header, x.by, credentials = merged(header, c.wrong), "no credentials", nil
	}
	x.send(l.server, c.address+":"+strconv.Itoa(1024+l.requests%60000), credentials)
	l.requests++
	l.last = append(l.last[max(len(l.last)-1, 0):], x)
	if x.status >= 500 || x.status == http.StatusTooManyRequests {
		return x, x.check()
	}
	return x, nil
}

// headers sends a few requests of two clients: what remains for the one is one less with each of its own.
func (l *limitTest) headers() *broken {
	const law = "what remains of a limit decreases with each request of a client"
	a := l.client(0)
	clients := []client{a, a}
	if other, ok := l.other(); ok {
		clients = append(clients, other)
	}
	clients = append(clients, a)
	begin := time.Now()
	last := -1 // what remained for the first client
	for _, c := range clients {
		x, b := l.send(l.op, c)
		if b != nil {
			return b
		}
		if x.status == http.StatusTooManyRequests || time.Since(begin) >= l.limit.Window {
			return nil // others have used the limit, or it has begun again
		}
		left, b := l.remaining(x)
		switch {
		case b != nil:
			return b
		case c.address != a.address || left < 0:
		case left >= l.limit.Requests():
			return breaks(law, "%s responds with %d remaining requests of %d, after this one", l.op.name(), left, l.limit.Requests())
		case last > 0 && left == last && l.limit.Requests() > 1:
			return breaks(law, "%s responds with %d remaining requests, as to the request before", l.op.name(), left)
		case last >= 0 && left < last-1:
			return breaks(law, "%s responds with %d remaining requests, and with %d to the request before", l.op.name(), left, last)
		}
		if c.address == a.address {
			last = left
		}
	}
	return nil
}

// remaining returns what the headers of a response say that remains of the limit; -1: they do not say
// it.
func (l *limitTest) remaining(x *exchange) (int, *broken) {
	const law = "limits have their headers"
	n := l.limit
	uncounted := x.status == http.StatusUnauthorized || x.status == http.StatusServiceUnavailable || x.status == http.StatusTooManyRequests
	if n.DraftHeaders && !uncounted {
		item := quota.Quoted(n.Name)
		policy, limit := strings.Join(x.response.Values("RateLimit-Policy"), ", "), strings.Join(x.response.Values("RateLimit"), ", ")
		_, parameters, _ := strings.Cut(policy, item+";")
		if q, ok := parameter(parameters, "q"); !ok || q != n.Requests() {
			return 0, breaks(law, "%s responds with RateLimit-Policy: %s, without %s;q=%d", x.op.name(), policy, item, n.Requests())
		}
		_, parameters, has := strings.Cut(limit, item+";")
		if r, ok := parameter(parameters, "r"); has && ok {
			return r, nil
		}
		return 0, breaks(law, "%s responds with RateLimit: %s, without %s;r=", x.op.name(), limit, item)
	}
	text := [3]string{x.response.Get("X-RateLimit-Limit"), x.response.Get("X-RateLimit-Remaining"), x.response.Get("X-RateLimit-Reset")}
	if !n.XHeaders || uncounted && text == [3]string{} {
		return -1, nil
	}
	var numbers [3]int
	for i, s := range text {
		var err error
		if numbers[i], err = strconv.Atoi(s); err != nil || numbers[i] < 0 {
			return 0, breaks(law, "%s responds with X-RateLimit-Limit: %s, X-RateLimit-Remaining: %s and X-RateLimit-Reset: %s", x.op.name(), text[0], text[1], text[2])
		}
	}
	same := 0 // limits that the headers may be about: the closest one
	for _, m := range x.op.limits() {
		if m.XHeaders && m.Requests() == numbers[0] {
			same++
		}
	}
	switch {
	case same == 0:
		return 0, breaks(law, "%s responds with X-RateLimit-Limit: %d, which no limit declares", x.op.name(), numbers[0])
	case same > 1 || numbers[0] != n.Requests():
		return -1, nil
	}
	return numbers[1], nil
}

// parameter returns an integer parameter of the first item of a list (RFC 9651 §3.1.2).
func parameter(item, name string) (int, bool) {
	item, _, _ = strings.Cut(item, ",")
	for p := range strings.SplitSeq(item, ";") {
		if key, text, ok := strings.Cut(strings.TrimSpace(p), "="); ok && key == name {
			n, err := strconv.Atoi(text)
			return n, err == nil
		}
	}
	return 0, false
}

// exhaust sends requests until the limit rejects them. It returns what is broken, or why it tests nothing.
func (l *limitTest) exhaust() (b *broken, why string) {
	n := admitted(l.limit)
	for range 2 { // a window may end meanwhile, but not twice
		if l.shared() {
			l.server = l.fresh() // that no request has been sent to
		}
		begin, a, i := time.Now(), l.client(0), 1
		x, b := l.send(l.op, a)
		for ; b == nil && x.status != http.StatusTooManyRequests && i <= n; i++ {
			x, b = l.send(l.op, a)
		}
		switch {
		case b != nil:
			return b, ""
		case time.Since(begin) >= l.limit.Window: // it may admit more
			return nil, fmt.Sprintf("its requests take longer than its window of %s", l.limit.Window)
		case i <= n:
			return breaks("a limit admits what it declares", "%s: the limit %s of %d requests rejects request %d of a client", l.op.name(), l.limit.Name, n, i), ""
		case x.status == http.StatusTooManyRequests:
			wait, b := l.rejects(x, a)
			return first(b, l.spares(a), l.guesses(), l.ends(wait, a)), ""
		}
	}
	return breaks("a limit rejects what exceeds it", "%s: the limit %s of %d requests admits %d", l.op.name(), l.limit.Name, n, n+1), ""
}

// rejects checks a 429, and that requests which are rejected do not count. It returns the seconds of
// Retry-After.
func (l *limitTest) rejects(x *exchange, a client) (wait int, b *broken) {
	if wait, b = l.retryAfter(x); b != nil {
		return 0, b
	}
	for range 3 {
		again, b := l.send(l.op, a)
		if b != nil || again.status != http.StatusTooManyRequests {
			return wait, b
		}
		if later, b := l.retryAfter(again); b != nil || later > wait {
			return 0, first(b, breaks("rejected requests do not count", "%s responds with Retry-After: %d, and with %d to the next request", l.op.name(), wait, later))
		}
	}
	return wait, nil
}

// retryAfter returns the seconds of Retry-After, which end with the window, or with that of the burst.
func (l *limitTest) retryAfter(x *exchange) (int, *broken) {
	longest := 0
	for _, n := range l.op.limits() {
		window := n.Window
		if n.Burst > 0 {
			window *= 10
		}
		longest = max(longest, int((window+time.Second-1)/time.Second))
	}
	text := x.response.Get("Retry-After")
	wait, err := strconv.Atoi(text)
	if err != nil || wait < 1 || wait > longest {
		return 0, breaks("429 has Retry-After", "%s responds with 429 and Retry-After: %q, not with 1 to %d seconds", l.op.name(), text, longest)
	}
	return wait, nil
}

// spares checks that the limit of a client rejects neither others nor operations that do not have it.
func (l *limitTest) spares(a client) *broken {
	if other, ok := l.other(); ok {
		x, b := l.send(l.op, other)
		if b != nil || x.status == http.StatusTooManyRequests {
			return first(b, breaks("a limit counts each client apart", "%s: the limit %s by %s rejects the first request of another client", l.op.name(), l.limit.Name, l.limit.Per))
		}
	}
	for _, o := range l.operations {
		if o.Hidden || !o.harmless() || slices.ContainsFunc(o.limits(), func(n *ir.Limit) bool { return slices.Contains(l.op.limits(), n) || l.fresh == nil }) {
			continue
		}
		x, b := l.send(o, a)
		if b != nil || x.status == http.StatusTooManyRequests {
			return first(b, breaks("a limit is of the operations that declare it", "%s responds with 429 after the limit %s of %s", o.name(), l.limit.Name, l.op.name()))
		}
		break
	}
	return nil
}

// guesses checks that a limit by identity counts requests with wrong credentials by their address.
func (l *limitTest) guesses() *broken {
	all := l.op.wrongCredentials()
	if l.limit.Per != ir.LimitIdentity || len(all) == 0 {
		return nil
	}
	c, n := l.client(0), l.limit.Requests()
	c.wrong = all[0]
	for i := range n + 1 {
		x, b := l.send(l.op, c)
		switch {
		case b != nil:
			return b
		case i < n && x.status != http.StatusUnauthorized:
			return breaks("a limit admits what it declares", "%s: the limit %s of %d requests, request %d with wrong credentials: %d, not 401", l.op.name(), l.limit.Name, n, i+1, x.status)
		case i == n && x.status != http.StatusTooManyRequests:
			return breaks("a limit counts wrong credentials", "%s: the limit %s of %d requests admits %d with wrong credentials of one address", l.op.name(), l.limit.Name, n, n+1)
		}
	}
	return nil
}

// ends checks that the limit admits requests after Retry-After.
func (l *limitTest) ends(wait int, a client) *broken {
	if l.wait == nil || wait == 0 {
		return nil
	}
	l.wait(time.Duration(wait) * time.Second)
	if again, b := l.send(l.op, a); b != nil || again.status == http.StatusTooManyRequests {
		return first(b, breaks("Retry-After is long enough", "%s responds with 429 %d seconds after a Retry-After of as many", l.op.name(), wait))
	}
	return nil
}
