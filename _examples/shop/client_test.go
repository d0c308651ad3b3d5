package main

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
)

// A client sends requests to a shop over HTTP. Its token allows everything except seeing the
// costs of products.
type client struct {
	testing.TB
	url   string
	store *Store // the store of the shop
	token string // "" for anonymous requests
	// unwatched does not search responses for secrets; nil for the default client.
	unwatched *http.Client
}

// newClient returns a client of the shop at the URL.
func newClient(t testing.TB, url string, store *Store) client {
	t.Helper()
	return client{t, url, store, everything(), nil}
}

// as returns the client with a token for the scopes.
func (c client) as(subject string, scopes ...string) client {
	c.Helper()
	token, err := development.issuer.Token(subject, scopes...)
	if err != nil {
		c.Fatal(err)
	}
	plant("a token", strings.Split(token, ".")[1:]...)
	c.token = token
	return c
}

// anonymous returns the client without a token.
func (c client) anonymous() client {
	c.token = ""
	return c
}

// open starts a shop with a new, seeded database.
func open(t testing.TB, name string) client {
	t.Helper()
	store := openStore(t, name)
	if err := store.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	return serving(t, store)
}

// serving starts a shop with the store.
func serving(t testing.TB, store *Store) client {
	t.Helper()
	return servingWith(t, testSettings(store))
}

func servingWith(t testing.TB, s settings) client {
	t.Helper()
	server := httptest.NewServer(routed(t, buildWith(t, s)))
	t.Cleanup(server.Close)
	return newClient(t, server.URL, s.store)
}

// build returns the API, with the same cursor key in every test.
func build(t testing.TB, store *Store) *tenon.App {
	t.Helper()
	return buildWith(t, testSettings(store))
}

func testSettings(store *Store) settings {
	return settings{
		store:   store,
		cursors: [][]byte{[]byte("the key of no shop but of its tests")},
		verify:  development.verifier.Verify,
		limits:  limits{address: 1_000_000, identity: 1_000_000},
	}
}

func buildWith(t testing.TB, s settings) *tenon.App {
	t.Helper()
	app, err := declaration(s).Use(apitest.Mutant).Build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	return app
}

// An answer is a response of the shop.
type answer struct {
	status int
	header http.Header
	text   string
	from   *url.URL
}

func (c client) ask(method, path, content string, headers ...string) answer {
	c.Helper()
	r, err := http.NewRequestWithContext(c.Context(), method, c.url+path, strings.NewReader(content))
	if err != nil {
		c.Fatal(err)
	}
	if content != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if c.token != "" {
		r.Header.Set("Authorization", "Bearer "+c.token)
	}
	for i := 0; i < len(headers); i += 2 {
		if r.Header.Set(headers[i], headers[i+1]); headers[i+1] == "" {
			r.Header.Del(headers[i])
		}
	}
	sender := http.DefaultClient
	if c.unwatched != nil {
		sender = c.unwatched
	}
	res, err := sender.Do(r)
	if err != nil {
		c.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		c.Fatal(err)
	}
	return answer{res.StatusCode, res.Header, c.withoutInstance(res.Header, string(text)), res.Request.URL}
}

// withoutInstance returns the body of a response without the request ID that every problem
// has.
func (c client) withoutInstance(h http.Header, text string) string {
	c.Helper()
	if h.Get("Content-Type") != "application/problem+json" || text == "" {
		return text
	}
	before, after, ok := strings.Cut(text, `"instance":"urn:request:`+h.Get("X-Request-Id")+`",`)
	if !ok || h.Get("X-Request-Id") == "" {
		c.Errorf("the instance of the problem is not %q\n%s", h.Get("X-Request-Id"), text)
	}
	return before + after
}

// want sends a request and fails unless the response has the status.
func (c client) want(status int, method, path, content string, headers ...string) answer {
	c.Helper()
	a := c.ask(method, path, content, headers...)
	if a.status != status {
		c.Fatalf("%s %s: %d, want %d\n%s", method, path, a.status, status, a.text)
	}
	return a
}

// data returns the data of a successful response.
func data(t testing.TB, a answer) map[string]any {
	t.Helper()
	var v struct{ Data map[string]any }
	if err := json.Unmarshal([]byte(a.text), &v); err != nil {
		t.Fatalf("%v\n%s", err, a.text)
	}
	return v.Data
}

func equal(t testing.TB, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// violations returns the codes and locations of the violations in a problem.
func violations(t testing.TB, a answer) (list []string) {
	t.Helper()
	var problem struct {
		Errors []struct{ Code, Pointer, Parameter string }
	}
	if err := json.Unmarshal([]byte(a.text), &problem); err != nil {
		t.Fatalf("%v\n%s", err, a.text)
	}
	for _, e := range problem.Errors {
		list = append(list, e.Code+" "+e.Parameter+e.Pointer)
	}
	return list
}

func length(a answer) int64 {
	n, _ := json.Number(a.header.Get("Content-Length")).Int64()
	return n
}

// A page is a page of a list of products.
type page struct {
	Data       []struct{ SKU, Status string }
	Pagination map[string]any
}

func list(t testing.TB, a answer) (p page) {
	t.Helper()
	if err := json.Unmarshal([]byte(a.text), &p); err != nil {
		t.Fatalf("%v\n%s", err, a.text)
	}
	return p
}

func (p page) skus() (all []string) {
	for _, v := range p.Data {
		all = append(all, v.SKU)
	}
	return all
}

// links returns the resolved targets of the header Link by relation.
func links(t testing.TB, a answer) map[string]string {
	t.Helper()
	targets := map[string]string{}
	for _, m := range regexp.MustCompile(`<([^>]*)>; rel="(\w+)"`).FindAllStringSubmatch(a.header.Get("Link"), -1) {
		targets[m[2]] = resolve(t, a, m[1])
	}
	return targets
}

// resolve resolves a reference in a response and returns its path.
func resolve(t testing.TB, a answer, ref string) string {
	t.Helper()
	u, err := a.from.Parse(ref)
	if err != nil {
		t.Fatal(err)
	}
	equal(t, a.from.Host, u.Host)
	return u.RequestURI()
}
