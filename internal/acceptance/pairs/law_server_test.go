package pairs

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// noServerErrors: whatever a client sends, a server that works does not fail.
func noServerErrors(h *hearing) {
	for _, e := range h.main.trace {
		asked := e.asked.status >= 500 || h.main.draft.damaged != nil && strings.HasSuffix(e.request.URL.Path, itemPath(otherItem))
		switch {
		case e.status >= 500 && !asked:
			h.report(e, "%d", e.status)
		case e.status >= 500 && e.log == "":
			h.report(e, "nothing is logged")
		case e.status >= 500 && bytes.Contains(e.body, []byte(`"errors"`)):
			h.report(e, "the client learns of the server's mistake")
		case e.status < 500 && e.status != 401 && e.status != 403 && asked && e.status == 422 && h.main.draft.damaged != nil && strings.Contains(string(e.body), marker):
			h.report(e, "a row of the store has become the client's mistake")
		}
	}
}

// expectations: some requests say what they are to be answered with, and what no
// declaration takes is refused.
func expectations(h *hearing) {
	for _, e := range h.main.trace {
		denied := e.status == 401 || e.status == 403 || e.status == 400 || e.status == 428 || e.status == 404 || e.status == 405
		switch {
		case e.asked.broken && e.status < 400:
			h.report(e, "what cannot be is accepted")
		case e.asked.status != 0 && e.status != e.asked.status && !denied && e.from == ann:
			h.report(e, "got %d, want %d", e.status, e.asked.status)
		}
	}
}

// noEchoes: a problem never holds what a client sent.
func noEchoes(h *hearing) {
	for _, e := range h.main.trace {
		if e.status >= 400 && bytes.Contains(e.body, []byte(marker)) {
			h.report(e, "the problem has the value")
		}
		for name, values := range e.header {
			if strings.Contains(strings.Join(values, ","), marker) && !allowedEcho[name] {
				h.report(e, "the header %s has the value", name)
			}
		}
	}
}

// allowedEcho are headers that repeat what a client sent in its address.
var allowedEcho = map[string]bool{"Link": true}

// volatile are headers that differ from one answer to the next.
var volatile = []string{"Date", "Content-Length", "X-Request-Id", "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Ratelimit", "Ratelimit-Policy", "Idempotent-Replayed"}

// differs says in what two answers are not the same; "" if they are.
func differs(a, b *exchange) string {
	if a.status != b.status {
		return "the status"
	}
	for name := range a.header {
		if name == "Content-Type" && boundary.MatchString(a.header.Get(name)) {
			continue
		}
		if !slices.Contains(volatile, name) && !slices.Equal(a.header[name], b.header[name]) {
			return "the header " + name
		}
	}
	for name := range b.header {
		if !slices.Contains(volatile, name) && a.header[name] == nil {
			return "the header " + name
		}
	}
	if x, y := settled(a.body, a.header), settled(b.body, b.header); !bytes.Equal(x, y) {
		return "the content"
	}
	return ""
}

var (
	requestID = regexp.MustCompile(`"instance":"urn:request:[^"]*",?`)
	boundary  = regexp.MustCompile(`boundary=([0-9a-f]+)`)
)

// settled takes out of content what is another each time: the id of the request, and
// what separates the parts of a file.
func settled(body []byte, h http.Header) []byte {
	body = requestID.ReplaceAll(body, nil)
	if m := boundary.FindStringSubmatch(h.Get("Content-Type")); m != nil {
		body = bytes.ReplaceAll(body, []byte(m[1]), nil)
	}
	return body
}

// sameTwice: a request that changes nothing has the same answer again, and so has
// one with an Idempotency-Key.
func sameTwice(h *hearing) {
	type key struct {
		request string
		epoch   int
	}
	first := map[key]*exchange{}
	for _, e := range h.main.trace {
		k := key{curl(e.request, e.asked.body) + e.from.name, e.epoch}
		switch idempotent := e.request.Header.Get("Idempotency-Key") != ""; {
		case idempotent:
			k.epoch = 0
		case !e.asked.safe():
			continue
		}
		if e.status == http.StatusTooManyRequests {
			continue
		}
		before, met := first[k]
		if !met {
			first[k] = e
			continue
		}
		if what := differs(before, e); what != "" {
			h.report(e, "the second time %s differs; the first was\n%s", what, before)
		}
	}
}
