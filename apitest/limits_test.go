package apitest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// recorder is a test that may fail.
type recorder struct {
	testing.TB
	failures, log []string
}

func (r *recorder) Helper() {}
func (r *recorder) Logf(format string, args ...any) {
	r.log = append(r.log, fmt.Sprintf(format, args...))
}
func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

// faultyStore is a store of limits with a fault.
type faultyStore struct {
	limiter.Store
	key  func(string) string
	take func(ctx context.Context, key string) (tokens, remaining, reset uint64, ok bool, err error)
}

func (s faultyStore) Take(ctx context.Context, key string) (tokens, remaining, reset uint64, ok bool, err error) {
	if s.take != nil {
		return s.take(ctx, key)
	}
	return s.Store.Take(ctx, s.key(key))
}

var (
	byToken = authn.Bearer("token", func(_ context.Context, token string) (authn.Identity, error) {
		if token != "ann" && token != "bob" {
			return authn.Identity{}, authn.Invalid("Not known.")
		}
		return authn.New(token), nil
	})
	ann = apitest.As("ann", apitest.Bearer("ann"))
	bob = apitest.As("bob", apitest.Bearer("bob"))
)

// limited returns an API with a limit of a route, and another route.
func limited(limits ...route.RateLimit) tenon.API {
	done := func(*route.Call) (none collection.Empty, err error) { return none, nil }
	return tenon.New("Limited", "1.0.0").Logger(quiet).Authenticate(byToken).Add(
		route.Delete("/orders", collection.NoContent()).Throttle(limits...).Handle(done),
		route.Get("/free", collection.NoContent()).Handle(done),
	)
}

// stored returns a policy with a store that is changed.
func stored(p throttle.Policy, change func(limiter.Store) limiter.Store) throttle.Policy {
	return p.Store(func(tokens uint64, window time.Duration) (limiter.Store, error) {
		s, err := throttle.Memory(tokens, window)
		return change(s), err
	})
}

func TestLimitsFindsFaults(t *testing.T) {
	const remains = "what remains of a limit decreases with each request of a client"
	small := throttle.PerMinute(5)
	for _, test := range []struct {
		name  string
		limit throttle.Policy
		law   string // "" finds none
	}{
		{"by address", small, ""},
		{"by identity", small.ByIdentity(), ""},
		{"by header", small.ByHeader("X-Tenant"), ""},
		{"by the header of the credentials", small.ByHeader("Authorization"), ""},
		{"by function", small.By("tenant", func(r *http.Request) string { return r.Header.Get("Authorization") }), ""},
		{"one", throttle.PerMinute(1), ""},
		{"burst", small.Burst(3), ""},
		{"cost", throttle.PerMinute(10).Cost(2), ""},
		{"both headers", small.Headers(throttle.XRateLimit, throttle.Draft11).Name(`five "5"`), ""},
		{"no headers", small.Headers(), ""},
		{"an external store", stored(small, func(s limiter.Store) limiter.Store { return s }), ""},
		{"port", small.By("connection", func(r *http.Request) string { return r.RemoteAddr }), remains},
		{"port without headers", small.By("connection", func(r *http.Request) string { return r.RemoteAddr }).Headers(), "a limit rejects what exceeds it"},
		{"one bucket of all", stored(small.ByIdentity(), func(s limiter.Store) limiter.Store {
			return faultyStore{Store: s, key: func(string) string { return "all" }}
		}), "a limit counts each client apart"},
		{"one large bucket of all", stored(throttle.PerMinute(9999).ByIdentity(), func(s limiter.Store) limiter.Store {
			return faultyStore{Store: s, key: func(string) string { return "all" }}
		}), remains},
		{"one bucket of all without headers", stored(small.ByIdentity().Headers(), func(s limiter.Store) limiter.Store {
			return faultyStore{Store: s, key: func(string) string { return "all" }}
		}), "a limit counts each client apart"},
		{"counts twice", stored(small.Headers(), func(s limiter.Store) limiter.Store {
			return faultyStore{Store: s, take: func(ctx context.Context, key string) (uint64, uint64, uint64, bool, error) {
				_, _, _, _, _ = s.Take(ctx, key)
				return s.Take(ctx, key)
			}}
		}), "a limit admits what it declares"},
	} {
		for _, draft := range []bool{false, true} {
			if draft && (strings.Contains(test.name, "headers") || strings.Contains(test.name, "twice")) {
				continue
			}
			limit := test.limit
			if draft {
				limit = limit.Headers(throttle.Draft11)
			}
			build := func() http.Handler { return limited(limit).MustBuild() }
			var r recorder
			apitest.Limits(&r, limited(limit).MustBuild(), ann, bob, apitest.Fresh(build))
			switch {
			case test.law == "" && len(r.failures) > 0 || test.law != "" && (len(r.failures) != 1 || !strings.HasPrefix(r.failures[0], test.law+"\n")):
				t.Errorf("%s: found %q, want %q", test.name, r.failures, test.law)
			case len(r.log) != 1:
				t.Errorf("%s: the log is %q", test.name, r.log)
			}
		}
	}
}

