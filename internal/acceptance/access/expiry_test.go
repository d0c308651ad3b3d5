package access_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"iter"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// expiring is a scheme for tokens that state how long they are valid.
var expiring = authn.Bearer("brief", func(_ context.Context, token string) (authn.Identity, error) {
	d, err := time.ParseDuration(token)
	if err != nil {
		return authn.New("ann"), nil // for ever
	}
	return authn.New("ann").Expires(time.Now().Add(d)), nil
})

// endless is a sequence without end. It looks at its context only if obeys is true.
func endless[F any](c *route.Call, obeys bool, frame func() F) iter.Seq2[F, error] {
	return func(yield func(F, error) bool) {
		for range 1000 {
			if obeys {
				select {
				case <-c.Context().Done():
					return
				case <-time.After(100 * time.Millisecond):
				}
			} else {
				time.Sleep(100 * time.Millisecond)
			}
			if !yield(frame(), nil) {
				return
			}
		}
	}
}

func expiringAPI() tenon.API {
	wait := func(c *route.Call, err error) (string, error) {
		select {
		case <-c.Context().Done():
			if err == nil {
				err = c.Context().Err()
			}
			return "", err
		case <-time.After(time.Hour):
			return "done", nil
		}
	}
	event := func() route.Event[kit.Thing] { return route.Event[kit.Thing]{Data: kit.Thing{ID: "x"}} }
	line := func() kit.Thing { return kit.Thing{ID: "x"} }
	return tenon.New("Test", "1").Authenticate(expiring).Logger(slog.New(slog.DiscardHandler)).Add(
		route.Get("/now", kit.SubjectText).Handle(kit.ServeSubject),
		route.Get("/public", kit.SubjectText).Public().Handle(kit.ServeSubject),
		route.Get("/wait", kit.SubjectText).Handle(func(c *route.Call) (string, error) { return wait(c, nil) }),
		route.Get("/short", kit.SubjectText).Timeout(time.Second).Handle(func(c *route.Call) (string, error) { return wait(c, nil) }),
		route.Get("/below", kit.SubjectText).Handle(func(c *route.Call) (string, error) {
			ctx, cancel := context.WithTimeout(c.Context(), time.Minute)
			defer cancel()
			<-ctx.Done()
			return "", ctx.Err()
		}),
		route.Get("/anyway", kit.SubjectText).Handle(func(c *route.Call) (string, error) {
			time.Sleep(3 * time.Second)
			return "done", nil
		}),
		route.Get("/own", kit.SubjectText).Handle(func(c *route.Call) (string, error) { return wait(c, errors.New("a mistake")) }),
		route.Get("/events", route.Events(kit.Things.View())).Handle(func(c *route.Call) (iter.Seq2[route.Event[kit.Thing], error], error) {
			return endless(c, true, event), nil
		}),
		route.Get("/deaf", route.Events(kit.Things.View())).Handle(func(c *route.Call) (iter.Seq2[route.Event[kit.Thing], error], error) {
			return endless(c, false, event), nil
		}),
		route.Get("/lines", route.Lines(kit.Things.View())).Handle(func(c *route.Call) (iter.Seq2[kit.Thing, error], error) {
			return endless(c, false, line), nil
		}),
	)
}

func TestIdentitiesExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		app := kit.Build(t, expiringAPI())
		for _, tt := range []struct {
			path, token string
			status      int
			took        time.Duration
			want        string
		}{
			{"/now", "1s", 200, 0, "ann"},
			{"/now", "0s", 401, 0, "The credentials have expired."},
			{"/now", "-1s", 401, 0, "invalid_credentials"},
			{"/public", "-1s", 401, 0, "invalid_credentials"},
			{"/wait", "2s", 401, 2 * time.Second, "The credentials have expired."},
			{"/below", "2s", 401, 2 * time.Second, "The credentials have expired."},
			{"/below", "2m", 500, time.Minute, "internal_error"},
			{"/wait", "forever", 200, time.Hour, "done"},
			{"/short", "2s", 503, time.Second, "timeout"},
			{"/short", "500ms", 401, 500 * time.Millisecond, "invalid_credentials"},
			{"/anyway", "2s", 200, 3 * time.Second, "done"},
			{"/own", "2s", 500, 2 * time.Second, "internal_error"},
		} {
			start := time.Now()
			w := kit.Send(t, app, "GET", tt.path, "", "Authorization: Bearer "+tt.token)
			if took := time.Since(start); w.Status != tt.status || took != tt.took || !strings.Contains(w.Body, tt.want) {
				t.Errorf("%s for %s: %d %s after %s", tt.path, tt.token, w.Status, w.Body, took)
			}
			if challenge := w.Header.Get("WWW-Authenticate"); (w.Status == 401) != (challenge == `Bearer realm="api", error="invalid_token", error_description="The credentials have expired."`) {
				t.Errorf("%s for %s: challenge %s", tt.path, tt.token, challenge)
			}
		}
	})
}

// A stream ends when the credentials expire, also if its sequence ignores the context.
func TestStreamsEndWhenTheIdentityExpires(t *testing.T) {
	server := kit.Listen(t, kit.Build(t, expiringAPI()))
	for path, broken := range map[string]bool{"/events": false, "/deaf": false, "/lines": true} {
		req, _ := http.NewRequestWithContext(t.Context(), "GET", server.URL+path, nil)
		req.Header.Set("Authorization", "Bearer 1s")
		start := time.Now()
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		items := 0
		in := bufio.NewScanner(res.Body)
		for in.Scan() {
			if in.Text() == "" || strings.HasPrefix(in.Text(), ":") {
				continue
			}
			if items++; time.Since(start) > 30*time.Second {
				t.Fatalf("%s: it goes on", path)
			}
		}
		res.Body.Close()
		if err := in.Err(); res.StatusCode != 200 || items == 0 || items > 10 || broken != errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%s: %d, %d items, %v", path, res.StatusCode, items, err)
		}
	}
}
