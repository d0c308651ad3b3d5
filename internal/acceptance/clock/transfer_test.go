package clock_test

import (
	"bytes"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// size of a body: twice the window of a client of HTTP/2.
const size = 8 << 20

// exchanges is an observer that keeps what it is notified of.
type exchanges chan tenon.Exchange

func (c exchanges) Observe(_ context.Context, e tenon.Exchange) { c <- e }

// transfers has a route for each way to send and receive much.
func transfers() tenon.API {
	echo := func(n int) (collection.Record, error) { return kit.Saw(fmt.Sprint(n)), nil }
	form := collection.New("Upload", prop.String("a")).Create()
	octets := route.Bytes("application/octet-stream")
	return tenon.New("T", "1").Limits(route.Limits{Body: size}).Add(
		route.Get("/download", route.Download("application/octet-stream")).
			Handle(func(*route.Call) (route.File, error) { return route.FileOf(make([]byte, size)), nil }),
		route.Get("/bytes", octets).Handle(func(*route.Call) ([]byte, error) { return make([]byte, size), nil }),
		route.Get("/lines", route.Lines(kit.Seen.View())).Handle(func(c *route.Call) (iter.Seq2[collection.Record, error], error) {
			return func(yield func(collection.Record, error) bool) {
				for range 5 {
					if !yield(kit.Saw(strings.Repeat("x", size/5)), nil) {
						return
					}
					time.Sleep(50 * time.Second) // a query
				}
			}, nil
		}),
		route.Post("/stream", route.Stream("text/plain"), kit.Seen.View()).Handle(func(_ *route.Call, r io.Reader) (collection.Record, error) {
			n := 0
			for b := make([]byte, 512); ; time.Sleep(32 * time.Second) { // a slow disk
				k, err := r.Read(b)
				n += k
				if err == io.EOF {
					return echo(n)
				}
				if err != nil {
					return collection.Record{}, err
				}
			}
		}),
		route.Post("/octets", octets, kit.Seen.View()).Handle(func(_ *route.Call, b []byte) (collection.Record, error) { return echo(len(b)) }),
		route.Post("/text", route.Text(prop.String("t")), kit.Seen.View()).Handle(func(_ *route.Call, s string) (collection.Record, error) { return echo(len(s)) }),
		route.Post("/json", form, kit.Seen.View()).Handle(func(_ *route.Call, r collection.Record) (collection.Record, error) { return echo(1) }),
		route.Post("/form", route.Form(form), kit.Seen.View()).Handle(func(_ *route.Call, r collection.Record) (collection.Record, error) { return echo(1) }),
		route.Post("/multipart", route.Multipart(form), kit.Seen.View()).Handle(func(_ *route.Call, r collection.Record) (collection.Record, error) { return echo(1) }),
	)
}

// serveBoth runs a test with both versions of HTTP.
func serveBoth(t *testing.T, test func(t *testing.T, version int, base string, c *http.Client, seen exchanges)) {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	for _, version := range []int{1, 2} {
		t.Run(fmt.Sprint("HTTP/", version), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var options []tenon.ServeOption
				base := "http://localhost"
				if version == 2 {
					base, options = "https://localhost", append(options, tenon.TLS(&tls.Config{Certificates: server.TLS.Certificates}))
				}
				seen := make(exchanges, 1)
				c, stop := serve(t, transfers().Logger(new(kit.Log).Logger()).Observe(seen), options...)
				test(t, version, base, c, seen)
				time.Sleep(11 * time.Minute) // bodies that stand still end
				c.CloseIdleConnections()
				_ = stop()
			})
		})
	}
}

