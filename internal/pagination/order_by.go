package pagination

import (
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

const orderByDoc = "The order of the list: properties separated by commas. A property with a - before its name sorts in " +
	"descending order; without a sign or with a +, in ascending order. Null comes before every value."

// newOrderBy declares the parameter order_by for these properties: names, each with a -
// in front for descending order, and a + or nothing for ascending order. If the direction is a
// parameter of its own, they have no signs.
func newOrderBy(at tree.Position, parameter string, names []string, most int, plan *query.Settings) prop.Prop {
	signs := plan.Names.Direction == ""
	values, doc := names, "The order of the list: properties to sort by, the most significant first."
	if signs {
		values, doc = make([]string, 0, 3*len(names)), orderByDoc
		for _, name := range names {
			values = append(values, name, "+"+name, "-"+name)
		}
	}
	if plan.RepeatedOrder {
		doc = strings.Replace(doc, " separated by commas", "", 1)
	}
	choice := tree.Enum{Values: values}
	item := codec.Form{Node: &tree.Prop{Name: parameter, Type: choice, Faults: property.ChoiceFaults(choice, nil)}, Type: text, Make: codec.Enum}
	form := property.FormOf(prop.Array((*prop.StringProp[string])(property.StartAt(item, at))))
	form.Type, form.Texts = form.Type.WithReset(empty), withPlus
	rules := []tree.Rule{tree.MinItems{N: 1}, tree.MaxItems{N: most}, tree.Unique{}}
	if signs {
		rules = append(rules, once)
		form.Rules = []codec.Rule{codec.RuleOf(once, eachOnce)}
	}
	return (*prop.ArrayProp[string])(property.Remade(&form, func(n *tree.Prop) { n.Doc, n.Optional, n.Rules = doc, true, rules }))
}

// text is the type of a term.
var text = codec.TypeOf[string]()

// empty keeps the memory of a list of terms. Nothing holds the names after a request, as a query has the
// terms of the list.
func empty(list place.Addr) {
	names := place.To[[]string](list)
	clear(*names)
	*names = (*names)[:0]
}

// once is the rule that no property has two terms.
var once = tree.Custom{Name: "order_by_twice", Message: message.Template("order_by_twice")}

// eachOnce reports whether no property has two terms that differ in their sign. The rule
// unique forbids two equal terms.
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

// sortedBy returns the name of the property in a term.
func sortedBy(term string) string {
	if term != "" && (term[0] == '+' || term[0] == '-') {
		return term[1:]
	}
	return term
}

// withPlus reads a space before a name as the plus that the client wrote: a bare plus in a
// query is a space to the WHATWG URL standard (§5.1), but not to RFC 3986, which OpenAPI
// follows.
func withPlus(texts []string) []string {
	if slices.ContainsFunc(texts, bare) {
		texts = slices.Clone(texts)
		for i, t := range texts {
			if bare(t) {
				texts[i] = "+" + t[1:]
			}
		}
	}
	return texts
}

func bare(term string) bool { return strings.HasPrefix(term, " ") }
