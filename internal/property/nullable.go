package property

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/place"
)

// Nullable returns the form of what may be null of a form; its values are pointers.
func Nullable(f codec.Form, pointers *codec.Type) codec.Form {
	null := codec.Nullable(f, pointers)
	null.Node = f.Node.Edit(func(n *ir.Prop) {
		n.Nullable = true
		n.Default, n.AbsentMeans, n.Initial = nil, nil, nil
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
