package year

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// news changes now and then. A cache between clients and servers serves it as long as it may.
type news struct {
	current Item
	changed time.Time
	stored  answer    // in the cache
	at      time.Time // when the cache got it
}

func newNews() *news { return &news{current: Item{ID: 1, Name: "news 1", Modified: time.Now()}} }

func (n *news) now() Item { return n.current }

// change changes the news. Their time is by the clock of the server that does it.
func (n *news) change(wall time.Time) {
	n.changed = time.Now()
	n.current = Item{n.current.ID + 1, fmt.Sprint("news ", n.current.ID+1), wall}
}

// get gets the news from a server, and compares them with the current ones.
func (w *world) getNews(s *server, header ...string) answer {
	i := w.news.current
	tag := strconv.Quote(strconv.FormatInt(i.ID, 10))
	modified := i.Modified
	if now := time.Now(); modified.After(now) { // RFC 9110 §8.8.2.1
		modified = now
	}
	last := modified.UTC().Format(http.TimeFormat)
	a := w.send(s, "GET", "/news", "", header...)
	want := 200
	for n := 0; n < len(header); n += 2 {
		since, err := http.ParseTime(header[n+1])
		if header[n+1] == tag || err == nil && !i.Modified.Truncate(time.Second).After(since) {
			want = 304
		}
	}
	switch {
	case a.status != want:
		w.wrong("/news: %v with %q, want %d: %s of %s", a, header, want, tag, i.Modified)
	case a.header.Get("Etag") != tag || a.header.Get("Last-Modified") != last:
		w.wrong("/news: ETag %s and Last-Modified %s, want %s and %s", a.header.Get("Etag"), a.header.Get("Last-Modified"), tag, last)
	case a.header.Get("Cache-Control") != "public, max-age=60":
		w.wrong("/news: Cache-Control %s", a.header.Get("Cache-Control"))
	case want == 200 && a.body != fmt.Sprintf(`{"data":{"id":%d,"name":%q}}`, i.ID, i.Name):
		w.wrong("/news: %v is stale, want %s", a, i.Name)
	}
	return a
}

// cached gets the news through the cache, which has them for as long as their header says.
func (w *world) cached() {
	n, now := w.news, time.Now()
	seconds, _ := strconv.Atoi(strings.TrimPrefix(n.stored.header.Get("Cache-Control"), "public, max-age="))
	if now.Sub(n.at) >= time.Duration(seconds)*time.Second {
		n.stored, n.at = w.getNews(w.any()), now
		return
	}
	if stale := now.Sub(n.changed); stale >= fresh && !strings.Contains(n.stored.body, strconv.Quote(n.current.Name)) {
		w.wrong("/news: the cache has %v, which is stale for %v", n.stored, stale)
	}
}

// planNews changes the news, and reads them before and after.
func (w *world) planNews() {
	w.every(5*time.Hour, func() {
		s := w.any()
		before := w.getNews(s)
		w.cached()
		for _, d := range []time.Duration{w.between(0, fresh), fresh - time.Millisecond, fresh, fresh + w.between(0, fresh)} {
			w.at(w.news.at.Add(d), w.cached)
		}
		w.after(w.between(0, 5*time.Second), func() {
			w.news.change(s.clock())
			w.getNews(w.any())
			w.getNews(w.any(), "If-None-Match", before.header.Get("Etag"))
			w.getNews(w.any(), "If-Modified-Since", before.header.Get("Last-Modified"))
		})
		w.after(w.between(5*time.Second, 2*maxSkew), func() {
			now := w.getNews(w.any())
			w.getNews(w.any(), "If-None-Match", now.header.Get("Etag"))
			w.getNews(w.any(), "If-Modified-Since", now.header.Get("Last-Modified"))
		})
	})
}
