package main

import (
	"iter"
	"maps"
	"mime"
	"slices"
	"strings"
)

// shape is what a client sees of an operation, in canonical form.
type shape struct {
	parameters map[string]*parameter // by place and name
	body       *content              // nil if there is none
	optional   bool                  // the body
	responses  map[string]*response  // by status
	deprecated bool
	reasons    []string
}

// content is the media types of a body. A schema of nil is bytes that OpenAPI does not describe.
type content struct {
	media   map[string]*schema
	styles  map[string]map[string]string // of the members of forms: deepObject or csv
	reasons []string
}

type response struct {
	headers map[string]*parameter
	content *content
}

func (o *shape) miss(reason string) { o.reasons = append(o.reasons, reason) }

// shapeOf reads an operation.
func (d *document) shapeOf(op operation) *shape {
	o := &shape{parameters: map[string]*parameter{}, responses: map[string]*response{}}
	o.deprecated = isTrue(op.raw["deprecated"])
	for _, v := range slices.Concat(list(op.item["parameters"]), list(op.raw["parameters"])) {
		if p := d.parameterOf(d.resolve(v)); p != nil {
			if !slices.Contains([]string{"path", "query", "header", "cookie"}, p.in) {
				o.miss("parameter: in " + p.in)
			}
			o.parameters[p.in+" "+p.name] = p
		}
	}
	for name := range templated(op.path) {
		if p := "path " + name; o.parameters[p] == nil { // which a document must have
			o.parameters[p] = d.parameterOf(object{"in": "path", "name": name, "required": true, "schema": object{"type": "string"}})
		}
	}
	if body := d.resolve(op.raw["requestBody"]); body != nil {
		o.body = d.contentOf(body["content"], true)
		o.optional = !isTrue(body["required"])
		if len(o.body.media) == 0 || o.optional && o.body.saysNothing() {
			o.body = nil
		}
	}
	responses, _ := op.raw["responses"].(object)
	for status, v := range responses {
		if strings.HasPrefix(status, "x-") {
			continue
		}
		raw := d.resolve(v)
		r := &response{headers: map[string]*parameter{}, content: d.contentOf(raw["content"], false)}
		if op.method == "HEAD" || slices.Contains([]string{"204", "205", "304"}, status) {
			r.content = d.contentOf(nil, false) // which HTTP does not have (RFC 9110 §6.4.1)
		}
		headers, _ := raw["headers"].(object)
		for name, h := range headers {
			// OpenAPI ignores a Content-Type here.
			if strings.EqualFold(name, "Content-Type") {
				continue
			}
			p := d.headerOf(name, d.resolve(h))
			r.headers[strings.ToLower(name)] = p
		}
		o.responses[strings.ToUpper(status)] = r
	}
	if d, ok := o.responses["DEFAULT"]; ok {
		delete(o.responses, "DEFAULT")
		o.responses["default"] = d
	}
	if callbacks, ok := op.raw["callbacks"].(object); ok && len(callbacks) > 0 {
		o.miss("(program) callbacks are not declared")
	}
	return o
}

// templated ranges over the names of the parameters in a path.
func templated(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, part := range strings.Split(path, "{")[1:] {
			if name, _, ok := strings.Cut(part, "}"); ok && !yield(name) {
				return
			}
		}
	}
}

func (d *document) contentOf(v any, request bool) *content {
	c := &content{media: map[string]*schema{}, styles: map[string]map[string]string{}}
	all := d.resolve(v) // components may have content (3.2), or publishers refer to a whole map of it
	for _, name := range sortedKeys(all) {
		m := d.resolve(all[name])
		name = mediaName(name)
		raw, hasSchema := m["schema"]
		if e, ok := m["encoding"].(object); ok && len(e) > 0 {
			c.encoding(name, e)
		}
		if m["itemSchema"] != nil {
			c.reasons = append(c.reasons, "media type: itemSchema")
		}
		if !hasSchema {
			c.media[name] = nil
			continue
		}
		s := d.schemaOf(raw, "", request)
		if s.ref == "" {
			s.ref = "inline"
		}
		if opaque(name) && s.isBytes() {
			s = nil
		}
		c.media[name] = s
		if s != nil {
			maps.DeleteFunc(c.styles[name], func(member, _ string) bool {
				m := s.member(member)
				return m == nil || m.valueKinds()&(arrayKind|objectKind) == 0 // one value has no style
			})
			if name == "application/x-www-form-urlencoded" {
				c.media[name] = withoutNull(s, c.styles[name])
			}
		}
	}
	return c
}

// withoutNull returns the schema of a form whose members are not null: no text is.
func withoutNull(s *schema, styles map[string]string) *schema {
	plain := *s
	plain.members = map[string]*schema{}
	for name, m := range s.members {
		if m.null && m.types != anyKind && styles[name] == "" {
			other := *m
			other.null, m = false, &other
		}
		plain.members[name] = m
	}
	for _, cases := range []*[]*schema{&plain.cases, &plain.overlapping} {
		*cases = slices.Clone(*cases)
		for i, k := range *cases {
			(*cases)[i] = withoutNull(k, styles)
		}
	}
	return &plain
}

// saysNothing reports whether the content is a form without members.
func (c *content) saysNothing() bool {
	s := c.media["application/x-www-form-urlencoded"]
	return len(c.media) == 1 && s != nil && s.types == objectKind && len(s.members)+len(s.cases)+len(s.overlapping) == 0 && s.additional == nil
}

// encoding reads the styles of the members of a form. Types of parts, and a style that is the
// default, say nothing new.
func (c *content) encoding(media string, all object) {
	styles := map[string]string{}
	for name, v := range all {
		e, _ := v.(object)
		if e["headers"] != nil {
			c.reasons = append(c.reasons, "form: encoding with headers")
		}
		switch style := text(e["style"]); {
		case style == "deepObject":
			styles[name] = style
		case (style == "" || style == "form") && e["explode"] == false:
			styles[name] = "csv"
		case style != "" && style != "form":
			c.reasons = append(c.reasons, "form: encoding style "+style)
		}
	}
	if len(styles) > 0 {
		c.styles[media] = styles
	}
}

// mediaName removes the parameters of JSON and text, whose charset is always UTF-8.
func mediaName(name string) string {
	base, params, err := mime.ParseMediaType(name)
	if err != nil {
		return strings.ToLower(name)
	}
	for k := range params {
		if k != "charset" {
			return strings.ToLower(name)
		}
	}
	return base
}

func isJSON(media string) bool {
	base, _, _ := strings.Cut(media, ";")
	return base == "application/json" || strings.HasSuffix(base, "+json") || base == "text/json"
}

// opaque reports whether OpenAPI does not describe bodies of a media type.
func opaque(media string) bool {
	return !isJSON(media) && !slices.Contains([]string{"application/x-www-form-urlencoded", "multipart/form-data",
		"text/plain", "text/event-stream", "application/x-ndjson", "application/jsonl"}, media)
}

// isBytes reports whether a schema says no more than that there are bytes or a text.
func (s *schema) isBytes() bool {
	plain := *s
	if plain.strings = maps.Clone(s.strings); s.types == anyKind {
		delete(plain.strings, "contentMediaType") // which says no more than the media type
	}
	if plain.unconstrained() {
		return true
	}
	f := s.strings["format"]
	return s.types == stringKind && s.enum == nil && len(s.numbers) == 0 && s.strings["pattern"] == "" &&
		(f == "" || f == "binary" || f == "byte" || f == "base64")
}
