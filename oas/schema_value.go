package oas

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/prop"
)

// Body is a body of package collection, such as products.Create().
type Body interface{ body }

type body = codec.Content

// JSONSchema returns the JSON Schema (2020-12) of a property in requests. The schema is
// self-contained: it has the schemas of collections and unions in $defs. Equal declarations
// give the same bytes.
//
// The error lists the faults of the declaration, or what JSON Schema cannot express.
func JSONSchema(p prop.Prop) ([]byte, error) {
	n := property.NodeOf(p)
	return schemaOf(n, site{mode: ir.Create, nullable: n.Nullable})
}

// BodySchema returns the JSON Schema (2020-12) of a body of package collection; see
// [JSONSchema].
func BodySchema(b Body) ([]byte, error) {
	content := codec.BodyOf(b)
	if content == nil || content.Node == nil || content.Node.Prop == nil || content.Node.Format != ir.JSON {
		return nil, errors.New("oas: the body is not JSON")
	}
	p := content.Node.Prop
	return schemaOf(p, site{mode: content.Node.Mode, nullable: p.Nullable})
}

func schemaOf(p *ir.Prop, at site) ([]byte, error) {
	var errs []error
	for _, f := range verify.FaultsIn(p, at.mode) {
		errs = append(errs, fmt.Errorf("%s: %s", f.At, f.Message))
	}
	c := newComponents("#/$defs/")
	if errs == nil {
		errs = append(errs, c.find(p))
		c.compare()
		errs = append(errs, c.clashes()...)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("oas: %w", err)
	}
	w := &writer{
		api: new(ir.API), version: V32, dialect: v32{}, components: c,
		downgrades: map[string]bool{}, sampled: map[sampleKey]sampled{}, defaults: map[*ir.Prop]string{},
	}
	err := w.rootSchema(p, at)
	switch {
	case err != nil:
		return nil, fmt.Errorf("oas: %w", err)
	case w.wrong:
		return nil, fmt.Errorf("oas: the text %q is not valid UTF-8", w.mistaken)
	}
	return append(w.b, '\n'), nil
}

// rootSchema writes a schema with all schemas that it refers to.
func (w *writer) rootSchema(p *ir.Prop, at site) error {
	w.open('{')
	w.text("$schema", "https://json-schema.org/draft/2020-12/schema")
	ref, err := w.components.refer(p, at.mode)
	if err != nil {
		return err
	}
	beside := func() error { return w.keywords(p, at) }
	if ref == "" {
		err = beside()
	} else {
		err = referTo(&w.page, ref, at.nullable, beside)
	}
	if err != nil {
		return err
	}
	empty := w.mark()
	w.object("$defs")
	if err := w.queued(nil); err != nil {
		return err
	}
	w.endOr(empty)
	w.end()
	return nil
}
