package oastest

import (
	"slices"
	"strings"
)

// placesOf returns the operation or the component of each line of a document. It reads the
// indentation of JSON and YAML as package oas writes them.
func placesOf(lines []string) []string {
	places := make([]string, len(lines))
	var path []step
	for i, line := range lines {
		text := strings.TrimLeft(line, " ")
		indent := len(line) - len(text)
		if strings.TrimSpace(text) == "" {
			if i > 0 {
				places[i] = places[i-1] // a blank line of a string
			}
			continue
		}
		closes := text[0] == '}' || text[0] == ']'
		for len(path) > 0 && (path[len(path)-1].indent > indent || path[len(path)-1].indent == indent && !closes) {
			path = path[:len(path)-1]
		}
		if name, ok := memberName(text); ok {
			path = append(path, step{indent, name})
		}
		places[i] = place(path)
	}
	return places
}

// step is a member on the way to a line.
type step struct {
	indent int
	name   string
}

// memberName returns the name of the member that a line begins.
func memberName(text string) (string, bool) {
	if quoted, ok := strings.CutPrefix(text, `"`); ok {
		name, rest, found := strings.Cut(quoted, `"`)
		return name, found && strings.HasPrefix(rest, ":")
	}
	name, _, found := strings.Cut(strings.TrimSuffix(text, "\n")+" ", ": ")
	return name, found && text[0] != '-'
}

// place returns the innermost operation or component of a path.
func place(path []step) string {
	name := func(i int) string {
		if i < len(path) {
			return path[i].name
		}
		return ""
	}
	method := func(i int) bool {
		return slices.Contains([]string{"get", "put", "post", "delete", "options", "head", "patch", "trace", "query", "x-query"}, name(i))
	}
	switch name(0) {
	case "":
		return ""
	case "paths", "webhooks", "x-webhooks":
		if method(2) {
			return strings.ToUpper(name(2)) + " " + name(1)
		}
		if name(1) != "" {
			return name(1)
		}
	case "components":
		if name(2) != "" {
			return "components/" + name(1) + "/" + name(2)
		}
	}
	return name(0)
}
