package prop

import (
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
)

// Dict is a property that carries a map.
type Dict[E any] struct{ decl[map[string]E, *Dict[E]] }

func (*Dict[E]) with(f codec.Form[map[string]E]) *Dict[E] {
	return &Dict[E]{decl[map[string]E, *Dict[E]]{f}}
}

// Map declares an object with free member names whose values are what value
// declares, and takes value's name:
//
//	prop.Map(prop.String("labels").MaxLen(80))
//
// Members are written in the order of their names; a nil map as an empty
// object.
func Map[E any](value Of[E]) *Dict[E] {
	f := value.Form(ir.Key{})
	return start[map[string]E, *Dict[E]](codec.Form[map[string]E]{
		Node: &ir.Prop{Name: value.Name(), Type: ir.Map{Value: f.Node}},
		Make: codec.Dict(f),
		Late: f.Late,
		Clone: func(v map[string]E) map[string]E {
			out := make(map[string]E, len(v))
			for name, e := range v {
				out[name] = f.Copy(e)
			}
			return out
		},
	})
}

// MinProperties sets the least number of members. An update is judged when it
// has been merged.
func (p *Dict[E]) MinProperties(n int) *Dict[E] { return p.count(ir.MinProps{N: n}) }

// MaxProperties sets the greatest number of members.
func (p *Dict[E]) MaxProperties(n int) *Dict[E] { return p.count(ir.MaxProps{N: n}) }
