package apitest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tenon-go/tenon/tree"
)

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
func (l *limitTest) rejects(x *exchange, a client) (wait int64, b *broken) {
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
func (l *limitTest) retryAfter(x *exchange) (int64, *broken) {
	longest := int64(0)
	for _, n := range l.op.limits() {
		window := n.Window
		if n.Burst > 0 {
			window *= 10
		}
		longest = max(longest, int64((window+time.Second-1)/time.Second))
	}
	text := x.response.Get("Retry-After")
	wait, err := strconv.ParseInt(text, 10, 64)
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
		if o.Hidden || !o.harmless() || slices.ContainsFunc(o.limits(), func(n *tree.Limit) bool { return slices.Contains(l.op.limits(), n) || l.fresh == nil }) {
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
	if l.limit.Per != tree.LimitIdentity || len(all) == 0 {
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
func (l *limitTest) ends(wait int64, a client) *broken {
	if l.wait == nil || wait == 0 {
		return nil
	}
	l.wait(time.Duration(wait) * time.Second)
	if again, b := l.send(l.op, a); b != nil || again.status == http.StatusTooManyRequests {
		return first(b, breaks("Retry-After is long enough", "%s responds with 429 %d seconds after a Retry-After of as many", l.op.name(), wait))
	}
	return nil
}
