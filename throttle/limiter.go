package throttle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon/internal/quota"
	"github.com/tenon-go/tenon/tree"
)

// spareWindows is the length of the window of the burst, in windows of the limit.
const spareWindows = 10

// storeLimiter is a limiter that uses stores of go-limiter.
type storeLimiter struct {
	d       *declaration
	stamp   quota.Stamp
	prefix  string // of keys
	bucket  *tier
	spare   *tier // the burst; nil: none
	failed  *tier // failed credentials by address; nil: not counted
	breaker *breaker
	suffix  string // of keys of the burst
}

// tier is a set of buckets: in the memory of this process and, if the policy has a store, in
// the store for all processes.
type tier struct {
	local *memory
	store limiter.Store // nil: only local
}

// Open implements [quota.Policy].
func (d *declaration) Open(place string, logger *slog.Logger) (quota.Limiter, error) {
	n := d.node
	if err := quota.FaultOf(n); err != nil {
		return nil, err
	}
	g := &storeLimiter{d: d, stamp: quota.StampOf(n)}
	// The numbers are part of a key, because stores keep the numbers with which a bucket was
	// created.
	g.prefix = quota.Quoted(n.Name) + ";" + strconv.Itoa(n.Requests()) + "/" + span(n.Window) + "|" + placed(place) + "|"
	if d.store != nil {
		g.breaker = newBreaker(d, place, logger)
	}
	var err error
	if g.bucket, err = d.open(n.Requests(), n.Window); err == nil && n.Burst > 0 {
		g.suffix = "|" + strconv.Itoa(n.Burst/n.Cost)
		g.spare, err = d.open(n.Burst/n.Cost, spareWindows*n.Window)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("rate limit %q: %w", n.Name, err), g.Close())
	}
	if n.Per == tree.LimitIdentity {
		g.failed = &tier{newMemory(uint64(n.Requests()), n.Window, d.maxKeys, d.now), g.bucket.store}
	}
	return g, nil
}

// open creates the buckets of a policy.
func (d *declaration) open(n int, window time.Duration) (*tier, error) {
	t := &tier{local: newMemory(uint64(n), window, d.maxKeys, d.now)}
	if d.store == nil {
		return t, nil
	}
	s, err := d.store(uint64(n), window)
	switch {
	case err != nil:
		return nil, err
	case s == nil:
		return nil, errors.New("the function given to Store returned no store")
	}
	t.store = s
	return t, nil
}

// placed returns a place for use in a key: short, and without the braces of a path, because
// Redis Cluster would store all keys with the same text in braces on one server.
func placed(place string) string {
	if len(place) > 96 {
		return string(appendSum(nil, place))
	}
	return strings.NewReplacer("{", "<", "}", ">", "|", "!").Replace(place)
}

// Early implements [quota.Limiter].
func (g *storeLimiter) Early() bool { return g.d.node.Per != tree.LimitIdentity }

// Take implements [quota.Limiter].
func (g *storeLimiter) Take(r *http.Request, identity string) quota.Verdict {
	var space [384]byte // the maximum length of a key
	key := g.d.appendSubject(append(space[:0], g.prefix...), r, identity)
	c, err := g.take(r, g.bucket, key)
	if err == nil && !c.ok && g.spare != nil {
		var spare counted
		spare, err = g.take(r, g.spare, append(key, g.suffix...))
		c.ok, c.alone = spare.ok, c.alone || spare.alone
	}
	return g.verdict(c, err)
}

// verdict returns the verdict of a count.
func (g *storeLimiter) verdict(c counted, err error) quota.Verdict {
	v := quota.Verdict{Limit: g.d.node.Requests(), Stamp: &g.stamp}
	if err != nil { // the store is unavailable, and the policy fails closed
		v.Unavailable, v.RetryAfter = true, g.breaker.pause()
		return v
	}
	v.Admitted, v.Alone = c.ok, c.alone
	v.Remaining = int(min(c.remaining, int64(v.Limit)))
	v.Left = min(max(c.left, 0), g.d.node.Window)
	v.Reset = c.at.Add(v.Left)
	if !c.ok {
		v.Remaining = 0
		v.RetryAfter = max(v.Left, time.Millisecond)
	}
	return v
}

// take takes one token for a request. go-limiter takes one token at a time, so that the cost of
// a request is in the size of the bucket. An error means that a policy that fails closed could
// not use its store.
func (g *storeLimiter) take(r *http.Request, t *tier, key []byte) (counted, error) {
	k := t.local.of(key)
	if t.store == nil {
		return t.local.take(k), nil
	}
	c, err := g.shared(r, t, k, string(key))
	if err != nil && !g.d.closed {
		c, err = t.local.take(k), nil
		c.alone = true
	}
	return c, err
}

// shared takes one token of the store, unless this process knows that the key has none.
func (g *storeLimiter) shared(r *http.Request, t *tier, k id, key string) (counted, error) {
	if c, yes := t.local.spent(k); yes {
		return c, nil
	}
	c, err := g.breaker.ask(r.Context(), work{
		take: func(ctx context.Context) (counted, error) {
			if c, yes := t.local.spent(k); yes { // after waiting for its turn
				return c, nil
			}
			return t.call(ctx, key)
		},
		late: func(c counted) { t.local.learn(k, c, true) },
	})
	if err != nil {
		return counted{}, err
	}
	return t.local.learn(k, c, false), nil
}

// call calls the store. The clock of another server may have put the end of a window into the
// past or too far into the future.
func (t *tier) call(ctx context.Context, key string) (counted, error) {
	_, remaining, reset, ok, err := t.store.Take(ctx, key)
	now := t.local.now()
	c := counted{ok: ok, left: time.Duration(t.local.window), at: now}
	if ok {
		c.remaining = int64(min(remaining, uint64(t.local.tokens)))
	}
	switch {
	case reset == 0:
		c.vague = true
	case reset <= uint64(now.Add(c.left).UnixNano()):
		c.left = max(time.Duration(int64(reset)-now.UnixNano()), 0)
	}
	return c, err
}

// Close implements [quota.Limiter]. The buckets in memory continue to count.
func (g *storeLimiter) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var errs []error
	for _, t := range []*tier{g.bucket, g.spare} {
		if t != nil && t.store != nil {
			errs = append(errs, t.store.Close(ctx))
		}
	}
	return errors.Join(errs...)
}
