package pairs

import (
	"net/http"
	"runtime"
	"strings"
	"testing"
)

// Work and memory are linear in the size of the request, for every two ways of nesting and with
// recursion. The test counts allocated bytes: they are proportional to the work, and independent
// of the machine's load.
func TestWorkIsLinear(t *testing.T) {
	all := nestings()
	ps := pairsOf(all)
	for _, f := range all {
		ps = append(ps, pair{f})
	}
	lazy := all[len(all)-1]
	for _, p := range pairsOf(all[:len(all)-1]) {
		ps = append(ps, append(p, lazy)) // alternating, as deep as possible
	}
	for _, p := range ps {
		x, err := build(p, usual)
		if err != nil {
			continue // TestPairs reports it
		}
		w := worker{t, x, p}
		for _, method := range []string{"POST", "PATCH", "PUT"} {
			for _, wrong := range []bool{false, true} {
				w.deep(method, wrong)
				w.wide(method, wrong)
			}
		}
		x.close()
	}
}

// A worker measures the cost of requests.
type worker struct {
	t *testing.T
	x *instance
	p pair
}

// nowhere discards a response.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header             { return n.header }
func (nowhere) Write(p []byte) (int, error)       { return len(p), nil }
func (nowhere) WriteHeader(int)                   {}
func (nowhere) WriteString(s string) (int, error) { return len(s), nil }

// bytes returns the number of bytes that the server allocates for a body.
func (w worker) bytes(method, body string) uint64 {
	r := post("/items", body)
	if method != "POST" {
		r = send(method, itemPath(fullItem), "update", body)
	}
	least := ^uint64(0)
	for range 2 {
		in := r.http(w.x.draft, guest, signer{})
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		w.x.handler.ServeHTTP(nowhere{http.Header{}}, in)
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// deep: a nested part costs as much as any part, and its content is stored once, not at each
// level.
func (w worker) deep(method string, wrong bool) {
	if !w.x.draft.on["nest lazy"] {
		return
	}
	var nests []*nest
	for _, n := range w.x.draft.nests {
		if n.name != "object" { // which contains a leaf
			nests = append(nests, n)
		}
	}
	body := func(depth int, bottom string) string {
		leaf := object{"name": bottom, "count": 1}
		if wrong {
			leaf["surplus"] = 1
		}
		var part any = leaf
		for i := range depth {
			n := nests[i%len(nests)]
			part = object{"name": "p", "count": 1, n.member(): n.value(part)}
		}
		e := w.x.draft.creation(0)
		n := nests[depth%len(nests)]
		e[n.member()] = n.value(part)
		return text(e)
	}
	const step = 5 // a level is an object and one or two lists
	last := w.bytes(method, body(step, "p"))
	for depth := 2 * step; depth <= 4*step; depth += step {
		now := w.bytes(method, body(depth, "p"))
		if now > 3*last+64<<10 {
			w.t.Errorf("%s: %s (wrong: %t) allocates %d bytes %d deep, and %d bytes %d deep; the last is\n%s",
				w.p, method, wrong, last, depth-step, now, depth, shortened(body(depth, "p")))
			return
		}
		last = now
	}
	payload := strings.Repeat("p", 200<<10)
	if flat, far := w.bytes(method, body(2, payload)), w.bytes(method, body(4*step, payload)); far > 2*flat {
		w.t.Errorf("%s: %s (wrong: %t) of %d bytes allocates %d bytes 2 deep, and %d bytes %d deep: a copy a level", w.p, method, wrong, len(payload), flat, far, 4*step)
	}
}

// wide: four times as many parts cost four times as much.
func (w worker) wide(method string, wrong bool) {
	body := func(n int) string {
		parts := make([]any, n)
		for i := range parts {
			part := w.x.draft.partJSON(i, 0).(object)
			if wrong && i == n-1 {
				part["surplus"] = 1
			}
			parts[i] = part
		}
		e := w.x.draft.creation(0)
		for _, nest := range w.x.draft.nests {
			switch nest.name {
			case "list", "map", "lists":
				e[nest.member()] = nest.value(parts...)
			}
		}
		return text(e)
	}
	if few, many := w.bytes(method, body(40)), w.bytes(method, body(160)); many > 7*few {
		w.t.Errorf("%s: %s (wrong: %t) allocates %d bytes for 40 parts, and %d for 160", w.p, method, wrong, few, many)
	}
}
