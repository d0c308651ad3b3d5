package headers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

// Successes and problems, with and without content.
func TestSecurityHeadersAreOnEveryResponse(t *testing.T) {
	usual := http.Header{
		"X-Content-Type-Options": {"nosniff"}, "Content-Security-Policy": {"default-src 'none'; frame-ancestors 'none'"},
		"Referrer-Policy": {"no-referrer"}, "Cross-Origin-Resource-Policy": {"same-origin"},
	}
	own := http.Header{
		"X-Content-Type-Options": {"nosniff"}, "Content-Security-Policy": {"sandbox"}, "Cross-Origin-Resource-Policy": {"cross-origin"},
		"Strict-Transport-Security": {"max-age=31536000; includeSubDomains; preload"},
	}
	tests := []struct {
		name string
		s    tenon.HeaderPolicy
		want http.Header
	}{
		{"the usual", tenon.HeaderPolicy{}, usual},
		{"one's own", tenon.HeaderPolicy{ContentSecurityPolicy: "sandbox", ReferrerPolicy: "-", CrossOriginResourcePolicy: "cross-origin",
			HSTSMaxAge: 365 * 24 * time.Hour, IncludeSubDomains: true, Preload: true}, own},
	}
	names := []string{"X-Content-Type-Options", "Content-Security-Policy", "Referrer-Policy", "Cross-Origin-Resource-Policy", "Strict-Transport-Security"}
	gone := route.Delete("/gone", collection.NoContent()).Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil })
	away := route.Get("/away", route.Redirect(303)).Handle(func(*route.Call) (route.Location, error) { return "/fine", nil })
	for _, tt := range tests {
		server, _ := kit.Start(t, tenon.New("S", "1").SecurityHeaders(tt.s), gone, away, kit.PanicRoute("x"))
		for request, status := range map[string]int{
			"GET /fine": 200, "HEAD /fine": 200, "DELETE /gone": 204, "OPTIONS /fine": 204, "GET /away": 303, "GET /nothing": 404,
			"PUT /fine": 405, "GET /fine?x=1": 422, "GET /fail": 500,
		} {
			method, _, _ := strings.Cut(request, " ")
			got := server.Exchange(t, method, fmt.Appendf(nil, "%s HTTP/1.1\r\nHost: a\r\n\r\n", request))
			for _, n := range names {
				if values := got.Header.Values(n); got.Status != status || strings.Join(values, "|") != strings.Join(tt.want[n], "|") {
					t.Errorf("%s, %s: %d %s: %q", tt.name, request, got.Status, n, values)
				}
			}
		}
	}
}

// A handler replaces the headers of its response, not those of others.
func TestAHandlerReplacesSecurityHeaders(t *testing.T) {
	get := route.Get("/x", kit.Seen.View()).Handle(func(c *route.Call) (collection.Record, error) {
		c.Header().Set("Referrer-Policy", "origin")
		c.Header().Add("Content-Security-Policy", "sandbox")
		return kit.Saw(), nil
	})
	server, _ := kit.Start(t, tenon.New("S", "1").SecurityHeaders(tenon.HeaderPolicy{}), get)
	conn := server.Dial(t)
	if h := conn.Get(t, "/x").Header; h.Get("Referrer-Policy") != "origin" || len(h.Values("Content-Security-Policy")) != 2 {
		t.Errorf("%v", h)
	}
	if h := conn.Get(t, "/fine").Header; h.Get("Referrer-Policy") != "no-referrer" || len(h.Values("Content-Security-Policy")) != 1 {
		t.Errorf("the next response: %v", h)
	}
}

func TestSecurityHeadersHaveFaults(t *testing.T) {
	tests := []struct {
		s    tenon.HeaderPolicy
		want string
	}{
		{tenon.HeaderPolicy{ReferrerPolicy: "a\r\nb"}, `SecurityHeaders: "a\r\nb" is not a valid header value`},
		{tenon.HeaderPolicy{HSTSMaxAge: -time.Hour}, "SecurityHeaders: an HSTSMaxAge of -1h0m0s is not in whole seconds"},
		{tenon.HeaderPolicy{HSTSMaxAge: time.Millisecond}, "SecurityHeaders: an HSTSMaxAge of 1ms is not in whole seconds"},
		{tenon.HeaderPolicy{Preload: true}, "SecurityHeaders: IncludeSubDomains and Preload need HSTSMaxAge"},
	}
	for _, tt := range tests {
		kit.CheckFault(t, tt.want, kit.API(route.Health("/x")).SecurityHeaders(tt.s), tt.want)
	}
}
