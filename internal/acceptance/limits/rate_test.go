package limits_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

func text(path string) *route.ReadRoute[string] { return route.Get(path, kit.SubjectText) }

func TestALimitAdmitsExactlyItsNumber(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Add(text("/a").Throttle(throttle.PerHour(37)).Handle(kit.ServeSubject)))
	var admitted, refused atomic.Int32
	var group sync.WaitGroup
	for range 64 {
		group.Go(func() {
			for range 3 {
				switch w := kit.Send(t, app, "GET", "/a", ""); w.Status {
				case 200:
					admitted.Add(1)
				case 429:
					refused.Add(1)
				}
			}
		})
	}
	group.Wait()
	if admitted.Load() != 37 || refused.Load() != 64*3-37 {
		t.Errorf("%d admitted, %d refused", admitted.Load(), refused.Load())
	}
}

func TestARateLimitedResponseHasRetryAfter(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Add(text("/a").Throttle(throttle.PerHour(2).Name("few")).Handle(kit.ServeSubject)))
	first := kit.Send(t, app, "GET", "/a", "").Header
	if first.Get("X-RateLimit-Limit") != "2" || first.Get("X-RateLimit-Remaining") != "1" || first.Get("X-RateLimit-Reset") == "" {
		t.Errorf("%v", first)
	}
	kit.Send(t, app, "GET", "/a", "")
	w := kit.Send(t, app, "GET", "/a", "")
	want := `{"title":"Too Many Requests","status":429,"detail":"Too many requests; try again later.","code":"rate_limited","policy":"few"}`
	if w.Status != 429 || w.Body != want || w.Header.Get("X-RateLimit-Remaining") != "0" ||
		w.Header.Get("Retry-After") == "" || w.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %s\n%v", w.Status, w.Body, w.Header)
	}
}

func TestLimitsOfAnAPIAndOfAGroupAreShared(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Throttle(throttle.PerHour(5)).
		Add(route.Group("/g", text("/a").Handle(kit.ServeSubject), text("/b").Handle(kit.ServeSubject)).Throttle(throttle.PerHour(2).Name("group"))).
		Add(text("/c").Throttle(throttle.PerHour(1).Name("own")).Handle(kit.ServeSubject), text("/d").Throttle(throttle.PerHour(1).Name("own")).Handle(kit.ServeSubject)))
	for i, tt := range []struct {
		path   string
		status int
	}{
		{"/g/a", 200}, {"/g/b", 200}, {"/g/a", 429}, // the group has two; what it refuses counted for the API
		{"/c", 200}, {"/d", 200}, {"/c", 429},
	} {
		if w := kit.Send(t, app, "GET", tt.path, ""); w.Status != tt.status {
			t.Errorf("%d: %s: %d, want %d\n%s", i, tt.path, w.Status, tt.status, w.Body)
		}
	}
}

func TestIdentitiesAreCountedAfterAuthentication(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Authenticate(kit.Bearer).
		Add(text("/a").Throttle(throttle.PerHour(1).ByIdentity()).Handle(kit.ServeSubject)))
	as := func(token string) int {
		return kit.Send(t, app, "GET", "/a", "", "Authorization: Bearer "+token).Status
	}
	for i, tt := range []struct {
		token  string
		status int
	}{{"ann", 200}, {"bob", 200}, {"ann", 429}, {"bob", 429}, {"eve", 401}, {"eve", 429}} {
		if got := as(tt.token); got != tt.status {
			t.Errorf("%d: %s: %d, want %d", i, tt.token, got, tt.status)
		}
	}
}

func TestAddressesAreCountedBeforeAuthentication(t *testing.T) {
	checked := 0
	slow := authn.Bearer("slow", func(context.Context, string) (authn.Identity, error) {
		checked++
		return authn.Identity{}, authn.Invalid("")
	})
	app := kit.Build(t, tenon.New("Test", "1").Authenticate(slow).Throttle(throttle.PerHour(3)).Add(text("/a").Handle(kit.ServeSubject)))
	for range 10 {
		kit.Send(t, app, "GET", "/a", "", "Authorization: Bearer x")
	}
	if checked != 3 {
		t.Errorf("%d tokens were checked", checked)
	}
}

// unreachable is a store that fails.
type unreachable struct{ limiter.Store }

func (unreachable) Take(context.Context, string) (uint64, uint64, uint64, bool, error) {
	return 0, 0, 0, false, errors.New("away")
}
func (unreachable) Close(context.Context) error { return nil }