// Two limits in one store have keys of their own.
func TestLimitsFindsLimitsThatShare(t *testing.T) {
	build := func() http.Handler {
		done := func(*route.Call) (none collection.Empty, err error) { return none, nil }
		one, _ := throttle.Memory(5, time.Minute)
		all := func(limiter.Store) limiter.Store {
			return faultyStore{Store: one, key: func(key string) string { return key[strings.LastIndex(key, "|"):] }}
		}
		return tenon.New("Limited", "1.0.0").Logger(quiet).Add(
			route.Delete("/orders", collection.NoContent()).Throttle(stored(throttle.PerMinute(5), all)).Handle(done),
			route.Get("/free", collection.NoContent()).Throttle(stored(throttle.PerMinute(5).Name("free"), all)).Handle(done),
		).MustBuild()
	}
	var r recorder
	apitest.Limits(&r, build().(*tenon.App), apitest.Fresh(build))
	if len(r.failures) == 0 || !strings.HasPrefix(strings.Join(r.failures, "\n"), "a limit is of the operations that declare it\n") {
		t.Errorf("found %q", r.failures)
	}
}

func TestLimitsWaits(t *testing.T) {
	var clock apitest.Clock
	early := func(s limiter.Store) limiter.Store { // says that windows end earlier than they do
		return faultyStore{Store: s, take: func(ctx context.Context, key string) (uint64, uint64, uint64, bool, error) {
			n, left, reset, ok, err := s.Take(ctx, key)
			return n, left, reset - uint64(30*time.Second), ok, err
		}}
	}
	for _, test := range []struct {
		limit throttle.Policy
		wait  func(time.Duration)
		want  int
	}{
		{throttle.PerMinute(5), time.Sleep, 0},
		{throttle.PerMinute(5).Burst(2), time.Sleep, 0},
		{throttle.PerMinute(5).Clock(clock.Now), clock.Move, 0},
		{stored(throttle.PerMinute(5), early), time.Sleep, 1},
	} {
		synctest.Test(t, func(t *testing.T) {
			var r recorder
			apitest.Limits(&r, limited(test.limit).MustBuild(), ann, apitest.Wait(test.wait))
			if len(r.failures) != test.want || test.want == 1 && !strings.HasPrefix(r.failures[0], "Retry-After is long enough\n") {
				t.Errorf("found %q", r.failures)
			}
		})
	}
}

