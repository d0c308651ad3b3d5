package oas

import (
	"errors"
	"fmt"
	"strings"

	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"

	"github.com/tenon-go/tenon/internal/ir"
)

func (w *writer) parameters(inputs []ir.Input) ([]*v3.Parameter, error) {
	var out []*v3.Parameter
	var errs []error
	seen := map[string]bool{}
	for _, in := range inputs {
		key := string(in.In) + " " + in.Prop.Name
		if in.In == ir.InHeader {
			key = strings.ToLower(key)
		}
		p, err := w.parameter(in)
		if err == nil && seen[key] {
			err = errors.New("is declared twice")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s parameter %q: %w", in.In, in.Prop.Name, err))
			continue
		}
		seen[key] = true
		out = append(out, p)
	}
	return out, errors.Join(errs...)
}

func (w *writer) parameter(in ir.Input) (*v3.Parameter, error) {
	n := in.Prop
	if in.In == ir.InHeader && ignoredHeader(n.Name) {
		return nil, errors.New("OpenAPI ignores a parameter of this name (3.1.1 §4.8.12.1)")
	}
	required := in.In == ir.InPath || !n.MayBeAbsent()
	p := &v3.Parameter{
		Name:        n.Name,
		In:          string(in.In),
		Description: paragraphs(describe(n), ir.OnlyWith(in.Scopes)),
		Required:    &required,
		Deprecated:  n.Deprecated,
	}
	if !required {
		p.Required = nil
	}
	var err error
	if p.Style, p.Explode, err = style(in); err != nil {
		return nil, err
	}
	if p.Schema, err = w.schema(n, site{mode: ir.Create, nullable: n.Nullable, parameter: true}); err != nil {
		return nil, err
	}
	p.Example, p.Examples, err = parameterExamples(n, ir.Create)
	return p, err
}

// style says how an array or an object is written, and is empty for anything
// else, which is written in one way only.
func style(in ir.Input) (name string, explode *bool, err error) {
	deep := in.Style == ir.DeepObject
	if deep && in.In != ir.InQuery {
		return "", nil, errors.New("deepObject is a style of query parameters only")
	}
	no := false
	switch t := in.Prop.Type.(type) {
	case ir.Object, ir.Alternatives, ir.Map:
		if !deep {
			return "", nil, errors.New("an object needs the style deepObject")
		}
		return "deepObject", yes(), nil
	case ir.Array:
		switch {
		case deep:
			return "", nil, errors.New("deepObject is a style of objects only")
		case nests(t.Item.Type):
			return "", nil, errors.New("OpenAPI has no style for a list of lists or objects")
		case in.In == ir.InPath || in.In == ir.InHeader:
			return "simple", &no, nil
		case in.Style == ir.CSV || in.In == ir.InCookie: // a cookie is sent once
			return "form", &no, nil
		}
		return "form", yes(), nil
	default:
		if deep {
			return "", nil, errors.New("deepObject is a style of objects only")
		}
		return "", nil, nil
	}
}

func nests(t ir.Type) bool {
	switch t.(type) {
	case ir.Array, ir.Map, ir.Object, ir.Alternatives, ir.Any, ir.File:
		return true
	default:
		return false
	}
}

func ignoredHeader(name string) bool {
	switch strings.ToLower(name) {
	case "accept", "content-type", "authorization":
		return true
	}
	return false
}

// headers writes the header fields of an answer.
func (w *writer) headers(sends []*ir.Prop) (*orderedmap.Map[string, *v3.Header], error) {
	if len(sends) == 0 {
		return nil, nil
	}
	out := orderedmap.New[string, *v3.Header]()
	var errs []error
	for _, n := range sends {
		h, err := w.header(n)
		if _, twice := out.Get(n.Name); err == nil && twice {
			err = errors.New("is declared twice")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("response header %q: %w", n.Name, err))
			continue
		}
		out.Set(n.Name, h)
	}
	return out, errors.Join(errs...)
}

func (w *writer) header(n *ir.Prop) (*v3.Header, error) {
	if strings.EqualFold(n.Name, "Content-Type") {
		return nil, errors.New("OpenAPI ignores a header of this name (3.1.1 §4.8.17.1)")
	}
	name, _, err := style(ir.Input{Prop: n, In: ir.InHeader})
	if err != nil {
		return nil, err
	}
	h := &v3.Header{
		Description: describe(n),
		Required:    !n.MayBeAbsent(),
		Deprecated:  n.Deprecated,
		Style:       name,
	}
	if h.Schema, err = w.schema(n, site{mode: ir.View, nullable: n.Nullable, parameter: true}); err != nil {
		return nil, err
	}
	h.Example, h.Examples, err = parameterExamples(n, ir.View)
	return h, err
}
