package docs_test

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/docs"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func build(t *testing.T, api tenon.API) *tenon.App {
	t.Helper()
	app, err := api.Add(route.Health("/health")).Build()
	if err != nil {
		t.Fatal(err)
	}
	return app
}

func pageOf(t *testing.T, api tenon.API, opts ...docs.Option) http.Handler {
	t.Helper()
	page, err := docs.Page(build(t, api), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return page
}

func ask(t *testing.T, h http.Handler, method, path string, header ...string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result(), w.Body.String()
}

func TestFilesOfThePage(t *testing.T) {
	page := pageOf(t, tenon.New("Shop", "1"))
	for path, mediaType := range map[string]string{
		"/":                          "text/html; charset=utf-8",
		"/docs/":                     "text/html; charset=utf-8",
		"/docs/page.css":             "text/css; charset=utf-8",
		"/docs/contrast.css":         "text/css; charset=utf-8",
		"/docs/page.js":              "text/javascript; charset=utf-8",
		"/docs/document.js":          "text/javascript; charset=utf-8",
		"/docs/labels.js":            "text/javascript; charset=utf-8",
		"/docs/plugin.js":            "text/javascript; charset=utf-8",
		"/docs/samples.js":           "text/javascript; charset=utf-8",
		"/docs/swagger-ui.css":       "text/css; charset=utf-8",
		"/docs/swagger-ui-bundle.js": "text/javascript; charset=utf-8",
		"/docs/favicon-32x32.png":    "image/png",
		"/docs/oauth2-redirect.html": "text/html; charset=utf-8",
		"/docs/oauth2-redirect.js":   "text/javascript; charset=utf-8",
		"/docs/openapi.json":         "application/openapi+json",
		"/docs/openapi-3.1.yaml":     "application/openapi+yaml",
	} {
		got, text := ask(t, page, "GET", path)
		if got.StatusCode != 200 || got.Header.Get("Content-Type") != mediaType || text == "" {
			t.Errorf("GET %s: %d %v, %d bytes", path, got.StatusCode, got.Header, len(text))
		}
		etag := got.Header.Get("ETag")
		if again, text := ask(t, page, "GET", path, "If-None-Match", etag); again.StatusCode != 304 || text != "" {
			t.Errorf("GET %s with %s: %d", path, etag, again.StatusCode)
		}
		if head, text := ask(t, page, "HEAD", path); head.StatusCode != 200 || text != "" || head.Header.Get("ETag") != etag {
			t.Errorf("HEAD %s: %d", path, head.StatusCode)
		}
	}
}

func TestEverythingElseIsAProblem(t *testing.T) {
	page := pageOf(t, tenon.New("Shop", "1"))
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"GET", "/docs", 404}, // relative links would lead astray
		{"GET", "/docs/index.html", 404},
		{"GET", "/docs/swagger-ui-bundle.js.gz", 404},
		{"GET", "/docs/static", 404},
		{"POST", "/docs/", 405},
		{"DELETE", "/docs/page.js", 405},
		{"POST", "/docs/openapi.json", 405},
	} {
		got, _ := ask(t, page, c.method, c.path)
		if got.StatusCode != c.status || got.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s: %d %v", c.method, c.path, got.StatusCode, got.Header)
		}
		if allow := got.Header.Get("Allow"); (allow == "GET, HEAD") != (c.status == 405) {
			t.Errorf("%s %s: Allow is %q", c.method, c.path, allow)
		}
	}
}

