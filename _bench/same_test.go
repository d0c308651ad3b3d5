package main

import (
	"bytes"
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"testing"

	more "bench/more/cases"
	"bench/shop"
	"bench/stacks"

	"github.com/google/go-cmp/cmp"
)

// ask sends the request of a case.
func ask(h http.Handler, c shop.Case) *httptest.ResponseRecorder {
	r := httptest.NewRequest(c.Method, c.Target, bytes.NewReader(c.Body))
	if c.Body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Accept", "application/json")
	if c.Keyed {
		r.Header.Set("Idempotency-Key", rand.Text())
	}
	for name, value := range c.Header {
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// All stacks send the same responses, which makes the measurements comparable.
func TestStacksSendSameResponses(t *testing.T) {
	for _, s := range stacks.All() {
		for _, c := range slices.Concat(shop.Measured(), shop.Refused(), more.Measured()) {
			h := s.Serves(c)
			if h == nil {
				continue // not supported by this stack
			}
			t.Run(s.Slug()+"/"+c.Name, func(t *testing.T) {
				for range 2 { // the second time with used pools
					w := ask(h, c)
					if c.Status == 0 && (w.Code < 400 || w.Code > 499) || c.Status != 0 && w.Code != c.Status {
						t.Fatalf("%d %s", w.Code, w.Body)
					}
					if c.Answer == "" {
						continue
					}
					want, got := shop.Comparable([]byte(c.Answer)), shop.Comparable(w.Body.Bytes())
					if !reflect.DeepEqual(want, got) { // which takes less time than a difference of trees
						t.Errorf("%.2000s\nnot %.2000s", w.Body, c.Answer)
					}
				}
			})
		}
	}
}

// A replay gets the same response as a request.
func TestReplayGetsSameResponse(t *testing.T) {
	for _, s := range stacks.All() {
		for _, c := range shop.Measured() {
			h := s.Serves(c)
			if h == nil {
				continue
			}
			want := ask(h, c)
			r := newReplay(h, c, 0)
			for range 3 {
				r.answer.n = 0
				if got := r.serve(); got != want.Code || r.answer.n != want.Body.Len() {
					t.Errorf("%s, %s: %d with %d bytes, not %d with %d", s.Name, c.Name, got, r.answer.n, want.Code, want.Body.Len())
				}
			}
		}
	}
}

// The library and the stacks by hand reject input that some peers accept or report
// only in part.
func TestLibraryAndFloorsAreStrict(t *testing.T) {
	for _, s := range stacks.All() {
		if !s.Hand && s.Name != stacks.Ours {
			continue
		}
		h := s.Shop()
		for _, c := range shop.Strict() {
			if w := ask(h, c); w.Code != 400 && w.Code != 422 {
				t.Errorf("%s, %s: %d", s.Name, c.Name, w.Code)
			}
		}
		c := shop.Measured()[3]
		w := ask(h, c)
		at, err := shop.Violations(w.Body.Bytes())
		if slices.Sort(at); err != nil || w.Code != 422 || !slices.Equal(at, slices.Sorted(slices.Values(shop.Violated))) {
			t.Errorf("%s: %d %v %v", s.Name, w.Code, at, err)
		}
	}
}

// The limit sends the same bytes as the library, which makes it a limit.
func TestLimitSendsSameBytes(t *testing.T) {
	for _, c := range slices.Concat(shop.Measured(), shop.Refused(), shop.Strict(), more.Measured(), more.Refused()) {
		if c.Routes > 0 {
			continue
		}
		var want, got *httptest.ResponseRecorder
		for _, s := range stacks.All() {
			switch s.Name {
			case stacks.Ours:
				want = ask(s.Serves(c), c)
			case stacks.Limit:
				got = ask(s.Serves(c), c)
			}
		}
		for _, w := range []*httptest.ResponseRecorder{want, got} {
			w.Header().Del("X-Ratelimit-Reset") // the second may have changed
		}
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
