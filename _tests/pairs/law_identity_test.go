package pairs

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
)

// answersAreOnesOwn: no response has values from the shelf of another caller. apitest.Histories sees that of
// resources; here the values name their owner, also in streams, files and problems.
func answersAreOnesOwn(h *trial) {
	for _, e := range h.main.trace {
		for _, other := range []string{"ann", "bob", "eve"} {
			if e.from.subject != other && !slices.Contains(e.asked.marks, "both") && bytes.Contains(e.body, []byte(other+"'s ")) {
				h.report(e, "the answer to %q is that of %s", e.from.name, other)
			}
		}
	}
}

// remembers reports whether an API keeps state other than the store: otherwise callers cannot
// affect each other.
func (d *draft) remembers() bool {
	return slices.ContainsFunc(d.features, func(f *feature) bool {
		return f.slot == "limit" || f.slot == "idempotency" || f.name == "ByCursor" || f.name == "BoundTo" || f.name == "Versioned"
	})
}

// apart: callers do not affect each other. One caller sends the same requests to two APIs; another
// has sent everything to the second API before, exceeded its limits and filled its idempotency
// store.
func apart(h *trial) {
	d := h.main.draft
	if !d.remembers() || len(d.signers) == 0 {
		return
	}
	w := world{limit: 25}
	alone, after := h.again(w), h.again(w)
	defer alone.close()
	defer after.close()
	first := after.ask(ann, "")
	after.flood(ann)
	want, got := alone.ask(bob, ""), after.ask(bob, "")
	for i, e := range got {
		if what := differs(want[i], e); what != "" {
			h.report(e, "%s is another after what ann did; it was\n%s", what, want[i])
			return
		}
		for _, name := range []string{"X-Ratelimit-Remaining"} {
			if was, is := want[i].header.Get(name), e.header.Get(name); was != is {
				h.report(e, "%s is %s after what ann did, and would be %s", name, is, was)
				return
			}
		}
	}
	if d.on["BoundTo"] {
		if cursor := nextOf(first[1]); cursor != "" {
			stolen := after.as(bob, get("/items", "list").asking("limit", "2").asking("cursor", cursor))
			if stolen.status < 400 {
				h.report(stolen, "a cursor of ann's is good for bob")
			}
		}
	}
}

// ask sends a few requests of each kind.
func (x *instance) ask(from who, suffix string) []*exchange {
	start := len(x.trace)
	tenant := func(r *request) *request { return r.with("X-Tenant", from.name) }
	x.as(from, tenant(get("/items", "list")))
	page := x.as(from, tenant(get("/items", "list").asking("limit", "2")))
	if next := nextOf(page); next != "" {
		x.as(from, tenant(get("/items", "list").asking("limit", "2").asking("cursor", next)))
	}
	for _, r := range []*request{
		get(itemPath(fullItem), "view"),
		post("/items", x.draft.entity(0)).with("Idempotency-Key", `"the-key-of-all`+suffix+`"`),
		post("/items", x.draft.entity(0)).with("Idempotency-Key", `"the-key-of-all`+suffix+`"`),
		patch(fullItem, `{"name":"changed"}`).with("If-Match", x.tag(from)),
		get(itemPath(fullItem), "view"),
		post("/items", x.draft.entity(1)).with("Idempotency-Key", `"another-key`+suffix+`"`),
	} {
		x.as(from, tenant(r))
	}
	return x.trace[start:]
}

// tag returns the entity tag of the full item, or *.
func (x *instance) tag(from who) string {
	if t := x.as(from, get(itemPath(fullItem), "view").with("X-Tenant", from.name)).header.Get("ETag"); t != "" {
		return t
	}
	return "*"
}

// flood exceeds every limit and the capacity of the idempotency store.
func (x *instance) flood(from who) {
	for range 30 {
		x.as(from, get(itemPath(fullItem), "view").with("X-Tenant", from.name))
	}
	if !x.draft.on["Idempotent"] && !x.draft.on["RequireIdempotencyKey"] {
		return
	}
	for i := range keptKeys + 20 {
		x.as(from, post("/items", x.draft.entity(0)).with("Idempotency-Key", `"flood-`+text(i)+`"`).with("X-Tenant", from.name))
	}
}

// keptKeys is the capacity of the idempotency store.
const keptKeys = 300

// observersSee: observers get the caller of rejected requests.
func observersSee(h *trial) {
	seen := h.main.draft.seen
	if seen == nil {
		return
	}
	if len(seen.all) != len(h.main.trace) {
		h.report(nil, "%d exchanges are seen of %d", len(seen.all), len(h.main.trace))
		return
	}
	for i, e := range h.main.trace {
		if got := seen.all[i]; got.Status != e.status {
			h.report(e, "the observer sees %d", got.Status)
		} else if proved := e.from.subject != "" && e.by.sign != nil && got.Route != "" && e.status != http.StatusUnauthorized; proved && !strings.Contains(got.Subject, e.from.subject) {
			h.report(e, "the observer sees the subject %q", got.Subject)
		} else if got.Client != e.from.address {
			h.report(e, "the observer sees the client %q, not %q", got.Client, e.from.address)
		} else if panics := got.Route == "/panics"; panics != (got.Panic != nil) || panics && got.Stack == "" {
			h.report(e, "the observer sees the panic %v", got.Panic)
		}
	}
}