func TestFilesGoOutCompressedToWhoTakesThat(t *testing.T) {
	page := pageOf(t, tenon.New("Shop", "1"))
	const path = "/swagger-ui-bundle.js"
	plain, want := ask(t, page, "GET", path)
	for accept, zipped := range map[string]bool{
		"gzip":                    true,
		"deflate, GZIP;q=0.001":   true,
		"br , gzip ; q = 1":       true,
		"gzip;q=0":                false,
		"gzip;q=0.000, deflate":   false,
		"br":                      false,
		"*":                       false,
		"identity, x-gzip;q=0.25": false,
	} {
		got, text := ask(t, page, "GET", path, "Accept-Encoding", accept)
		if got.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: Vary is %q", accept, got.Header.Get("Vary"))
		}
		if !zipped {
			if got.Header.Get("Content-Encoding") != "" || text != want {
				t.Errorf("%s: the coding is %q", accept, got.Header.Get("Content-Encoding"))
			}
			continue
		}
		if got.Header.Get("Content-Encoding") != "gzip" || got.Header.Get("ETag") == plain.Header.Get("ETag") || len(text) > len(want)/3 {
			t.Errorf("%s: %v, %d bytes", accept, got.Header, len(text))
			continue
		}
		r, err := gzip.NewReader(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r); err != nil || string(b) != want {
			t.Errorf("%s: it unpacks to something else: %v", accept, err)
		}
	}
}

func TestThePageHasNoScriptWithin(t *testing.T) {
	const evil = `"><script>alert(1)</script>`
	page := pageOf(t, tenon.New(evil, "1"), docs.Client(evil, "read", "write"), docs.Version(oas.V31))
	for _, path := range []string{"/", "/oauth2-redirect.html"} {
		got, text := ask(t, page, "GET", path)
		for _, found := range regexp.MustCompile(`<script[^>]*>[^<]*`).FindAllString(text, -1) {
			if !regexp.MustCompile(`^<script src="[a-z0-9-]+\.js" (defer|type="module")>$`).MatchString(found) {
				t.Errorf("%s has %s", path, found)
			}
		}
		for _, forbidden := range []string{"<style", " style=", " onload=", "://", "alert(1)<"} {
			if strings.Contains(text, forbidden) {
				t.Errorf("%s has %s", path, forbidden)
			}
		}
		for name, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got.Header.Get(name) != want {
				t.Errorf("%s: %s is %q", path, name, got.Header.Get(name))
			}
		}
	}
	_, text := ask(t, page, "GET", "/")
	for _, want := range []string{
		"<title>&#34;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</title>", `data-client="&#34;&gt;`, `data-scopes="read write"`, `data-document="openapi-3.1.json"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

func TestThePageShowsADocumentThatIsServed(t *testing.T) {
	for _, v := range oas.Versions() {
		page := pageOf(t, tenon.New("Shop", "1"), docs.Version(v))
		_, text := ask(t, page, "GET", "/")
		short := regexp.MustCompile(`data-version="([^"]+)"`).FindStringSubmatch(text)[1]
		name := regexp.MustCompile(`data-document="([^"]+)">` + regexp.QuoteMeta(short) + `<`).FindStringSubmatch(text)[1]
		if got, text := ask(t, page, "GET", "/"+name); got.StatusCode != 200 || !strings.Contains(text, v.String()) {
			t.Errorf("%v: %s is %d", v, name, got.StatusCode)
		}
	}
}

func TestThePageServesOtherAssets(t *testing.T) {
	dist := fstest.MapFS{
		"swagger-ui.css":       {Data: []byte("/* another */")},
		"swagger-ui-bundle.js": {Data: []byte("// another")},
		"favicon-32x32.png":    {Data: []byte("png")},
	}
	page := pageOf(t, tenon.New("Shop", "1"), docs.Assets(dist))
	for name, want := range dist {
		if got, text := ask(t, page, "GET", "/docs/"+name); got.StatusCode != 200 || text != string(want.Data) {
			t.Errorf("%s: %d %q", name, got.StatusCode, text)
		}
	}
	got, text := ask(t, page, "GET", "/swagger-ui-bundle.js", "Accept-Encoding", "gzip")
	r, err := gzip.NewReader(strings.NewReader(text))
	if err != nil || got.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%v, %v", got.Header, err)
	}
	if b, err := io.ReadAll(r); err != nil || string(b) != "// another" {
		t.Errorf("%q, %v", b, err)
	}
}

