package oas_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/tree"
)

func ask(h http.Handler, method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Add(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func content(t *testing.T, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestHandlerServesEachDocument(t *testing.T) {
	h := oas.Handler(shop())
	for _, test := range []struct {
		path, mediaType string
		v               oas.Version
		write           func(*tenon.App, oas.Version, ...oas.Option) ([]byte, error)
	}{
		{"/openapi.json", "application/openapi+json", oas.V30, oas.JSON},
		{"/openapi.yaml", "application/openapi+yaml", oas.V30, oas.YAML},
		{"/openapi-3.1.json", "application/openapi+json", oas.V31, oas.JSON},
		{"/below/any/prefix/openapi-3.1.yaml", "application/openapi+yaml", oas.V31, oas.YAML},
	} {
		want, err := test.write(shop(), test.v)
		if err != nil {
			t.Fatal(err)
		}
		for _, method := range []string{"GET", "HEAD"} {
			r := ask(h, method, test.path)
			got := content(t, r)
			if r.StatusCode != 200 || r.Header.Get("Content-Type") != test.mediaType ||
				r.Header.Get("Content-Length") != strconv.Itoa(len(want)) ||
				r.Header.Get("X-Content-Type-Options") != "nosniff" || r.Header.Get("ETag") == "" {
				t.Errorf("%s %s: %d %v", method, test.path, r.StatusCode, r.Header)
			}
			if method == "GET" && got != string(want) || method == "HEAD" && got != "" {
				t.Errorf("%s %s: the content is not the document", method, test.path)
			}
		}
	}
}

func TestHandlerAnswers304ToTheTagItGave(t *testing.T) {
	h := oas.Handler(shop())
	etag := ask(h, "GET", "/openapi.json").Header.Get("ETag")
	for _, test := range []struct {
		header []string
		want   int
	}{
		{[]string{"If-None-Match", etag}, 304},
		{[]string{"If-None-Match", "W/" + etag}, 304},
		{[]string{"If-None-Match", `"a,b", ` + etag}, 304},
		{[]string{"If-None-Match", `"a"`, "If-None-Match", etag}, 304},
		{[]string{"If-None-Match", "*"}, 304},
		{[]string{"If-None-Match", `"a"`}, 200},
		{[]string{"If-None-Match", etag[1 : len(etag)-1]}, 200},
		{[]string{"If-None-Match", ""}, 200},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			r := ask(h, method, "/openapi.json", test.header...)
			if r.StatusCode != test.want || r.Header.Get("ETag") != etag {
				t.Errorf("%s with %q: got %d and %s, want %d", method, test.header, r.StatusCode, r.Header.Get("ETag"), test.want)
			}
			if test.want == 304 && (content(t, r) != "" || r.Header.Get("Content-Type") != "" || r.Header.Get("Content-Length") != "") {
				t.Errorf("%s with %q: a 304 describes content: %v", method, test.header, r.Header)
			}
		}
	}
	if other := ask(h, "GET", "/openapi.yaml").Header.Get("ETag"); other == etag {
		t.Error("two documents have one tag")
	}
}

func TestHandlerRefusesWithProblems(t *testing.T) {
	h := oas.Handler(shop())
	for _, test := range []struct {
		method, path string
		status       int
		code, allow  string
	}{
		{"GET", "/", 404, "not_found", ""},
		{"GET", "/openapi.json/", 404, "not_found", ""},
		{"GET", "/xopenapi.json", 404, "not_found", ""},
		{"POST", "/openapi", 404, "not_found", ""},
		{"POST", "/openapi.json", 405, "method_not_allowed", "GET, HEAD"},
		{"OPTIONS", "/openapi-3.1.yaml", 405, "method_not_allowed", "GET, HEAD"},
	} {
		r := ask(h, test.method, test.path)
		var problem struct {
			Status int
			Code   string
		}
		if err := json.Unmarshal([]byte(content(t, r)), &problem); err != nil {
			t.Fatal(err)
		}
		if r.StatusCode != test.status || problem.Status != test.status || problem.Code != test.code ||
			r.Header.Get("Allow") != test.allow || r.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s %s: got %d %+v %v", test.method, test.path, r.StatusCode, problem, r.Header)
		}
	}
}

func TestHandlerHidesWhyADocumentCannotBeMade(t *testing.T) {
	h := oas.Handler(serving(&tree.Operation{Method: "BREW"}))
	for range 2 {
		r := ask(h, "GET", "/openapi.json")
		const want = `{"title":"Internal Server Error","status":500,"detail":"The server failed to answer the request.","code":"internal_error"}`
		if got := content(t, r); r.StatusCode != 500 || got != want || r.Header.Get("ETag") != "" {
			t.Errorf("got %d %s %v", r.StatusCode, got, r.Header)
		}
	}
}

func TestHandlerMakesADocumentOnce(t *testing.T) {
	var reads atomic.Int32 // of the only example
	p := &tree.Prop{ID: new(tree.ID), Name: "p", Type: tree.Boolean{}, Examples: []tree.Sample{{Value: true}}}
	p.Write = func(tree.Sample, tree.Mode) ([]byte, error) {
		reads.Add(1)
		return []byte("true"), nil
	}
	h := oas.Handler(serving(taking(p, tree.Create)))
	if n := reads.Load(); n != 0 {
		t.Errorf("read %d times before anybody asked", n)
	}
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() { ask(h, "GET", "/openapi.json") })
	}
	all.Wait()
	if n := reads.Load(); n != 1 {
		t.Errorf("read %d times, want once", n)
	}
}
