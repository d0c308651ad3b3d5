package planted

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/tenon-go/tenon/collection"
)

// responseBugs are bugs of streams, of what callers may not see, and of the headers of responses.
func responseBugs() []bug {
	return []bug{
		inStore("export without the last", func(s *shelf) store {
			return exports{s, func(all []Book) []Book { return all[:max(len(all)-1, 0)] }}
		}),
		inStore("export with one twice", func(s *shelf) store {
			return exports{s, func(all []Book) []Book {
				if len(all) > 2 {
					all = append(all, all[0])
				}
				return all
			}}
		}),
		inStore("export of another state", func(s *shelf) store {
			return exports{s, func(all []Book) []Book {
				for i := range all {
					all[i].Note = nil
				}
				return all
			}}
		}),
		onResponse("export is cut", func(r *http.Request, w *response) {
			if r.URL.Path == "/books/export" && len(w.body) > 1 {
				w.body = w.body[:len(w.body)-1]
			}
		}),
		onResponse("export without a line break", func(r *http.Request, w *response) {
			if r.URL.Path == "/books/export" {
				w.body = []byte(strings.Replace(string(w.body), "}\n{", "}{", 1))
			}
		}),
		hidden("cost in a list", func(r *http.Request, w *response) {
			if list(r) {
				w.items(func(items []any) []any {
					for _, item := range items {
						item.(map[string]any)["cost"] = 1
					}
					return items
				})
			}
		}),
		hidden("cost in the response of a patch", func(r *http.Request, w *response) {
			if r.Method == http.MethodPatch && w.status == 200 {
				w.json(func(v map[string]any) { v["data"].(map[string]any)["cost"] = 1 })
			}
		}),
		hidden("cost in an export", func(r *http.Request, w *response) {
			if r.URL.Path == "/books/export" {
				w.body = []byte(strings.ReplaceAll(string(w.body), `"sold":`, `"cost":1,"sold":`))
			}
		}),
		writesCost("cost written by all"),
		onResponse("304 with a media type", func(_ *http.Request, w *response) {
			if w.status == 304 {
				w.header.Set("Content-Type", "application/json")
			}
		}),
		onResponse("304 without its tag", func(_ *http.Request, w *response) {
			if w.status == 304 {
				w.header.Del("ETag")
			}
		}),
		onResponse("304 with other caching", func(_ *http.Request, w *response) {
			if w.status == 304 {
				w.header.Set("Cache-Control", "max-age=60")
			}
		}),
		onResponse("modified in the future", func(_ *http.Request, w *response) {
			if w.header.Get("Last-Modified") != "" {
				w.header.Set("Last-Modified", time.Now().UTC().Add(time.Hour).Format(http.TimeFormat))
			}
		}),
		inVersion("modified when it was added", func(b *Book, v collection.Version) collection.Version {
			v.Modified = b.Added
			return v
		}),
		onResponse("HEAD without its links", func(r *http.Request, w *response) {
			if r.Method == http.MethodHead {
				w.header.Del("Link")
			}
		}),
		onResponse("HEAD with another tag", func(r *http.Request, w *response) {
			if r.Method == http.MethodHead && w.header.Get("ETag") != "" {
				w.header.Set("ETag", `"head"`)
			}
		}),
		onResponse("HEAD without its date", func(r *http.Request, w *response) {
			if r.Method == http.MethodHead {
				w.header.Del("Last-Modified")
			}
		}),
		onResponse("problems as JSON", func(r *http.Request, w *response) {
			if w.status == 404 {
				w.header.Set("Content-Type", "application/json")
			}
		}),
		onResponse("problems as text", func(r *http.Request, w *response) {
			if w.status == 409 {
				w.body = []byte("conflict")
			}
		}),
		onResponse("a code that nobody knows", func(r *http.Request, w *response) {
			if w.status == 404 {
				w.json(func(v map[string]any) { v["code"] = "gone_fishing" })
				w.header.Set("Content-Type", "application/problem+json; charset=utf-8")
			}
		}),
		onResponse("a problem with another status", func(r *http.Request, w *response) {
			if w.status == 422 {
				w.json(func(v map[string]any) { v["status"] = 400 })
			}
		}),
	}
}

// exports changes the books of the export.
type exports struct {
	*shelf
	wrong func([]Book) []Book
}

func (s exports) All(ctx context.Context) []Book { return s.wrong(s.shelf.All(ctx)) }

// hidden is a bug in the responses to a caller who does not see what a book has cost.
func hidden(name string, change func(r *http.Request, w *response)) bug {
	b := onResponse(name, func(r *http.Request, w *response) {
		if strings.HasSuffix(r.Header.Get("Authorization"), "house/cat") {
			change(r, w)
		}
	})
	b.callers = house
	return b
}

// writesCost lets a caller write what he does not see.
func writesCost(name string) bug {
	b := onRequest(name, func(r *http.Request) {
		if r.Method == http.MethodPatch {
			r.Header.Set("Authorization", "Bearer house/ann")
		}
	})
	b.callers = house
	return b
}
