package main

import (
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
)

var hrefs = regexp.MustCompile(`href="([^"]+)"`)

// The page links to the documentation, and no link is dead.
func TestHomeLinksToTheDocumentation(t *testing.T) {
	s := openStore(t, memory)
	if err := s.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	router := routed(t, build(t, s))
	send := func(method, path string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		router.ServeHTTP(w, httptest.NewRequest(method, path, nil))
		return w
	}
	home := send("GET", "/")
	equal(t, 200, home.Code)
	equal(t, "text/html; charset=utf-8", home.Header().Get("Content-Type"))
	equal(t, "nosniff", home.Header().Get("X-Content-Type-Options"))
	equal(t, "default-src 'none'; frame-ancestors 'none'", home.Header().Get("Content-Security-Policy"))
	links := hrefs.FindAllStringSubmatch(home.Body.String(), -1)
	if len(links) < 5 {
		t.Fatalf("the page has %d links", len(links))
	}
	for _, l := range links {
		if a := send("GET", "/"+strings.ReplaceAll(l[1], "&amp;", "&")); a.Code != 200 {
			t.Errorf("%s: %d", l[1], a.Code)
		}
	}

	page := send("GET", "/docs/")
	if policy := page.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "script-src") {
		t.Errorf("the documentation may not run its scripts: %s", policy)
	}
	for _, path := range []string{"/docs/openapi.json", "/docs/swagger-ui.css"} {
		equal(t, 200, send("GET", path).Code)
	}
	equal(t, "/docs/", send("GET", "/docs").Header().Get("Location"))
	equal(t, 404, send("GET", "/docs/nothing").Code)
	equal(t, 405, send("POST", "/").Code)
	equal(t, "application/problem+json", send("GET", "/nothing").Header().Get("Content-Type"))
}
