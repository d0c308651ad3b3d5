package contents_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	chunk  = prop.String("chunk").MinLen(1)
	number = prop.Int("number")
	fail   = prop.Bool("fail").Default(false)
	chunks = route.Get("/chunks", route.EventsUntil("[DONE]", job.View())).Query(fail)
	parts  = prop.Array(chunk).Optional()
	texts  = route.Get("/texts", route.EventsUntil("[DONE]", route.Text(chunk))).Query(parts)
	counts = route.Get("/counts", route.Events(route.Text(number)))
)

// sequence yields events with the items.
func sequence[T any](failure error, items ...T) iter.Seq2[route.Event[T], error] {
	return func(yield func(route.Event[T], error) bool) {
		for _, item := range items {
			if !yield(route.Event[T]{Name: "part", Data: item}, nil) {
				return
			}
		}
		if failure != nil {
			yield(route.Event[T]{}, failure)
		}
	}
}

func startEvents(t *testing.T) (string, *tenon.App) {
	app := tenon.New("Events", "1").Add(
		chunks.Handle(func(c *route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
			var failure error
			if fail.Get(c) {
				failure = errors.New("the model is gone")
			}
			return sequence(failure, jobOf("a"), jobOf("b")), nil
		}),
		texts.Handle(func(c *route.Call) (iter.Seq2[route.Event[string], error], error) {
			return sequence(nil, c.Request().URL.Query()["chunk"]...), nil
		}),
		counts.Handle(func(*route.Call) (iter.Seq2[route.Event[int], error], error) { return sequence(nil, 1, 2), nil })).MustBuild()
	server := httptest.NewServer(app)
	t.Cleanup(server.Close)
	return server.URL, app
}

func TestEventsHaveTextAndAnEnd(t *testing.T) {
	url, _ := startEvents(t)
	for path, want := range map[string]string{
		"/chunks":                    "event: part\ndata: {\"state\":\"a\"}\n\nevent: part\ndata: {\"state\":\"b\"}\n\ndata: [DONE]\n\n",
		"/chunks?fail=true":          "event: part\ndata: {\"state\":\"a\"}\n\nevent: part\ndata: {\"state\":\"b\"}\n\n",
		"/texts?chunk=Hel":           "event: part\ndata: Hel\n\ndata: [DONE]\n\n",
		"/texts?chunk=a%0Ab%0A":      "event: part\ndata: a\ndata: b\ndata: \n\ndata: [DONE]\n\n",
		"/texts?chunk=%20a":          "event: part\ndata:  a\n\ndata: [DONE]\n\n",
		"/texts?chunk=a%0Ddata:b":    "event: part\ndata: a\ndata: data:b\n\ndata: [DONE]\n\n",
		"/texts?chunk=a%0D%0Ab%0D":   "event: part\ndata: a\ndata: b\ndata: \n\ndata: [DONE]\n\n",
		"/texts?chunk=[DONE]":        "",
		"/texts":                     "data: [DONE]\n\n",
		"/counts":                    "event: part\ndata: 1\n\nevent: part\ndata: 2\n\n",
		"/texts?chunk=%5B1%5D%0A%0A": "event: part\ndata: [1]\ndata: \ndata: \n\ndata: [DONE]\n\n",
	} {
		res, err := http.Get(url + path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil || res.StatusCode != 200 || string(got) != want {
			t.Errorf("%s: %d %v\n%q, want\n%q", path, res.StatusCode, err, got, want)
		}
	}
}

func TestTheClientReadsEventsUntilTheirEnd(t *testing.T) {
	url, _ := startEvents(t)
	c := client.New(url)
	all, err := texts.Call(context.Background(), c, parts.Is([]string{"a\nb", "c"}))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for e, err := range all {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Data)
	}
	if strings.Join(got, "|") != "a\nb|c" {
		t.Errorf("got %q", got)
	}
	numbers, err := counts.Call(context.Background(), c)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for e, err := range numbers {
		if err != nil {
			t.Fatal(err)
		}
		sum += e.Data
	}
	if sum != 3 {
		t.Errorf("the sum is %d", sum)
	}
	items, err := chunks.Call(context.Background(), c, fail.Is(false))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, err := range items {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	if n != 2 {
		t.Errorf("%d items", n)
	}
}

// An event without data has an ID and a time to wait, which hold for what follows; it has no name.
func TestEventsWithoutData(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []route.Event[int]
		want   string
		ids    []string // that a client gets
	}{
		{"ID", []route.Event[int]{{ID: "7", NoData: true}, {Data: 1}, {ID: "9", Data: 2}}, "id: 7\n\ndata: 1\n\nid: 9\ndata: 2\n\n", []string{"7", "9"}},
		{"retry", []route.Event[int]{{Retry: time.Second, NoData: true, Data: 5}}, "retry: 1000\n\n", nil},
		{"nothing", []route.Event[int]{{NoData: true}, {ID: "1", Data: 1}}, "\nid: 1\ndata: 1\n\n", []string{"1"}},
		{"name", []route.Event[int]{{Name: "part", NoData: true}, {ID: "1", Data: 1}}, "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			numbers := route.Get("/numbers", route.Events(route.Text(number)))
			server := httptest.NewServer(tenon.New("Events", "1").Add(numbers.Handle(func(*route.Call) (iter.Seq2[route.Event[int], error], error) {
				return func(yield func(route.Event[int], error) bool) {
					for _, e := range c.events {
						if !yield(e, nil) {
							return
						}
					}
				}, nil
			})).MustBuild())
			defer server.Close()
			res, err := http.Get(server.URL + "/numbers")
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			if got, err := io.ReadAll(res.Body); err != nil || string(got) != c.want {
				t.Errorf("%v\n%q, want\n%q", err, got, c.want)
			}
			all, err := numbers.Call(t.Context(), client.New(server.URL))
			if err != nil {
				t.Fatal(err)
			}
			var ids []string
			for e, err := range all {
				if err != nil {
					t.Fatal(err)
				}
				ids = append(ids, e.ID)
			}
			if !slices.Equal(ids, c.ids) {
				t.Errorf("the IDs are %q, want %q", ids, c.ids)
			}
		})
	}
}

