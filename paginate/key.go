package paginate

import (
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
)

// ByKey divides a list at entities, which their keys identify, as some APIs do:
// starting_after=cus_7&limit=20 is the page after the entity cus_7, and ending_before=cus_7 that
// before it. With both it is the start of what lies between two entities. The key is a member of
// the entities that identifies each of them, and the last term of their order.
//
// A key says nothing about the order and the filters of its list, and stops working when its entity
// is deleted: the request is a 422 then. [ByCursor] has neither fault.
func ByKey[V any](key prop.Of[V]) Plan {
	p := newPlan(query.ByKey, query.Never)
	if key == nil {
		return p.fault("ByKey(nil): the property is nil")
	}
	n := property.NodeOf(key)
	if n.Nullable {
		return p.fault("ByKey: property %q may be null, and a key may not", n.Name)
	}
	return p.edit(func(p *query.Plan) {
		p.Key = &query.Key{Node: n, Order: property.OrderOf(key), Parameter: func(name, doc string) *query.Parameter {
			return query.ParameterOf(Equal(key).As(name).Describe(doc))
		}}
		p.Key.Member, p.Key.Check = keyMember(n), keyChecker{p.Key}.check
	})
}

// keyMember returns a function that binds a member of responses to a key.
func keyMember(n *ir.Prop) func(name, doc string, text **string, number **int64) prop.Field {
	return func(name, doc string, text **string, number **int64) prop.Field {
		if n.Type.Word() == "integer" {
			return prop.Nullable(prop.Int64(name).Describe(doc)).At(number)
		}
		return prop.Nullable(prop.String(name).Describe(doc)).At(text)
	}
}

// keyChecker checks lists by key.
type keyChecker struct{ key *query.Key }

func (c keyChecker) check(rows *ir.Collection, member bool, p *query.Pagination, fault func(format string, args ...any)) {
	n := c.key.Node
	switch {
	case rows == nil:
		fault("ByKey needs a list of what a collection describes: property %q is a member of it", n.Name)
		return
	case !member:
		fault("ByKey: property %q is not a member of collection %q%s", n.Name, rows.Name, ir.Namesake(rows.Named(n.Name), n.ID))
	case n.WriteOnly:
		fault("ByKey: property %q is WriteOnly, so that clients do not know it", n.Name)
	case !c.key.Order.Carries():
		fault("ByKey: property %q is not a single value", n.Name)
	}
	if p == nil {
		return
	}
	for _, m := range p.Members {
		if (m.Kind == query.FirstKey || m.Kind == query.LastKey) && !hasKeyMember(n) {
			fault("Pagination: %s is for keys that are strings, or integers up to those of int64", m.Kind)
		}
	}
}

// hasKeyMember reports whether a member can have the key.
func hasKeyMember(n *ir.Prop) bool {
	t, whole := n.Type.(ir.Integer)
	return n.Type != nil && (n.Type.Word() == "string" || whole && t.Format != "uint64")
}

// ForwardOnly leaves out the parameter for the pages before an entity, in a list by key.
func (p Plan) ForwardOnly() Plan {
	if k := plan(p).Open().Kind; k != query.ByKey && k != query.Unstarted {
		return p.fault("ForwardOnly needs ByKey")
	}
	return p.edit(func(p *query.Plan) { p.ForwardOnly = true })
}

// After requests the page after an entity, in a client call of a list by key:
// paginate.After(customerID.Is("cus_7")).
func After(key prop.Arg) prop.Arg { return prop.Arg(property.Arg(key).To(query.AfterParam)) }

// Before requests the page before an entity, in a client call of a list by key.
func Before(key prop.Arg) prop.Arg { return prop.Arg(property.Arg(key).To(query.BeforeParam)) }
