package main

import (
	"slices"
	"strings"
	"testing"
)

func TestListedOriginsMayCall(t *testing.T) {
	s := testSettings(openStore(t, memory))
	s.origins = []string{"https://shop.example"}
	c := servingWith(t, s)
	if err := c.store.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	a := c.want(200, "GET", first, "", "Origin", "https://shop.example")
	equal(t, "https://shop.example", a.header.Get("Access-Control-Allow-Origin"))
	exposed := strings.Split(a.header.Get("Access-Control-Expose-Headers"), ", ")
	for _, name := range []string{"ETag", "X-RateLimit-Remaining", "X-Request-Id"} {
		if !slices.ContainsFunc(exposed, func(s string) bool { return strings.EqualFold(s, name) }) {
			t.Errorf("%s is not among %q", name, exposed)
		}
	}
	equal(t, "", c.want(200, "GET", first, "", "Origin", "https://evil.example").header.Get("Access-Control-Allow-Origin"))

	// A preflight has no credentials.
	a = c.anonymous().want(204, "OPTIONS", first, "", "Origin", "https://shop.example", "Access-Control-Request-Method", "PATCH",
		"Access-Control-Request-Headers", "authorization,content-type,if-match")
	allowed := strings.ToLower(a.header.Get("Access-Control-Allow-Headers"))
	for _, name := range []string{"authorization", "x-api-key", "content-type", "if-match"} {
		if !strings.Contains(allowed, name) {
			t.Errorf("%s is not in %q", name, allowed)
		}
	}
	equal(t, "3600", a.header.Get("Access-Control-Max-Age"))
}

// No browser renders a response of the API as a page.
func TestNoResponseIsAPage(t *testing.T) {
	c := open(t, memory)
	asPNG, _ := pictures(t)
	c.putPhoto(204, first, "photo", "image/png", asPNG)
	for path, status := range map[string]int{first: 200, absent: 404, "/nothing": 404, "/openapi.json": 200, first + "/photo": 200} {
		a := c.want(status, "GET", path, "")
		equal(t, "nosniff", a.header.Get("X-Content-Type-Options"))
		equal(t, "default-src 'none'; frame-ancestors 'none'", a.header.Get("Content-Security-Policy"))
		want := "same-origin"
		if strings.HasSuffix(path, "/photo") {
			want = "cross-origin" // embeddable
		}
		equal(t, want, a.header.Get("Cross-Origin-Resource-Policy"))
	}
}
