package limits_test

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// Serve on a Unix socket, with a proxy in front that names its clients.
func TestClientsBehindAUnixSocketHaveLimitsOfTheirOwn(t *testing.T) {
	for _, proxy := range []string{"unix", "127.0.0.1", "::1", "10.0.0.0/8"} {
		limit := throttle.PerHour(1).TrustedProxies(proxy)
		seen := ""
		app := kit.Build(t, tenon.New("S", "1").Throttle(limit).ClientAddress(limit.Address).Add(
			route.Get("/x", kit.Seen.View()).Handle(func(c *route.Call) (collection.Record, error) { return kit.Saw("x"), nil })))
		mux := http.NewServeMux()
		mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { seen = limit.Address(r); app.ServeHTTP(w, r) })
		socket := filepath.Join(t.TempDir(), "s")
		l, err := net.Listen("unix", socket)
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- tenon.Serve(ctx, "", mux, tenon.Listener(l)) }()
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true, DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, "unix", socket)
		}}}
		for i, address := range []string{"203.0.113.1", "203.0.113.2", "203.0.113.1"} {
			r, _ := http.NewRequestWithContext(t.Context(), "GET", "http://localhost/x", nil)
			r.Header.Set("X-Forwarded-For", "192.0.2.200, "+address)
			res, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, res.Body)
			res.Body.Close()
			want, at := []int{200, 200, 429}[i], address
			if proxy == "10.0.0.0/8" { // which the socket is not
				want, at = []int{200, 429, 429}[i], ""
			}
			if got := fmt.Sprint(res.StatusCode, " ", seen); got != fmt.Sprint(want, " ", at) {
				t.Errorf("%s trusted, client %d: %s", proxy, i, got)
			}
		}
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
