package paginate

import (
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
	})
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
