package docs

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// policy writes the Content-Security-Policy (CSP Level 3) of the page. Swagger UI
// draws its icons from data: URLs in its style sheet, and shows responses that are images from
// blob: URLs.
func policy(api *tree.API, connects []string) (string, error) {
	sources := []string{"'self'"}
	var errs []error
	for _, text := range connects {
		source, ok := sourceOf(text)
		if !ok || source != text {
			errs = append(errs, fmt.Errorf("docs: Connect(%q) is not a URL such as https://api.example.com", text))
		}
		sources = append(sources, source)
	}
	// Addresses that the policy cannot express are left out: the page can still be
	// read, and Connect adds others.
	for _, text := range addresses(api) {
		if source, ok := sourceOf(text); ok {
			sources = append(sources, source)
		}
	}
	slices.Sort(sources[1:])
	return strings.Join([]string{
		"default-src 'none'",
		"script-src 'self'",
		"style-src 'self'",
		"img-src 'self' data: blob:",
		"connect-src " + strings.Join(slices.Compact(sources), " "),
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; "), errors.Join(errs...)
}

// addresses returns what the page sends requests to: the servers, and the providers of
// tokens. Readers log in in a window of its own.
func addresses(api *tree.API) (all []string) {
	for _, s := range api.Servers {
		all = append(all, s.URL)
	}
	for _, s := range api.Schemes {
		if s.Kind == tree.OpenIDConnect {
			all = append(all, s.URL)
		}
		for _, f := range s.Flows {
			all = append(all, f.TokenURL, f.Refresh)
		}
	}
	return all
}

// sourceOf returns the origin of an address as a source of the policy, which cannot
// express IPv6 addresses. A relative address has the page's own origin. A variable of a
// server may be the first label of its host, which becomes *.
func sourceOf(address string) (source string, ok bool) {
	scheme, rest, absolute := strings.Cut(address, "://")
	if !absolute {
		return "'self'", true
	}
	host, _, _ := strings.Cut(rest, "/")
	if first, others, ok := strings.Cut(host, "."); ok && strings.HasPrefix(first, "{") && strings.HasSuffix(first, "}") {
		host = "*." + others
	}
	// Other bytes of a URL, such as a comma or a semicolon, would end the source.
	const bytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:*"
	ok = (scheme == "http" || scheme == "https") && host != "" && containsOnly(host, bytes)
	return scheme + "://" + host, ok
}

func containsOnly(s, bytes string) bool { return strings.Trim(s, bytes) == "" }
