package property

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/tree"
)

// NullableOf declares what may be null of a property.
func NullableOf(p Any, pointers *codec.Type) *Property { return Start(Nullable(FormOf(p), pointers)) }

// Nullable returns the form of what may be null of a form; its values are pointers.
func Nullable(f codec.Form, pointers *codec.Type) codec.Form {
	null := codec.Nullable(f, pointers)
	null.Node = f.Node.Edit(func(n *tree.Prop) {
		n.Nullable = true
		n.Default, n.AbsentMeans, n.Initial = nil, nil, nil
		n.Examples = make([]tree.Sample, len(f.Node.Examples))
		for i := range n.Examples {
			n.Examples[i] = *pointTo(&f, pointers, &f.Node.Examples[i])
		}
		if f.Node.Nullable {
			n.Faults = append(n.Faults, tree.Faultf("Nullable twice"))
		}
	})
	return null
}

// pointTo returns a sample of pointers to the value of a sample of f, which may be nil.
func pointTo(f *codec.Form, pointers *codec.Type, s *tree.Sample) *tree.Sample {
	if s == nil {
		return nil
	}
	v := pointers.New()
	a, _ := f.Type.Unbox(s.Value)
	place.Store(v, a)
	return &tree.Sample{At: s.At, Value: pointers.Value(v)}
}
