package openapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

func (w *writer) requestBody(b *tree.Body) error {
	w.object("requestBody")
	if inBrackets(b) || slices.ContainsFunc(b.Others, inBrackets) {
		w.text("description", bracketText)
	}
	w.flag("required", !b.Optional)
	if err := w.contents(false, b); err != nil {
		return err
	}
	w.end()
	return nil
}

// inBrackets reports whether members of a form have names in brackets.
func inBrackets(b *tree.Body) bool {
	return slices.ContainsFunc(b.Styles, func(s tree.MemberStyle) bool { return s.Style == tree.DeepObject })
}

// contents writes bodies in each of their formats. Only JSON has the envelope.
func (w *writer) contents(response bool, bodies ...*tree.Body) error {
	if bodies[0].Empty() {
		return nil
	}
	key, shared := w.contentKeyOf(response, bodies)
	if at, ok := w.contentsAt[key]; ok && shared {
		w.key("content")
		w.b = append(w.b, w.b[at[0]:at[1]]...)
		return nil
	}
	empty := w.mark()
	w.key("content")
	from := len(w.b)
	w.open('{')
	for _, b := range bodies {
		if len(b.Others) == 0 && !b.Empty() { // ways would allocate
			if err := w.contentsOf(b, response); err != nil {
				return err
			}
			continue
		}
		for _, way := range ways(b) {
			if err := w.contentsOf(way, response); err != nil {
				return err
			}
		}
	}
	w.endOr(empty)
	if shared && len(w.b) > from {
		w.contentsAt[key] = [2]int{from, len(w.b)}
	}
	return nil
}

// contentKey identifies a written body.
type contentKey struct {
	prop, beside *tree.Prop
	mode         tree.Mode
	inline       bool
	enveloped    bool
	envelope     string
	depth        int
}

// contentKeyOf identifies a body that other operations may have, too: JSON of a collection without
// examples.
func (w *writer) contentKeyOf(response bool, bodies []*tree.Body) (key contentKey, ok bool) {
	b := bodies[0]
	if len(bodies) > 1 || b.Format != tree.JSON || b.Prop == nil || len(b.Others)+len(b.Types)+len(b.Styles)+len(b.Examples) > 0 || w.made != nil {
		return key, false
	}
	return contentKey{b.Prop, b.Beside, b.SchemaMode(), b.Inline, response, w.envelope, w.depth}, true
}

// contentsOf writes a body in one format, for each of its media types.
func (w *writer) contentsOf(b *tree.Body, response bool) error {
	enveloped := response && b.Format == tree.JSON && w.envelope != ""
	types := b.MediaTypes()
	if len(types) == 0 && b.Format != tree.Redirect {
		return fmt.Errorf("a body of the format %d has no media type", b.Format)
	}
	for _, mediaType := range types {
		w.named(mediaType)
		if err := w.mediaType(b, mediaType, enveloped); err != nil {
			return err
		}
		w.end()
	}
	return nil
}

// ways returns a body for each format of the same value.
func ways(b *tree.Body) []*tree.Body {
	switch {
	case b.Empty():
		return nil
	case len(b.Others) == 0:
		return []*tree.Body{b}
	}
	first := *b
	first.Others = nil
	return append([]*tree.Body{&first}, b.Others...)
}

func (w *writer) mediaType(b *tree.Body, name string, enveloped bool) error {
	switch b.Format {
	case tree.JSON, tree.Form, tree.Multipart, tree.PlainText:
		w.key("schema")
		if err := w.enclosed(b, enveloped); err != nil {
			return err
		}
	case tree.Bytes, tree.Download:
		w.object("schema")
		if !isJSON(name) { // JSON is any value
			w.dialect.file(&w.page, false)
		}
		w.end()
		return nil
	case tree.Events, tree.Lines:
		return w.dialect.stream(w, b)
	default:
		return fmt.Errorf("there is no schema for a body of the format %d", b.Format)
	}
	if b.Format == tree.Multipart || len(b.Styles) > 0 {
		w.parts(b)
	}
	return w.bodyExamples(b, enveloped)
}

// isJSON reports whether a media type is JSON (RFC 6839 §3.1).
func isJSON(mediaType string) bool {
	essence, _, _ := strings.Cut(mediaType, ";")
	essence = strings.TrimSpace(essence)
	return essence == "application/json" || strings.HasSuffix(essence, "+json")
}

