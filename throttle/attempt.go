package throttle

import (
	"context"
	"net/http"
	"time"

	"github.com/tenon-go/tenon/internal/quota"
)

// maxWait is the longest pause in which an attempt waits for others to end. Each pause is twice
// the previous one.
const maxWait = 512 * time.Millisecond

// Attempt implements [quota.Limiter]. Each attempt takes a token of its address before
// credentials are verified, and returns it if they are valid. An attempt that finds no token
// while others are in progress waits for them: concurrent failures count, and valid credentials
// are not rejected.
func (g *storeLimiter) Attempt(r *http.Request) quota.Verdict {
	k, _ := g.failing(r)
	local := g.failed.local
	for wait := time.Millisecond; ; wait *= 2 {
		c, others := local.reserve(k)
		if c.ok || !others || wait > maxWait {
			return g.verdict(c, nil)
		}
		turn := time.NewTimer(wait)
		select {
		case <-turn.C:
		case <-r.Context().Done():
			turn.Stop()
			return g.verdict(c, nil)
		}
	}
}

// Settle implements [quota.Limiter].
func (g *storeLimiter) Settle(r *http.Request, failed bool) {
	k, key := g.failing(r)
	t := g.failed
	t.local.settle(k, failed)
	if !failed || t.store == nil {
		return
	}
	// This process has counted it already; the store returns the count of all processes.
	learn := func(c counted) { t.local.learn(k, c, true) }
	c, err := g.breaker.ask(r.Context(), work{
		take: func(ctx context.Context) (counted, error) { return t.call(ctx, string(key)) },
		late: learn,
	})
	if err == nil {
		learn(c)
	}
}

// failing returns the key that counts failed credentials of the address of a request.
func (g *storeLimiter) failing(r *http.Request) (id, []byte) {
	b := make([]byte, 0, 384)
	key := g.d.appendAddress(append(append(b, g.prefix...), "failed|"...), r)
	return g.failed.local.of(key), key
}
