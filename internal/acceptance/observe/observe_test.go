package observe_test

import (
	"context"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// exchanges is an observer that keeps the exchanges.
type exchanges struct {
	mu   sync.Mutex
	list []tenon.Exchange
}

func (o *exchanges) Observe(_ context.Context, e tenon.Exchange) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.list = append(o.list, e)
}

// one waits for the only exchange: observers are notified after the response is sent.
func (o *exchanges) one(t *testing.T) tenon.Exchange {
	t.Helper()
	for range 4000 {
		o.mu.Lock()
		list := o.list
		o.list = nil
		o.mu.Unlock()
		if len(list) > 1 {
			t.Fatalf("%d exchanges", len(list))
		}
		if len(list) == 1 {
			return list[0]
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Fatal("nothing was observed")
	return tenon.Exchange{}
}

// withoutTimes ignores what differs from run to run, and what other tests check.
var withoutTimes = cmpopts.IgnoreFields(tenon.Exchange{}, "Start", "Total", "Reading", "Handling", "Writing", "Client", "Panic", "Stack")

// An exchange describes the request and the response, and has no value of either.
func TestEveryExchangeIsObserved(t *testing.T) {
	name := prop.String("name").MaxLen(3)
	named := collection.New("Named", name)
	handle := func(*route.Call) (collection.Record, error) { return kit.Saw("abc"), nil }
	members := []route.Member{
		route.Post("/names/{id}", named.Create(), kit.Seen.View()).ID("name").Path(prop.Int("id")).
			Handle(func(*route.Call, collection.Record) (collection.Record, error) { return kit.Saw("abc"), nil }),
		route.Get("/sold", kit.Seen.View()).Fails(kit.Sold).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), kit.Sold }),
		route.Get("/panic", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { kit.Panic("x"); return kit.Saw(), nil }),
		route.Get("/abort", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { panic(http.ErrAbortHandler) }),
		route.Get("/closed", kit.Seen.View()).Use(func(http.Handler) http.Handler { return kit.Forbidden }).Handle(handle),
		route.Get("/early", kit.Seen.View()).Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.WriteHeader(http.StatusEarlyHints)
				next.ServeHTTP(w, r)
			})
		}).Handle(handle),
		route.Get("/file", route.Download("text/plain")).Handle(func(*route.Call) (route.File, error) {
			return route.FileOf([]byte("abc")), nil
		}),
		route.Get("/lines", route.Lines(kit.Seen.View())).Handle(func(*route.Call) (iter.Seq2[collection.Record, error], error) {
			return func(yield func(collection.Record, error) bool) {
				_ = yield(kit.Saw("1"), nil) && yield(kit.Saw("2"), nil) && yield(kit.Saw(), kit.ErrStore)
			}, nil
		}),
	}
	tests := []struct {
		request string
		content string
		want    tenon.Exchange
	}{
		{"GET /fine", "", tenon.Exchange{Method: "GET", Route: "/fine", Operation: "getFine", Status: 200}},
		{"HEAD /fine", "", tenon.Exchange{Method: "HEAD", Route: "/fine", Operation: "getFine", Status: 200}},
		{"POST /names/7", `{"name":"abc"}`, tenon.Exchange{Method: "POST", Route: "/names/{id}", Operation: "name", Status: 201, Received: 14}},
		{"POST /names/x?" + kit.Password + "=1", `{"name":"` + kit.Password + `"}`, tenon.Exchange{Method: "POST", Route: "/names/{id}", Operation: "name", Status: 422,
			Received: 18, Problem: "invalid_request", Violations: 3, Codes: []string{"unknown", "type", "max_length"}}},
		{"POST /names/7", `{`, tenon.Exchange{Method: "POST", Route: "/names/{id}", Operation: "name", Status: 400,
			Received: 1, Problem: "malformed_request"}},
		{"GET /sold", "", tenon.Exchange{Method: "GET", Route: "/sold", Operation: "getSold", Status: 409, Problem: "sold"}},
		{"GET /panic", "", tenon.Exchange{Method: "GET", Route: "/panic", Operation: "getPanic", Status: 500, Problem: "internal_error"}},
		{"GET /abort", "", tenon.Exchange{Method: "GET", Route: "/abort", Operation: "getAbort", Aborted: true}},
		{"GET /closed", "", tenon.Exchange{Method: "GET", Status: 403, Problem: "forbidden"}},
		{"GET /early", "", tenon.Exchange{Method: "GET", Route: "/early", Operation: "getEarly", Status: 200}},
		{"GET /file", "", tenon.Exchange{Method: "GET", Route: "/file", Operation: "getFile", Status: 200}},
		{"GET /lines", "", tenon.Exchange{Method: "GET", Route: "/lines", Operation: "getLines", Status: 200, Aborted: true}},
		{"GET /" + kit.Password, "", tenon.Exchange{Method: "GET", Status: 404, Problem: "not_found"}},
		{"DELETE /fine", "", tenon.Exchange{Method: "DELETE", Status: 405, Problem: "method_not_allowed"}},
		{"OPTIONS /fine", "", tenon.Exchange{Method: "OPTIONS", Status: 204}},
		{kit.Password + " /fine", "", tenon.Exchange{Method: "_OTHER", Status: 405, Problem: "method_not_allowed"}},
	}
	var observed exchanges
	server, _ := kit.Start(t, tenon.New("O", "1").Observe(&observed).Use(new(kit.Steps).Outer("x")), members...)
	for _, tt := range tests {
		t.Run(tt.request, func(t *testing.T) {
			method, _, _ := strings.Cut(tt.request, " ")
			conn := server.Dial(t)
			fmt.Fprintf(conn, "%s HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", tt.request, len(tt.content), tt.content)
			res, err := http.ReadResponse(conn.In, &http.Request{Method: method})
			for err == nil && res.StatusCode < 200 {
				res, err = http.ReadResponse(conn.In, &http.Request{Method: method})
			}
			if err == nil {
				tt.want.Sent, _ = io.Copy(io.Discard, res.Body)
			}
			got := observed.one(t)
			if diff := cmp.Diff(tt.want, got, withoutTimes); diff != "" {
				t.Error(diff)
			}
			if strings.Contains(fmt.Sprintf("%+v", got), kit.Password) {
				t.Errorf("a value of the client is in the exchange: %+v", got)
			}
		})
	}
}

