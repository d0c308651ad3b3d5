package calls_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// Reading an input that the route does not declare panics. The text names the property and
// the route.
func TestAnUndeclaredInputPanics(t *testing.T) {
	stray := prop.Int("stray")
	header := prop.String("X-Stray")
	tests := []struct {
		name string
		use  func(c *route.Call)
		text string
	}{
		{"Get", func(c *route.Call) { stray.Get(c) }, `tenon: property "stray" is not declared by GET /v1/x/{label}; declare it with Query, Header, Cookie, Path or ResponseHeader`},
		{"Lookup", func(c *route.Call) { stray.Lookup(c) }, `tenon: property "stray" is not declared by GET /v1/x/{label}; declare it with Query, Header, Cookie, Path or ResponseHeader`},
		{"a renamed one", func(c *route.Call) { kit.InCount.As("n").Get(c) }, `tenon: property "n" is not declared by GET /v1/x/{label}; declare it with Query, Header, Cookie, Path or ResponseHeader`},
		{"Set", func(c *route.Call) { header.Set(c, "x") }, `tenon: property "X-Stray" is not declared by GET /v1/x/{label}; declare it with Query, Header, Cookie, Path or ResponseHeader`},
		{"Set of an input", func(c *route.Call) { kit.InCount.Set(c, 1) }, `tenon: property "count" is not declared by GET /v1/x/{label}; declare it with Query, Header, Cookie, Path or ResponseHeader`},
		{"a derived one is the same", func(c *route.Call) { kit.InCount.Max(3).Describe("d").Get(c) }, "<nil>"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			text := "the handler was not called"
			get := route.Get("/x/{label}", kit.Seen.View()).Path(kit.InPath).Query(kit.InCount).
				Handle(func(c *route.Call) (collection.Record, error) {
					defer func() { text = fmt.Sprint(recover()) }()
					tt.use(c)
					return kit.Saw(), nil
				})
			kit.Build(t, tenon.New("C", "1").Logger(slog.New(slog.DiscardHandler)).Group("/v1", get)).
				ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/v1/x/a", nil))
			if text != tt.text {
				t.Errorf("%s\nwant %s", text, tt.text)
			}
		})
	}
}

// A call has the operation ID, the request, its context, and reports which inputs were sent.
func TestACallDescribesItsRequest(t *testing.T) {
	type key struct{}
	limit := prop.Int("limit").Default(20)
	get := route.Get("/x", kit.Seen.View()).ID("look").Query(limit, kit.InCount).
		Handle(func(c *route.Call) (collection.Record, error) {
			n, given := limit.Lookup(c)
			_, counted := kit.InCount.Lookup(c)
			c.Header().Set("Cache-Control", "no-cache")
			return kit.Saw(fmt.Sprintf("%s %s %s, limit %d %t, count %d %t",
				c.ID(), c.Request().Method, c.Context().Value(key{}), n, given, kit.InCount.Get(c), counted)), nil
		})
	app := kit.Build(t, tenon.New("C", "1").Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, "kept")))
		})
	}).Add(get))
	for query, want := range map[string]string{
		"":                 "look GET kept, limit 20 false, count 0 false",
		"limit=20&count=0": "look GET kept, limit 20 true, count 0 true",
	} {
		w := kit.Send(t, app, "GET", "/x?"+query, "")
		if got := w.Body; got != `{"data":{"seen":"`+want+`"}}` {
			t.Errorf("%q: %s", query, got)
		}
		if w.Header.Get("Cache-Control") != "no-cache" {
			t.Errorf("%q: header %v", query, w.Header)
		}
	}
}

