package openapi

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// target is an operation that shows one entity. Others link to it.
type target struct {
	id         string // of the operation
	path       string
	parameters []*tree.Prop
	order      int // its index among all
}

// targets returns the operations that others link to: each GET with an ID and path
// parameters that shows one entity. They are sorted by path.
func targets(ops []*tree.Operation) (all []target) {
	for _, op := range ops {
		if op.Method != "GET" || op.ID == "" || op.Success.Body == nil || entity(op.Success.Body) == nil {
			continue
		}
		t := target{id: op.ID, path: op.Path, order: len(all)}
		for _, in := range op.Inputs {
			if in.In == tree.InPath {
				t.parameters = append(t.parameters, in.Prop)
			}
		}
		if len(t.parameters) > 0 {
			all = append(all, t)
		}
	}
	slices.SortStableFunc(all, func(t, u target) int { return strings.Compare(t.path, u.path) })
	return all
}

// below returns the targets whose paths begin with path, in the order of declaration.
func (w *writer) below(path string) []target {
	from, _ := slices.BinarySearchFunc(w.targets, path, func(t target, path string) int { return strings.Compare(t.path, path) })
	n := 0
	for _, t := range w.targets[from:] {
		if !strings.HasPrefix(t.path, path) {
			break
		}
		n++
	}
	if n < 2 {
		return w.targets[from : from+n]
	}
	found := slices.Clone(w.targets[from : from+n])
	slices.SortFunc(found, func(t, u target) int { return t.order - u.order })
	return found
}

// entity returns the collection of a body that holds one entity; nil for other bodies.
func entity(b *tree.Body) *tree.Collection {
	if b.Format != tree.JSON || b.Prop == nil {
		return nil
	}
	if o, ok := b.Prop.Type.(tree.Object); ok {
		return o.Of()
	}
	return nil
}

// links links a created entity, and the first of a list, to the operation that shows it,
// with parameters from the body.
func (w *writer) links(op *tree.Operation, a tree.Response) {
	if len(w.targets) == 0 || a.Body == nil || op.Method != "POST" && op.Method != "GET" {
		return
	}
	of, list := entity(a.Body), false
	if of == nil && a.Body.Format == tree.JSON && a.Body.Prop != nil {
		if array, ok := a.Body.Prop.Type.(tree.Array); ok {
			if o, ok := array.Item.Type.(tree.Object); ok {
				of, list = o.Of(), true
			}
		}
	}
	if of == nil || op.Method == "GET" && !list {
		return
	}
	place := "$response.body#"
	if w.envelope != "" {
		place += "/" + pointerToken(w.envelope)
	}
	if list {
		place += "/0"
	}
	empty := w.mark()
	w.object("links")
	for _, t := range w.below(op.Path) {
		if suppliesAll(of, a.Body.Mode, op, t.parameters) {
			w.link(t, place, op)
		}
	}
	w.endOr(empty)
}

// suppliesAll reports whether the body has every parameter that the request lacks.
func suppliesAll(of *tree.Collection, mode tree.Mode, op *tree.Operation, parameters []*tree.Prop) bool {
	found := false
	for _, p := range parameters {
		switch {
		case inPath(op, p):
		case slices.ContainsFunc(of.Members, func(m *tree.Member) bool { return m.Prop.ID == p.ID && m.Has(mode) && !m.Guarded() }):
			found = true
		default:
			return false
		}
	}
	return found
}

func inPath(op *tree.Operation, p *tree.Prop) bool {
	return slices.ContainsFunc(op.Inputs, func(in tree.Input) bool { return in.In == tree.InPath && in.Prop.ID == p.ID })
}

func (w *writer) link(t target, place string, op *tree.Operation) {
	w.named(t.id)
	w.text("operationId", t.id)
	w.object("parameters")
	for _, p := range t.parameters {
		w.name(p.Name)
		if inPath(op, p) {
			w.value("$request.path." + p.Name)
		} else {
			w.value(place + "/" + pointerToken(p.Name))
		}
	}
	w.end()
	w.end()
}

// pointerToken escapes a name for a JSON Pointer (RFC 6901 §3).
func pointerToken(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}
