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

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/quota"
)

// spareWindows is how many windows that of the spare lasts.
const spareWindows = 10

// Limiter counts the requests of one place where a policy is declared. It is
// for sibling packages.
type Limiter = quota.Limiter

// Verdict says whether a request is admitted. It is for sibling packages.
type Verdict = quota.Verdict

// Headers writes the headers of all policies that a request has met so far. It is
// for sibling packages.
func Headers(key ir.Key, h http.Header, verdicts []Verdict) { quota.Headers(key, h, verdicts) }

// gate is a limiter over go-limiter's stores.
type gate struct {
	d       *declaration
	stamp   quota.Stamp
	prefix  string // of keys
	bucket  limiter.Store
	spare   limiter.Store // nil: none
	suffix  string        // of keys of the spare
	breaker *breaker      // nil: the stores are in memory
}

// Open makes the stores of a policy, for the place where it is declared: ""
// for an API, the method and path for a route. Keys tell places apart, so that a
// place must have the same name in all processes that share a store. It is for
// sibling packages.
func (p Policy) Open(_ ir.Key, place string, logger *slog.Logger) (Limiter, error) {
	d := p.declared()
	n := d.node
	if len(n.Faults) > 0 {
		return nil, errors.New("rate limit " + strconv.Quote(n.Name) + ": " + n.Faults[0].What)
	}
	g := &gate{d: d, stamp: quota.StampOf(n)}
	// The numbers are part of a key, since stores keep those with which a bucket
	// was made.
	g.prefix = quota.Quoted(n.Name) + ";" + strconv.Itoa(n.Requests()) + "/" + span(n.Window) + "|" + placed(place) + "|"
	open := d.store
	if open == nil {
		open = Memory
	} else {
		g.breaker = newBreaker(d, place, logger)
	}
	var err error
	if g.bucket, err = opened(open, n.Requests(), n.Window); err == nil && n.Burst > 0 {
		g.suffix = "|" + strconv.Itoa(n.Burst/n.Cost)
		g.spare, err = opened(open, n.Burst/n.Cost, spareWindows*n.Window)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("rate limit %q: %w", n.Name, err), g.Close())
	}
	return g, nil
}

func opened(open func(uint64, time.Duration) (limiter.Store, error), n int, window time.Duration) (limiter.Store, error) {
	s, err := open(uint64(n), window)
	if err == nil && s == nil {
		err = errors.New("the function given to Store returned no store")
	}
	return s, err
}

// placed is a place as it stands in a key: short, and without the braces of a
// path, by which Redis Cluster would put all keys of a route on one machine.
func placed(place string) string {
	if len(place) > 96 {
		return string(appendSum(nil, place))
	}
	return strings.NewReplacer("{", "<", "}", ">", "|", "!").Replace(place)
}

// Early implements [Limiter].
func (g *gate) Early(ir.Key) bool { return g.d.node.Per != ir.LimitIdentity }

// Take implements [Limiter].
func (g *gate) Take(_ ir.Key, r *http.Request, identity string) Verdict {
	var space [384]byte // as long as a key can be
	key := string(g.d.appendSubject(append(space[:0], g.prefix...), r, identity))
	v := Verdict{Limit: g.d.node.Requests(), Stamp: &g.stamp}
	t, err := g.ask(r, key)
	if err != nil {
		v.Unavailable, v.Admitted = true, !g.d.closed
		if !v.Admitted {
			v.RetryAfter = time.Second
			if g.breaker != nil {
				v.RetryAfter = g.breaker.pause()
			}
		}
		return v
	}
	now := time.Now()
	v.Admitted = t.ok
	v.Remaining = int(min(t.remaining, uint64(v.Limit)))
	v.Reset = g.reset(now, t.reset)
	if !t.ok {
		v.Remaining = 0
		v.RetryAfter = max(v.Reset.Sub(now), time.Millisecond)
	}
	return v
}

// reset reads the time that a store tells, which clocks of other machines may
// have put into the past or too far into the future.
func (g *gate) reset(now time.Time, at uint64) time.Time {
	window := g.d.node.Window
	latest := now.Add(window)
	if at == 0 || at > uint64(latest.UnixNano()) {
		return latest
	}
	if t := time.Unix(0, int64(at)); t.After(now) {
		return t
	}
	return now
}

// taken is what a store says of a request.
type taken struct {
	remaining, reset uint64
	ok               bool
}

func (g *gate) ask(r *http.Request, key string) (taken, error) {
	if g.breaker == nil {
		return g.take(context.Background(), key)
	}
	return g.breaker.ask(r.Context(), func(ctx context.Context) (taken, error) { return g.take(ctx, key) })
}

// take takes one token for a request, or one of the spare. One token is as much
// as go-limiter takes at a time; what a request costs is in the size of the
// bucket.
func (g *gate) take(ctx context.Context, key string) (t taken, err error) {
	_, t.remaining, t.reset, t.ok, err = g.bucket.Take(ctx, key)
	if err == nil && !t.ok && g.spare != nil {
		_, _, _, t.ok, err = g.spare.Take(ctx, key+g.suffix)
	}
	return t, err
}

// Close implements [Limiter].
func (g *gate) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	var errs []error
	for _, s := range []limiter.Store{g.bucket, g.spare} {
		if s != nil {
			errs = append(errs, s.Close(ctx))
		}
	}
	return errors.Join(errs...)
}
