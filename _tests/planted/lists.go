package planted

import (
	"context"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/paginate"
)

// listBugs are bugs of pages, filters and orders.
func listBugs() []bug {
	return []bug{
		onQuery("one more than the limit", func(q map[string][]string) {
			if slices.Equal(q["limit"], []string{"2"}) {
				q["limit"] = []string{"3"}
			}
		}),
		onResponse("always more", func(r *http.Request, w *response) {
			if list(r) && w.status == http.StatusOK {
				w.json(func(v map[string]any) { v["pagination"].(map[string]any)["has_more"] = true })
			}
		}),
		onResponse("no next cursor", func(r *http.Request, w *response) {
			if list(r) && w.status == http.StatusOK {
				w.json(func(v map[string]any) { v["pagination"].(map[string]any)["next_cursor"] = "" })
			}
		}),
		onResponse("other limit", func(r *http.Request, w *response) {
			if list(r) && w.status == http.StatusOK {
				w.json(func(v map[string]any) { v["pagination"].(map[string]any)["limit"] = 10 })
			}
		}),
		inStore("total of everything", func(s *shelf) store { return totalOf{s, func(s *shelf, n int) int { return len(s.books) }} }),
		inStore("total of one less", func(s *shelf) store { return totalOf{s, func(_ *shelf, n int) int { return max(n-1, 0) }} }),
		inStore("total of a page", func(s *shelf) store { return totalOf{s, func(_ *shelf, n int) int { return min(n, 2) }} }),
		onResponse("broken link", func(r *http.Request, w *response) {
			w.header.Set("Link", strings.Replace(w.header.Get("Link"), "cursor=A", "cursor=", 1))
		}),
		onResponse("link without its filter", func(r *http.Request, w *response) {
			w.header.Set("Link", strings.ReplaceAll(w.header.Get("Link"), "title_contains=", "order_by=title&limit="))
		}),
		onResponse("link to itself as the first page", func(r *http.Request, w *response) {
			if list(r) && r.URL.Query().Get("cursor") != "" {
				w.header.Set("Link", strings.Replace(w.header.Get("Link"), `rel="first"`, `rel="x"`, 1)+`, <`+r.URL.RequestURI()+`>; rel="first"`)
			}
		}),
		onQuery("first filter alone", func(q map[string][]string) {
			if len(q["genre"]) > 0 {
				delete(q, "min_pages")
				delete(q, "title_contains")
			}
		}),
		onQuery("first of several values", func(q map[string][]string) {
			if a := q["author"]; len(a) > 0 {
				q["author"] = []string{strings.Split(a[0], ",")[0]}
			}
		}),
		onQuery("percent matches everything", func(q map[string][]string) {
			if slices.Contains(q["title_contains"], "%") {
				delete(q, "title_contains")
			}
		}),
		onQuery("underscore matches everything", func(q map[string][]string) {
			if slices.Contains(q["title_contains"], "_") {
				delete(q, "title_contains")
			}
		}),
		onQuery("quotes are lost", func(q map[string][]string) {
			if t := q["title_contains"]; len(t) > 0 && strings.Trim(t[0], "'") != "" {
				q["title_contains"] = []string{strings.ReplaceAll(t[0], "'", "")}
			}
		}),
		onQuery("filter lost in an order", func(q map[string][]string) {
			if len(q["order_by"]) > 0 {
				delete(q, "genre")
			}
		}),
		onQuery("filter lost with small pages", func(q map[string][]string) {
			if len(q["limit"]) > 0 {
				delete(q, "min_pages")
			}
		}),
		onQuery("tag ignored", func(q map[string][]string) { delete(q, "tag") }),
		onQuery("note ignored", func(q map[string][]string) { delete(q, "note_is_null") }),
		onQuery("second term lost", func(q map[string][]string) {
			if o := q["order_by"]; len(o) > 0 {
				q["order_by"] = []string{strings.Split(o[0], ",")[0]}
			}
		}),
		onQuery("descending is ascending", func(q map[string][]string) {
			if o := q["order_by"]; len(o) > 0 {
				q["order_by"] = []string{strings.TrimPrefix(o[0], "-")}
			}
		}),
		onResponse("ties in any order", func(r *http.Request, w *response) {
			if strings.Contains(r.URL.Query().Get("order_by"), "pages") {
				w.items(func(items []any) []any {
					for i := 1; i < len(items); i++ {
						a, z := items[i-1].(map[string]any), items[i].(map[string]any)
						if a["pages"] == z["pages"] && rand.IntN(2) == 0 {
							items[i-1], items[i] = z, a
						}
					}
					return items
				})
			}
		}),
		onQuery("newest first by default", func(q map[string][]string) {
			if len(q["order_by"]) == 0 && len(q["cursor"]) == 0 {
				q["order_by"] = []string{"-added_at"}
			}
		}),
		inStore("skips in descending order", func(s *shelf) store { return skipsDescending{s} }),
		inStore("emoji are lost in searches", func(s *shelf) store { return losesEmoji{s} }),
	}
}

// totalOf has another total.
type totalOf struct {
	*shelf
	total func(*shelf, int) int
}

func (s totalOf) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	page, err := s.shelf.List(ctx, q)
	page.Total = s.total(s.shelf, page.Total)
	return page, err
}

// skipsDescending skips a book at the beginning of each page but the first, if the newest books are first.
type skipsDescending struct{ *shelf }

func (s skipsDescending) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	page, err := s.shelf.List(ctx, q)
	if _, later := q.Position(); later && q.Order()[0].Descending() && len(page.Items) > 1 {
		page.Items = page.Items[1:]
	}
	return page, err
}

// losesEmoji finds no title with a character of four bytes.
type losesEmoji struct{ *shelf }

func (s losesEmoji) List(ctx context.Context, q paginate.Query) (paginate.Result[Book], error) {
	page, err := s.shelf.List(ctx, q)
	if part, ok := paginate.Contains(title).Lookup(q); ok && strings.ContainsFunc(part, func(r rune) bool { return r > 0xffff }) {
		page.Items, page.More = nil, false
	}
	return page, err
}