// content writes the schema of a body.
func (w *writer) content(b *tree.Body) error {
	return w.schema(b.Prop, site{mode: b.SchemaMode(), nullable: b.Prop.Nullable})
}

// enclosed writes the schema of a body in its envelope.
func (w *writer) enclosed(b *tree.Body, enveloped bool) error {
	if !enveloped {
		return w.content(b)
	}
	required := []string{w.envelope}
	w.open('{')
	w.text("type", "object")
	w.object("properties")
	w.name(w.envelope)
	if err := w.content(b); err != nil {
		return err
	}
	for _, m := range b.MembersBeside() {
		w.name(m.Prop.Name)
		if err := w.schema(m.Prop, site{mode: tree.View, nullable: m.Nullable(tree.View)}); err != nil {
			return err
		}
		if m.Required(tree.View) {
			required = append(required, m.Prop.Name)
		}
	}
	w.end()
	w.texts("required", required)
	w.end()
	return nil
}

// textStream writes a stream for versions without itemSchema: the body is a string, and
// x-itemSchema describes an item.
func (w *writer) textStream(b *tree.Body) error {
	w.object("schema")
	w.text("type", "string")
	w.end()
	w.key(w.since(V32, "itemSchema"))
	if err := w.content(b); err != nil {
		return err
	}
	w.streamEnd(b)
	return nil
}

// streamEnd writes the data of the event that ends a stream, for which OpenAPI has no keyword.
func (w *writer) streamEnd(b *tree.Body) {
	if b.End != "" {
		w.text("x-end", b.End)
	}
}

// parts writes the media types of the files in a form, and the styles of its members (OpenAPI
// 3.1.1 §4.8.15).
func (w *writer) parts(b *tree.Body) {
	members, empty := b.Fields(), w.mark()
	w.object("encoding")
	done := map[string]bool{}
	for i, m := range members {
		if done[m.Prop.Name] {
			continue // of another case of a union
		}
		done[m.Prop.Name] = true
		if at := slices.IndexFunc(b.Styles, func(s tree.MemberStyle) bool { return s.Name == m.Prop.Name }); at >= 0 && (b.Styles[at].Style != tree.DeepObject || tree.Nests(m.Prop)) {
			w.named(m.Prop.Name)
			w.memberStyle(b.Styles[at].Style)
			w.end()
		} else if types := typesOf(members[i:], m.Prop.Name); types != nil {
			w.named(m.Prop.Name)
			w.text("contentType", strings.Join(types, ", "))
			w.end()
		}
	}
	w.endOr(empty)
}

// typesOf returns the media types of the parts of members with a name.
func typesOf(members []*tree.Member, name string) (types []string) {
	for _, m := range members {
		if m.Prop.Name != name {
			continue
		}
		for _, t := range partTypes(m.Prop) {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	return types
}

// partTypes returns the media types of the parts of a member that may be a file; nil if they follow from
// its schema (OpenAPI 3.1.1 §4.8.15.1).
func partTypes(p *tree.Prop) (types []string) {
	union, is := p.Type.(tree.Alternatives)
	if !is {
		if list, ok := p.Type.(tree.Array); ok {
			p = list.Item
		}
		f, _ := p.Type.(tree.File)
		return f.Types
	}
	if !tree.MayHaveFiles(p) {
		return nil
	}
	add := func(all ...string) {
		for _, t := range all {
			if !slices.Contains(types, t) {
				types = append(types, t)
			}
		}
	}
	for _, c := range union.Of().Cases {
		switch own := partTypes(c); {
		case own != nil:
			add(own...)
		case tree.HasFiles(c):
			add("application/octet-stream")
		case tree.Nests(c):
			add("application/json")
		default:
			add("text/plain")
		}
	}
	return types
}

// memberStyle writes the style of a member of a form.
func (w *writer) memberStyle(s tree.Style) {
	if s == tree.Content {
		w.text("contentType", "application/json")
		return
	}
	name := "form"
	switch s {
	case tree.DeepObject:
		name = "deepObject"
	case tree.SpaceDelimited:
		name = "spaceDelimited"
	case tree.PipeDelimited:
		name = "pipeDelimited"
	}
	w.text("style", name)
	w.literal("explode", strconv.FormatBool(s == tree.DeepObject))
}
