package main

import (
	"net/http"
	"net/url"
	"strings"
)

// message is a request that is being written.
type message struct {
	path   string   // with parameters that are not replaced yet
	query  []string // pairs, escaped
	header http.Header
	cookie []string
	body   string
}

// add writes a parameter in its style. It returns why it cannot.
func (m *message) add(p *parameter, v any) string {
	if p.media != "" {
		return m.place(p, []string{escape(written(v))}, written(v))
	}
	if p.in == "query" && p.style == "deepObject" {
		pairs, why := brackets(p.name, v)
		m.query = append(m.query, pairs...)
		return why
	}
	texts, why := scalars(v)
	if why != "" {
		return why
	}
	if p.in != "query" {
		separator := ","
		return m.place(p, nil, strings.Join(texts, separator))
	}
	for i := range texts {
		texts[i] = escape(texts[i])
	}
	switch {
	case p.style == "spaceDelimited":
		texts = []string{strings.Join(texts, "%20")}
	case p.style == "pipeDelimited":
		texts = []string{strings.Join(texts, "|")}
	case !p.explode:
		texts = []string{strings.Join(texts, ",")}
	}
	return m.place(p, texts, "")
}

// place writes the texts of a parameter where it belongs.
func (m *message) place(p *parameter, query []string, plain string) string {
	switch p.in {
	case "query":
		for _, t := range query {
			m.query = append(m.query, escape(p.name)+"="+t)
		}
	case "path":
		if !strings.Contains(m.path, "{"+p.name+"}") {
			return "the path lacks the parameter"
		}
		m.path = strings.ReplaceAll(m.path, "{"+p.name+"}", url.PathEscape(plain))
	case "header":
		m.header.Set(p.name, plain)
	case "cookie":
		m.cookie = append(m.cookie, p.name+"="+plain)
	}
	return ""
}

// scalars returns the texts of a scalar or of a list of scalars; an object has names and values.
func scalars(v any) (texts []string, why string) {
	switch t := v.(type) {
	case []any:
		for _, item := range t {
			one, ok := scalar(item)
			if !ok {
				return nil, "a list with items that are no scalars has no text"
			}
			texts = append(texts, one)
		}
		if len(texts) == 0 {
			return nil, "an empty list has no text"
		}
		return texts, ""
	case object:
		for _, name := range sortedKeys(t) {
			one, ok := scalar(t[name])
			if !ok {
				return nil, "an object with members that are no scalars has no text"
			}
			texts = append(texts, name, one)
		}
		return texts, ""
	}
	one, ok := scalar(v)
	if !ok {
		return nil, "null has no text"
	}
	return []string{one}, ""
}

// scalar returns the text of a string, a number or a boolean.
func scalar(v any) (string, bool) {
	switch t := v.(type) {
	case string:
		return t, true
	case literal:
		return string(t), true
	case bool:
		return written(t), true
	}
	return "", false
}

// brackets returns the pairs of a value in the style deepObject.
func brackets(name string, v any) (pairs []string, why string) {
	add := func(name string, v any) {
		more, reason := brackets(name, v)
		if pairs = append(pairs, more...); reason != "" {
			why = reason
		}
	}
	switch t := v.(type) {
	case object:
		for _, k := range sortedKeys(t) {
			add(name+"["+k+"]", t[k])
		}
	case []any:
		for i, item := range t {
			add(name+"["+decimal(i)+"]", item)
		}
	default:
		one, ok := scalar(v)
		if !ok {
			return nil, "null has no text"
		}
		return []string{escape(name) + "=" + escape(one)}, ""
	}
	if len(pairs) == 0 && why == "" {
		why = "an empty value has no text"
	}
	return pairs, why
}

// formText writes the members of a form: those with a style in it, lists item by item, other values
// that are no scalars as JSON (OpenAPI 3.0.4 §4.7.15).
func formText(s *schema, styles map[string]string, v any) (body, why string) {
	members, ok := v.(object)
	if !ok {
		return "", "a form that is no object"
	}
	var pairs []string
	for _, name := range sortedKeys(members) {
		switch m := members[name].(type) {
		case object:
			if styles[name] != "deepObject" {
				pairs = append(pairs, escape(name)+"="+escape(written(m)))
				continue
			}
			more, reason := brackets(name, m)
			if pairs = append(pairs, more...); reason != "" {
				return "", reason
			}
		case []any:
			more, reason := listText(s, styles[name], name, m)
			if pairs = append(pairs, more...); reason != "" {
				return "", reason
			}
		default:
			one, ok := scalar(m)
			if !ok {
				return "", "null has no text"
			}
			pairs = append(pairs, escape(name)+"="+escape(one))
		}
	}
	return strings.Join(pairs, "&"), ""
}

// listText writes a list in a form.
func listText(s *schema, style, name string, items []any) (pairs []string, why string) {
	if style == "deepObject" {
		return brackets(name, items)
	}
	m := s.member(name)
	if m == nil || m.items != nil && m.items.valueKinds()&(objectKind|arrayKind) != 0 {
		return []string{escape(name) + "=" + escape(written(items))}, ""
	}
	texts, why := scalars(items)
	if why != "" {
		return nil, why
	}
	for i := range texts {
		texts[i] = escape(texts[i])
	}
	if style == "csv" {
		return []string{escape(name) + "=" + strings.Join(texts, ",")}, ""
	}
	for _, t := range texts {
		pairs = append(pairs, escape(name)+"="+t)
	}
	return pairs, ""
}

// escape percent-encodes a text in a query, a space as %20.
func escape(s string) string { return strings.ReplaceAll(url.QueryEscape(s), "+", "%20") }