// A log line says how a stream ended. Events end, so that clients connect again; lines are aborted.
func TestASequenceThatFailsIsLogged(t *testing.T) {
	disk := errors.New("the disk is full")
	for _, c := range []struct {
		path    string
		aborted bool
		logged  string
	}{
		{"/events", false, "tenon: stream of events ended by an error"},
		{"/lines", true, "tenon: response aborted"},
	} {
		for _, gone := range []bool{false, true} {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			fails := func() error {
				if gone {
					cancel()
					return ctx.Err()
				}
				return disk
			}
			var log kit.Log
			app := kit.Build(t, tenon.New("Streams", "1").Logger(log.Logger()).Add(
				route.Get("/events", route.Events(route.Text(number))).Handle(func(*route.Call) (iter.Seq2[route.Event[int], error], error) {
					return func(yield func(route.Event[int], error) bool) {
						_ = yield(route.Event[int]{Data: 1}, nil) && yield(route.Event[int]{}, fails())
					}, nil
				}),
				route.Get("/lines", route.Lines(job.View())).Handle(func(*route.Call) (iter.Seq2[collection.Record, error], error) {
					return func(yield func(collection.Record, error) bool) { yield(collection.Record{}, fails()) }, nil
				})))
			aborted := func() (aborted bool) {
				defer func() { aborted = recover() == http.ErrAbortHandler }()
				app.ServeHTTP(httptest.NewRecorder(), httptest.NewRequestWithContext(ctx, "GET", c.path, nil))
				return false
			}()
			if aborted != c.aborted {
				t.Errorf("%s: aborted: %t", c.path, aborted)
			}
			if !gone {
				log.Has(t, `"msg":"`+c.logged+`"`, c.path, disk.Error())
			}
			log.Empty(t)
		}
	}
}

func TestDocumentsDescribeTheEndOfEvents(t *testing.T) {
	_, app := startEvents(t)
	for _, version := range []oas.Version{oas.V30, oas.V31, oas.V32} {
		document, err := oas.JSON(app, version)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(document), `"x-end": "[DONE]"`); n != 2 {
			t.Errorf("%v: %d times x-end\n%s", version, n, document)
		}
		if version == oas.V32 && strings.Count(string(document), `"contentMediaType": "text/plain"`) != 2 {
			t.Errorf("text events are not text:\n%s", document)
		}
	}
}

func TestFaultsOfTheEndOfEvents(t *testing.T) {
	handle := func(*route.Call) (iter.Seq2[route.Event[collection.Record], error], error) { return nil, nil }
	for end, want := range map[string]string{
		"":         "one line",
		"a\nb":     "one line",
		" x":       "one line",
		`{"a":1}`:  "the end is JSON",
		"true":     "the end is JSON",
		"[DONE]":   "",
		"finished": "",
	} {
		_, err := tenon.New("Events", "1").Add(route.Get("/e", route.EventsUntil(end, job.View())).Handle(handle)).Build()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("EventsUntil(%q): %v", end, err)
		}
	}
}
