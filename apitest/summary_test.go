package apitest_test

import (
	"context"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/route"
)

// A summary names what the API does not have, with the laws that nothing has tested.
func TestSummaryNamesWhatWasNotTried(t *testing.T) {
	app := apitest.Mock(tenon.New("Tools", "1.0.0").Logger(quiet).Add(
		route.Post("/tools", tools.Create(), tools.View()), route.Get("/tools/{id}", tools.View()).Path(toolID).Fails(noSuchTool)))
	var sum apitest.Summary
	apitest.Histories(t, app, apitest.Runs(3), apitest.Seed(7), apitest.Into(&sum))
	lacks := map[string]string{}
	for _, u := range sum.Untried {
		lacks[u.Lacks] = u.Resource + ": " + strings.Join(u.Laws, "; ")
	}
	for what, want := range map[string]string{
		"a PATCH":          "POST /tools: a patch changes what it names",
		"a list":           "POST /tools: a list has every entity",
		"a filter":         "POST /tools: a filter keeps what matches",
		"two identities":   ": a key belongs to an identity",
		"a second process": ": all of them",
		"entity tags":      "POST /tools: a 304 has the headers of the 200",
	} {
		if !strings.HasPrefix(lacks[what], want) {
			t.Errorf("%s: %q, want %q…", what, lacks[what], want)
		}
	}
	if _, has := lacks["a GET of an entity"]; has || sum.Histories != 3 || sum.Seed != 7 || sum.Requests < 20 {
		t.Errorf("%+v", sum)
	}
}

// forgetful remembers the responses to GETs.
type forgetful struct {
	http.Handler
	mu    sync.Mutex
	known map[string]*httptest.ResponseRecorder
}

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f.mu.Lock()
	defer f.mu.Unlock()
	rec := f.known[r.URL.String()]
	if rec == nil || r.Method != http.MethodGet {
		rec = httptest.NewRecorder()
		f.Handler.ServeHTTP(rec, r)
		if r.Method == http.MethodGet && rec.Code == http.StatusOK {
			f.known[r.URL.String()] = rec
		} else {
			delete(f.known, r.URL.String()) // a process knows of its own writes
		}
	}
	for name, values := range rec.Header() {
		w.Header()[name] = values
	}
	w.WriteHeader(rec.Code)
	_, _ = w.Write(rec.Body.Bytes())
}

// A cache that no other process tells of writes is right alone, as far as views show, and wrong with a second one.
func TestReplicaFindsWhatAProcessKeeps(t *testing.T) {
	for _, replicas := range []bool{false, true} {
		app := apitest.Mock(tenon.New("Tools", "1.0.0").Logger(quiet).Add(
			route.Post("/tools", tools.Create(), tools.View()),
			route.Get("/tools/{id}", tools.View()).Path(toolID).Fails(noSuchTool),
			route.Patch("/tools/{id}", tools.Update(), tools.View()).Path(toolID).Fails(noSuchTool)))
		process := func() http.Handler {
			return &forgetful{Handler: app, known: map[string]*httptest.ResponseRecorder{}}
		}
		options := []apitest.Option{apitest.Server(process()), apitest.Runs(10), apitest.Seed(1)}
		if replicas {
			options = append(options, apitest.Replica(process()))
		}
		var r recorder
		apitest.Histories(&r, app, options...)
		if found := len(r.failures) > 0; found != replicas {
			t.Errorf("with a second process %v: %q", replicas, r.failures)
		}
	}
}

// A stream that fails is aborted, which is a finding and not the end of the tests.
func TestAbortedStreamsAreFound(t *testing.T) {
	app := tenon.New("Tools", "1.0.0").Logger(quiet).Add(route.Get("/lines", route.Lines(tools.View())).
		Handle(func(*route.Call) (iter.Seq2[tool, error], error) {
			return func(yield func(tool, error) bool) {
				_ = yield(tool{ID: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57", Name: "saw", Price: 3}, nil) && yield(tool{}, context.Canceled)
			}, nil
		})).MustBuild()
	var r recorder
	apitest.Laws(&r, app)
	if len(r.failures) != 1 || !strings.Contains(r.failures[0], "GET /lines aborts its response") {
		t.Errorf("found %q", r.failures)
	}
}
