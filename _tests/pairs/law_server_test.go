package pairs

import (
	"bytes"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// The laws of this file are those of apitest.Laws, for requests that it does not send: those of features,
// whose formats, headers and rows it does not know, with their logs.

// noServerErrors: no request causes a 5xx.
func noServerErrors(h *trial) {
	for _, e := range h.main.trace {
		asked := e.asked.status >= 500 || h.main.draft.damaged != nil && strings.HasSuffix(e.request.URL.Path, itemPath(otherItem))
		switch {
		case e.status >= 500 && !asked:
			h.report(e, "%d", e.status)
		case e.status >= 500 && e.log == "":
			h.report(e, "nothing is logged")
		case e.status >= 500 && bytes.Contains(e.body, []byte(`"errors"`)):
			h.report(e, "the response reveals an error of the server")
		case e.status < 500 && e.status != 401 && e.status != 403 && asked && e.status == 422 && h.main.draft.damaged != nil && strings.Contains(string(e.body), marker):
			h.report(e, "a violation in a row of the store is reported to the client")
		}
	}
}

// expectations: requests with an expected status get it, and invalid bodies are rejected.
func expectations(h *trial) {
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

// noEchoes: a problem never contains input of a client.
func noEchoes(h *trial) {
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

// allowedEcho are headers that may contain parts of the request URL.
var allowedEcho = map[string]bool{"Link": true}

// volatile are headers that differ between equal responses.
var volatile = []string{"Date", "Content-Length", "X-Request-Id", "X-Ratelimit-Remaining", "X-Ratelimit-Reset", "Ratelimit", "Ratelimit-Policy", "Idempotent-Replayed"}

// differs returns the difference between two responses, or "".
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

// settled removes the volatile parts of a body: the request ID and multipart boundaries.
func settled(body []byte, h http.Header) []byte {
	body = requestID.ReplaceAll(body, nil)
	if m := boundary.FindStringSubmatch(h.Get("Content-Type")); m != nil {
		body = bytes.ReplaceAll(body, []byte(m[1]), nil)
	}
	return body
}

// sameTwice: a request that changes nothing, or has an Idempotency-Key, gets the same response
// twice.
func sameTwice(h *trial) {
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
