package apitest_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/throttle"
)

// Laws and Histories judge a server of another process by its URL, also below a path.
func TestBaseURLTestsADeployedServer(t *testing.T) {
	app := apitest.Mock(bare())
	for _, prefix := range []string{"", "/base"} {
		var requests atomic.Int64
		deployed := apitest.Mock(bare())
		server := httptest.NewServer(http.StripPrefix(prefix, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			requests.Add(1)
			deployed.ServeHTTP(w, r)
		})))
		options := []apitest.Option{apitest.BaseURL(server.URL + prefix), apitest.Runs(20), apitest.Seed(1)}
		apitest.Laws(t, app, options...)
		apitest.Histories(t, app, options...)
		server.Close()
		if n := requests.Load(); n < 100 {
			t.Errorf("below %q the server got %d requests", prefix, n)
		}
	}
}

// The app has no fault; the handler in its place has.
func TestServerTakesThePlaceOfTheApp(t *testing.T) {
	app := apitest.Mock(bare())
	broken := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodDelete {
			w.WriteHeader(http.StatusNoContent) // and deletes nothing
			return
		}
		app.ServeHTTP(w, r)
	})
	var r recorder
	apitest.Histories(&r, app, apitest.Server(broken), apitest.Seed(1))
	if len(r.failures) != 1 || !strings.Contains(r.failures[0], "deleted") {
		t.Errorf("found %q", r.failures)
	}
	r = recorder{}
	apitest.Laws(&r, app, apitest.BaseURL("http://127.0.0.1:1"), apitest.Seed(1)) // nothing listens there
	if len(r.failures) == 0 || !strings.Contains(r.failures[0], "502") {
		t.Errorf("found %q", r.failures)
	}
}

// All clients of a server that runs elsewhere have one address: a limit by address is tested with fresh data alone, and
// counts no others.
func TestLimitsOfADeployedServer(t *testing.T) {
	api := limited(throttle.PerMinute(20).ByIP())
	start := func() string {
		server := httptest.NewServer(api.MustBuild())
		t.Cleanup(server.Close)
		return server.URL
	}
	for _, fresh := range []bool{false, true} {
		option := apitest.BaseURL(start())
		if fresh {
			option = apitest.Fresh(func() http.Handler { return apitest.Remote(start()) })
		}
		var r recorder
		apitest.Limits(&r, api.MustBuild(), ann, option, apitest.Seed(1))
		tested := !strings.Contains(strings.Join(r.log, "\n"), "is not tested")
		if len(r.failures) > 0 || tested != fresh {
			t.Errorf("fresh %v: found %q; %q", fresh, r.failures, r.log)
		}
	}
}