func TestAnUnavailableStoreFailsOpenOrClosed(t *testing.T) {
	store := func(uint64, time.Duration) (limiter.Store, error) { return unreachable{}, nil }
	var log bytes.Buffer
	app := kit.Build(t, tenon.New("Test", "1").Logger(slog.New(slog.NewTextHandler(&log, nil))).Add(
		text("/open").Throttle(throttle.PerHour(2).Store(store).FailOpen()).Handle(kit.ServeSubject),
		text("/closed").Throttle(throttle.PerHour(2).Store(store).FailClosed()).Handle(kit.ServeSubject)))
	for i, want := range []int{200, 200, 429, 429} {
		w := kit.Send(t, app, "GET", "/open", "")
		if w.Status != want || w.Header.Get("X-RateLimit-Limit") != "2" {
			t.Errorf("open, request %d: %d %v", i, w.Status, w.Header)
		}
		w = kit.Send(t, app, "GET", "/closed", "")
		if w.Status != 503 || !strings.Contains(w.Body, "rate_limit_unavailable") || w.Header.Get("Retry-After") == "" {
			t.Errorf("closed: %d %s", w.Status, w.Body)
		}
	}
	// A client that has spent its tokens asks no store: only the other failed often enough.
	if n := strings.Count(log.String(), "level="); n != 1 {
		t.Errorf("logged %d times\n%s", n, &log)
	}
}

func TestRateLimitsHaveFaults(t *testing.T) {
	broken := func(uint64, time.Duration) (limiter.Store, error) { return nil, errors.New("no such host") }
	for _, tt := range []struct {
		name, want string
		limits     []route.RateLimit
	}{
		{"none", "the limit 0 must be positive", []route.RateLimit{throttle.PerMinute(0)}},
		{"two of one name", `two rate limits are named "5-per-1h"; the first is at rate_test.go:`, []route.RateLimit{throttle.PerHour(5), throttle.PerHour(5).ByHeader("X-Tenant")}},
		{"by identity, which nobody has", `GET /a: the rate limit "5-per-1h" counts ByIdentity, but the API has no Authenticate; add it, or count ByIP`, []route.RateLimit{throttle.PerHour(5).ByIdentity()}},
		{"nil", "Throttle has a nil limit", []route.RateLimit{nil}},
	} {
		kit.CheckFault(t, tt.name, kit.API(text("/a").Throttle(tt.limits...).Handle(kit.ServeSubject)), "…"+tt.want+"…")
	}
	if _, err := kit.API(text("/a").Handle(kit.ServeSubject)).Throttle(throttle.PerHour(5).Store(broken)).Build(); err == nil || !strings.Contains(err.Error(), "no such host") {
		t.Errorf("a store that cannot be made: %v", err)
	}
}

func TestTheFaultOfASharedLimitIsReportedOnce(t *testing.T) {
	_, err := tenon.New("Test", "1").
		Throttle(throttle.PerMinute(0), throttle.PerMinute(5).TrustedProxies()).
		Add(route.Group("/v1", text("/a").Handle(kit.ServeSubject), text("/b").Handle(kit.ServeSubject)).Throttle(throttle.PerMinute(5))).
		Add(text("/c").Throttle(throttle.PerDay(0)).Handle(kit.ServeSubject)).
		Build()
	var got []string
	for line := range strings.Lines(fmt.Sprint(err)) {
		_, what, _ := strings.Cut(strings.TrimSpace(line), ": ")
		what, _, _ = strings.Cut(what, "; the first")
		got = append(got, what)
	}
	slices.Sort(got)
	want := []string{
		"GET /c: the limit 0 must be positive",
		"api: TrustedProxies has no proxy; list the addresses from which your proxies connect, or omit it",
		"api: the limit 0 must be positive",
		`group /v1: two rate limits are named "5-per-1m"`,
		"the declaration has 4 faults",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the faults are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDocumentsHaveTheLimits(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Add(text("/a").Throttle(throttle.PerHour(5)).Handle(kit.ServeSubject)))
	doc, err := oas.YAML(app, oas.V30)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"At most 5 requests an hour for each address (`5-per-1h`).", "X-RateLimit-Remaining:", `"429":`, "Retry-After:"} {
		if !strings.Contains(string(doc), want) {
			t.Errorf("the document has no %s\n%s", want, doc)
		}
	}
}
