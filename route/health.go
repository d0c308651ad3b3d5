package route

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// HealthCheck is something that a server needs in order to serve, such as its
// database.
type HealthCheck struct {
	Name string // for the log; clients are not told
	// Run returns what is wrong. Its context ends after five seconds. It is not
	// called again before it has returned: requests that come meanwhile share its
	// outcome.
	Run func(ctx context.Context) error
}

// checkTime is how long a check may take.
const checkTime = 5 * time.Second

// What Health answers with.
var (
	healthy = prop.OneOf("status", "ok").Describe("Always ok: a server that cannot serve answers with a problem.")
	health  = collection.New("HealthStatus", healthy).Describe("That the server can serve.")

	unavailable = render.NewProblem(503, "unavailable", "Service Unavailable").
			Describe("Something that the server needs cannot be reached; try again later.")
)

// Health declares a GET that says whether the server can serve: 200 with
// {"status": "ok"}, or the problem 503 unavailable where a check fails. Checks
// run side by side, each for five seconds at most. Which of them failed is
// logged, and not told. The route takes no inputs, and caches must not keep what
// it answers. It is public. Without checks it says that the process lives.
//
//	route.Health("/health", route.HealthCheck{Name: "database", Run: db.PingContext})
func Health(path string, checks ...HealthCheck) *Route {
	r := Get(path, health.View()).
		Summary("Check that the server can serve").
		Returns("The server can serve.").
		Public().
		Fails(unavailable)
	all := make([]*checkup, len(checks))
	seen := map[string]bool{}
	for i, c := range checks {
		switch {
		case c.Name == "":
			r = r.fault(ir.Faultf("Health: a check has no name"))
		case seen[c.Name]:
			r = r.fault(ir.Faultf("Health: two checks are named %q", c.Name))
		case c.Run == nil:
			r = r.fault(ir.Faultf("Health: check %q has nothing to run", c.Name))
		}
		seen[c.Name] = true
		all[i] = &checkup{check: c}
	}
	return r.Handle(func(c *Call) (collection.Record, error) {
		c.Header()["Cache-Control"] = noStore
		err := examine(c.Context(), all)
		switch gone := c.Context().Err(); {
		case err != nil && gone != nil:
			return collection.Record{}, gone
		case err != nil:
			return collection.Record{}, unavailable.Cause(err)
		}
		rec := collection.NewRecord(health)
		healthy.Set(rec, "ok")
		return rec, nil
	})
}

// examine runs all checks, and returns what is wrong with each.
func examine(ctx context.Context, all []*checkup) error {
	runs := make([]*run, len(all))
	for i, u := range all {
		runs[i] = u.begin(ctx)
	}
	errs := make([]error, len(all))
	for i, r := range runs {
		if err := r.wait(ctx); err != nil {
			errs[i] = fmt.Errorf("health check %q: %w", all[i].check.Name, err)
		}
	}
	return errors.Join(errs...)
}

// checkup runs a check, once at a time: whoever asks often, or while a check
// hangs, costs no more than one who asks once.
type checkup struct {
	check HealthCheck
	mu    sync.Mutex
	now   *run // nil: none goes on
}

// begin starts the check, or joins the run that goes on. The run is not the
// request's that happens to start it, so that it does not end with that.
func (u *checkup) begin(ctx context.Context) *run {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.now != nil {
		return u.now
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), checkTime)
	r := &run{ctx: ctx, done: make(chan struct{})}
	u.now = r
	go func() {
		defer cancel()
		r.err = guard(ctx, u.check.Run)
		u.mu.Lock()
		u.now = nil
		u.mu.Unlock()
		close(r.done)
	}()
	return r
}

// run is one run of a check.
type run struct {
	ctx  context.Context // ends when the check has had its time
	done chan struct{}
	err  error // once done
}

// wait returns the outcome of the check, and does not depend on the check to
// keep to its time.
func (r *run) wait(ctx context.Context) error {
	select {
	case <-r.done:
		return r.err
	case <-ctx.Done():
		return ctx.Err()
	case <-r.ctx.Done():
	}
	select {
	case <-r.done: // its context ends after it
		return r.err
	default:
		return r.ctx.Err()
	}
}

// guard turns a panic into an error: nothing else would recover it.
func guard(ctx context.Context, f func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return f(ctx)
}
