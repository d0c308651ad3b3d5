package serve_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// failingAPI has a route for every failure.
func failingAPI(logged *kit.Log) tenon.API {
	text := route.Text(prop.String("t"))
	half := func(c *route.Call) (iter.Seq2[collection.Record, error], error) {
		return func(yield func(collection.Record, error) bool) {
			if yield(kit.Saw("1"), nil) {
				kit.Panic("half of it")
			}
		}, nil
	}
	endless := func(c *route.Call) (iter.Seq2[route.Event[collection.Record], error], error) {
		return func(yield func(route.Event[collection.Record], error) bool) {
			for yield(route.Event[collection.Record]{Data: kit.Saw("1")}, nil) {
				select {
				case <-c.Context().Done():
					return
				case <-time.After(time.Millisecond):
				}
			}
		}, nil
	}
	throwing := func(http.Handler) http.Handler {
		return http.HandlerFunc(func(http.ResponseWriter, *http.Request) { kit.Panic("outside") })
	}
	waits := func(c *route.Call) (collection.Record, error) {
		<-c.Context().Done()
		return kit.Saw(), fmt.Errorf("waiting: %w", c.Context().Err())
	}
	return uploads(tenon.New("F", "1")).RequestIDs().Observe(new(kit.Quiet)).Locales(l10n.Builtin()).
		Logger(logged.Logger()).Throttle(throttle.PerHour(math.MaxInt32)).
		Add(
			kit.PanicRoute("a mistake"),
			route.Get("/throw", text).Use(throwing).Handle(func(*route.Call) (string, error) { return "", nil }),
			route.Get("/error", text).Handle(func(*route.Call) (string, error) { return "", kit.ErrStore }),
			route.Get("/wait", kit.Seen.View()).Handle(waits),
			route.Get("/late", kit.Seen.View()).Timeout(20*time.Millisecond).Handle(waits),
			route.Get("/deaf", kit.Seen.View()).Timeout(20*time.Millisecond).Handle(func(*route.Call) (collection.Record, error) {
				time.Sleep(40 * time.Millisecond)
				return kit.Saw("deaf"), nil
			}),
			route.Get("/large", route.Bytes("text/plain")).Handle(func(*route.Call) ([]byte, error) { return make([]byte, 8<<20), nil }),
			route.Get("/half", route.Lines(kit.Seen.View())).Handle(half),
			route.Get("/endless", route.Events(kit.Seen.View())).Handle(endless),
		)
}

// failure is what a client does wrong and the status that it gets; 0 is none, or an
// unfinished response.
type failure struct {
	name, request string
	status        int
	gone          bool   // the client does not wait for a response
	dawdles       bool   // it takes the beginning of one, and no more for a while
	slow          string // what of the request never comes: "header", "body"
}

const posted = " HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 9999\r\n\r\nhalf"

var faults = []failure{
	{name: "a panic of a handler", request: "GET /fail HTTP/1.1\r\nHost: a\r\n\r\n", status: 500},
	{name: "a panic of a middleware", request: "GET /throw HTTP/1.1\r\nHost: a\r\n\r\n", status: 500},
	{name: "a panic of a stream", request: "GET /half HTTP/1.1\r\nHost: a\r\n\r\n"},
	{name: "an error", request: "GET /error HTTP/1.1\r\nHost: a\r\n\r\n", status: 500},
	{name: "a client that is gone before it has sent all", request: "POST /text" + posted, gone: true},
	{name: "a client that is gone before a stream has it all", request: "POST /stream" + posted, gone: true},
	{name: "a client that is gone while a handler works", request: "GET /wait HTTP/1.1\r\nHost: a\r\n\r\n", gone: true},
	{name: "a client that is gone in the middle of its response", request: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", gone: true},
	{name: "a client that is gone from its events", request: "GET /endless HTTP/1.1\r\nHost: a\r\n\r\n", gone: true},
	{name: "a slow body", request: "POST /text" + posted, status: 408, slow: "body"},
	{name: "a slow stream", request: "POST /stream" + posted, status: 408, slow: "body"},
	{name: "a slow header", request: "GET /fail HTTP/1.1\r\nHost:", slow: "header"},
	{name: "a slow reader", request: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n", dawdles: true},
	{name: "a slow reader of events", request: "GET /endless HTTP/1.1\r\nHost: a\r\n\r\n", dawdles: true},
	{name: "a handler past its deadline", request: "GET /late HTTP/1.1\r\nHost: a\r\n\r\n", status: 503},
	{name: "a handler that does not look at it", request: "GET /deaf HTTP/1.1\r\nHost: a\r\n\r\n", status: 200},
	{name: "no request at all", request: "\x16\x03\x01\x00", gone: true},
}

// run does it.
func (f failure) run(addr string) error {
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		return err
	}
	defer conn.Close()
	_ = conn.(*net.TCPConn).SetLinger(0)
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	if _, err := io.WriteString(conn, f.request); err != nil {
		return err
	}
	switch {
	case f.gone:
		time.Sleep(5 * time.Millisecond)
		return nil
	case f.dawdles:
		if _, err := io.ReadFull(conn, make([]byte, 99)); err != nil {
			return err
		}
		time.Sleep(100 * time.Millisecond)
		return nil
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		if f.status == 0 {
			return nil
		}
		return err
	}
	defer res.Body.Close()
	content, err := io.ReadAll(res.Body)
	switch {
	case f.status == 0 && err != nil:
		return nil
	case err != nil || res.StatusCode != f.status:
		return fmt.Errorf("status %d: %w", res.StatusCode, errors.Join(err, errors.New(string(content))))
	case res.StatusCode >= 400 && (res.Header.Get("Content-Type") != "application/problem+json" || !strings.Contains(string(content), `"status":`+fmt.Sprint(f.status))):
		return fmt.Errorf("%v %s is no problem", res.Header, content)
	}
	return nil
}

// All failures at once, again and again, leave neither goroutines nor memory, and every
// failure of the server is a problem.
func TestFailuresLeaveNothing(t *testing.T) {
	logged := new(kit.Log)
	app := kit.Build(t, failingAPI(logged))
	defer app.Close()
	// Each waits for its own kind of slowness only: another, of a busy machine, must
	// not end what is no fault.
	const soon, late = 300 * time.Millisecond, 20 * time.Second
	servers := map[string]*running{
		"":       serve(t, app, tenon.ReadHeaderTimeout(late), tenon.ReadTimeout(late), tenon.WriteTimeout(late)),
		"header": serve(t, app, tenon.ReadHeaderTimeout(soon), tenon.ReadTimeout(late), tenon.WriteTimeout(late)),
		"body":   serve(t, app, tenon.ReadHeaderTimeout(late), tenon.ReadTimeout(soon), tenon.WriteTimeout(late)),
	}
	checkLeaks(t, func() {
		var all sync.WaitGroup
		for range 6 {
			for _, f := range faults {
				all.Go(func() {
					for range 4 {
						if err := f.run(servers[f.slow].addr); err != nil {
							t.Errorf("%s: %v", f.name, err)
							return
						}
					}
				})
			}
		}
		all.Wait()
		logged.Reset()
	})
	if got := servers[""].dial(t).Get(t, "/deaf"); got.Status != 200 {
		t.Errorf("after all that: %d", got.Status)
	}
}
