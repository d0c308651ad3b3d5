package paginate

import (
	"context"
	"net/url"
	"strconv"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// ByKey divides a list at entities, which their keys identify, as some APIs do:
// starting_after=cus_7&limit=20 is the page after the entity cus_7, and ending_before=cus_7 that
// before it. With both it is the start of what lies between two entities. The key is a member of
// the entities that identifies each of them, and the last term of their order.
//
// A key says nothing about the order and the filters of its list, and stops working when its entity
// is deleted: the request is a 422 then. [ByCursor] has neither fault.
func ByKey[V any](key prop.Of[V]) Plan {
	if key == nil {
		return keyed(nil, nil, nil)
	}
	return keyed(property.NodeOf(key), property.OrderOf(key), func(name, doc string) *query.Parameter {
		return query.ParameterOf(Equal(key).As(name).Describe(doc))
	})
}

// keyed returns the plan of a list by key. parameter returns an optional query parameter with a key.
func keyed(n *tree.Prop, order codec.Order, parameter func(name, doc string) *query.Parameter) Plan {
	p := newPlan(query.ByKey, query.Never, func(s *query.Settings) query.Pager[Term, Condition] { return newKeys(s, parameter) })
	switch {
	case n == nil:
		return p.fault("ByKey(nil): the property is nil")
	case n.Nullable:
		return p.fault("ByKey: property %q may be null, and a key may not", n.Name)
	}
	return p.edit(func(p *query.Settings) { p.Key = &query.Key{Node: n, Order: order} })
}

// keys divides a list at entities, which their keys identify.
type keys struct {
	key           *query.Key
	members       *query.Pagination // that the application declares; nil: there are none
	after, before *query.Parameter  // before is nil if there is none

	// Of a compiled list.
	rows                     codec.Rows
	slot                     codec.Input
	beforeName, beforeEscape string // "": there is none
}

func newKeys(s *query.Settings, parameter func(name, doc string) *query.Parameter) *keys {
	k := &keys{key: s.Key, members: s.Pagination}
	if k.key == nil {
		return k // a fault says so
	}
	after, before, name := s.Names.After, s.Names.Before, k.key.Node.Name
	if after == "" {
		after = query.AfterParam.Name()
	}
	if before == "" {
		before = query.BeforeParam.Name()
	}
	k.after = parameter(after, "The `"+name+"` of an entity: the page follows it. By default, the first page.")
	if !s.ForwardOnly {
		k.before = parameter(before, "The `"+name+"` of an entity: the page precedes it.")
	}
	return k
}

// Parameters implements [query.Pager].
func (k *keys) Parameters() []prop.Prop {
	switch {
	case k.after == nil:
		return nil
	case k.before == nil:
		return []prop.Prop{k.after.Prop}
	}
	return []prop.Prop{k.after.Prop, k.before.Prop}
}

var keyObject = query.Object{
	Name: "KeyPagination", Usual: query.Never, Total: "total", Doc: "The total number of entities.",
	Members: func(s *query.Summary) []prop.Field { return []prop.Field{limitField(s), hasMore(s)} },
}

// Object implements [query.Pager].
func (*keys) Object() *query.Object { return &keyObject }

// Check implements [query.Pager].
func (k *keys) Check(d *query.Declared) {
	if k.key == nil {
		return // a fault says so
	}
	n := k.key.Node
	switch {
	case d.Rows == nil:
		d.Fault(d.At, "ByKey needs a list of what a collection describes: property %q is a member of it", n.Name)
		return
	case !d.IsMember(n):
		rows := d.Rows.Collection()
		d.Fault(d.At, "ByKey: property %q is not a member of collection %q%s", n.Name, rows.Name, tree.Namesake(rows.Named(n.Name), n.ID))
	case n.WriteOnly:
		d.Fault(d.At, "ByKey: property %q is WriteOnly, so that clients do not know it", n.Name)
	case !k.key.Order.Carries():
		d.Fault(d.At, "ByKey: property %q is not a single value", n.Name)
	}
	if k.members == nil {
		return
	}
	for _, m := range k.members.Members {
		if (m.Kind == query.FirstKey || m.Kind == query.LastKey) && !hasKeyMember(n) {
			d.Fault(d.At, "Pagination: %s is for keys that are strings, or integers up to those of int64", m.Kind)
		}
	}
}

// hasKeyMember reports whether a member can have the key.
func hasKeyMember(n *tree.Prop) bool {
	t, whole := n.Type.(tree.Integer)
	return n.Type != nil && (n.Type.Word() == "string" || whole && t.Format != "uint64")
}

// Compile implements [query.Pager].
func (k *keys) Compile(of *query.List, rows codec.Rows) query.Pages[Term, Condition] {
	compiled := *k
	compiled.rows, compiled.slot = rows, property.SlotOf(k.after.Prop, codec.NewCompiler(tree.Create))
	if k.before != nil {
		compiled.beforeName = k.before.Node.Name
		compiled.beforeEscape = url.QueryEscape(compiled.beforeName)
	}
	of.Key = &query.Keys{ID: k.key.Node.ID, Order: k.key.Order, Name: k.key.Node.Name, After: k.after.Node.Name, Before: compiled.beforeName}
	return &compiled
}

// Read implements [query.Pages].
func (k *keys) Read(_ context.Context, q *query.Query[Term, Condition], src prop.Source, _ *codec.Report) bool {
	var p query.Position
	p.After = keyIn(src, k.after)
	if k.before != nil {
		p.Before = keyIn(src, k.before)
	}
	if p.After != nil || p.Before != nil {
		p.Backward = p.After == nil
		q.Cursor.Position = &p
	}
	return true
}

func keyIn(src prop.Source, p *query.Parameter) (key any) {
	if cell, given := codec.CellIn(src, p.Node.ID); given {
		key, _ = p.Filter.Open(cell, nil)
	}
	return key
}

// Describe implements [query.Pages].
func (k *keys) Describe(a *query.PageInfo, q *query.Query[Term, Condition], page query.Entities, more bool, total int) error {
	a.First.Exists, a.Also, a.Summary.Total = true, k.beforeName, total
	count := page.Len()
	if count == 0 {
		return nil
	}
	first, last := k.of(page.Entity(0)), k.of(page.Entity(count-1))
	setKey(&a.Summary.FirstKey, first)
	setKey(&a.Summary.LastKey, last)
	p := q.Cursor.Position
	if p == nil {
		p = new(query.Position)
	}
	if p.After != nil && p.Before != nil {
		a.Also = "" // the next page ends there, too
	}
	if more || p.Backward {
		a.Next = query.PageLink{Exists: true, Value: url.QueryEscape(last)}
	}
	if k.beforeName != "" && (p.Backward && more || p.After != nil && p.Before == nil) {
		a.Prev = query.PageLink{Exists: true, Value: url.QueryEscape(first), Escaped: k.beforeEscape}
	}
	return nil
}

// of returns the text of the key of an entity.
func (k *keys) of(entity any) string {
	cell, ok := k.rows.Cell(k.key.Node.ID, entity)
	if !ok || k.key.Order.IsNull(cell) {
		return ""
	}
	return string(k.slot.Text(nil, cell))
}

func setKey(k *query.KeyText, text string) {
	k.Text = &text
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		k.Number = &n
	}
}

// ForwardOnly leaves out the parameter for the pages before an entity, in a list by key.
func (p Plan) ForwardOnly() Plan {
	if k := plan(p).Open().Kind; k != query.ByKey && k != query.Unstarted {
		return p.fault("ForwardOnly needs ByKey")
	}
	return p.edit(func(p *query.Settings) { p.ForwardOnly = true })
}

// After requests the page after an entity, in a client call of a list by key:
// paginate.After(customerID.Is("cus_7")).
func After(key prop.Arg) prop.Arg { return prop.Arg(property.Arg(key).To(query.AfterParam)) }

// Before requests the page before an entity, in a client call of a list by key.
func Before(key prop.Arg) prop.Arg { return prop.Arg(property.Arg(key).To(query.BeforeParam)) }