// The clock of synctest stands still unless all sleep.
func TestTheTimesOfAnExchangeAddUp(t *testing.T) {
	const ms = time.Millisecond
	synctest.Test(t, func(t *testing.T) {
		outer := func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				time.Sleep(1 * ms)
				next.ServeHTTP(w, r)
				time.Sleep(2 * ms)
			})
		}
		post := route.Post("/x", route.Text(prop.String("t").MaxLen(9)), route.Lines(kit.Seen.View())).Use(outer).
			Handle(func(_ *route.Call, text string) (iter.Seq2[collection.Record, error], error) {
				time.Sleep(8 * ms)
				if text == "bad" {
					return nil, kit.ErrStore
				}
				return func(yield func(collection.Record, error) bool) {
					time.Sleep(16 * ms)
					yield(kit.Saw("1"), nil)
				}, nil
			})
		tests := []struct {
			content                           string
			total, reading, handling, writing time.Duration
		}{
			{"good", 31 * ms, 4 * ms, 8 * ms, 16 * ms},
			{"bad", 15 * ms, 4 * ms, 8 * ms, 0},
			{"much too long", 7 * ms, 4 * ms, 0, 0},
		}
		var observed exchanges
		var logged kit.Log
		app := kit.Build(t, tenon.New("O", "1").Observe(&observed).Logger(logged.Logger()).Add(post))
		for _, tt := range tests {
			start := time.Now()
			r := httptest.NewRequest("POST", "/x", io.MultiReader(strings.NewReader(tt.content), kit.SlowReader(4*ms)))
			r.Header.Set("Content-Type", "text/plain")
			kit.Do(app, r)
			got := observed.one(t)
			if !got.Start.Equal(start) || got.Total != tt.total || got.Reading != tt.reading || got.Handling != tt.handling || got.Writing != tt.writing {
				t.Errorf("%s: %+v, want %v = … %v %v %v", tt.content, got, tt.total, tt.reading, tt.handling, tt.writing)
			}
		}
	})
}

// Neither the client nor other observers notice it.
func TestAPanicOfAnObserverIsContained(t *testing.T) {
	var observed exchanges
	server, logged := kit.Start(t, tenon.New("O", "1").RequestIDs().Observe(panickingObserver{}, &observed))
	conn := server.Dial(t)
	for range 2 {
		if got := conn.Get(t, "/fine"); got.Status != 200 {
			t.Errorf("%d %s", got.Status, got.Body)
		}
		if e := observed.one(t); e.Route != "/fine" || !newID.MatchString(e.RequestID) {
			t.Errorf("%+v", e)
		}
		logged.Has(t, "tenon: observer panicked", "observe_test.go", "request_id")
	}
}

// panickingObserver panics.
type panickingObserver struct{}

func (panickingObserver) Observe(context.Context, tenon.Exchange) { kit.Panic("observer") }

