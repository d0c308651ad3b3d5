package oas

import (
	"fmt"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/ir"
)

type content = orderedmap.Map[string, *v3.MediaType]

func contentOf(mediaType string, m *v3.MediaType) *content {
	out := orderedmap.New[string, *v3.MediaType]()
	out.Set(mediaType, m)
	return out
}

func (w *writer) requestBody(b *ir.Body) (*v3.RequestBody, error) {
	c, err := w.content(b, func(_ *ir.Body, s *base.SchemaProxy) (*base.SchemaProxy, error) { return s, nil })
	if err != nil {
		return nil, err
	}
	return &v3.RequestBody{Required: yes(), Content: c}, nil
}

// answerContent writes what a success carries: JSON stands in the envelope, if
// the API has one.
func (w *writer) answerContent(b *ir.Body) (*content, error) {
	return w.content(b, func(b *ir.Body, s *base.SchemaProxy) (*base.SchemaProxy, error) {
		member := w.api.Envelope
		if member == "" {
			return s, nil
		}
		properties := orderedmap.New[string, *base.SchemaProxy]()
		properties.Set(member, s)
		required := []string{member}
		if p := b.Beside; p != nil {
			beside, err := w.schema(p, site{mode: ir.View})
			if err != nil {
				return nil, err
			}
			properties.Set(p.Name, beside)
			required = append(required, p.Name)
		}
		return base.CreateSchemaProxy(&base.Schema{
			Type:                 []string{"object"},
			Properties:           properties,
			Required:             required,
			AdditionalProperties: closed(),
		}), nil
	})
}

// content writes a body in each way that it may be written; it is nil where
// there is none. The envelope is around JSON only.
func (w *writer) content(b *ir.Body, envelope func(*ir.Body, *base.SchemaProxy) (*base.SchemaProxy, error)) (*content, error) {
	var out *content
	for _, way := range ways(b) {
		for _, mediaType := range way.MediaTypes() {
			m, err := w.mediaType(way) // anew, so that a model has no part twice
			if err != nil {
				return nil, err
			}
			if way.Format == ir.JSON {
				if m.Schema, err = envelope(way, m.Schema); err != nil {
					return nil, err
				}
			}
			if out == nil {
				out = orderedmap.New[string, *v3.MediaType]()
			}
			out.Set(mediaType, m)
		}
	}
	return out, nil
}

// ways are the ways to write the same content, each by itself.
func ways(b *ir.Body) []*ir.Body {
	if b.Empty() {
		return nil
	}
	first := *b
	first.Others = nil
	return append([]*ir.Body{&first}, b.Others...)
}

func (w *writer) mediaType(b *ir.Body) (*v3.MediaType, error) {
	m := &v3.MediaType{}
	switch b.Format {
	case ir.JSON, ir.Form, ir.PlainText:
	case ir.Multipart:
		m.Encoding = parts(b)
	case ir.Bytes, ir.Download:
		s := &base.Schema{}
		w.dialect.file(s)
		m.Schema = base.CreateSchemaProxy(s)
		return m, nil
	case ir.Events, ir.Lines:
		return w.stream(b)
	default:
		return nil, fmt.Errorf("there is no schema for content of the format %d", b.Format)
	}
	var err error
	m.Schema, err = w.schema(b.Prop, site{mode: b.Mode, nullable: b.Prop.Nullable})
	return m, err
}

// stream writes content that is a sequence of values. Before 3.2 OpenAPI has no
// keyword for it: the whole is text, and an extension tells what an item is, in
// the words of 3.2's itemSchema.
func (w *writer) stream(b *ir.Body) (*v3.MediaType, error) {
	item, err := w.schema(b.Prop, site{mode: b.Mode, nullable: b.Prop.Nullable})
	if err != nil {
		return nil, err
	}
	rendered, err := item.MarshalYAML()
	if err != nil {
		return nil, err
	}
	node, ok := rendered.(*yaml.Node)
	if !ok {
		return nil, fmt.Errorf("the schema of an item was rendered as %T", rendered)
	}
	m := &v3.MediaType{
		Schema:     base.CreateSchemaProxy(&base.Schema{Type: []string{"string"}}),
		Extensions: orderedmap.New[string, *yaml.Node](),
	}
	m.Extensions.Set("x-itemSchema", node)
	return m, nil
}

// parts tells the media types that the files in a form may have (OpenAPI 3.1.1
// §4.8.15).
func parts(b *ir.Body) *orderedmap.Map[string, *v3.Encoding] {
	object, ok := b.Prop.Type.(ir.Object)
	if !ok {
		return nil
	}
	out := orderedmap.New[string, *v3.Encoding]()
	for _, m := range object.Of().In(b.Mode) {
		t := m.Prop.Type
		if list, ok := t.(ir.Array); ok {
			t = list.Item.Type
		}
		if f, ok := t.(ir.File); ok && f.Types != nil {
			out.Set(m.Prop.Name, &v3.Encoding{ContentType: strings.Join(f.Types, ", ")})
		}
	}
	return out
}
