package openapi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

func (w *writer) parameters(op *ir.Operation) error {
	inputs := op.AllInputs()
	if len(inputs) == 0 {
		return nil
	}
	var errs []error
	w.list("parameters")
	for i, in := range inputs {
		twice := func(other ir.Input) bool {
			return other.In == in.In && (other.Prop.Name == in.Prop.Name ||
				in.In == ir.InHeader && strings.EqualFold(other.Prop.Name, in.Prop.Name))
		}
		err := w.sharedParameter(in, op.TakesRest(in))
		if err == nil && slices.ContainsFunc(inputs[:i], twice) {
			err = errors.New("is declared twice")
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s parameter %q: %w", in.In, in.Prop.Name, err))
		}
	}
	w.endList()
	return errors.Join(errs...)
}

// sharedParameter writes a parameter, or copies it: most operations of a resource have the
// same ones.
func (w *writer) sharedParameter(in ir.Input, rest bool) error {
	if done, err := w.chosenParameter(in, rest); done || err != nil {
		return err
	}
	key := parameterKey{in.Prop, in.In, in.Style, in.Reserved, rest, w.depth}
	if at, ok := w.parametersAt[key]; ok && in.Scopes == nil {
		w.line()
		w.b = append(w.b, w.b[at[0]:at[1]]...)
		return nil
	}
	w.line()
	from := len(w.b)
	if err := w.parameter(in, rest); err != nil {
		return err
	}
	if in.Scopes == nil {
		w.parametersAt[key] = [2]int{from, len(w.b)}
	}
	return nil
}

// parameterKey identifies a written parameter.
type parameterKey struct {
	prop  *ir.Prop
	in    ir.In
	style ir.Style

	reserved bool
	rest     bool
	depth    int
}

func (w *writer) parameter(in ir.Input, rest bool) error {
	n := in.Prop
	if in.In == ir.InHeader && ignoredHeader(n.Name) {
		return errors.New("OpenAPI ignores a parameter of this name (3.1.1 §4.8.12.1)")
	}
	name, explode, err := style(in)
	if err != nil {
		return err
	}
	w.open('{')
	w.text("name", n.Name)
	w.text("in", string(in.In))
	w.some("description", paragraphs(w.describe(n), bracketed(in), ir.OnlyWith(in.Scopes)))
	w.flag("required", in.In == ir.InPath || !n.MayBeAbsent())
	w.flag("deprecated", n.Deprecated)
	w.texts("x-visible-to", in.Scopes)
	w.flag(ir.MultiSegment, rest)
	if name != "" {
		w.text("style", name)
		w.literal("explode", strconv.FormatBool(explode))
	}
	w.flag("allowReserved", in.Reserved)
	if in.Style == ir.Content {
		w.object("content")
		w.named("application/json")
		if err := w.parameterSchema(n); err != nil {
			return err
		}
		w.end()
		w.end()
	} else if err := w.parameterSchema(n); err != nil {
		return err
	}
	w.end()
	return nil
}

// bracketed returns a text on a value for which OpenAPI does not define deepObject: it has more
// than one level, or is not an object.
func bracketed(in ir.Input) string {
	if in.Style != ir.DeepObject || ir.IsFlat(in.Prop) {
		return ""
	}
	return ir.InBrackets
}

// parameterSchema writes the schema and the examples of a parameter.
func (w *writer) parameterSchema(n *ir.Prop) error {
	w.key("schema")
	if err := w.schema(n, site{mode: ir.Create, nullable: n.Nullable, parameter: true}); err != nil {
		return err
	}
	if err := w.parameterExamples(n, ir.Create); err != nil {
		return err
	}
	if !n.MayBeAbsent() && len(n.Examples) == 0 && w.maker != nil && w.request {
		if text := w.maker.input(n); text != "" {
			w.key("example")
			if err := w.raw(text); err != nil {
				return err
			}
		}
	}
	return nil
}

// style returns the serialization of an array or an object; "" for other types, which have only
// one.
func style(in ir.Input) (name string, explode bool, err error) {
	if !slices.Contains(ir.AllStyles(), in.Style) || !slices.Contains(ir.AllIns(), in.In) {
		return "", false, fmt.Errorf("a parameter in %q with the style %d cannot be described", in.In, in.Style)
	}
	deep := in.Style == ir.DeepObject
	if deep && in.In != ir.InQuery {
		return "", false, errors.New("deepObject is a style of query parameters only")
	}
	if in.Style == ir.Content {
		return "", false, nil
	}
	if deep {
		if !ir.Nests(in.Prop) {
			return "", false, errors.New("deepObject is a style of objects and lists only")
		}
		return "deepObject", true, nil
	}
	switch t := in.Prop.Type.(type) {
	case ir.Object, ir.Map:
		return "", false, errors.New("an object needs the style deepObject")
	case ir.Alternatives:
		switch kinds := t.Of().Kinds(); {
		case kinds&ir.KindObject != 0:
			return "", false, errors.New("an object needs the style deepObject")
		case kinds&ir.KindArray != 0:
			return "form", true, nil
		}
		return "", false, nil
	case ir.Array:
		switch {
		case nests(t.Item.Type):
			return "", false, errors.New("OpenAPI has no style for a list of lists or objects")
		case in.In == ir.InPath || in.In == ir.InHeader:
			return "simple", false, nil
		case in.Style == ir.SpaceDelimited:
			return "spaceDelimited", false, nil
		case in.Style == ir.PipeDelimited:
			return "pipeDelimited", false, nil
		case in.Style == ir.CSV || in.In == ir.InCookie: // a cookie is sent once
			return "form", false, nil
		}
		return "form", true, nil
	default:
		return "", false, nil
	}
}

func nests(t ir.Type) bool {
	switch t := t.(type) {
	case ir.Alternatives:
		return t.Of().Kinds()&(ir.KindArray|ir.KindObject) != 0
	case ir.Array, ir.Map, ir.Object, ir.Any, ir.File:
		return true
	default:
		return false
	}
}

func ignoredHeader(name string) bool {
	return strings.EqualFold(name, "Accept") || strings.EqualFold(name, "Content-Type") || strings.EqualFold(name, "Authorization")
}