// The context has the values that a server or middleware around the App adds.
func TestAnObserverHasTheContextOfTheRequest(t *testing.T) {
	type key struct{}
	var got any
	app := kit.Build(t, tenon.New("O", "1").Add(route.Health("/health")).
		Observe(observerFunc(func(ctx context.Context, _ tenon.Exchange) { got = ctx.Value(key{}) })))
	kit.Do(app, kit.Request(t, "GET", "/health", "").WithContext(context.WithValue(t.Context(), key{}, "outside")))
	if got != "outside" {
		t.Errorf("%v", got)
	}
}

// observerFunc is an observer that is a function.
type observerFunc func(context.Context, tenon.Exchange)

func (o observerFunc) Observe(ctx context.Context, e tenon.Exchange) { o(ctx, e) }

// Changes by another observer do not reach it.
func TestAnObserverMayKeepAnExchange(t *testing.T) {
	var kept []string
	spoil := observerFunc(func(_ context.Context, e tenon.Exchange) { e.Codes[0] = "spoilt" })
	keep := observerFunc(func(_ context.Context, e tenon.Exchange) { kept = e.Codes })
	get := route.Get("/x", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil })
	app := kit.Build(t, tenon.New("O", "1").Add(get).Observe(spoil, keep))
	kit.Send(t, app, "GET", "/x?x=1", "")
	if !slices.Equal(kept, []string{"unknown"}) {
		t.Errorf("%q", kept)
	}
}

// A handler may run on after middleware has sent a response.
func TestAHandlerMayRunOn(t *testing.T) {
	release, ended := make(chan struct{}), make(chan struct{})
	var observed exchanges
	get := route.Get("/x", kit.Seen.View()).Handle(func(*route.Call) (collection.Record, error) {
		defer close(ended)
		<-release
		return kit.Saw(), kit.ErrStore
	})
	var logged kit.Log
	app := kit.Build(t, tenon.New("O", "1").Observe(&observed).Logger(logged.Logger()).Add(get).
		Use(func(next http.Handler) http.Handler { return http.TimeoutHandler(next, time.Millisecond, "late") }))
	w := kit.Send(t, app, "GET", "/x", "")
	if e := observed.one(t); w.Status != 503 || e.Status != 503 || e.Problem != "" {
		t.Errorf("%d %+v", w.Status, e)
	}
	close(release)
	<-ended
}

func TestANilObserverIsAFault(t *testing.T) {
	kit.CheckFault(t, "nil", kit.API(route.Health("/health")).Observe(nil), "Observe has a nil observer")
}

// An API is a value.
func TestObserversOfCopiesAreSeparate(t *testing.T) {
	for n := range 10 {
		base := tenon.New("O", "1").Add(route.Health("/health"))
		for range n {
			base = base.Observe(new(exchanges))
		}
		var left, right exchanges
		one, two := base.Observe(&left), base.Observe(&right)
		for _, api := range []tenon.API{one, two} {
			kit.Send(t, kit.Build(t, api), "GET", "/health", "")
		}
		if len(left.list) != 1 || len(right.list) != 1 {
			t.Errorf("after %d observers: %d and %d exchanges", n, len(left.list), len(right.list))
		}
	}
}

// The level is that of the status.
func TestTheLogObserverWritesALine(t *testing.T) {
	members := []route.Member{
		route.Get("/x/{name}", kit.Seen.View()).Path(prop.String("name")).Fails(kit.Sold, kit.Away).
			Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), nil }),
		route.Get("/away", kit.Seen.View()).Fails(kit.Away).Handle(func(*route.Call) (collection.Record, error) { return kit.Saw(), kit.Away }),
	}
	tests := []struct {
		target string
		has    []string
	}{
		{"/x/" + kit.Password, []string{`"level":"INFO"`, `"msg":"request"`, `"method":"GET","route":"/x/{name}","operation":"getXByName","request_id":"7","status":200,"duration":`,
			`"received":0,"sent":20}`}},
		{"/x/a?" + kit.Password + "=" + kit.Password, []string{`"level":"WARN"`, `"status":422`, `"problem":"invalid_request","violations":1,"codes":"unknown"}`}},
		{"/" + kit.Password, []string{`"level":"WARN"`, `"method":"GET","request_id":"7","status":404`, `"problem":"not_found"}`}},
		{"/away", []string{`"level":"ERROR"`, `"status":503`, `"problem":"away"}`}},
	}
	var logged kit.Log
	app := kit.Build(t, tenon.New("O", "1").RequestIDs().Observe(tenon.LogObserver(logged.Logger())).Add(members...))
	for _, tt := range tests {
		kit.Send(t, app, "GET", tt.target, "", "X-Request-Id: 7", "Authorization: Bearer "+kit.Password)
		if strings.Contains(logged.String(), kit.Password) {
			t.Errorf("%s: a secret is logged:\n%s", tt.target, logged.String())
		}
		logged.Has(t, tt.has...)
	}
}
