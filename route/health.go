package route

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
)

// HealthCheck checks a dependency of the server, such as its database.
type HealthCheck struct {
	Name string // for the log; responses do not have it
	// Run returns what is wrong. Its context ends after five seconds. It is not called
	// again before it has returned: concurrent requests share its result.
	Run func(ctx context.Context) error
}

// checkTime bounds a check.
const checkTime = 5 * time.Second

// health is what every health route responds with. The first one declares it.
var health healthBody

type healthBody struct {
	once        sync.Once
	status      *prop.EnumProp[string]
	collection  *collection.Collection[collection.Record]
	unavailable *render.Problem
}

func (b *healthBody) declare() {
	b.status = prop.Enum("status", "ok").Describe("Always ok; a server that is not ready responds with a problem.")
	b.unavailable = render.NewProblem(503, "unavailable", "Service Unavailable").
		Describe("A service that the server depends on is unavailable; try again later.")
	b.collection = collection.New("HealthStatus", b.status).Describe("Whether the server is ready.")
}

// Health declares a GET that reports whether the server can serve: 200 with
// {"status": "ok"}, or the problem 503 unavailable if a check fails. Checks run
// concurrently, each for at most five seconds. Failures are logged; the response does not
// name them. The route is public, and its responses are no-store. It has no inputs, and ignores query
// parameters and Accept, because those of a probe say nothing about the server. Without checks it
// reports that the process is running.
//
//	route.Health("/health", route.HealthCheck{Name: "database", Run: db.PingContext})
func Health(path string, checks ...HealthCheck) *Route {
	health.once.Do(health.declare)
	r := Get(path, health.collection.View()).
		Summary("Check that the server can serve").
		Returns("The server is ready.").
		Public().
		IgnoreUnknown().
		with(func(o *operation) { o.ChangeOptions().IgnoreAccept = true }).
		Fails(health.unavailable)
	all := make([]*checkup, len(checks))
	seen := map[string]bool{}
	for i, c := range checks {
		switch {
		case c.Name == "":
			r = r.with(faulty("Health: a check has no name"))
		case seen[c.Name]:
			r = r.with(faulty("Health: two checks are named %q", c.Name))
		case c.Run == nil:
			r = r.with(faulty("Health: check %q has no function", c.Name))
		}
		seen[c.Name] = true
		all[i] = &checkup{check: c}
	}
	return r.Handle(func(c *Call) (collection.Record, error) {
		c.Header()["Cache-Control"] = media.NoStore
		err := examine(c.Context(), all)
		switch gone := c.Context().Err(); {
		case err != nil && gone != nil:
			return collection.Record{}, gone
		case err != nil:
			return collection.Record{}, health.unavailable.Cause(err)
		}
		rec := collection.NewRecord(health.collection)
		health.status.Set(rec, "ok")
		return rec, nil
	})
}

// examine runs all checks, and joins their errors.
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

// checkup runs a check, once at a time: frequent requests, and requests while a check hangs,
// cost no more than one.
type checkup struct {
	check HealthCheck
	mu    sync.Mutex
	now   *run // nil: none is in progress
}

// begin starts the check, or joins the run in progress. The run does not end with the
// request that starts it.
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
		r.err = recovered(ctx, u.check.Run)
		u.mu.Lock()
		u.now = nil
		u.mu.Unlock()
		close(r.done)
	}()
	return r
}

// run is one run of a check.
type run struct {
	ctx  context.Context // ends after checkTime
	done chan struct{}
	err  error // set when done is closed
}

// wait returns the result of the check. It does not wait longer for a check that ignores
// its context.
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

// recovered returns a panic as an error: nothing else would recover it.
func recovered(ctx context.Context, f func(context.Context) error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		}
	}()
	return f(ctx)
}
