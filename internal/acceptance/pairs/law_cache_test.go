package pairs

import (
	"net/http"
	"slices"
	"strings"
)

// privateIsNotShared: a shared cache (RFC 9111) never serves one caller the response of another,
// if their own responses differ. It simulates a cache for every two exchanges without a change in
// between: the first response is stored if that is allowed, and the second request selects it.
func privateIsNotShared(h *trial) {
	kept := map[string][]*exchange{}
	for _, e := range h.main.trace {
		if e.request.Method != "GET" || conditional(e.request) {
			continue
		}
		url := e.request.URL.String() + " " + text(e.epoch)
		for _, k := range kept[url] {
			if !selects(k, e.request) {
				continue
			}
			if what := differs(k, e); what != "" {
				h.report(e, "a cache that had the answer to %q would send it to %q, whose own differs in %s:\n%s", k.from.name, e.from.name, what, k)
				return
			}
		}
		if stores(e) {
			kept[url] = append(kept[url], e)
		}
	}
	for _, e := range h.main.trace {
		if e.from.name != "" && e.status < 400 && !h.main.draft.on["Public"] && e.asked.op != "shown" && strings.Contains(e.header.Get("Cache-Control"), "public") {
			h.report(e, "a private answer says public")
			return
		}
	}
}

func conditional(r *http.Request) bool {
	for _, name := range []string{"If-None-Match", "If-Match", "If-Modified-Since", "Range", "If-Unmodified-Since"} {
		if r.Header.Get(name) != "" {
			return true
		}
	}
	return false
}

// stores reports whether a shared cache may store a response (RFC 9111 §3), including with
// heuristic freshness (§4.2.2).
func stores(e *exchange) bool {
	control := directives(e.header)
	explicit := control["public"] || control["s-maxage"] || control["max-age"] || e.header.Get("Expires") != ""
	switch {
	case control["no-store"], control["private"], directives(e.request.Header)["no-store"]:
		return false
	case control["no-cache"], control["max-age=0"] && !control["s-maxage"]:
		return false // must be revalidated (§5.2.2.4)
	case e.request.Header.Get("Authorization") != "" && !control["public"] && !control["s-maxage"] && !control["must-revalidate"]:
		return false // §3.5
	case slices.Contains([]int{200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501}, e.status):
		return true // RFC 9110 §15.1
	}
	return explicit
}

// directives returns the directives of Cache-Control, with and without their arguments.
func directives(h http.Header) map[string]bool {
	all := map[string]bool{}
	for _, d := range strings.Split(strings.ToLower(strings.Join(h.Values("Cache-Control"), ",")), ",") {
		d = strings.TrimSpace(d)
		name, _, _ := strings.Cut(d, "=")
		all[d], all[name] = true, true
	}
	return all
}

// selects reports whether a request selects a stored response (RFC 9111 §4.1).
func selects(kept *exchange, r *http.Request) bool {
	for _, name := range strings.Split(strings.Join(kept.header.Values("Vary"), ","), ",") {
		name = strings.TrimSpace(name)
		if name == "*" {
			return false
		}
		if name != "" && !slices.Equal(kept.request.Header.Values(name), r.Header.Values(name)) {
			return false
		}
	}
	return true
}
