package apitest

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/sharedcache"
)

// caching tests that a shared cache (RFC 9111) sends no caller the response of another, or in the language of
// another, if their own responses differ.
func (l *checker) caching(o *operation, target string, header http.Header) {
	if o.Method != "GET" || o.Endless() {
		return
	}
	const law = "a shared cache sends nobody the response of another"
	var all []*exchange
	get := func(as int, language string) *exchange {
		h := header.Clone()
		if language != "" {
			h.Set("Accept-Language", language)
		}
		x := l.law("", o, "GET", target, as, h, nil)
		x.as = as
		return x
	}
	for as := -1; as < len(l.identities); as++ {
		for _, language := range []string{"", "de", "ja"} {
			all = append(all, get(as, language))
		}
	}
	for _, kept := range all {
		if !sharedcache.Stores(kept.sent, kept.status, kept.response) {
			continue
		}
		for _, x := range all {
			if kept.url != x.url || !sharedcache.Selects(kept.sent, kept.response, x.sent) || x.shows(kept) {
				continue
			}
			language := x.header.Get("Accept-Language")
			if !get(x.as, language).shows(x) {
				return // no two responses are the same
			}
			l.report(breaks(law, "GET %s responds to %s (Accept-Language: %q) with what a shared cache may send to %s (Accept-Language: %q), whose own response differs: %d %s, not %d %s",
				target, kept.by, kept.header.Get("Accept-Language"), x.by, language, x.status, shorten(string(x.got)), kept.status, shorten(string(kept.got))), x)
			return
		}
	}
}

// shows reports whether two responses show the same to a user.
func (x *exchange) shows(y *exchange) bool {
	return x.status == y.status && slices.Equal(x.response["Content-Language"], y.response["Content-Language"]) &&
		bytes.Equal(x.settled(), y.settled())
}

// settled returns the body of a response without the request ID of a problem.
func (x *exchange) settled() []byte {
	const member = `"instance":"urn:request:`
	before, rest, found := strings.Cut(string(x.got), member)
	if !found {
		return x.got
	}
	_, after, _ := strings.Cut(rest, `"`)
	return []byte(before + after)
}
