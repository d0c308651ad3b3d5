package planted

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
)

// protocolBugs are bugs of what HTTP and the document say of every exchange.
func protocolBugs() []bug {
	return []bug{
		onResponse("401 without a challenge", func(_ *http.Request, w *response) {
			if w.status == 401 {
				w.header.Del("WWW-Authenticate")
			}
		}),
		onResponse("405 without its methods", func(_ *http.Request, w *response) {
			if w.status == 405 {
				w.header.Del("Allow")
			}
		}),
		onRequest("other methods are GET", func(r *http.Request) {
			if r.Method == http.MethodPut && r.URL.Path == "/books" {
				r.Method = http.MethodGet
			}
		}),
		onRequest("every body is JSON", func(r *http.Request) {
			if r.Method == http.MethodPost {
				r.Header.Set("Content-Type", "application/json")
			}
		}),
		onResponse("lists for every cache", func(r *http.Request, w *response) {
			if list(r) && w.status == 200 {
				w.header.Set("Cache-Control", "public, max-age=60")
				w.header.Del("Vary")
			}
		}),
		onResponse("202 of a create", func(_ *http.Request, w *response) {
			if w.status == 201 {
				w.status = 202
			}
		}),
		onResponse("created without its place", func(_ *http.Request, w *response) {
			if w.status == 201 {
				w.header.Del("Location")
			}
		}),
		onResponse("first violation alone", func(_ *http.Request, w *response) {
			if w.status == 422 {
				w.json(func(v map[string]any) {
					if all, ok := v["errors"].([]any); ok {
						v["errors"] = all[:1]
					}
				})
			}
		}),
		onResponse("a problem with its query", func(r *http.Request, w *response) {
			if w.status == 422 || w.status == 400 {
				w.json(func(v map[string]any) { v["detail"] = "Of " + r.URL.RawQuery })
			}
		}),
		onQuery("other parameters are dropped", func(q map[string][]string) {
			for name := range q {
				if !declared.MatchString(name) {
					delete(q, name)
				}
			}
		}),
		onRequest("nothing is cached by clients", func(r *http.Request) { r.Header.Del("If-None-Match") }),
		onRequest("no version is the current one", func(r *http.Request) {
			if r.Header.Get("If-Match") != "" {
				r.Header.Set("If-Match", `"another"`)
			}
		}),
		onResponse("an endless walk", func(r *http.Request, w *response) {
			if cursor := r.URL.Query().Get("cursor"); list(r) && cursor != "" && !strings.Contains(w.header.Get("Link"), `rel="next"`) {
				w.header.Add("Link", "<"+r.URL.RequestURI()+`>; rel="next"`)
				w.json(func(v map[string]any) {
					page := v["pagination"].(map[string]any)
					page["has_more"], page["next_cursor"] = true, cursor
				})
			}
		}),
		onResponse("one entity twice", func(r *http.Request, w *response) {
			if list(r) {
				w.items(func(items []any) []any {
					if len(items) > 2 {
						items[len(items)-1] = items[0]
					}
					return items
				})
			}
		}),
		onResponse("another key after a patch", func(r *http.Request, w *response) {
			if r.Method == http.MethodPatch && w.status == 200 {
				w.json(func(v map[string]any) { v["data"].(map[string]any)["id"] = "018f3c1e-7c1a-7b9e-8f57-999999999999" })
			}
		}),
		rejectedCount("rejected requests count"),
		onRequest("guesses from any address", func(r *http.Request) {
			if _, err := authenticate(strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")); err != nil {
				r.RemoteAddr = fmt.Sprintf("192.0.2.%d:443", rand.IntN(256))
			}
		}),
		inStore("creates replace", func(s *shelf) store { return createsReplace{s} }),
		onRequest("keys of all callers", func(r *http.Request) {
			if r.Header.Get("Idempotency-Key") != "" && r.Header.Get("Authorization") == "Bearer bob" {
				r.Header.Set("Authorization", "Bearer ann")
			}
		}),
	}
}

// declared matches the names of the parameters of the list.
var declared = regexp.MustCompile(`^(limit|cursor|order_by|total|genre|pages_\w+|title_contains|price_is_null|note_is_null|author|tag)$`)

// rejectedCount makes clients wait longer after each request that is rejected.
func rejectedCount(name string) bug {
	var rejected atomic.Int64
	return onResponse(name, func(_ *http.Request, w *response) {
		if w.status == 429 {
			w.header.Set("Retry-After", strconv.FormatInt(1+rejected.Add(1)%1000, 10))
		}
	})
}

// createsReplace replaces the first book by each that is created.
type createsReplace struct{ *shelf }

func (s createsReplace) Create(ctx context.Context, b Book) (Book, error) {
	b, err := s.shelf.Create(ctx, b)
	if all := s.All(ctx); err == nil && len(all) > 1 {
		_, _ = s.Delete(ctx, all[0].ID, func(*Book) error { return nil })
		_, err = s.change(ctx, "create", b.ID, func(b *Book) error {
			b.ID = all[0].ID
			return nil
		})
		b.ID = all[0].ID
	}
	return b, err
}
