package limits_test

import (
	"context"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// keyScheme is a security scheme that counts how often a key is checked.
type keyScheme struct {
	checked atomic.Int64
	slow    time.Duration
}

func (v *keyScheme) scheme() authn.Scheme {
	return authn.APIKeyHeader("key", "X-Api-Key", func(_ context.Context, key authn.Secret) (authn.Identity, error) {
		v.checked.Add(1)
		time.Sleep(v.slow)
		switch key.Reveal() {
		case "good", "fine":
			return authn.New(key.Reveal()).Scopes("read"), nil
		case "down":
			return authn.Identity{}, authn.Unavailable(time.Second, nil)
		}
		return authn.Identity{}, authn.Invalid("")
	})
}

// sendFrom sends a request from an address, with a key unless it is "".
func sendFrom(t *testing.T, app http.Handler, addr, method, path, key string) kit.Response {
	r := kit.Request(t, method, path, "", kit.Headers("X-Api-Key", key)...)
	r.RemoteAddr = addr + ":1000"
	return kit.Do(app, r)
}

// countStatuses calls send n times and counts the statuses that it returns.
func countStatuses(n int, send func(i int) int) map[int]int {
	all := map[int]int{}
	for i := range n {
		all[send(i)]++
	}
	return all
}

// Invalid credentials count by address, also under a limit by identity.
func TestGuessesCountByAddress(t *testing.T) {
	for _, path := range []string{"/private", "/public"} {
		for name, limit := range map[string]throttle.Policy{
			"in memory": throttle.PerHour(5).ByIdentity(),
			"in a store": throttle.PerHour(5).ByIdentity().Store(func(n uint64, w time.Duration) (limiter.Store, error) {
				return throttle.Memory(n, w)
			}).Timeout(time.Minute),
			"in a store that is away": throttle.PerHour(5).ByIdentity().Store(func(uint64, time.Duration) (limiter.Store, error) {
				return unreachable{}, nil
			}),
		} {
			v := new(keyScheme)
			app := kit.Build(t, tenon.New("Test", "1").Authenticate(v.scheme()).Throttle(limit).
				Add(text("/private").Handle(kit.ServeSubject), text("/public").Public().Handle(kit.ServeSubject)))
			got := countStatuses(1000, func(int) int { return sendFrom(t, app, "192.0.2.1", "GET", path, "guess").Status })
			if got[401] != 5 || got[429] != 995 || v.checked.Load() != 5 {
				t.Errorf("%s, %s: %v, %d are checked", path, name, got, v.checked.Load())
			}
			w := sendFrom(t, app, "192.0.2.1", "GET", path, "good")
			if w.Status != 429 || w.Header.Get("Retry-After") == "" || w.Header.Get("X-RateLimit-Remaining") != "0" {
				t.Errorf("%s, %s: the right guess after that is %d %v", path, name, w.Status, w.Header)
			}
			if w := sendFrom(t, app, "192.0.2.2", "GET", path, "good"); w.Status != 200 {
				t.Errorf("%s, %s: from another address %d", path, name, w.Status)
			}
			// Anonymous callers of the address have a separate bucket.
			if w := sendFrom(t, app, "192.0.2.1", "GET", "/public", ""); w.Status != 200 {
				t.Errorf("%s, %s: an anonymous caller gets %d", path, name, w.Status)
			}
		}
	}
}

// Concurrent requests with valid credentials do not keep each other out, and concurrent
// guesses are not more than others.
func TestConcurrentGuessesAreNotMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		v := &keyScheme{slow: 10 * time.Millisecond}
		app := kit.Build(t, tenon.New("Test", "1").Authenticate(v.scheme()).Throttle(throttle.PerHour(5).ByIdentity()).
			Add(text("/a").Throttle(throttle.PerHour(1000).Name("route").ByIdentity()).Handle(kit.ServeSubject)))
		var wg sync.WaitGroup
		for i := range 10 { // twice as many as may be checked at the same time
			wg.Go(func() {
				if w := sendFrom(t, app, "192.0.2.1", "GET", "/a", []string{"good", "fine"}[i%2]); w.Status != 200 {
					t.Errorf("one that is right gets %d", w.Status)
				}
			})
		}
		wg.Wait()
		before := v.checked.Load()
		for range 500 {
			wg.Go(func() { sendFrom(t, app, "192.0.2.1", "GET", "/a", "guess") })
		}
		wg.Wait()
		if n := v.checked.Load() - before; n != 5 {
			t.Errorf("%d guesses are checked", n)
		}
	})
}