// Calls are pooled, and reset whatever became of the request before.
func TestCallsAreResetForTheNextRequest(t *testing.T) {
	app := kit.BuildGadgets(t)
	send := func(r *http.Request) (int, string) {
		w := kit.Do(app, r)
		return w.Status, w.Body
	}
	before := map[string]func() *http.Request{
		"every input":     kit.EveryInput,
		"every violation": func() *http.Request { return httptest.NewRequest("GET", "/inputs?"+kit.Numbered(150, "&u%d=1"), nil) },
		"every input wrong": func() *http.Request {
			return httptest.NewRequest("GET", "/inputs?count=x&ids=x,y&tags=a&tags=a&range[x]=1&state=x", nil)
		},
		"half of a query": func() *http.Request {
			return httptest.NewRequest("GET", "/inputs?count=1&ids=1,2&range[min]=1&text=%25z%", nil)
		},
		"not acceptable": func() *http.Request {
			r := kit.EveryInput()
			r.Header.Set("Accept", "text/xml")
			return r
		},
	}
	for name, request := range before {
		for range 3 {
			send(request())
			if code, body := send(httptest.NewRequest("GET", "/inputs", nil)); code != 200 || body != `{"data":{"seen":""}}` {
				t.Errorf("after %s: %d %s", name, code, body)
			}
		}
	}
	whole := kit.GadgetWith("labels", `{"a":"b"},"note":"n","parts":[{"name":"a"},{"name":"b","count":7}],"size":{"width":9,"height":9},`+
		`"grade":"C","active":false,"stock":5,"views":6,"hash":7,"email":"b@example.com"`)
	posted := func(body string) (int, string) {
		r := httptest.NewRequest("POST", "/gadgets", strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		return send(r)
	}
	least := kit.GadgetWith("name", `"n"`)
	_, fresh := posted(least)
	for _, body := range []string{whole, whole[:len(whole)-1], strings.Replace(whole, `"C"`, `"D"`, 1), `[]`, ``} {
		posted(body)
		if _, again := posted(least); again != fresh {
			t.Errorf("after %s:\n%s, want\n%s", body, again, fresh)
		}
	}
}

// Get returns the zero value of an absent input, also if the request before had it; the
// status and the headers of a response are reset too.
func TestAnAbsentInputIsZero(t *testing.T) {
	etag := prop.String("ETag").Optional()
	get := route.Get("/y", kit.Seen.View()).Query(kit.InCount, kit.InText, kit.InTags, kit.InDay).Header(kit.InKinds).Cookie(kit.InTheme).
		ResponseHeader(etag).Also(202, "Later.").
		Handle(func(c *route.Call) (collection.Record, error) {
			if kit.InCount.Get(c) == 1 {
				etag.Set(c, "v1")
				c.Status(202)
			}
			return kit.Saw(fmt.Sprintf("%d %q %q %t %q %q %q", kit.InCount.Get(c), kit.InText.Get(c), kit.InTags.Get(c), kit.InDay.Get(c).IsZero(),
				kit.InKinds.Get(c), kit.InTheme.Get(c), etag.Get(c))), nil
		})
	app := kit.Build(t, tenon.New("C", "1").Add(get))
	full := kit.EveryInput()
	full.URL.Path, full.URL.RawQuery = "/y", "count=1&text=x&tags=a&day=2026-01-02"
	for range 5 {
		w := kit.Do(app, full)
		if want := `{"data":{"seen":"1 \"x\" [\"a\"] false [\"new\" \"old\"] \"dark\" \"v1\""}}`; w.Body != want || w.Header.Get("ETag") != "v1" || w.Status != 202 {
			t.Errorf("%d %v %s", w.Status, w.Header, w.Body)
		}
		w = kit.Send(t, app, "GET", "/y", "")
		if want := `{"data":{"seen":"0 \"\" [] true [] \"\" \"\""}}`; w.Body != want || len(w.Header.Values("ETag")) > 0 || w.Status != 200 {
			t.Errorf("%d %v %s", w.Status, w.Header, w.Body)
		}
	}
}

func TestConcurrentCallsAreSeparate(t *testing.T) {
	app := kit.BuildGadgets(t)
	var wg sync.WaitGroup
	for worker := range 16 {
		wg.Go(func() {
			for i := range 200 {
				n := worker*1000 + i
				r := httptest.NewRequest("GET", fmt.Sprintf("/inputs?count=%d&text=t%d&ids=%d,%d", n, n, n, n+1), nil)
				want := fmt.Sprintf(`{"data":{"seen":"count=%d text=t%d ids=[%d %d]"}}`, n, n, n, n+1)
				switch i % 4 {
				case 1:
					r = httptest.NewRequest("GET", fmt.Sprintf("/inputs?u%d=1", n), nil)
					want = fmt.Sprintf(`"parameter":"u%d"}]}`, n)
				case 2:
					r = httptest.NewRequest("POST", "/gadgets", strings.NewReader(kit.GadgetWith("note", fmt.Sprintf(`"n%d"`, n))))
					r.Header.Set("Content-Type", "application/json")
					want = fmt.Sprintf(`"note":"n%d"}}`, n)
				case 3:
					r = httptest.NewRequest("GET", "/inputs", nil)
					want = `{"data":{"seen":""}}`
				}
				w := kit.Do(app, r)
				if !strings.HasSuffix(w.Body, want) {
					t.Errorf("got %s, want %s", w.Body, want)
					return
				}
			}
		})
	}
	wg.Wait()
}