func TestLimitsListsWhatItDoesNotTest(t *testing.T) {
	lenient := throttle.PerHour(6000)
	for _, test := range []struct {
		limits []route.RateLimit
		want   string
	}{
		{[]route.RateLimit{lenient}, "DELETE /orders: the limit 6000-per-1h is not tested: it admits 6000 requests"},
		{[]route.RateLimit{throttle.PerMinute(5).ByIdentity()}, "it would reject requests of other tests; use Fresh"},
		{[]route.RateLimit{throttle.PerMinute(5).By("all", func(*http.Request) string { return "all" })}, "use Fresh"},
		{[]route.RateLimit{throttle.PerMinute(5), lenient}, "DELETE /orders: the limit 6000-per-1h is not tested: another limit rejects requests before"},
		{[]route.RateLimit{lenient, lenient.Name("identity").ByIdentity()}, "the limit identity is not tested: another limit"},
		{[]route.RateLimit{throttle.Per(1000, time.Nanosecond)}, "its requests take longer than its window of 1ns"},
	} {
		var r recorder
		apitest.Limits(&r, limited(test.limits...).MustBuild(), ann, bob)
		if len(r.failures) > 0 || !strings.Contains(strings.Join(r.log, "\n"), test.want) {
			t.Errorf("found %q, and the log is %q, without %q", r.failures, r.log, test.want)
		}
	}
}

// The requests of Limits have no effects.
func TestLimitsCallsNoHandler(t *testing.T) {
	called := 0
	app := tenon.New("Limited", "1.0.0").Logger(quiet).Throttle(throttle.PerMinute(20)).Add(
		route.Delete("/tools/{id}", collection.NoContent()).Path(toolID).Handle(func(*route.Call) (none collection.Empty, err error) { called++; return none, nil }),
		route.Post("/tools", tools.Create(), tools.View()).Handle(func(_ *route.Call, in tool) (tool, error) { called++; return in, nil }),
		route.Post("/files", route.Bytes("image/png"), collection.NoContent()).Handle(func(*route.Call, []byte) (none collection.Empty, err error) { called++; return none, nil }),
	)
	for _, operation := range []string{"DELETE /tools/{id}", "POST /tools", "POST /files"} {
		apitest.Limits(t, app.MustBuild(), apitest.Only(operation))
	}
	if called > 0 {
		t.Errorf("handlers are called %d times", called)
	}
}

// Laws and Histories test limits, too, and are not disturbed by those of addresses.
func TestLawsTestLimits(t *testing.T) {
	shared := stored(throttle.PerMinute(3), func(s limiter.Store) limiter.Store {
		return faultyStore{Store: s, key: func(string) string { return "all" }}
	})
	low := tenon.New("Low", "1.0.0").Logger(quiet).Authenticate(byToken).Throttle(throttle.PerMinute(3).ByIdentity()).Add(
		route.Post("/tools", tools.Create(), tools.View()).Handle(func(_ *route.Call, in tool) (tool, error) {
			in.ID = "2c1d6f0e-9b8a-4d3c-8e7f-0a1b2c3d4e5f"
			return in, nil
		}))
	var r recorder
	if apitest.Laws(&r, low.MustBuild(), ann); len(r.failures) != 1 || !strings.HasPrefix(r.failures[0], "limits are higher than tests need\n") {
		t.Errorf("found %q", r.failures)
	}
	for _, test := range []struct {
		limit throttle.Policy
		want  string
	}{
		{throttle.PerMinute(3), ""},
		{throttle.PerMinute(3).ByIdentity(), ""},
		{shared, "a limit admits what it declares"},
		{throttle.PerMinute(3000).By("connection", func(r *http.Request) string { return r.RemoteAddr }), "what remains of a limit decreases"},
	} {
		build := func() http.Handler { return limited(test.limit).MustBuild() }
		var r recorder
		apitest.Laws(&r, limited(test.limit).MustBuild(), ann, bob, apitest.Fresh(build))
		if found := strings.Join(r.failures, "\n"); test.want == "" && found != "" || !strings.HasPrefix(found, test.want) {
			t.Errorf("found %q, want %q", found, test.want)
		}
	}
}
