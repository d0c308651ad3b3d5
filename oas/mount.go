package oas

import (
	"net/http"
	"net/url"
	"strings"
)

// mountMark stands in a template for the prefix, which no text of an API is.
const mountMark = "/tenon-mount-6d1c0f52a9e4"

// template is a document without the prefix that it names, so that a prefix costs
// neither another rendering nor memory.
type template struct {
	mediaType     string
	before, after []byte
}

func (t *template) file(prefix string) file {
	if t == nil {
		return file{}
	}
	text := make([]byte, 0, len(t.before)+len(prefix)+len(t.after))
	text = append(append(append(text, t.before...), prefix...), t.after...)
	return fileOf(t.mediaType, text)
}

// longestPrefix bounds what a document names as its server.
const longestPrefix = 1000

// prefixOf returns the path that the API is served below: what the program took off
// the path of the request before it was routed to the handler. It is "" where nothing
// was taken off, and where the prefix may be that of the handler alone, as in
// http.StripPrefix("/docs", handler).
func prefixOf(r *http.Request) string {
	target, _, _ := strings.Cut(r.RequestURI, "?")
	if !strings.HasPrefix(target, "/") { // in absolute form (RFC 9112 §3.2.2)
		u, err := url.ParseRequestURI(target)
		if err != nil {
			return ""
		}
		target = u.EscapedPath()
	}
	path := r.URL.EscapedPath()
	prefix, ok := strings.CutSuffix(target, path)
	if !ok || !strings.HasPrefix(path, "/") && !strings.HasSuffix(prefix, "/") || !routed(r) {
		return ""
	}
	prefix = strings.TrimSuffix(prefix, "/")
	if !strings.HasPrefix(prefix, "/") || strings.HasPrefix(prefix, "//") || len(prefix) > longestPrefix || strings.Trim(prefix, prefixBytes) != "" {
		return ""
	}
	return prefix
}

// prefixBytes are what a prefix is made of that a document can name as it is, in JSON,
// in YAML and beside the {variables} of a server.
const prefixBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~%"

// routed reports whether the request was routed by the path that is left: a pattern of
// a mux matches it, or it lies below a folder of its own.
func routed(r *http.Request) bool {
	left := strings.TrimPrefix(r.URL.Path, "/")
	if strings.Contains(left, "/") {
		return true
	}
	_, pattern, ok := strings.Cut(r.Pattern, "/")
	if !ok || pattern == "" {
		return false
	}
	return pattern == left || strings.HasPrefix(pattern, "{") && !strings.Contains(pattern, "/")
}
