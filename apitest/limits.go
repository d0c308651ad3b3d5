package apitest

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/tree"
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
	limit *tree.Limit
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
	var done []*tree.Limit
	skip := func(o *operation, n *tree.Limit, why string) {
		t.Logf("%s: the limit %s is not tested: %s", o.name(), n.Name, why)
	}
	for _, o := range s.operations {
		if !o.Security.Limited() || o.Hidden {
			continue
		}
		n := slices.MinFunc(o.Security.Limits, func(a, b *tree.Limit) int { return admitted(a) - admitted(b) })
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

func (o *operation) limits() []*tree.Limit {
	if !o.Security.Limited() {
		return nil
	}
	return o.Security.Limits
}

// admitted returns how many requests a limit admits at once.
func admitted(n *tree.Limit) int { return n.Requests() + n.Burst/n.Cost }

// byIdentity reports whether a limit counts by what the credentials of a request say.
func (l *limitTest) byIdentity() bool {
	if l.limit.Per != tree.LimitHeader {
		return l.limit.Per == tree.LimitIdentity && l.op.Security.Secured()
	}
	return slices.ContainsFunc(l.op.Security.Schemes, func(together []*tree.Scheme) bool {
		return slices.ContainsFunc(together, func(s *tree.Scheme) bool {
			in, name := s.Location()
			return in == tree.InHeader && name == l.limit.Of
		})
	})
}

// shared reports whether a limit may count requests of other tests.
func (l *limitTest) shared() bool {
	return l.limit.Per == tree.LimitFunction || l.byIdentity() || l.oneAddress()
}

// oneAddress reports whether the limit counts by address, and all clients have that of the test: the server runs
// elsewhere.
func (l *limitTest) oneAddress() bool {
	_, elsewhere := l.server.(remote)
	return elsewhere && l.limit.Per != tree.LimitHeader
}

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
	return l.client(0), l.limit.Per != tree.LimitFunction && !l.oneAddress()
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
	if l.limit.Per == tree.LimitHeader {
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
