package apitest

import (
	"net/url"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Histories have bodies as JSON, also those that are sent as a form.

// isForm reports whether the body of a request is a form of texts.
func isForm(b *tree.Body) bool {
	if b.Format != tree.Form && b.Format != tree.Multipart || b.Prop == nil {
		return false
	}
	return !slices.ContainsFunc(b.Fields(), func(m *tree.Member) bool { return tree.MayHaveFiles(m.Prop) })
}

// encoded returns a body in the format of the operation, and its media type; ok is false if the format
// cannot have it.
func (o *operation) encoded(body []byte) (content []byte, mediaType string, ok bool) {
	mediaType = o.Body.MediaTypes()[0]
	if o.Body.Format == tree.JSON {
		mediaType = o.Body.JSONType()
	}
	if !isForm(o.Body) {
		return body, mediaType, mediaType != ""
	}
	v, ok := parse(body)
	if !ok || v.kind != jsonx.Object {
		return nil, "", false
	}
	var fields [][2]string
	for i, name := range v.names {
		texts, ok := o.texts(name, v.items[i])
		if !ok {
			return nil, "", false
		}
		for _, text := range texts {
			fields = append(fields, [2]string{name, text})
		}
	}
	var b strings.Builder
	if o.Body.Format == tree.Form {
		for i, f := range fields {
			if i > 0 {
				b.WriteByte('&')
			}
			b.WriteString(url.QueryEscape(f[0]) + "=" + url.QueryEscape(f[1]))
		}
		return []byte(b.String()), mediaType, true
	}
	for _, f := range fields {
		b.WriteString(part(f[0], "", f[1]))
	}
	return []byte(b.String() + lastPart), mediaType + "; boundary=" + boundary, true
}

// The end of a form, and what separates its parts (RFC 2046 §5.1.1).
const (
	boundary = "apitest-3f9c1e77-boundary"
	lastPart = "--" + boundary + "--\r\n"
)

// part returns a part of a form (RFC 7578 §4.2); more is the rest of its header.
func part(name, more, content string) string {
	name = strings.NewReplacer("\\", "\\\\", `"`, `\"`).Replace(name)
	return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + name + "\"" + more + "\r\n\r\n" + content + "\r\n"
}

// texts returns the texts of a member in a form: one, or those of a list with values.
func (o *operation) texts(name string, v value) (texts []string, ok bool) {
	items := []value{v}
	if v.kind == jsonx.Array {
		items = v.items
	}
	for _, item := range items {
		text, ok := plain(item)
		if !ok || item.kind == jsonx.Array {
			return nil, false
		}
		texts = append(texts, text)
	}
	for _, s := range o.Body.Styles {
		delimiter := s.Style.Delimiter()
		if s.Style == tree.CSV {
			delimiter = ","
		}
		switch {
		case s.Name != name:
		case delimiter == "" || slices.ContainsFunc(texts, func(t string) bool { return t == "" || strings.Contains(t, delimiter) }):
			return nil, false
		default:
			texts = []string{strings.Join(texts, delimiter)}
		}
	}
	return texts, len(items) > 0
}

// sendable returns a body without the members that its format cannot have.
func (o *operation) sendable(body []byte) []byte {
	v, ok := parse(body)
	if !isForm(o.Body) || !ok {
		return body
	}
	for i, name := range v.names {
		if _, ok := o.texts(name, v.items[i]); !ok {
			return o.sendable(v.without(name).append(nil))
		}
	}
	return body
}

// sentForm returns the form that a request has sent, as JSON.
func sentForm(body media.Body, v place.Addr) ([]byte, error) {
	var r codec.Report
	body.Codec().Check(&r, v)
	if vs := codec.Gather[prop.Violations](&r); vs != nil {
		return nil, vs
	}
	var e codec.Encoder
	body.Codec().Encode(&e, v)
	return e.B, e.Err()
}
