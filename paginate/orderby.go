package paginate

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/prop"
)

// orderBy is the parameter order_by: names, each with a - in front where the
// greatest value comes first.
type orderBy struct{ *prop.Derived[[]string] }

const orderByDoc = "The order of the list: properties separated by commas, each from the least value to the greatest, " +
	"or with a - before its name the other way round. Null comes before every value."

// newOrderBy declares the parameter for properties that may be sorted by.
func newOrderBy(names []string, most int) orderBy {
	values := make([]string, 0, 2*len(names))
	for _, name := range names {
		values = append(values, name, "-"+name)
	}
	form := prop.Array(prop.OneOf("order_by", values...)).Form(ir.Key{})
	once := ir.Custom{Name: "order_by_twice", Message: message.Template("order_by_twice")}
	form.Node = form.Node.Edit(func(n *ir.Prop) {
		n.Doc, n.Optional = orderByDoc, true
		n.Rules = []ir.Rule{ir.MinItems{N: 1}, ir.MaxItems{N: most}, ir.Unique{}, once}
	})
	form.Own = []codec.Own[[]string]{{Rule: once, Test: eachOnce}}
	return orderBy{prop.Derive(ir.Key{}, form)}
}

// eachOnce reports whether no property is sorted by in both directions; in one
// twice is what unique forbids.
func eachOnce(terms *[]string) bool {
	for _, t := range *terms {
		if slices.Contains(*terms, "-"+t) {
			return false
		}
	}
	return true
}

// Slot compiles the parameter so that it knows a plus too.
func (o orderBy) Slot(key ir.Key, c *codec.Compiler) codec.Slot {
	return plusSlot{o.Derived.Slot(key, c)}
}

// plusSlot reads +name as name. In a query a bare plus is a space.
type plusSlot struct{ codec.Slot }

// Reset keeps the memory of the names, which nobody holds behind a request: a
// query has the terms that they stand for.
func (s plusSlot) Reset(cell any) {
	names := cell.(*[]string)
	clear(*names)
	*names = (*names)[:0]
}

func (s plusSlot) ParseList(r *codec.Report, texts []string, cell any) {
	if slices.ContainsFunc(texts, rising) {
		texts = slices.Clone(texts)
		for i, t := range texts {
			if rising(t) {
				texts[i] = t[1:]
			}
		}
	}
	s.Slot.ParseList(r, texts, cell)
}

func rising(term string) bool { return strings.HasPrefix(term, "+") || strings.HasPrefix(term, " ") }
