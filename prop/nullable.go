package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// NullableProp is a property that carries a V or null, which is a nil pointer.
type NullableProp[V any] struct{ core core }

func (*NullableProp[V]) with(f codec.Form) *NullableProp[V] { return &NullableProp[V]{core{f}} }

// Nullable lets p be null, and takes its name, texts and flags:
//
//	prop.Nullable(prop.String("note").MaxLen(500))
//
// It is still required: say Optional as well where a client may leave it out.
// It carries another Go type, so that it is a declaration of its own: read it
// with its own handle, not with p's. A default of p does not carry over.
func Nullable[V any](p Of[V]) *NullableProp[V] {
	return start[*V, *NullableProp[V]](nullable(p.Form(ir.Key{}), codec.TypeOf[*V]()))
}

// nullable is what may be null of a form, whose values are pointers.
func nullable(f codec.Form, pointers *codec.Type) codec.Form {
	null := codec.Nullable(f, pointers)
	null.Node = f.Node.Edit(func(n *ir.Prop) {
		n.Nullable = true
		n.Default = nil
		n.Examples = nil
		for _, s := range f.Node.Examples {
			a, _ := f.Type.Unbox(s.Value)
			v := pointers.New()
			place.Store(v, a)
			n.Examples = append(n.Examples, ir.Sample{At: s.At, Value: pointers.Value(v)})
		}
		if f.Node.Nullable {
			n.Faults = append(n.Faults, ir.Faultf("Nullable twice"))
		}
	})
	return null
}