func TestAnonymousRequestsCountTogether(t *testing.T) {
	for _, tt := range []struct {
		name, method, path, key string
		first                   int
	}{
		{"no credentials", "GET", "/a", "", 401},
		{"no path", "GET", "/nothing", "", 404},
		{"no path, with a key", "GET", "/nothing", "good", 404},
		{"no method", "DELETE", "/a", "", 405},
		{"OPTIONS", "OPTIONS", "/a", "", 204},
		{"a long query", "GET", "/a?q=" + strings.Repeat("a", 9000), "", 414},
		{"a long query, with a key", "GET", "/a?q=" + strings.Repeat("a", 9000), "good", 414},
		{"nobody can say", "GET", "/a", "down", 503},
	} {
		for name, limit := range map[string]throttle.Policy{
			"by address": throttle.PerHour(5), "by identity": throttle.PerHour(5).ByIdentity(),
		} {
			app := kit.Build(t, tenon.New("Test", "1").Authenticate(new(keyScheme).scheme()).Throttle(limit).Add(text("/a").Handle(kit.ServeSubject)))
			got := countStatuses(20, func(int) int { return sendFrom(t, app, "192.0.2.1", tt.method, tt.path, tt.key).Status })
			if got[tt.first] != 5 || got[429] != 15 {
				t.Errorf("%s, %s: %v", tt.name, name, got)
			}
			if name == "by identity" {
				if w := sendFrom(t, app, "192.0.2.1", "GET", "/a", "good"); w.Status != 200 {
					t.Errorf("%s: an identity at the same address gets %d", tt.name, w.Status)
				}
			}
		}
	}
}

func TestForbiddenRequestsCountForTheirIdentity(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Authenticate(new(keyScheme).scheme()).Throttle(throttle.PerHour(5).ByIdentity()).
		Add(text("/a").Scopes("write").Handle(kit.ServeSubject), text("/b").Scopes("read").Handle(kit.ServeSubject)))
	if got := countStatuses(20, func(int) int { return sendFrom(t, app, "192.0.2.1", "GET", "/a", "good").Status }); got[403] != 5 || got[429] != 15 {
		t.Errorf("%v", got)
	}
	if w := sendFrom(t, app, "192.0.2.1", "GET", "/b", "fine"); w.Status != 200 {
		t.Errorf("another identity gets %d", w.Status)
	}
}

// Browsers send preflight requests on their own, and they cost nothing.
func TestPreflightsDoNotCount(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").CORS(cors.Origins("https://a.example")).Throttle(throttle.PerHour(1)).Add(text("/a").Handle(kit.ServeSubject)))
	for range 3 {
		w := kit.Send(t, app, "OPTIONS", "/a", "", "Origin: https://a.example", "Access-Control-Request-Method: GET")
		if w.Status != 204 || w.Header.Get("Access-Control-Allow-Methods") == "" {
			t.Errorf("%d %v", w.Status, w.Header)
		}
	}
	for _, want := range []int{200, 429} { // and HEAD is what GET is
		if w := sendFrom(t, app, "192.0.2.1", "HEAD", "/a", ""); w.Status != want {
			t.Errorf("%d, want %d", w.Status, want)
		}
	}
}

// Limits apply in the order of their declaration, those of the API first. A rejected request
// has counted for the limits before, and does not for those after.
func TestRejectedRequestsCountForEarlierLimits(t *testing.T) {
	app := kit.Build(t, tenon.New("Test", "1").Throttle(throttle.PerHour(10).Name("api")).Add(
		text("/a").Throttle(throttle.PerHour(2).Name("first"), throttle.PerHour(4).Name("second")).Handle(kit.ServeSubject),
		text("/b").Handle(kit.ServeSubject)))
	for i, want := range []int{200, 200, 429, 429} {
		if w := sendFrom(t, app, "192.0.2.1", "GET", "/a", ""); w.Status != want {
			t.Errorf("request %d: %d", i, w.Status)
		}
	}
	if got := sendFrom(t, app, "192.0.2.1", "GET", "/b", "").Header.Get("X-RateLimit-Remaining"); got != "5" {
		t.Errorf("the API has %s left", got)
	}
}

// Groups count separately, also with one prefix and in one store.
func TestGroupsWithOnePrefixCountSeparately(t *testing.T) {
	shared, err := throttle.Memory(1, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	for name, limit := range map[string]throttle.Policy{
		"in memory":  throttle.PerHour(1),
		"in a store": throttle.PerHour(1).Timeout(time.Minute).Store(func(uint64, time.Duration) (limiter.Store, error) { return shared, nil }),
	} {
		app := kit.Build(t, tenon.New("Test", "1").Add(
			route.Group("/v1", text("/a").Handle(kit.ServeSubject), text("/b").Handle(kit.ServeSubject)).Throttle(limit),
			route.Group("/v1", text("/c").Handle(kit.ServeSubject)).Throttle(limit)))
		for path, want := range map[string]int{"/v1/a": 200, "/v1/c": 200} {
			if w := sendFrom(t, app, "192.0.2.1", "GET", path, ""); w.Status != want {
				t.Errorf("%s: %s: %d", name, path, w.Status)
			}
		}
		if w := sendFrom(t, app, "192.0.2.1", "GET", "/v1/b", ""); w.Status != 429 {
			t.Errorf("%s: the group is not one: %d", name, w.Status)
		}
	}
}
