package main

import (
	"slices"

	"github.com/tenon-go/tenon/_tests/conformance/reach/dynamic"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// body returns the body of a schema as JSON.
func (c *converter) body(s *schema) *dynamic.Body {
	if s.isObject() && !s.null {
		if s.requestSchema {
			return dynamic.Input(c.collection(s).Create())
		}
		return dynamic.Input(c.collection(s).View())
	}
	return dynamic.ValueBody(c.property(s, "value"), s.requestSchema)
}

// content declares the bodies of the media types of a request.
func (c *converter) request(o *shape) *dynamic.Body {
	if o.body == nil {
		return dynamic.NoContent()
	}
	o.reasons = append(o.reasons, o.body.reasons...)
	groups := c.bodies(o, o.body)
	if len(groups) == 0 {
		return nil
	}
	b := groups[0]
	if len(groups) > 1 {
		b = dynamic.AnyOf(groups)
	}
	if o.optional {
		if b.Optional == nil {
			o.miss("request: an optional body of bytes")
			return b
		}
		return b.Optional()
	}
	return b
}

// bodies returns the bodies of some content: those of JSON with one schema are one.
func (c *converter) bodies(o *shape, all *content) (bodies []*dynamic.Body) {
	var done []string
	for _, name := range sortedKeys(all.media) {
		if slices.Contains(done, name) {
			continue
		}
		s := all.media[name]
		if !structured(name, s) {
			if b := c.otherBody(o, name, s); b != nil {
				bodies = append(bodies, b)
			}
			continue
		}
		var types []string
		for _, other := range sortedKeys(all.media) {
			t := all.media[other]
			if structured(other, t) && (s == nil) == (t == nil) && (s == nil || same(s, t)) {
				types = append(types, other)
			}
		}
		done = append(done, types...)
		if s == nil {
			s = c.anything
		}
		b := c.body(s)
		if b == nil {
			continue
		}
		if !slices.Equal(types, []string{"application/json"}) {
			b = b.Encoded(codecs(types))
		}
		bodies = append(bodies, b)
	}
	return bodies
}

// structured reports whether content is JSON, or another format of the value that its schema
// describes: what the library does not write itself is a codec of the application.
func structured(name string, s *schema) bool {
	switch name {
	case "application/x-www-form-urlencoded", "multipart/form-data", "text/event-stream", "application/jsonl", "application/x-ndjson":
		return false
	case "text/plain":
		return s != nil && s.types != stringKind
	}
	return isJSON(name) || s != nil
}

// codecs returns the codecs of media types. Those that are not JSON have JSON under another name,
// because the program compares declarations, not formats.
func codecs(types []string) (all []route.Codec) {
	same := func(text []byte) ([]byte, error) { return text, nil }
	for _, t := range types {
		k := route.Codec{MediaType: t}
		if !isJSON(t) && t != "*/*" && t != "application/*" {
			k.Encode, k.Decode = same, same
		}
		all = append(all, k)
	}
	slices.SortStableFunc(all, func(a, b route.Codec) int { return ranked(a) - ranked(b) })
	return all
}

// ranked prefers JSON, as clients of examples do.
func ranked(k route.Codec) int {
	if k.Encode != nil {
		return 1
	}
	return 0
}

func (c *converter) otherBody(o *shape, name string, s *schema) *dynamic.Body {
	switch {
	case s == nil:
		return dynamic.BytesBody(name)
	case name == "text/plain":
		if b := dynamic.TextBody(c.property(s, "text")); b != nil {
			return b
		}
	case name == "application/x-www-form-urlencoded", name == "multipart/form-data":
		if s.objects() == nil || s.null {
			o.miss("form: neither an object with members nor a union of them")
			return nil
		}
		b, styles := c.body(s), c.formStyles(s, name, o.body.styles[name])
		if name == "multipart/form-data" {
			return b.Parts(styles...)
		}
		return b.Form(styles...)
	case name == "text/event-stream":
		if b := c.body(s); b != nil {
			return b.Events()
		}
		return nil
	case name == "application/jsonl", name == "application/x-ndjson":
		if b := c.body(s); b != nil {
			return b.Lines()
		}
		return nil
	}
	o.miss("media type: " + name + " with a schema")
	return nil
}

// formStyles returns the styles of the members of a form. An object, or a list of objects, is JSON
// unless a style overrides that (OpenAPI 3.0.4 §4.7.15); a multipart form has it as JSON anyhow.
func (c *converter) formStyles(s *schema, media string, styles map[string]string) (all []prop.Prop) {
	names := map[string]bool{}
	for _, o := range s.objects() {
		for name := range o.members {
			names[name] = true
		}
	}
	for _, name := range sortedKeys(names) {
		m := s.member(name)
		if m.readOnly {
			continue
		}
		p := c.property(m, name).Prop
		switch nested := m.valueKinds()&objectKind != 0 || m.items != nil && m.items.valueKinds()&(objectKind|arrayKind) != 0; {
		case styles[name] == "deepObject" && (nested || m.valueKinds()&arrayKind != 0):
			all = append(all, route.DeepObject(p))
		case styles[name] == "csv" && m.types == arrayKind:
			all = append(all, route.CSV(p))
		case nested && media != "multipart/form-data":
			all = append(all, route.AsJSON(p))
		}
	}
	return all
}
