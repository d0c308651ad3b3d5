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
// greatest value comes first, and with a + or nothing where the least does.
type orderBy struct{ *prop.DerivedProp[[]string] }

const orderByDoc = "The order of the list: properties separated by commas, each from the least value to the greatest, " +
	"as with a + before its name, or with a - the other way round. Null comes before every value."

// newOrderBy declares the parameter for properties that may be sorted by.
func newOrderBy(names []string, most int) prop.Of[[]string] {
	values := make([]string, 0, 3*len(names))
	for _, name := range names {
		values = append(values, name, "+"+name, "-"+name)
	}
	form := prop.Array(prop.OneOf("order_by", values...)).Form(ir.Key{})
	once := ir.Custom{Name: "order_by_twice", Message: message.Template("order_by_twice")}
	form.Node = form.Node.Edit(func(n *ir.Prop) {
		n.Doc, n.Optional = orderByDoc, true
		n.Rules = []ir.Rule{ir.MinItems{N: 1}, ir.MaxItems{N: most}, ir.Unique{}, once}
	})
	form.Own = []codec.CustomRule{codec.CustomRuleOf(once, eachOnce)}
	return orderBy{prop.Derive[[]string](ir.Key{}, form)}
}

// eachOnce reports whether no property is in two terms that are written apart;
// the same term twice is what unique forbids.
func eachOnce(terms *[]string) bool {
	for i, t := range *terms {
		name := sortedBy(t)
		for _, other := range (*terms)[:i] {
			if other != t && sortedBy(other) == name {
				return false
			}
		}
	}
	return true
}

// sortedBy is the name of the property in a term.
func sortedBy(term string) string {
	if term != "" && (term[0] == '+' || term[0] == '-') {
		return term[1:]
	}
	return term
}

// Slot compiles the parameter so that it knows a bare plus.
func (o orderBy) Slot(key ir.Key, c *codec.Compiler) codec.Slot {
	return plusSlot{o.DerivedProp.Slot(key, c)}
}

// plusSlot reads a space before a name as the plus that it was: in a query a bare
// plus stands for a space (WHATWG URL §5.1), but not by RFC 3986, which the document
// follows.
type plusSlot struct{ codec.Slot }

// Reset keeps the memory of the names, which nobody holds behind a request: a
// query has the terms that they stand for.
func (s plusSlot) Reset(cell any) {
	names := cell.(*[]string)
	clear(*names)
	*names = (*names)[:0]
}

func (s plusSlot) ParseList(r *codec.Report, texts []string, cell any) {
	if slices.ContainsFunc(texts, bare) {
		texts = slices.Clone(texts)
		for i, t := range texts {
			if bare(t) {
				texts[i] = "+" + t[1:]
			}
		}
	}
	s.Slot.ParseList(r, texts, cell)
}

func bare(term string) bool { return strings.HasPrefix(term, " ") }
