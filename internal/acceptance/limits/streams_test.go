package limits_test

import (
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type tally struct{ n int }

var tallies = collection.Of("Tally", func(t *tally) collection.Fields { return collection.Fields{prop.Int("n").At(&t.n)} })

// streamUntil is a route whose stream ends when release is closed or received from.
func streamUntil(path string, release <-chan struct{}) *route.Route {
	return route.Get(path, route.Lines(tallies.View())).Handle(func(c *route.Call) (iter.Seq2[tally, error], error) {
		return func(yield func(tally, error) bool) {
			if yield(tally{}, nil) {
				select {
				case <-release:
				case <-c.Context().Done():
				}
			}
		}, nil
	})
}

func TestStreamsOfARouteAreBounded(t *testing.T) {
	release := make(chan struct{})
	app := kit.Build(t, tenon.New("Test", "1").Limits(route.Limits{Streams: 2}).Add(
		streamUntil("/two", release), streamUntil("/one", release).Limits(route.Limits{Streams: 1}), text("/text").Handle(kit.ServeSubject)))
	server := httptest.NewServer(app)
	defer server.Close()
	open := func(method, path string) *http.Response {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { res.Body.Close() })
		return res
	}
	for path, most := range map[string]int{"/one": 1, "/two": 2} {
		var streams []*http.Response
		for range most {
			res := open("GET", path)
			if res.StatusCode != 200 {
				t.Fatalf("%s: %d", path, res.StatusCode)
			}
			streams = append(streams, res)
		}
		for _, method := range []string{"GET", "HEAD"} {
			res := open(method, path)
			body, _ := io.ReadAll(res.Body)
			if res.StatusCode != 503 || res.Header.Get("Retry-After") != "1" || method == "GET" && !strings.Contains(string(body), `"code":"too_many_streams"`) {
				t.Errorf("%s %s beyond %d: %d %s", method, path, most, res.StatusCode, body)
			}
		}
		if res := open("GET", "/text"); res.StatusCode != 200 {
			t.Errorf("what does not stream gets %d", res.StatusCode)
		}
		for range streams { // any of them
			release <- struct{}{}
		}
		for _, s := range streams {
			_, _ = io.ReadAll(s.Body)
		}
		if res := open("HEAD", path); res.StatusCode != 200 {
			t.Errorf("%s: when they have ended %d", path, res.StatusCode)
		}
	}
	doc, err := oas.YAML(app, oas.V31)
	if err != nil || strings.Count(string(doc), "too_many_streams") == 0 {
		t.Errorf("the document does not have it: %v", err)
	}
}

func TestANegativeLimitOfStreamsIsAFault(t *testing.T) {
	kit.CheckFault(t, "-1", kit.API(text("/a").Handle(kit.ServeSubject)).Limits(route.Limits{Streams: -1}), "Limits: Streams is below 0…")
}
