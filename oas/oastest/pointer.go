package oastest

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// look follows a pointer; it returns nil if there is no value.
func look(v any, pointer []string) any {
	for _, token := range pointer {
		switch in := v.(type) {
		case map[string]any:
			v = in[token]
		case []any:
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(in) {
				return nil
			}
			v = in[i]
		default:
			return nil
		}
	}
	return v
}

// fragment writes a pointer as a URI fragment (RFC 6901 §6).
func fragment(pointer []string) string {
	var b strings.Builder
	b.WriteByte('#')
	for _, token := range pointer {
		token = strings.ReplaceAll(strings.ReplaceAll(token, "~", "~0"), "/", "~1")
		b.WriteString("/" + url.PathEscape(token))
	}
	return b.String()
}

// tokens reads a pointer in a URI fragment.
func tokens(fragment string) []string {
	path, ok := strings.CutPrefix(fragment, "#/")
	if !ok {
		return nil
	}
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if text, err := url.PathUnescape(part); err == nil {
			part = text
		}
		parts[i] = strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")
	}
	return slices.Clip(parts)
}
