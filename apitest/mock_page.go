package apitest

import (
	"net/http"
	"slices"

	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/memlist"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/internal/query"
	"github.com/tenon-go/tenon/internal/seal"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/tree"
)

// row is an entity of a list: its Go value in a cell, and its index.
type row struct {
	cell  any
	state value
}

// rowsOf reads the cells of rows.
type rowsOf struct{ codec.Rows }

// Cell implements [codec.Rows].
func (r rowsOf) Cell(id *tree.ID, entity any) (cell any, ok bool) {
	return r.Rows.Cell(id, entity.(*row).cell)
}

// list serves a list of the entities of a resource.
func (h *mockHandler) list(c *endpoint.Call) error {
	set := h.store.set(parameters(c))
	if set == nil {
		if p := h.problem(http.StatusNotFound); p != nil {
			return p
		}
		set = &entitySet{}
	}
	all := value{kind: jsonx.Array}
	for _, e := range set.entities {
		all.items = append(all.items, e.state)
	}
	if l := h.work.List; l != nil {
		page, err := h.page(c, l, all)
		if err != nil {
			return err
		}
		all = page
	}
	if err := h.read(h.projected(all), c.Out()); err != nil {
		return err
	}
	return h.setHeaders(c, nil)
}

// projected returns the entities as the list shows them.
func (h *mockHandler) projected(all value) value {
	all.items = slices.Clone(all.items)
	for i, item := range all.items {
		all.items[i] = h.shown(h.op.items(), item)
	}
	return all
}

// shown returns an entity as a collection of the response shows it.
func (h *mockHandler) shown(c *tree.Collection, state value) value {
	mode := h.op.Success.Body.Mode
	return completed(c, mode, project(c, mode, state), 0)
}

// stream serves the entities of a resource, one on each line.
func (h *mockHandler) stream(c *endpoint.Call) error {
	var lines []byte
	if set := h.store.set(parameters(c)); set != nil {
		for _, e := range set.entities {
			lines = append(h.shown(h.op.shownIn(h.op.Success.Body.Prop), e.state).append(lines), '\n')
		}
	}
	if err := receive(h.out, h.op.Success.Body, lines, c.Out()); err != nil {
		return err
	}
	return h.setHeaders(c, nil)
}

// page returns the entities that a request selects.
func (h *mockHandler) page(c *endpoint.Call, l *endpoint.List, all value) (value, error) {
	q, rows := c.Query(), l.Listing.Rows()
	if rows == nil {
		from := min(q.Offset(), len(all.items))
		to := min(from+q.Limit(), len(all.items))
		c.SetPage(to < len(all.items), len(all.items))
		all.items = all.items[from:to]
		return all, nil
	}
	slice := h.work.Out.New()
	if err := h.read(h.projected(all), slice); err != nil {
		return all, err
	}
	items := make([]row, len(all.items))
	for i, item := range all.items {
		items[i] = row{l.Item.Cell(place.Item(slice, i, l.Item.Size)), item}
	}
	opened := memlist.Open(seal.Box[*query.Query[paginate.Term, paginate.Condition]](q).Open(),
		func(t paginate.Term) query.Term { return seal.Box[query.Term](t).Open() },
		func(c paginate.Condition) query.Condition { return seal.Box[query.Condition](c).Open() })
	page, err := memlist.Select(opened, rowsOf{rows}, items, memlist.Own[row]{
		Of: func(c query.Condition) bool {
			_, ok := rows.Order(c.ID())
			return !ok || !h.lists(c.ID())
		},
		Test: func(c query.Condition) func(*row) bool {
			matches := h.inside(c)
			return func(r *row) bool { return matches(r.state) }
		},
	})
	if err != nil {
		return all, err
	}
	c.SetPage(page.More, page.Total)
	all.items = nil
	for _, r := range page.Items {
		all.items = append(all.items, r.state)
	}
	return all, nil
}

// lists reports whether the list shows a member: rows have no others.
func (h *mockHandler) lists(id *tree.ID) bool {
	return slices.ContainsFunc(h.op.items().In(h.op.Success.Body.Mode), func(m *tree.Member) bool { return m.Prop.ID == id })
}

// inside returns the test of a filter on a property that the list does not show, or that is inside a member, such as
// an item of an array. A filter on anything else matches every entity.
func (h *mockHandler) inside(cond query.Condition) func(value) bool {
	f, items := cond.Input().Filter, h.op.items()
	if f.About == nil || f.Order == nil || !holds(items, f.About.ID, map[*tree.Collection]bool{}) {
		return func(value) bool { return true }
	}
	if m := items.MemberOf(f.About); m != nil && f.Op == query.IsNull {
		want, _ := cond.Values[0].(bool)
		return func(state value) bool {
			v, _ := state.get(m.Prop.Name)
			return void(v) == want
		}
	}
	return func(v value) bool {
		return contains(items, f.About.ID, v, func(v value) bool {
			text, ok := plain(v)
			if !ok {
				return false
			}
			parsed, ok := f.Order.Parse(text)
			return ok && cond.Matches(parsed)
		})
	}
}

// holds reports whether a property is inside a collection.
func holds(c *tree.Collection, id *tree.ID, seen map[*tree.Collection]bool) bool {
	if seen[c] {
		return false
	}
	seen[c] = true
	return slices.ContainsFunc(c.Members, func(m *tree.Member) bool {
		for p := m.Prop; ; {
			if p.ID == id {
				return true
			}
			switch t := p.Type.(type) {
			case tree.Array:
				p = t.Item
				continue
			case tree.Map:
				p = t.Value
				continue
			case tree.Object:
				return holds(t.Of(), id, seen)
			}
			return false
		}
	})
}

// contains reports whether a value of a property inside an object matches.
func contains(c *tree.Collection, id *tree.ID, v value, matches func(value) bool) bool {
	for i, name := range v.names {
		if p := c.Named(name); p != nil && containsIn(p, id, v.items[i], matches) {
			return true
		}
	}
	return false
}

func containsIn(p *tree.Prop, id *tree.ID, v value, matches func(value) bool) bool {
	if p.ID == id && matches(v) {
		return true
	}
	in := func(of *tree.Prop) bool {
		return slices.ContainsFunc(v.items, func(item value) bool { return containsIn(of, id, item, matches) })
	}
	switch t := p.Type.(type) {
	case tree.Array:
		return in(t.Item)
	case tree.Map:
		return in(t.Value)
	case tree.Object:
		return contains(t.Of(), id, v, matches)
	}
	return false
}
