package openapi

import (
	"errors"
	"fmt"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/verify"
	"github.com/tenon-go/tenon/tree"
)

// PropSchema implements oas.JSONSchema.
func PropSchema(n *tree.Prop) ([]byte, error) {
	return schemaOf(n, site{mode: tree.Create, nullable: n.Nullable})
}

// BodySchema implements oas.BodySchema.
func BodySchema(content *codec.Body) ([]byte, error) {
	if content == nil || content.Node == nil || content.Node.Prop == nil || content.Node.Format != tree.JSON {
		return nil, errors.New("oas: the body is not JSON")
	}
	p := content.Node.Prop
	return schemaOf(p, site{mode: content.Node.Mode, nullable: p.Nullable})
}

// SchemaOfNode returns the schema of a property in responses.
func SchemaOfNode(p *tree.Prop) ([]byte, error) {
	return schemaOf(p, site{mode: tree.View, nullable: p.Nullable})
}

func schemaOf(p *tree.Prop, at site) ([]byte, error) {
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
		api: new(tree.API), version: V32, dialect: v32{}, components: c,
		downgrades: map[string]bool{}, sampled: map[sampleKey]sampled{}, defaults: map[*tree.Prop]string{},
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
func (w *writer) rootSchema(p *tree.Prop, at site) error {
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
