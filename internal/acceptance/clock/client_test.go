package clock_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// silent returns a client of a server that sends a text and then nothing more.
func silent(t *testing.T, text string) client.Client {
	return client.New("http://localhost").HTTP(&http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			go func() {
				_, _ = http.ReadRequest(bufio.NewReader(there))
				_, _ = io.WriteString(there, text)
				_, _ = there.Read(make([]byte, 1)) // until the client goes
				there.Close()
			}()
			return here, nil
		},
	}})
}

// Without a deadline of the caller.
func TestACallOfASilentServerEnds(t *testing.T) {
	get := route.Get("/", kit.Seen.View())
	lines := route.Get("/", route.Lines(kit.Seen.View()))
	for name, text := range map[string]string{
		"at all":    "",
		"in a body": "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{",
		"in a 500":  "HTTP/1.1 500 No\r\nContent-Type: application/problem+json\r\nContent-Length: 99\r\n\r\n{",
		"in a page": "HTTP/1.1 500 No\r\nContent-Type: text/html\r\nContent-Length: 99\r\n\r\n<",
	} {
		synctest.Test(t, func(t *testing.T) {
			begin := time.Now()
			_, err := get.Call(context.Background(), silent(t, text))
			if took := time.Since(begin); !errors.Is(err, context.DeadlineExceeded) || took != time.Minute {
				t.Errorf("%s: %v after %v", name, err, took)
			}
			if text == "" {
				begin := time.Now()
				_, err := lines.Call(context.Background(), silent(t, text))
				if took := time.Since(begin); !errors.Is(err, context.DeadlineExceeded) || took != time.Minute {
					t.Errorf("%s, lines: %v after %v", name, err, took)
				}
			}
			begin = time.Now()
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
			defer cancel()
			_, err = get.Call(ctx, silent(t, text))
			if took := time.Since(begin); !errors.Is(err, context.DeadlineExceeded) || took != 5*time.Minute {
				t.Errorf("%s, with a deadline: %v after %v", name, err, took)
			}
		})
	}
}

// Streams may take any time, in both directions.
func TestStreamsOfAClientHaveNoDeadline(t *testing.T) {
	lines := route.Get("/lines", route.Lines(kit.Seen.View()))
	upload := route.Post("/upload", route.Stream("text/plain"), kit.Seen.View())
	synctest.Test(t, func(t *testing.T) {
		h, stop := serve(t, tenon.New("S", "1").Add(
			lines.Handle(func(*route.Call) (iter.Seq2[collection.Record, error], error) {
				return func(yield func(collection.Record, error) bool) {
					for range 5 {
						time.Sleep(50 * time.Second)
						if !yield(kit.Saw("x"), nil) {
							return
						}
					}
				}, nil
			}),
			upload.Handle(func(_ *route.Call, r io.Reader) (collection.Record, error) {
				_, err := io.Copy(io.Discard, r)
				return kit.Saw("x"), err
			}),
		), tenon.ReadTimeout(0))
		c := client.New("http://localhost").HTTP(h)
		items, err := lines.Call(context.Background(), c)
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
		if n != 5 {
			t.Errorf("%d lines", n)
		}
		if _, err := upload.Call(context.Background(), c, &slowly{parts: partsOf("")}); err != nil {
			t.Error(err)
		}
		_ = stop()
	})
}
