package openapi

import (
	"fmt"
	"strconv"

	"github.com/tenon-go/tenon/tree"
)

// examples returns the examples of p in a mode as JSON text. Examples that are not valid in the
// mode are omitted, such as a user without the password, which only requests have. In view mode
// every example must be valid.
func (w *writer) examples(p *tree.Prop, m tree.Mode) ([]string, error) {
	if len(p.Examples) == 0 {
		return nil, nil
	}
	key := sampleKey{p, m}
	if plain(p.Type) {
		key.mode = tree.View
	}
	known, ok := w.sampled[key]
	if !ok {
		known = sample(p, m)
		w.sampled[key] = known
	}
	if known.err != nil && m == tree.View {
		return nil, known.err
	}
	return known.texts, nil
}

// sampleKey is the key of the examples that were written before.
type sampleKey struct {
	prop *tree.Prop
	mode tree.Mode
}

// sampled are the valid examples as JSON text, and the error of an invalid one.
type sampled struct {
	texts []string
	err   error
}

func sample(p *tree.Prop, m tree.Mode) (out sampled) {
	for _, x := range p.Examples {
		text, err := p.Write(x, m)
		if err != nil {
			out.err = fmt.Errorf("the example at %s: %w", x.At, err)
			continue
		}
		out.texts = append(out.texts, string(text))
	}
	return out
}

// defaultOf returns the default of a property as JSON text.
func (w *writer) defaultOf(p *tree.Prop) (string, error) {
	text, ok := w.defaults[p]
	if !ok {
		value, mode := p.Default, tree.Create
		if d := p.Documented(); d != nil {
			value, mode = d, p.DocumentedIn()
		}
		b, err := p.Write(*value, mode)
		if err != nil {
			return "", fmt.Errorf("the default: %w", err)
		}
		text = string(b)
		w.defaults[p] = text
	}
	return text, nil
}

// plain reports whether values of a type are the same in every mode.
func plain(t tree.Type) bool {
	switch t.(type) {
	case tree.Integer, tree.Float, tree.Text, tree.Enum, tree.Binary, tree.Boolean:
		return true
	}
	return false
}

// parameterExamples writes the examples of a parameter or a header: one value, or named
// objects (OpenAPI 3.1.1 §4.8.12.2).
func (w *writer) parameterExamples(p *tree.Prop, m tree.Mode) error {
	values, err := w.examples(p, m)
	switch {
	case err != nil:
		return err
	case len(values) == 0:
		return nil
	case len(values) == 1:
		w.key("example")
		return w.raw(values[0])
	}
	w.object("examples")
	for i, v := range values {
		w.object("example" + strconv.Itoa(i+1))
		w.key("value")
		if err := w.raw(v); err != nil {
			return err
		}
		w.end()
	}
	w.end()
	return nil
}

// bodyExamples writes the examples of a body in its envelope.
func (w *writer) bodyExamples(b *tree.Body, enveloped bool) error {
	if len(b.Examples) == 0 && w.made != nil && w.request {
		return w.madeExamples(b)
	}
	if len(b.Examples) == 0 || enveloped && b.Beside != nil && len(b.Beside.Examples) == 0 {
		return nil // pagination is required next to the body, and has no example
	}
	w.object("examples")
	for _, x := range b.Examples {
		text, err := b.Prop.Write(x.Sample, b.Mode)
		if err != nil {
			return fmt.Errorf("example %q at %s: %w", x.Name, x.Sample.At, err)
		}
		w.named(x.Name)
		w.translated("summary", x.Summary)
		w.key("value")
		if err := w.enveloped(b, enveloped, func() error { return w.raw(string(text)) }); err != nil {
			return err
		}
		w.end()
	}
	w.end()
	return nil
}

// enveloped writes a value in the envelope.
func (w *writer) enveloped(b *tree.Body, is bool, value func() error) error {
	if !is {
		return value()
	}
	w.open('{')
	w.name(w.envelope)
	if err := value(); err != nil {
		return err
	}
	if b.Beside != nil {
		values, err := w.examples(b.Beside, tree.View)
		if err != nil {
			return err
		}
		w.name(b.Beside.Name)
		if err := w.raw(values[0]); err != nil {
			return err
		}
	}
	w.end()
	return nil
}
