package paginate

import (
	"slices"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/message"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// Equal matches entities in which p equals the value: status=active. The parameter has the
// name of p.
func Equal[V any](p prop.Of[V]) Filter[V] {
	return single("Equal", query.Equal, p, "", "")
}

// In matches entities in which p equals one of the values, separated by commas:
// status=draft,active. There are at most 100 values, all different. The parameter has the
// name of p.
func In[V any](p prop.Of[V]) Filter[[]V] {
	return several("In", query.In, p, "", "is one of these", tree.MinItems{N: 1}, tree.MaxItems{N: maxValues}, tree.Unique{})
}

// AtLeast matches entities in which p is greater than or equal to the value: min_price=100. No
// comparison matches null.
func AtLeast[V any](p prop.Of[V]) Filter[V] {
	return single("AtLeast", query.AtLeast, p, "min_*", "is at least this")
}

// AtMost matches entities in which p is less than or equal to the value: max_price=100.
func AtMost[V any](p prop.Of[V]) Filter[V] {
	return single("AtMost", query.AtMost, p, "max_*", "is at most this")
}

// Greater matches entities in which p is greater than the value: price_above=100.
func Greater[V any](p prop.Of[V]) Filter[V] {
	return single("Greater", query.Greater, p, "*_above", "is greater than this")
}

// Less matches entities in which p is less than the value: price_below=100.
func Less[V any](p prop.Of[V]) Filter[V] {
	return single("Less", query.Less, p, "*_below", "is less than this")
}

// Between matches entities in which p is between two values, inclusive: price_between=100,200.
// The first must not be greater than the second.
func Between[V any](p prop.Of[V]) Filter[[]V] {
	return several("Between", query.Between, p, "*_between", "lies between these two, or is one of them", tree.MinItems{N: 2}, tree.MaxItems{N: 2})
}

// Contains matches entities in which p contains the text, code point by code point, so
// that case matters: name_contains=board. The text has 1 to 100 characters; there are no
// wildcards.
func Contains[V ~string](p prop.Of[V]) Filter[string] {
	return part("Contains", query.Contains, p, "*_contains", "contains this text; case matters")
}

// Prefix matches entities in which p begins with the text, with the rules of [Contains]:
// name_prefix=Key.
func Prefix[V ~string](p prop.Of[V]) Filter[string] {
	return part("Prefix", query.Prefix, p, "*_prefix", "begins with this text; case matters")
}

// IsNull matches entities in which p is null, or those in which it is not:
// note_is_null=true. An absent value is null.
func IsNull(p prop.Prop) Filter[bool] {
	n, order := about("IsNull", query.IsNull, p)
	form := codec.Form{Node: describe(n, "*_is_null", "Whether `"+n.Name+"` is null."), Type: codec.TypeOf[bool](), Make: codec.Boolean}
	form.Node.Type, form.Node.Rules = tree.Boolean{}, nil
	return newFilter[bool](parameter(form, &query.Filter{
		Op: query.IsNull, About: n, Order: order,
		Open: func(cell any, values []any) (any, []any) { return box(*cell.(*bool), values) },
		Text: func(b []byte, v any) []byte { return strconv.AppendBool(b, v.(bool)) },
	}))
}

const (
	maxValues = 100 // of In
	maxPart   = 100 // characters, of Contains and Prefix
)

// box returns a value as an interface, also in a slice for the condition.
func box[V any](v V, values []any) (whole any, _ []any) {
	whole = v
	return whole, append(values, whole)
}

// about returns the node and the order of a filter's property. The node has a fault if the
// operator does not support it.
func about(call string, op query.Op, p prop.Prop) (*tree.Prop, codec.Order) {
	if p == nil {
		return &tree.Prop{ID: new(tree.ID), Type: tree.Text{}, Faults: []tree.Fault{tree.Faultf("%s(nil): the property is nil", call)}}, nil
	}
	n, order := property.NodeOf(p), property.OrderOf(p)
	what := ""
	switch op {
	case query.IsNull:
	case query.AtLeast, query.AtMost, query.Greater, query.Less, query.Between:
		if !order.Sorts() {
			what = "its values have no order"
		}
	default:
		if !order.Carries() {
			what = "it is not a single value"
		}
	}
	if what != "" && len(n.Faults) == 0 {
		f := tree.Faultf("%s does not support property %q: %s", call, n.Name, what)
		n = n.Edit(func(n *tree.Prop) { n.Faults = append(n.Faults, f) })
	}
	return n, order
}

// describe returns the node of a filter's parameter. It has the rules of the property, so that
// values which no entity can have are violations.
func describe(about *tree.Prop, name, doc string) *tree.Prop {
	return about.Edit(func(n *tree.Prop) {
		n.Name = rename(name, about.Name)
		n.Optional, n.Nullable, n.ReadOnly, n.WriteOnly, n.Deprecated = true, false, false, false, false
		n.Default, n.AbsentMeans, n.Initial, n.Extensions = nil, nil, nil, nil
		if doc != "" {
			n.Title, n.Doc, n.Examples = "", doc, nil
		}
	})
}

// rename replaces the star of a pattern with a name.
func rename(pattern, name string) string {
	for i := range len(pattern) {
		if pattern[i] == '*' {
			return pattern[:i] + name + pattern[i+1:]
		}
	}
	return name
}

// formOf returns the form of a parameter with one value of p, whose Go type is t.
func formOf(p prop.Prop, t *codec.Type, n *tree.Prop) (form codec.Form) {
	if p == nil {
		form.Type = t
	} else {
		form = property.FormOf(p)
	}
	if form.Null != nil { // parameters cannot be null
		form.Make = form.Null.Make
	}
	form.Node, form.Default = n, nil
	return form
}

// plain returns a value of a filter for its condition, without the pointer of a nullable
// property.
func plain(order codec.Order, null bool, whole any, values []any) (any, []any) {
	if !null {
		return whole, append(values, whole)
	}
	inner, _ := order.Value(whole)
	return whole, append(values, inner)
}

func textOf(order codec.Order) func([]byte, any) []byte {
	return func(b []byte, v any) []byte {
		b, _ = order.Append(b, v)
		return b
	}
}

// single returns a filter with one value.
func single[V any](call string, op query.Op, p prop.Of[V], name, doc string) Filter[V] {
	return newFilter[V](withOne(call, op, p, codec.TypeOf[V](), name, doc))
}

func withOne(call string, op query.Op, p prop.Prop, t *codec.Type, name, doc string) (*property.Property, *query.Filter) {
	n, order := about(call, op, p)
	if doc != "" {
		doc = "`" + n.Name + "` " + doc + "."
	}
	form := formOf(p, t, describe(n, name, doc))
	null := form.Null != nil
	return parameter(form, &query.Filter{
		Op: op, About: n, Order: order, Text: textOf(order),
		Open: func(cell any, values []any) (any, []any) {
			a, _ := t.At(cell)
			return plain(order, null, t.Value(a), values)
		},
	})
}

// several returns a filter with a list of values.
func several[V any](call string, op query.Op, p prop.Of[V], name, doc string, rules ...tree.Rule) Filter[[]V] {
	return newFilter[[]V](withSeveral(call, op, p, codec.ItemsOf[V](codec.TypeOf[V]()), name, doc, rules))
}

func withSeveral(call string, op query.Op, p prop.Prop, items *codec.Items, name, doc string, rules []tree.Rule) (*property.Property, *query.Filter) {
	n, order := about(call, op, p)
	item := formOf(p, items.Item, describe(n, "", ""))
	null := item.Null != nil
	form := codec.Form{Type: items.List, Make: codec.Array(item, items), Fork: codec.ForkItems(item, items)}
	form.Node = describe(n, name, "`"+n.Name+"` "+doc+".")
	form.Node.Type, form.Node.Rules = tree.Array{Item: item.Node}, rules
	if op == query.Between {
		sorted := tree.Custom{Name: "between_order", Message: message.Template("between_order")}
		form.Node.Rules = append(form.Node.Rules, sorted)
		form.Rules = []codec.Rule{{Rule: sorted, Test: func(a place.Addr) bool {
			return order.Compare(items.Cell(a, 0), items.Cell(a, 1)) <= 0
		}}}
	}
	return parameter(form, &query.Filter{
		Op: op, About: n, Order: order, CSV: true, Text: textOf(order),
		Open: func(cell any, values []any) (any, []any) {
			a, _ := items.List.At(cell)
			for i := range place.Len(a) {
				_, values = plain(order, null, items.Value(a, i), values)
			}
			return items.List.Value(a), values
		},
	})
}

// part returns a filter with a part of a string.
func part(call string, op query.Op, p prop.Prop, name, doc string) Filter[string] {
	n, order := about(call, op, p)
	form := codec.Form{Node: describe(n, name, "`"+n.Name+"` "+doc+"."), Type: codec.TypeOf[string](), Make: codec.String(nil)}
	form.Node.Type, form.Node.Rules = tree.Text{}, []tree.Rule{tree.MinLen{N: 1}, tree.MaxLen{N: maxPart}}
	if slices.Contains(n.Rules, tree.Rule(tree.NoNUL{})) {
		form.Node.Rules = append(form.Node.Rules, tree.NoNUL{})
	}
	return newFilter[string](parameter(form, &query.Filter{
		Op: op, About: n, Order: order,
		Open: func(cell any, values []any) (any, []any) { return box(*cell.(*string), values) },
		Text: func(b []byte, v any) []byte { return append(b, v.(string)...) },
	}))
}