// The examples of request bodies are in the documents of the page.
func TestThePageHasExamples(t *testing.T) {
	sizes := collection.New("Size", prop.Int("width").Min(20))
	resize := route.Post("/resize", sizes.Create(), collection.NoContent()).
		Handle(func(*route.Call, collection.Record) (none collection.Empty, err error) { return none, nil })
	_, text := ask(t, pageOf(t, tenon.New("Shop", "1").Add(resize)), "GET", "/openapi.json")
	if want := regexp.MustCompile(`"example": \{\s*"width": 20\s*\}`); !want.MatchString(text) {
		t.Errorf("no example in %s", text)
	}
}

func TestThePageMayTalkToWhatTheAPIDeclares(t *testing.T) {
	verify := func(context.Context, string) (authn.Identity, error) { return authn.New("ali"), nil }
	base := tenon.New("Shop", "1")
	for _, c := range []struct {
		what string
		api  tenon.API
		opts []docs.Option
		want string
	}{
		{"nothing", base, nil, "'self'"},
		{"a relative server", base.Server("/v1", ""), nil, "'self'"},
		{"servers", base.Server("https://b.example.com/v1", "").Server("http://a.example.com:8080", "").Server("https://b.example.com/v2", ""), nil,
			"'self' http://a.example.com:8080 https://b.example.com"},
		{"who hands out tokens, but not who asks people", base.Authenticate(authn.OAuth2("o", verify,
			authn.AuthorizationCode("https://login.example.com/a", "https://id.example.com/t").Refresh("https://re.example.com/r"))), nil,
			"'self' https://id.example.com https://re.example.com"},
		{"a provider", base.Authenticate(authn.OpenIDConnect("o", "https://id.example.com/.well-known/openid-configuration", verify)), nil,
			"'self' https://id.example.com"},
		{"what is said", base, []docs.Option{docs.Connect("https://t.example.com", "https://*.example.org"), docs.Connect("http://localhost:9000")},
			"'self' http://localhost:9000 https://*.example.org https://t.example.com"},
	} {
		got, _ := ask(t, pageOf(t, c.api, c.opts...), "GET", "/")
		_, rest, _ := strings.Cut(got.Header.Get("Content-Security-Policy"), "connect-src ")
		if sources, _, _ := strings.Cut(rest, ";"); sources != c.want {
			t.Errorf("%s: %s, want %s", c.what, sources, c.want)
		}
	}
}

func TestOptionsThatCannotBeFollowedAreErrors(t *testing.T) {
	app := build(t, tenon.New("Shop", "1"))
	for _, c := range []struct {
		opt  docs.Option
		want string
	}{
		{docs.Connect("example.com"), `Connect("example.com")`},
		{docs.Connect("https://a.example.com/path"), "is not a URL such as https://api.example.com"},
		{docs.Connect("https://a.example.com; script-src *"), "is not a URL such as"},
		{docs.Connect("https://"), "is not a URL such as"},
		{docs.Connect("'unsafe-inline'"), "is not a URL such as"},
		{docs.Connect("ftp://a.example.com"), "is not a URL such as"},
		{docs.Version(99), "99"},
		{docs.Assets(fstest.MapFS{"swagger-ui.css": {}}), "swagger-ui-bundle.js"},
	} {
		if _, err := docs.Page(app, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// The page, its files and its documents stand below a prefix that the program takes
// off, and what readers try there has it too.
func TestThePageStandsBelowAPrefix(t *testing.T) {
	app := build(t, tenon.New("Library", "1"))
	page, err := docs.Page(app)
	if err != nil {
		t.Fatal(err)
	}
	routes := http.NewServeMux()
	routes.Handle("/", app)
	routes.Handle("/docs/", page)
	mux := http.NewServeMux()
	mux.Handle("/api/", http.StripPrefix("/api", routes))
	for path, want := range map[string]string{
		"/api/docs/":             `data-document="openapi.json"`,
		"/api/docs/openapi.json": `"url": "/api"`,
		"/api/docs/page.js":      "document",
		"/api/health":            "ok",
	} {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d without %s", path, w.Code, want)
		}
	}
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/api/docs/", nil))
	if strings.Contains(w.Body.String(), `="/`) {
		t.Error("the page names a path from the root")
	}
}
