package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"bench/shop"

	"github.com/google/go-cmp/cmp"
)

// ask sends the request of a case.
func ask(h http.Handler, c shop.Case) *httptest.ResponseRecorder {
	r := httptest.NewRequest(c.Method, c.Target, bytes.NewReader(c.Body))
	if c.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// value decodes JSON and normalizes times.
func value(t *testing.T, text []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return spelled(v)
}

func spelled(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			if text, ok := member.(string); ok && name == "released" {
				if at, err := time.Parse(time.RFC3339, text); err == nil {
					member = at.UTC().Format(time.RFC3339)
				}
			}
			v[name] = spelled(member)
		}
	case []any:
		for i := range v {
			v[i] = spelled(v[i])
		}
	}
	return v
}

// All stacks send the same responses, which makes the measurements comparable.
func TestStacksSendSameResponses(t *testing.T) {
	for _, s := range stacks() {
		for _, c := range append(shop.Measured(), shop.Refused()...) {
			h := s.serves(c)
			if h == nil {
				continue // not supported by this stack
			}
			t.Run(s.slug()+"/"+c.Name, func(t *testing.T) {
				for range 2 { // the second time with used pools
					w := ask(h, c)
					if c.Status == 0 && (w.Code < 400 || w.Code > 499) || c.Status != 0 && w.Code != c.Status {
						t.Fatalf("%d %s", w.Code, w.Body)
					}
					if c.Answer == "" {
						continue
					}
					if d := cmp.Diff(value(t, []byte(c.Answer)), value(t, w.Body.Bytes())); d != "" {
						t.Error(d)
					}
				}
			})
		}
	}
}

// A replay gets the same response as a request.
func TestReplayGetsSameResponse(t *testing.T) {
	for _, s := range stacks() {
		for _, c := range shop.Measured() {
			h := s.serves(c)
			if h == nil {
				continue
			}
			want := ask(h, c)
			r := newReplay(h, c)
			for range 3 {
				r.answer.n = 0
				if got := r.serve(); got != want.Code || r.answer.n != want.Body.Len() {
					t.Errorf("%s, %s: %d with %d bytes, not %d with %d", s.name, c.Name, got, r.answer.n, want.Code, want.Body.Len())
				}
			}
		}
	}
}

// The library and the stacks by hand reject input that some peers accept or report
// only in part.
func TestLibraryAndFloorsAreStrict(t *testing.T) {
	for _, s := range stacks() {
		if !s.hand && s.name != ours {
			continue
		}
		h := s.shop()
		for _, c := range shop.Strict() {
			if w := ask(h, c); w.Code != 400 && w.Code != 422 {
				t.Errorf("%s, %s: %d", s.name, c.Name, w.Code)
			}
		}
		c := shop.Measured()[3]
		w := ask(h, c)
		at, err := shop.Violations(w.Body.Bytes())
		if slices.Sort(at); err != nil || w.Code != 422 || !slices.Equal(at, slices.Sorted(slices.Values(shop.Violated))) {
			t.Errorf("%s: %d %v %v", s.name, w.Code, at, err)
		}
	}
}

// The limit sends the same bytes as the library, which makes it a limit.
func TestLimitSendsSameBytes(t *testing.T) {
	at := map[string]http.Handler{}
	for _, s := range stacks() {
		if s.name == ours || s.name == limed {
			at[s.name] = s.shop()
		}
	}
	for _, c := range slices.Concat(shop.Measured(), shop.Refused(), shop.Strict()) {
		if c.Routes > 0 {
			continue
		}
		want, got := ask(at[ours], c), ask(at[limed], c)
		if want.Code == 400 && got.Code == 400 { // the details of syntax errors may differ
			continue
		}
		if want.Code != got.Code || want.Body.String() != got.Body.String() {
			t.Errorf("%s: %d %s\nnot %d %s", c.Name, got.Code, got.Body, want.Code, want.Body)
		}
		if d := cmp.Diff(want.Header(), got.Header()); d != "" {
			t.Errorf("%s: %s", c.Name, d)
		}
	}
}
