package oas

import (
	"net/http"
	"net/url"
	"strings"
)

// mountMark marks the place of the prefix in a template. No text of an API equals it.
const mountMark = "/tenon-mount-6d1c0f52a9e4"

// template is a document without its prefix, so that another prefix needs neither rendering nor
// memory.
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

// longestPrefix bounds the length of a prefix in bytes.
const longestPrefix = 1000

// prefixOf returns the path below which the API is served: the part that the program removed
// from the path of the request before routing it to the handler. It is "" if nothing was
// removed, or if only the handler may have the prefix, as in http.StripPrefix("/docs",
// handler).
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

// prefixBytes are the bytes that need no escapes in JSON, in YAML and beside the
// {variables} of a server.
const prefixBytes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-._~%"

// routed reports whether the request was routed by the remaining path: the pattern of a
// mux matches it, or it has several segments.
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
