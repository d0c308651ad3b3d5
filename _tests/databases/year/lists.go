package year

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// walk is a client that iterates over the entries, for weeks if it likes.
type walk struct {
	due    map[int64]bool // the entries that are there throughout
	seen   map[int64]bool
	cursor string
	signed int // the key that signed the cursor
	pages  int
}

var (
	idInPage     = regexp.MustCompile(`"id":(\d+),`)
	cursorInPage = regexp.MustCompile(`[?&]cursor=([^"&>]+)[^>]*>; rel="?next`)
)

func (w *world) insert() {
	w.lastID++
	name := fmt.Sprintf("%c%c", 'a'+w.rng.IntN(26), 'a'+w.rng.IntN(26))
	w.entries[w.lastID] = name
	w.exec("INSERT INTO entries (id, name) VALUES (?, ?)", w.lastID, name)
}

func (w *world) remove() {
	ids := make([]int64, 0, len(w.entries))
	for id := range w.entries {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	id := ids[w.rng.IntN(len(ids))]
	delete(w.entries, id)
	w.exec("DELETE FROM entries WHERE id = ?", id)
}

// planLists walks, and changes the entries meanwhile.
func (w *world) planLists() {
	for range 40 {
		w.insert()
	}
	var open []*walk
	w.every(30*time.Hour, func() {
		k := &walk{due: map[int64]bool{}, seen: map[int64]bool{}}
		for id := range w.entries {
			k.due[id] = true
		}
		open = append(open, k)
		longest := []time.Duration{time.Second, time.Hour, 24 * time.Hour, 6 * 24 * time.Hour, 20 * 24 * time.Hour}[w.rng.IntN(5)]
		w.next(k, longest)
	})
	w.every(7*time.Hour, func() {
		open = slices.DeleteFunc(open, func(k *walk) bool { return k.pages < 0 })
		w.insert()
		if len(w.entries) > 50 {
			w.remove()
			w.remove()
			for _, k := range open {
				for id := range k.due {
					if _, there := w.entries[id]; !there {
						delete(k.due, id)
					}
				}
			}
		}
	})
	w.every(32*24*time.Hour, w.rotateCursors)
}

// next gets the next page.
func (w *world) next(k *walk, longest time.Duration) {
	s, target := w.any(), "/entries?limit="+strconv.Itoa(pageSize)
	if k.cursor != "" {
		target += "&cursor=" + url.QueryEscape(k.cursor)
	}
	valid := k.cursor == "" || slices.Contains(s.right.knows, k.signed)
	a := w.send(s, "GET", target, "")
	if valid != (a.status == 200) {
		w.wrong("/entries: %v for a cursor of key %d at server %d, which has %v", a, k.signed, s.n, s.right.knows)
		return
	}
	if !valid {
		k.pages = -1
		return
	}
	k.pages++
	for _, m := range idInPage.FindAllStringSubmatch(a.body, -1) {
		id, _ := strconv.ParseInt(m[1], 10, 64)
		if k.seen[id] {
			w.wrong("/entries: %d twice", id)
		}
		k.seen[id] = true
	}
	next := cursorInPage.FindStringSubmatch(a.header.Get("Link"))
	if next == nil {
		k.pages = -1
		for id := range k.due {
			if !k.seen[id] {
				w.wrong("/entries: %d is missing", id)
				return
			}
		}
		return
	}
	k.cursor, _ = url.QueryUnescape(next[1])
	k.signed = s.right.signs
	w.after(w.between(0, longest), func() { w.next(k, longest) })
}

// rotateCursors gives all servers another key: first they know it, then it signs, and two weeks later
// they forget the one before. Each time they are stopped and started one after another.
func (w *world) rotateCursors() {
	old := w.keys.signs
	next := old + 1
	deploy := func(change func(*rotation)) {
		change(w.keys)
		for n := range w.servers {
			w.after(time.Duration(n)*5*time.Minute, func() { w.boot(n) })
		}
	}
	deploy(func(r *rotation) { r.knows = append(r.knows, next) })
	w.after(time.Hour, func() { deploy(func(r *rotation) { r.signs = next }) })
	w.after(14*24*time.Hour, func() { deploy(func(r *rotation) { r.knows = []int{next} }) })
}
