package main

import (
	"cmp"
	"slices"
	"strings"
	"testing"
)

// seeded returns the sorted SKUs of the seeded products for which keep returns true.
func seeded(keep func(Product) bool, compare func(a, b Product) int) (skus []string) {
	var all []Product
	for i := range seeds {
		if p := seed(i); keep(p) {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, compare)
	for _, p := range all {
		skus = append(skus, p.SKU)
	}
	return skus
}

func every(Product) bool { return true }

func byAge(a, b Product) int   { return a.Created.Compare(b.Created) }
func byName(a, b Product) int  { return cmp.Or(strings.Compare(a.Name, b.Name), byAge(a, b)) }
func byPrice(a, b Product) int { return cmp.Or(cmp.Compare(a.Price, b.Price), byAge(a, b)) }

// dearest is not the reverse of byPrice: among equals, the oldest is first.
func dearest(a, b Product) int { return cmp.Or(cmp.Compare(b.Price, a.Price), byAge(a, b)) }

var lists = []struct {
	query   string
	keep    func(Product) bool
	compare func(a, b Product) int
}{
	{"", every, byAge},
	{"order_by=name", every, byName},
	{"order_by=+name", every, byName}, // a plus sign is a space in a query
	{"order_by=%2Bname", every, byName},
	{"order_by=%20name", every, byName},
	{"order_by=price", every, byPrice},
	{"order_by=-price", every, dearest},
	{"order_by=-created_at", every, func(a, b Product) int { return byAge(b, a) }},
	{"order_by=-name,price", every, func(a, b Product) int {
		return cmp.Or(strings.Compare(b.Name, a.Name), byPrice(a, b))
	}},
	{"status=draft", func(p Product) bool { return p.Status == Draft }, byAge},
	{"status=draft,retired&order_by=-price", func(p Product) bool { return p.Status != Active }, dearest},
	{"min_price=15000&max_price=15867", func(p Product) bool { return p.Price >= 15000 && p.Price <= 15867 }, byAge},
	{"min_price=100000000", func(Product) bool { return false }, byAge},
	{"tag=wireless&order_by=name", func(p Product) bool { return slices.Contains(p.Tags, "wireless") }, byName},
	{"tag=usb-c&status=retired", func(p Product) bool { return slices.Contains(p.Tags, "usb-c") && p.Status == Retired }, byAge},
	{"tag=nobody-has-this", func(Product) bool { return false }, byAge},
	{"name_contains=board", func(p Product) bool { return strings.Contains(p.Name, "board") }, byAge},
	{"name_contains=BOARD", func(Product) bool { return false }, byAge},
	{"name_contains=%25", func(Product) bool { return false }, byAge}, // not a wildcard
	{"note_is_null=false&order_by=price", func(p Product) bool { return p.Note != nil }, byPrice},
	{"note_is_null=true&limit=7", func(p Product) bool { return p.Note == nil }, byAge},
}

func TestEveryProductIsOnOnePage(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		for _, tt := range lists {
			t.Run(tt.query, func(t *testing.T) {
				want := seeded(tt.keep, tt.compare)
				forward, last := c.walk("/v1/products?"+tt.query, "next")
				equal(t, want, slices.Concat(forward...))

				// Backwards, the pages have other boundaries, counted from the end.
				equal(t, len(want) > 0, last["last"] != "")
				if len(want) == 0 {
					return
				}
				backward, ends := c.walk(last["last"], "prev")
				slices.Reverse(backward)
				equal(t, want, slices.Concat(backward...))
				equal(t, forward[0], list(t, c.want(200, "GET", ends["first"], "")).skus())
			})
		}
	})
}

// walk follows a relation to the end, and returns the products of each page and the links of
// the last one.
func (c client) walk(path, rel string) (pages [][]string, end map[string]string) {
	c.Helper()
	for path != "" {
		if len(pages) > seeds {
			c.Fatalf("%s: %s never ends", path, rel)
		}
		a := c.want(200, "GET", path, "")
		p := list(c, a)
		pages = append(pages, p.skus())
		end = links(c, a)
		if rel == "next" {
			equal(c, p.Pagination["has_more"] == true, end["next"] != "")
			equal(c, p.Pagination["next_cursor"] != "", end["next"] != "")
		}
		path = end[rel]
	}
	return pages, end
}

func TestPageLinks(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		a := c.want(200, "GET", "/v1/products?status=active&limit=3&order_by=-price", "")
		p := list(t, a)
		next := p.Pagination["next_cursor"].(string)
		equal(t, map[string]any{"limit": 3.0, "current_cursor": "", "next_cursor": next, "has_more": true}, p.Pagination)
		equal(t, "/v1/products?status=active&limit=3&order_by=-price&cursor="+next, links(t, a)["next"])

		b := c.want(200, "GET", links(t, a)["next"], "")
		p = list(t, b)
		equal(t, next, p.Pagination["current_cursor"])
		equal(t, a.text, strings.Replace(c.want(200, "GET", links(t, b)["prev"], "").text,
			`"current_cursor":"`+cursorOf(links(t, b)["prev"])+`"`, `"current_cursor":""`, 1))
		if strings.Contains(b.text, `"variants"`) || strings.Contains(b.text, `"note"`) {
			t.Error("the list shows members of the mode view")
		}
	})
}

func cursorOf(link string) string {
	_, cursor, _ := strings.Cut(link, "&cursor=")
	return cursor
}

// Inserted and deleted rows do not move others to another page during a walk.
func TestWalkIsStable(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		a := c.want(200, "GET", "/v1/products?limit=50", "")
		seen := list(t, a).skus()
		c.want(200, "DELETE", first, "")
		c.want(201, "POST", "/v1/products", keyboard)
		pages, _ := c.walk(links(t, a)["next"], "next")
		equal(t, append(seeded(every, byAge), "KEY-9999"), append(seen, slices.Concat(pages...)...))
	})
}

func TestUnknownListParametersAreRejected(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		tests := []struct {
			query string
			want  []string
		}{
			{"limit=101&offset=-1&status=sold&min_price=1e3x", []string{"unknown offset", "max limit", "one_of status#/0", "type min_price"}},
			{"limit=0", []string{"min limit"}},
			{"page=2", []string{"unknown page"}},
			{"order_by=sku", []string{"one_of order_by#/0"}},
			{"order_by=name,-name", []string{"order_by_twice order_by"}},
			{"order_by=", []string{"one_of order_by#/0"}},
			{"name_contains=", []string{"min_length name_contains"}},
			{"cursor=AAAA", []string{"cursor cursor"}},
		}
		for _, tt := range tests {
			equal(t, tt.want, violations(t, c.want(422, "GET", "/v1/products?"+tt.query, "")))
		}
	})
}

// A cursor is valid for one sort order, one set of filters and one key.
func TestCursorIsForOneList(t *testing.T) {
	onEach(t, func(t *testing.T, c client) {
		cursor := list(t, c.want(200, "GET", "/v1/products?status=active", "")).Pagination["next_cursor"].(string)
		c.want(200, "GET", "/v1/products?status=active&limit=3&cursor="+cursor, "")
		flipped := strings.Map(func(r rune) rune {
			switch r {
			case 'A':
				return 'B'
			case 'B':
				return 'A'
			}
			return r
		}, cursor)
		for _, query := range []string{
			"cursor=" + cursor,
			"status=draft&cursor=" + cursor,
			"status=active&order_by=price&cursor=" + cursor,
			"status=active&cursor=" + flipped,
		} {
			equal(t, []string{"cursor cursor"}, violations(t, c.want(422, "GET", "/v1/products?"+query, "")))
		}
	})
}
