package pairs

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/internal/sharedcache"
)

// privateIsNotShared: a shared cache (RFC 9111) never serves one caller the response of another,
// if their own responses differ. It simulates a cache for every two exchanges without a change in
// between: the first response is stored if that is allowed, and the second request selects it. apitest has
// this law for identities and languages; here the requests have the headers of all features, too.
func privateIsNotShared(h *trial) {
	kept := map[string][]*exchange{}
	for _, e := range h.main.trace {
		if e.request.Method != "GET" || conditional(e.request) {
			continue
		}
		url := e.request.URL.String() + " " + text(e.epoch)
		for _, k := range kept[url] {
			if !sharedcache.Selects(k.request.Header, k.header, e.request.Header) {
				continue
			}
			if what := differs(k, e); what != "" {
				h.report(e, "a cache that had the answer to %q would send it to %q, whose own differs in %s:\n%s", k.from.name, e.from.name, what, k)
				return
			}
		}
		if sharedcache.Stores(e.request.Header, e.status, e.header) {
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
