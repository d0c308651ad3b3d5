package oas_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/route"
)

func mounted(edit func(tenon.API) tenon.API) *tenon.App {
	api := tenon.New("Mounted", "1").Add(route.Get("/status", collection.NoContent()).
		Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }))
	if edit != nil {
		api = edit(api)
	}
	return api.MustBuild()
}

// servers returns the URLs of the servers of the document at a path, and whether an
// operation of the document is found at the first.
func servers(t *testing.T, h http.Handler, target string, header ...string) (urls []string) {
	t.Helper()
	s := httptest.NewServer(h)
	defer s.Close()
	r, err := http.NewRequest("GET", s.URL+target, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != 200 {
		t.Fatalf("%s: %d", target, res.StatusCode)
	}
	return serversIn(t, res.Body)
}

func serversIn(t *testing.T, r io.Reader) (urls []string) {
	t.Helper()
	var doc struct{ Servers []struct{ URL string } }
	if err := json.NewDecoder(r).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	for _, s := range doc.Servers {
		urls = append(urls, s.URL)
	}
	return urls
}

// below puts a handler below a prefix that it does not see.
func below(prefix string, h http.Handler) http.Handler {
	mux := http.NewServeMux()
	mux.Handle(prefix+"/", http.StripPrefix(prefix, h))
	return mux
}

// beside has the API at the root and its documents in a folder.
func beside(app *tenon.App) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/", app)
	mux.Handle("/docs/", oas.Handler(app))
	mux.Handle("/openapi.json", oas.Handler(app))
	return mux
}

func TestDocumentsNameThePrefixTheyAreServedBelow(t *testing.T) {
	app := mounted(nil)
	alone := http.NewServeMux()
	alone.Handle("/", app)
	alone.Handle("/docs/", http.StripPrefix("/docs", oas.Handler(app)))
	apart := http.NewServeMux()
	apart.Handle("/api/", http.StripPrefix("/api", app))
	apart.Handle("/api/docs/", http.StripPrefix("/api", oas.Handler(app)))
	for _, tt := range []struct {
		name   string
		h      http.Handler
		target string
		want   string
	}{
		{"at the root", beside(app), "/docs/openapi.json", "[]"},
		{"below a prefix", below("/api", beside(app)), "/api/docs/openapi.json", "[/api]"},
		{"below a prefix, in its first folder", below("/api", beside(app)), "/api/openapi.json", "[/api]"},
		{"below two", below("/a", below("/b-c", beside(app))), "/a/b-c/docs/openapi-3.2.json?x=/y", "[/a/b-c]"},
		{"each below its own", apart, "/api/docs/openapi.json", "[/api]"},
		{"the documents alone", alone, "/docs/openapi.json", "[]"},
		{"at the end of another path", oas.Handler(app), "/evil/openapi.json", "[]"},
		{"with a server", below("/api", beside(mounted(func(a tenon.API) tenon.API { return a.Server("/x", "") }))), "/api/docs/openapi.json", "[/x]"},
		{"with a base", below("/api", beside(mounted(func(a tenon.API) tenon.API { return a.BaseURL("https://example.com/shop/") }))),
			"/api/docs/openapi.json", "[https://example.com/shop]"},
		{"with both", beside(mounted(func(a tenon.API) tenon.API { return a.BaseURL("https://example.com").Server("/x", "") })), "/docs/openapi.json", "[/x]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := fmt.Sprint(servers(t, tt.h, tt.target)); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			forged := []string{"X-Forwarded-Prefix", "/evil", "Forwarded", "host=evil", "X-Original-URL", "/evil/docs/openapi.json", "Host", "evil"}
			if got := fmt.Sprint(servers(t, tt.h, tt.target, forged...)); got != tt.want {
				t.Errorf("with forged headers: got %s, want %s", got, tt.want)
			}
		})
	}
}

// What one client sends says nothing to the next, and what is no plain path is not
// repeated, also where a program takes off what clients choose.
func TestPrefixesAreNotTakenFromOthers(t *testing.T) {
	tenants := http.NewServeMux()
	tenants.HandleFunc("/t/{tenant}/", func(w http.ResponseWriter, r *http.Request) {
		http.StripPrefix("/t/"+r.PathValue("tenant"), beside(mounted(nil))).ServeHTTP(w, r)
	})
	app := mounted(nil)
	h := oas.Handler(app)
	shared := http.NewServeMux()
	shared.Handle("/docs/", h)
	for range 2 {
		for prefix, want := range map[string]string{"/api": "[/api]", "": "[]", "/b": "[/b]"} {
			routes := http.Handler(shared)
			if prefix != "" {
				routes = below(prefix, shared)
			}
			if got := fmt.Sprint(servers(t, routes, prefix+"/docs/openapi.json")); got != want {
				t.Errorf("below %q: got %s", prefix, got)
			}
		}
	}
	if got := fmt.Sprint(servers(t, tenants, "/t/ann/docs/openapi.json")); got != "[/t/ann]" {
		t.Errorf("got %s", got)
	}
	for _, tenant := range []string{"%7Bx%7D", "x-y_z.~1", strings.Repeat("a", 1200)} {
		got := servers(t, tenants, "/t/"+tenant+"/docs/openapi.json")
		if len(got) > 1 || len(got) == 1 && got[0] != "/t/"+tenant {
			t.Errorf("%s: got %q", tenant, got)
		}
	}
}

// A request target may be a whole URL; only its path counts (RFC 9112 §3.2.2).
func TestTargetsInAbsoluteFormNameNoHost(t *testing.T) {
	s := httptest.NewServer(below("/api", beside(mounted(nil))))
	defer s.Close()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := io.WriteString(conn, "GET http://evil.example/api/docs/openapi.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if got := fmt.Sprint(serversIn(t, res.Body)); got != "[/api]" {
		t.Errorf("got %s", got)
	}
}

// A document below a prefix has an entity tag of its own, in JSON and YAML.
func TestDocumentsBelowAPrefixAreVersionsOfTheirOwn(t *testing.T) {
	mux := http.NewServeMux()
	app := mounted(nil)
	h := oas.Handler(app)
	inner := http.NewServeMux()
	inner.Handle("/docs/", h)
	mux.Handle("/docs/", h)
	mux.Handle("/api/", http.StripPrefix("/api", inner))
	for _, name := range []string{"openapi.json", "openapi-3.1.yaml"} {
		at := ask(mux, "GET", "/docs/"+name)
		under := ask(mux, "GET", "/api/docs/"+name)
		tag := under.Header.Get("ETag")
		if tag == "" || tag == at.Header.Get("ETag") {
			t.Errorf("%s: the tags are %s and %s", name, at.Header.Get("ETag"), tag)
		}
		if res := ask(mux, "GET", "/api/docs/"+name, "If-None-Match", tag); res.StatusCode != 304 {
			t.Errorf("%s: %d", name, res.StatusCode)
		}
		if text := content(t, under); !strings.Contains(text, "/api") || strings.Contains(text, "tenon-mount") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
