package route

import (
	"bytes"
	"net/url"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Key identifies an entity of a resource in its paths: a property, or several with
// [KeyOf].
type Key[K any] interface {
	// Get returns the key in a request.
	Get(s prop.Source) K
}

// KeyOf returns a key of several properties, each a segment of the path:
//
//	route.KeyOf(func(s prop.Source) LineKey { return LineKey{order.Get(s), number.Get(s)} }, order, number)
func KeyOf[K any](of func(prop.Source) K, props ...prop.Prop) Key[K] {
	return composite[K]{of, props, tree.Here()}
}

type composite[K any] struct {
	of    func(prop.Source) K
	props []prop.Prop
	at    tree.Position
}

func (k composite[K]) Get(s prop.Source) K { return k.of(s) }

func (k composite[K]) fault() *tree.Fault {
	return unlisted(k.at, k.props, func(s prop.Source) { k.of(s) })
}

// keyOwner is a composed key as the [codec.Owner] of its properties.
type keyOwner struct {
	lacks bool   // a property that was read
	name  string // of it
}

const notInKey = "a property of the key; name it in KeyOf"

// Missing implements [codec.Owner].
func (o *keyOwner) Missing() string {
	o.lacks = true
	return notInKey
}

// Named implements [codec.Owner].
func (o *keyOwner) Named(name string) *tree.Prop {
	o.name = name
	return nil
}

// unlisted returns a fault if the function of a key reads a property that the key does not
// list; nil if it does not. It calls the function with zero values.
func unlisted(at tree.Position, props []prop.Prop, read func(prop.Source)) (fault *tree.Fault) {
	var owner keyOwner
	l := &codec.Layout{Owner: &owner}
	defer func() {
		// The function may panic over a zero value too, which no request has.
		if _ = recover(); owner.lacks {
			fault = &tree.Fault{At: at, Message: "KeyOf: property \"" + owner.name + "\" is not " + notInKey}
		}
	}()
	compiler := codec.NewCompiler(tree.Create)
	var cells []any
	for _, p := range props {
		l.Inputs = append(l.Inputs, property.NodeOf(p).ID)
		cells = append(cells, property.SlotOf(p, compiler).Cell())
	}
	source := codec.NewCells(l, cells, make([]bool, len(cells)), nil, nil)
	read(&source)
	return nil
}

// propsOf returns the properties of a key.
func propsOf[K any](k Key[K]) []prop.Prop {
	switch k := any(k).(type) {
	case composite[K]:
		return k.props
	case prop.Prop:
		return []prop.Prop{k}
	}
	return nil
}

// segments returns the part of a path template that has a key.
func segments(props []prop.Prop) (path string) {
	for _, p := range props {
		if p != nil {
			path += "/{" + p.Name() + "}"
		}
	}
	return path
}

// keyWriter writes the key of an entity as a part of a path.
type keyWriter struct {
	slots []codec.Input
	names []string
	cell  func(i int, entity any) (cell any, ok bool)
}

func newKeyWriter(props []prop.Prop, cell func(i int, entity any) (any, bool)) keyWriter {
	w := keyWriter{cell: cell}
	compiler := codec.NewCompiler(tree.View)
	for _, p := range props {
		w.slots = append(w.slots, property.SlotOf(p, compiler))
		w.names = append(w.names, p.Name())
	}
	return w
}

// checkNUL returns an error if the key of an entity has U+0000, because no path of the resource
// has it.
func (w keyWriter) checkNUL(entity any) error {
	var room [64]byte
	for i, s := range w.slots {
		cell, ok := w.cell(i, entity)
		if !ok || bytes.IndexByte(s.Text(room[:0], cell), 0) < 0 {
			continue
		}
		var r codec.Report
		r.Add(codec.NUL)
		r.Under(0, w.names[i])
		return codec.Invalid{Err: codec.Gather[prop.Violations](&r)}
	}
	return nil
}

// append appends "/" and a segment for each property.
func (w keyWriter) append(b []byte, entity any) []byte {
	for i, s := range w.slots {
		b = append(b, '/')
		if cell, ok := w.cell(i, entity); ok {
			b = append(b, url.PathEscape(string(s.Text(nil, cell)))...)
		}
	}
	return b
}
