package sharedcache

import (
	"net/http"
	"slices"
	"strings"
)

// Stores reports whether a shared cache may store the response to a GET and send it again without
// asking the server (RFC 9111 §3), also if its freshness is heuristic (§4.2.2).
func Stores(request http.Header, status int, response http.Header) bool {
	control := directives(response)
	explicit := control["public"] || control["s-maxage"] || control["max-age"] || response.Get("Expires") != ""
	switch {
	case control["no-store"], control["private"], directives(request)["no-store"]:
		return false
	case control["no-cache"], control["max-age=0"] && !control["s-maxage"]:
		return false // must be revalidated (§5.2.2.4)
	case request.Get("Authorization") != "" && !control["public"] && !control["s-maxage"] && !control["must-revalidate"]:
		return false // §3.5
	case slices.Contains([]int{200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501}, status):
		return true // RFC 9110 §15.1
	}
	return explicit
}

// directives returns the directives of Cache-Control, with and without their arguments.
func directives(h http.Header) map[string]bool {
	all := map[string]bool{}
	for d := range strings.SplitSeq(strings.ToLower(strings.Join(h.Values("Cache-Control"), ",")), ",") {
		d = strings.TrimSpace(d)
		name, _, _ := strings.Cut(d, "=")
		all[d], all[name] = true, true
	}
	return all
}

// Selects reports whether another request for the same URL selects a stored response (RFC 9111 §4.1).
func Selects(request, response, other http.Header) bool {
	for name := range strings.SplitSeq(strings.Join(response.Values("Vary"), ","), ",") {
		name = strings.TrimSpace(name)
		if name == "*" {
			return false
		}
		if name != "" && !slices.Equal(request.Values(name), other.Values(name)) {
			return false
		}
	}
	return true
}
