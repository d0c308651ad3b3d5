package client_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The handler of an idempotent route runs once per call, however often the request is sent.
func TestHandlersRunOnceForIdempotentCalls(t *testing.T) {
	var work atomic.Int64
	post := route.Post("/notes", notes.Create(), notes.View()).Idempotent(time.Hour, idempotency.Memory()).RequireIdempotencyKey()
	app := quiet().Group("/v1", post.Handle(func(_ *route.Call, in note) (note, error) {
		in.ID = int(work.Add(1))
		return in, nil
	})).MustBuild()
	var sent atomic.Int64
	// The response to every first attempt is lost.
	lossy := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if sent.Add(1)%2 == 1 {
			app.ServeHTTP(httptest.NewRecorder(), r)
			w.Header().Set("Retry-After", "0")
			soldOut.ServeHTTP(&withStatus{w, 503}, r)
			return
		}
		app.ServeHTTP(w, r)
	})
	both(t, lossy, func(t *testing.T, c client.Client) {
		work.Store(0)
		sent.Store(0)
		var answer client.Response
		for i := 1; i <= 3; i++ {
			got, err := post.Call(t.Context(), c.Into(&answer), note{Text: "x"})
			if err != nil || got.ID != i || answer.Header().Get("Idempotent-Replayed") != "true" || answer.Status() != 201 {
				t.Error(got, err, answer.Header())
			}
		}
		for range 3 {
			if got, err := post.Call(t.Context(), c, note{Text: "x"}, client.IdempotencyKey(t.Name())); err != nil || got.ID != 4 {
				t.Error(got, err)
			}
		}
		_, err := post.Call(t.Context(), c, note{Text: "y"}, client.IdempotencyKey(t.Name()))
		if f, _ := errors.AsType[*client.ProblemError](err); f == nil || f.Code != "idempotency_key_reused" {
			t.Error(err)
		}
		_, err = post.Call(t.Context(), c, note{Text: "y"}, client.IdempotencyKey(" "))
		if vs, _ := errors.AsType[prop.Violations](err); len(vs) != 1 || vs[0].Parameter != "Idempotency-Key" || vs[0].In != "header" {
			t.Error(err)
		}
		if work.Load() != 4 {
			t.Error(work.Load())
		}
	})
}

// Calls of faulty routes return the faults and send nothing.
func TestCallsOfFaultyRoutesReturnTheFaults(t *testing.T) {
	c := client.New("http://192.0.2.1:1")
	faulty := prop.Int("n").Min(2).Max(1)
	tests := []struct {
		name string
		call func() error
		want string
	}{
		{"no property", func() error { _, err := route.Get("/x/{id}", notes.View()).Call(t.Context(), c); return err },
			"{id} of GET /x/{id} has no property"},
		{"a faulty property", func() error {
			_, err := route.Get("/x", notes.View()).Query(faulty).Call(t.Context(), c)
			return err
		},
			"the declaration of GET /x has a fault\n\tcall_test.go:"},
		{"a faulty body", func() error {
			_, err := route.Get("/x", collection.New("X", faulty).View()).Call(t.Context(), c)
			return err
		}, "the declaration of GET /x has a fault\n\tcall_test.go:"},
		{"a body that cannot be sent", func() error {
			_, err := route.Post("/x", notes.View(), notes.View()).Call(t.Context(), c, note{})
			return err
		}, "the declaration of POST /x has a fault\n\tcall_test.go:"},
		{"no path", func() error { _, err := route.Get("x", notes.View()).Call(t.Context(), c); return err },
			"the path of GET x must start with /"},
		{"not started", func() error { _, err := new(route.ReadRoute[note]).Call(t.Context(), c); return err }, "was not created"},
		{"not started either", func() error {
			_, err := new(route.WriteRoute[note, note]).Call(t.Context(), c, note{})
			return err
		}, "was not created"},
		{"nor this", func() error { _, err := new(route.ListRoute[note]).Call(t.Context(), c); return err }, "was not created"},
		{"nor this, with a summary", func() error { _, err := new(route.ReadRoute[note]).Summary("x").Call(t.Context(), c); return err }, "has a fault"},
	}
	for _, tt := range tests {
		if err := tt.call(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}

// Calls end with their context, and if there is no server.
func TestCallsEndWithTheirContext(t *testing.T) {
	begun := make(chan struct{}, 10)
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun <- struct{}{}
		<-r.Context().Done()
	})
	both(t, h, func(t *testing.T, c client.Client) {
		for range 200 { // the handler ends at the same time
			ctx, cancel := context.WithCancel(context.WithValue(t.Context(), noteID, "of the caller"))
			go func() { <-begun; cancel() }()
			if _, err := showNote.Call(ctx, c, noteID.Is(1)); !errors.Is(err, context.Canceled) {
				t.Fatal(err)
			}
		}
	})
	gone := httptest.NewServer(h)
	gone.Close()
	_, err := showNote.Call(t.Context(), client.New(gone.URL), noteID.Is(1))
	if err == nil || !strings.HasPrefix(err.Error(), "tenon: GET /notes/{id}: ") {
		t.Error(err)
	}
	silent := http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	both(t, silent, func(t *testing.T, c client.Client) {
		if _, err := dropNote.Call(t.Context(), c, noteID.Is(1)); err == nil {
			t.Error("no answer is an answer")
		}
	})
}

