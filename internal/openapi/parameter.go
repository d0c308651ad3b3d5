package openapi

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

func (w *writer) parameters(op *tree.Operation) error {
	inputs := op.AllInputs()
	if len(inputs) == 0 {
		return nil
	}
	var errs []error
	w.list("parameters")
	for i, in := range inputs {
		twice := func(other tree.Input) bool {
			return other.In == in.In && (other.Prop.Name == in.Prop.Name ||
				in.In == tree.InHeader && strings.EqualFold(other.Prop.Name, in.Prop.Name))
		}
		err := w.sharedParameter(in, takesRest(op, in))
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
func (w *writer) sharedParameter(in tree.Input, rest bool) error {
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
	prop  *tree.Prop
	in    tree.In
	style tree.Style

	reserved bool
	rest     bool
	depth    int
}

func (w *writer) parameter(in tree.Input, rest bool) error {
	n := in.Prop
	if in.In == tree.InHeader && ignoredHeader(n.Name) {
		return errors.New("OpenAPI ignores a parameter of this name (3.1.1 §4.8.12.1)")
	}
	name, explode, err := style(in)
	if err != nil {
		return err
	}
	w.open('{')
	w.text("name", n.Name)
	w.text("in", string(in.In))
	w.some("description", paragraphs(w.describe(n), bracketed(in), onlyWith(in.Scopes)))
	w.flag("required", in.In == tree.InPath || !n.MayBeAbsent())
	w.flag("deprecated", n.Deprecated)
	w.texts("x-visible-to", in.Scopes)
	w.flag(tree.MultiSegment, rest)
	if name != "" {
		w.text("style", name)
		w.literal("explode", strconv.FormatBool(explode))
	}
	w.flag("allowReserved", in.Reserved)
	if in.Style == tree.Content {
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
func bracketed(in tree.Input) string {
	if in.Style != tree.DeepObject || isFlat(in.Prop) {
		return ""
	}
	return bracketText
}

// parameterSchema writes the schema and the examples of a parameter.
func (w *writer) parameterSchema(n *tree.Prop) error {
	w.key("schema")
	if err := w.schema(n, site{mode: tree.Create, nullable: n.Nullable, parameter: true}); err != nil {
		return err
	}
	if err := w.parameterExamples(n, tree.Create); err != nil {
		return err
	}
	if !n.MayBeAbsent() && len(n.Examples) == 0 && w.made != nil && w.request {
		if text := w.made.inputs[n]; text != "" {
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
func style(in tree.Input) (name string, explode bool, err error) {
	if !slices.Contains(tree.AllStyles(), in.Style) || !slices.Contains(tree.AllIns(), in.In) {
		return "", false, fmt.Errorf("a parameter in %q with the style %d cannot be described", in.In, in.Style)
	}
	deep := in.Style == tree.DeepObject
	if deep && in.In != tree.InQuery {
		return "", false, errors.New("deepObject is a style of query parameters only")
	}
	if in.Style == tree.Content {
		return "", false, nil
	}
	if deep {
		if !tree.Nests(in.Prop) {
			return "", false, errors.New("deepObject is a style of objects and lists only")
		}
		return "deepObject", true, nil
	}
	switch t := in.Prop.Type.(type) {
	case tree.Object:
		if in.Style == tree.Exploded {
			return "form", true, nil
		}
		return "", false, errors.New("an object needs the style deepObject")
	case tree.Map:
		return "", false, errors.New("an object needs the style deepObject")
	case tree.Alternatives:
		switch kinds := t.Of().Kinds(); {
		case kinds&tree.KindObject != 0:
			return "", false, errors.New("an object needs the style deepObject")
		case kinds&tree.KindArray != 0:
			return "form", true, nil
		}
		return "", false, nil
	case tree.Array:
		switch {
		case nests(t.Item.Type):
			return "", false, errors.New("OpenAPI has no style for a list of lists or objects")
		case in.In == tree.InPath || in.In == tree.InHeader:
			return "simple", false, nil
		case in.Style == tree.SpaceDelimited:
			return "spaceDelimited", false, nil
		case in.Style == tree.PipeDelimited:
			return "pipeDelimited", false, nil
		case in.Style == tree.CSV || in.In == tree.InCookie: // a cookie is sent once
			return "form", false, nil
		}
		return "form", true, nil
	default:
		return "", false, nil
	}
}

func nests(t tree.Type) bool {
	switch t := t.(type) {
	case tree.Alternatives:
		return t.Of().Kinds()&(tree.KindArray|tree.KindObject) != 0
	case tree.Array, tree.Map, tree.Object, tree.Any, tree.File:
		return true
	default:
		return false
	}
}

func ignoredHeader(name string) bool {
	return strings.EqualFold(name, "Accept") || strings.EqualFold(name, "Content-Type") || strings.EqualFold(name, "Authorization")
}

// isFlat reports whether a property is an object whose members are neither objects nor lists.
func isFlat(p *tree.Prop) bool {
	o, ok := p.Type.(tree.Object)
	return ok && !slices.ContainsFunc(o.Of().In(tree.Create), func(m *tree.Member) bool { return tree.Nests(m.Prop) }) && o.Of().Rest == nil
}

// bracketText is a text for documents on values that OpenAPI does not define in the style deepObject.
const bracketText = "Members are in brackets, a[b][c]=1, and items have an index from 0, a[0]=1, or empty brackets, a[]=1."

// onlyWith returns a text on the needed scopes for documents: Only with the scope `a`.
func onlyWith(scopes []string) string {
	if len(scopes) == 0 {
		return ""
	}
	return "Only with the scope `" + strings.Join(scopes, "` or `") + "`."
}

// takesRest reports whether an input is the parameter of several segments.
func takesRest(o *tree.Operation, in tree.Input) bool {
	return in.In == tree.InPath && strings.Contains(o.Path, "/{"+in.Prop.Name+"...}")
}
