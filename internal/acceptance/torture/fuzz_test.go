package torture_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/internal/everything"
)

// checkServed sends a request and checks that the response is no 5xx and has JSON or a
// problem that is complete.
func checkServed(t *testing.T, app http.Handler, r *http.Request) {
	t.Helper()
	w := kit.Do(app, r)
	switch {
	case w.Status >= 500:
		t.Fatalf("%s %s gets %d: %s", r.Method, r.URL, w.Status, w.Body)
	case w.Status < 400:
		if w.Header.Get("Content-Type") == "application/json" && r.Method != http.MethodHead && !json.Valid([]byte(w.Body)) {
			t.Fatalf("%s %s gets what is not JSON: %s", r.Method, r.URL, w.Body)
		}
		return
	}
	if got := w.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Fatalf("%s %s gets %d as %q", r.Method, r.URL, w.Status, got)
	}
	if r.Method == http.MethodHead { // RFC 9110 §9.3.2
		if len(w.Body) > 0 {
			t.Fatalf("HEAD %s has content: %s", r.URL, w.Body)
		}
		return
	}
	var problem struct {
		Title, Code string
		Status      int
		Errors      []struct {
			Code, Detail, In, Parameter string
			Pointer                     *string
		}
	}
	if err := json.Unmarshal([]byte(w.Body), &problem); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	if problem.Status != w.Status || problem.Title == "" || problem.Code == "" || w.Status == 422 && len(problem.Errors) == 0 {
		t.Fatalf("%d with the problem %s", w.Status, w.Body)
	}
	for _, e := range problem.Errors {
		if e.Code == "" || e.Detail == "" || e.In == "" && e.Pointer == nil {
			t.Fatalf("a violation without code, detail or place: %s", w.Body)
		}
	}
	if len(w.Body) > 100<<10 {
		t.Fatalf("a problem of %d bytes", len(w.Body))
	}
}

func jsonRequest(method, target string, body []byte) *http.Request {
	r := httptest.NewRequest(method, target, bytes.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	return r
}

func FuzzBody(f *testing.F) {
	for _, row := range append(append([]hostile(nil), hostileBodies...), hostileDocuments...) {
		f.Add([]byte(row.body))
	}
	text, err := os.ReadFile("../../jsonx/testdata/json-parsing-cases.json")
	if err != nil {
		f.Fatal(err)
	}
	var cases []struct{ Base64 []byte }
	if err := json.Unmarshal(text, &cases); err != nil {
		f.Fatal(err)
	}
	for _, c := range cases {
		f.Add(c.Base64)
		f.Add([]byte(`{"data":` + string(c.Base64) + everything.OddSample[1:]))
	}
	for _, seed := range []string{
		everything.Sample, everything.OddSample, "[" + everything.Sample + "]", `{"kind":"card","number":"1234"}`,
		`{"kind":"transfer","iban":"DE","amount":1.0}`, `{"note":null,"spare":{"name":null},"labels":{"a":null}}`,
		`{"payment":null,"extra":null,"moments":["0000-01-01T00:00:00+01:00"]}`, `{"shape":{"radius":0.99999999999999999999,"x":1}}`,
	} {
		f.Add([]byte(seed))
	}
	app := kit.Build(f, everything.API())
	id := "/v1/things/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, r := range []*http.Request{
			jsonRequest("POST", "/v1/things", body), jsonRequest("PUT", id, body), jsonRequest("PATCH", id, body), jsonRequest("POST", "/v1/batches", body),
			jsonRequest("POST", "/v1/odds", body), jsonRequest("PATCH", "/v1/odds", body), jsonRequest("POST", "/v1/payments", body), jsonRequest("POST", "/v1/ping", body),
		} {
			checkServed(t, app, r)
		}
		form := jsonRequest("POST", "/v1/uploads", body)
		form.Header.Set("Content-Type", "multipart/form-data; boundary=x")
		checkServed(t, app, form)
	})
}

func FuzzQuery(f *testing.F) {
	for _, row := range append(append([]hostile(nil), hostileQueries...), hostileStyles...) {
		if _, query, ok := strings.Cut(row.target, "?"); ok {
			f.Add(query)
		}
	}
	for _, seed := range []string{
		"page=1&sizes=1&sizes=2&words=a,b&since=2026-01-02T03:04:05Z&filter[min]=1&filter%5Bword%5D=x",
		"page=1.0", "page=-0", "page=9223372036854775808", "sizes=1,2", "words=", "words=,", "filter=1", "filter[min][x]=1", "filter[]=1",
		"since=9999-12-31T23:59:59-01:00", "%", "a;b", "&&", "page=%00", "page=\xff", "=",
	} {
		f.Add(seed)
	}
	app := kit.Build(f, everything.API())
	f.Fuzz(func(t *testing.T, query string) {
		r := httptest.NewRequest("GET", "/v1/things", nil)
		r.URL.RawQuery = query
		checkServed(t, app, r)
	})
}

func FuzzPath(f *testing.F) {
	for _, row := range hostilePaths {
		path, _, _ := strings.Cut(row.target, "?")
		f.Add("GET", path)
	}
	for _, seed := range [][2]string{
		{"GET", "/v1/things"}, {"GET", "/v1/things/"}, {"GET", "//v1/things"}, {"GET", "/v1/things/018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"},
		{"OPTIONS", "/v1/things"}, {"HEAD", "/v1/odds"}, {"HEAD", "/v1/none"}, {"GET", "/v1/slugs/a%2Fb"}, {"GET", "/v1/slugs/%"}, {"GET", "/v1/slugs/..%2f.."},
		{"GET", "/v1/slugs/a/../b"}, {"DELETE", "/v1/things/x"}, {"GET", "/v1/slugs/\x00"}, {"BREW", "/v1/things"}, {"GET", "*"}, {"GET", ""},
	} {
		f.Add(seed[0], seed[1])
	}
	app := kit.Build(f, everything.API())
	f.Fuzz(func(t *testing.T, method, path string) {
		r := httptest.NewRequest("GET", "/", nil)
		r.Method = method
		u, err := url.ParseRequestURI(path)
		if err != nil {
			return // the server of net/http refuses it before the API
		}
		r.URL = u
		checkServed(t, app, r)
	})
}