// Handlers get the same request over HTTP and in process.
func TestHandlersSeeTheSameRequest(t *testing.T) {
	type seen struct {
		method, uri, path, query, contentType, accept string
		length                                        int64
		value                                         bool
	}
	var mu sync.Mutex
	var all []seen
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		all = append(all, seen{r.Method, r.RequestURI, r.URL.Path, r.URL.RawQuery, r.Header.Get("Content-Type"), r.Header.Get("Accept"),
			r.ContentLength, r.Context().Value(noteID) != nil})
		if strings.Contains(r.RemoteAddr, ":") && r.Proto == "HTTP/1.1" && r.Host != "" {
			w.WriteHeader(http.StatusTeapot)
		}
	})
	both(t, h, func(t *testing.T, c client.Client) {
		ctx := context.WithValue(t.Context(), noteID, true)
		_, _ = loose.route().Call(ctx, c, parcel{}, loose.given(goodInput())...)
		_, err := showNote.Call(ctx, c, noteID.Is(1))
		if bad, _ := errors.AsType[*client.UnexpectedResponseError](err); bad == nil || bad.Status != http.StatusTeapot {
			t.Error(err)
		}
		_, _ = postStream.Call(ctx, c, io.LimitReader(zeros{}, 10))
	})
	if len(all) != 6 || all[0] != all[3] || all[1] != all[4] || all[2] != all[5] || all[0].value || all[2].length != -1 || all[1].length != 0 {
		t.Errorf("%+v", all)
	}
}

// A call allocates a request, a response and little else.
func TestCallsAreCheap(t *testing.T) {
	var transport http.RoundTripper = replying(`{"data":{"id":1,"text":"x"}}`)
	c := client.New("http://example.com").HTTP(&http.Client{Transport: transport})
	show := route.Get("/notes/{id}", notes.View()).Path(noteID)
	call := func() {
		if _, err := show.Call(t.Context(), c, noteID.Is(1)); err != nil {
			t.Fatal(err)
		}
	}
	call()
	const most = 62 // net/http makes about half, and the time limit of an attempt six
	if n := allocs.Least(call); n > most {
		t.Errorf("a call makes %d allocations, more than %d", n, most)
	}
}

// replying is a transport that responds with a note.
type replying string

func (r replying) RoundTrip(q *http.Request) (*http.Response, error) {
	w := httptest.NewRecorder()
	w.Header()["Content-Type"] = []string{"application/json"}
	_, _ = w.WriteString(string(r))
	return w.Result(), nil
}

// Whatever a server sends, a call returns a valid value or an error of bounded length.
func FuzzResponses(f *testing.F) {
	for _, body := range []string{`{"data":{"id":1,"text":"x"}}`, `{"data":[]}`, `{`, ``, "\xff", `{"title":"x","errors":[{"in":"query","params":{"a":1}}]}`,
		`{"data":{"id":1e2,"text":"\ud800"}}`, `{"data":{"id":1,"text":"x"},"pagination":{"has_more":true,"total":1e99}}`} {
		for _, status := range []int{200, 304, 404, 429, 503} {
			f.Add(status, "application/json", "1", `</x?a=1>; rel="next"`, body)
			f.Add(status, "application/problem+json", "-1", `<`, body)
		}
	}
	list := route.List("/notes", notes.List(), plans["by page"]())
	f.Fuzz(func(t *testing.T, status int, mediaType, after, link, body string) {
		if status < 200 || status > 999 {
			return
		}
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", mediaType)
			w.Header().Set("Retry-After", after)
			w.Header().Set("Link", link)
			w.Header().Set("X-Tags", "x")
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		})
		c := client.Local(h).MaxBytes(1<<16).Retry(2, 0)
		got, err := showNote.Call(t.Context(), c, noteID.Is(1))
		if err != nil {
			if len(err.Error()) > 3000 {
				t.Errorf("the error has %d bytes", len(err.Error()))
			}
		} else if vs := notes.View().Check(got); vs != nil {
			t.Error(vs)
		}
		n := 0
		for _, err := range list.Walk(t.Context(), c) {
			if n++; err != nil || n > 1000 {
				break
			}
		}
	})
}