// With the defaults of Serve, for minutes.
func TestATransferThatMovesIsNotCutOff(t *testing.T) {
	serveBoth(t, func(t *testing.T, version int, base string, c *http.Client, seen exchanges) {
		for _, path := range []string{"/download", "/bytes", "/lines"} {
			begin := time.Now()
			res, err := c.Get(base + path)
			if err != nil || res.ProtoMajor != version {
				t.Fatal(res, err)
			}
			n := int64(0)
			for k := int64(0); err == nil; n += k {
				time.Sleep(5 * time.Second)
				k, err = io.CopyN(io.Discard, res.Body, 256<<10)
			}
			res.Body.Close()
			if e := <-seen; err != io.EOF || n < size || e.Aborted || time.Since(begin) < 2*time.Minute {
				t.Errorf("%s: %d bytes and %v after %v; %+v", path, n, err, time.Since(begin), e)
			}
		}
		for path, mediaType := range uploads {
			begin := time.Now()
			r, _ := http.NewRequestWithContext(t.Context(), "POST", base+path, &slowly{parts: partsOf(path)})
			r.Header.Set("Content-Type", mediaType)
			res, err := c.Do(r)
			if err != nil {
				t.Errorf("%s: %v after %v", path, err, time.Since(begin))
				<-seen
				continue
			}
			text, _ := io.ReadAll(res.Body)
			res.Body.Close()
			if e := <-seen; res.StatusCode != 201 || e.Aborted || time.Since(begin) < 2*time.Minute {
				t.Errorf("%s: %d %s after %v; %+v", path, res.StatusCode, text, time.Since(begin), e)
			}
		}
	})
}

// After as long as Serve says.
func TestATransferThatStandsStillIsCutOff(t *testing.T) {
	serveBoth(t, func(t *testing.T, version int, base string, c *http.Client, seen exchanges) {
		for _, path := range []string{"/download", "/bytes"} {
			begin := time.Now()
			res, err := c.Get(base + path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.CopyN(io.Discard, res.Body, 1<<20); err != nil {
				t.Error(err)
			}
			e := <-seen
			res.Body.Close()
			if took := time.Since(begin); !e.Aborted || took < 59*time.Second || took > 61*time.Second {
				t.Errorf("%s: %+v after %v", path, e, took)
			}
		}
		for path, mediaType := range uploads {
			r, _ := http.NewRequestWithContext(t.Context(), "POST", base+path, &slowly{parts: partsOf(path)[:3], stall: true})
			r.Header.Set("Content-Type", mediaType)
			res, err := c.Do(r)
			if err != nil {
				t.Errorf("%s: %v", path, err)
				<-seen
				continue
			}
			res.Body.Close()
			// Three parts, each after 20 seconds; the handler of the stream takes its time, too.
			if e := <-seen; res.StatusCode != 408 || e.Total < 89*time.Second || e.Total > 160*time.Second {
				t.Errorf("%s: %d; %+v", path, res.StatusCode, e)
			}
		}
	})
}

var uploads = map[string]string{
	"/stream": "text/plain", "/octets": "application/octet-stream", "/text": "text/plain", "/json": "application/json",
	"/form": "application/x-www-form-urlencoded", "/multipart": "multipart/form-data; boundary=x",
}

// partsOf returns a valid body for a path in parts.
func partsOf(path string) (parts [][]byte) {
	before, after := "", ""
	switch path {
	case "/json":
		before, after = `{"a":"`, `"}`
	case "/form":
		before = "a="
	case "/multipart":
		before, after = "--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n", "\r\n--x--\r\n"
	}
	parts = append(parts, []byte(before+"x"))
	for range 8 {
		parts = append(parts, bytes.Repeat([]byte("x"), 100))
	}
	return append(parts, []byte("x"+after))
}

// slowly reads parts, each after 20 seconds.
type slowly struct {
	parts [][]byte
	stall bool // at the end
}

func (s *slowly) Read(p []byte) (int, error) {
	time.Sleep(20 * time.Second)
	if len(s.parts) == 0 {
		if s.stall {
			time.Sleep(10 * time.Minute)
		}
		return 0, io.EOF
	}
	n := copy(p, s.parts[0])
	s.parts = s.parts[1:]
	return n, nil
}
