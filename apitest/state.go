package apitest

import (
	"slices"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/samples"
)

// maxDepth limits the members of members that are added to an object: a collection may contain itself.
const maxDepth = 4

// completed returns an object with the members that a response of a mode must have and that it lacks.
func completed(c *ir.Collection, mode ir.Mode, v value, attempt int) value {
	return completedAt(c, mode, v, attempt, 0)
}

func completedAt(c *ir.Collection, mode ir.Mode, v value, attempt, depth int) value {
	if v.kind != jsonx.Object {
		return v
	}
	v.names, v.items = slices.Clone(v.names), slices.Clone(v.items)
	for _, m := range c.In(mode) {
		at := slices.Index(v.names, m.Prop.Name)
		switch {
		case at >= 0:
			v.items[at] = completedIn(m.Prop, mode, v.items[at], attempt, depth)
		case m.Omittable && (m.Has(ir.Create) || len(m.Prop.Examples) == 0):
		default:
			if own, ok := made(m, mode, attempt); ok {
				if depth < maxDepth { // samples lack what only some callers see
					own = completedIn(m.Prop, mode, own, attempt, depth+1)
				}
				v.names, v.items = append(v.names, m.Prop.Name), append(v.items, own)
			}
		}
	}
	return v
}

// made makes a member that no client has sent.
func made(m *ir.Member, mode ir.Mode, attempt int) (value, bool) {
	p := m.Prop
	if p.Initial != nil && p.Write != nil {
		if text, err := p.Write(*p.Initial, p.DocumentedIn()); err == nil {
			return parse(text)
		}
	}
	text, ok := samples.Of(p, mode, attempt)
	switch {
	case ok:
		return parse(text)
	case m.Nullable(mode):
		return value{kind: jsonx.Null}, true
	}
	return value{}, false
}

// completedIn completes the objects inside a value.
func completedIn(p *ir.Prop, mode ir.Mode, v value, attempt, depth int) value {
	return within(p, mode, v, func(c *ir.Collection, mode ir.Mode, v value) value {
		return completedAt(c, mode, v, attempt, depth)
	})
}

// project returns an object with the members that a mode has.
func project(c *ir.Collection, mode ir.Mode, v value) value {
	if v.kind != jsonx.Object {
		return v
	}
	out := value{kind: jsonx.Object}
	for i, name := range v.names {
		of := c.Rest
		if at := slices.IndexFunc(c.Members, func(m *ir.Member) bool { return m.Prop.Name == name }); at >= 0 && c.Members[at].Has(mode) {
			of = c.Members[at].Prop
		} else if at >= 0 {
			continue
		}
		if of != nil {
			out.names, out.items = append(out.names, name), append(out.items, within(of, mode, v.items[i], project))
		}
	}
	return out
}

// within changes the objects of collections inside a value.
func within(p *ir.Prop, mode ir.Mode, v value, change func(*ir.Collection, ir.Mode, value) value) value {
	items := func(of *ir.Prop) value {
		v.items = slices.Clone(v.items)
		for i, item := range v.items {
			v.items[i] = within(of, mode.Nested(), item, change)
		}
		return v
	}
	switch t := p.Type.(type) {
	case ir.Object:
		return change(t.Of(), mode, v)
	case ir.Array:
		if v.kind == jsonx.Array {
			return items(t.Item)
		}
	case ir.Map:
		if v.kind == jsonx.Object {
			return items(t.Value)
		}
	case ir.Alternatives:
		u := t.Of()
		if tag, ok := v.get(u.Tag); ok {
			if owner := u.Owner(tag.text); owner != nil {
				return within(owner, mode, v, change)
			}
		}
	}
	return v
}

// patched returns what a merge patch makes of a state (RFC 7396). Of a member that may be null,
// null is a value.
func patched(c *ir.Collection, old, patch value) value {
	if patch.kind != jsonx.Object {
		return patch
	}
	if old.kind != jsonx.Object {
		old = value{kind: jsonx.Object}
	}
	for i, name := range patch.names {
		v, p := patch.items[i], c.Named(name)
		was, _ := old.get(name)
		if p == nil && c.Rest != nil {
			p = c.Rest
		}
		switch {
		case v.null() && (p == nil || p == c.Rest || !p.Nullable):
			old = old.without(name)
		case p == nil || v.null():
			old = old.with(name, v)
		default:
			old = old.with(name, patchedValue(p, was, v))
		}
	}
	return old
}

// patchedValue returns what a merge patch makes of a value.
func patchedValue(p *ir.Prop, old, patch value) value {
	switch t := p.Type.(type) {
	case ir.Object:
		return patched(t.Of(), old, patch)
	case ir.Map:
		return patchedMap(t.Value, old, patch)
	case ir.Any:
		return patchedMap(p, old, patch)
	case ir.Alternatives:
		u := t.Of()
		before, was := old.get(u.Tag)
		after, is := patch.get(u.Tag)
		if was && is && before.text != after.text {
			old = value{} // of another case
		}
		return patchedMap(&ir.Prop{Type: ir.Any{}}, old, patch)
	}
	return patch
}

// patchedMap is patchedValue for an object with members of one declaration.
func patchedMap(of *ir.Prop, old, patch value) value {
	if patch.kind != jsonx.Object {
		return patch
	}
	if old.kind != jsonx.Object {
		old = value{kind: jsonx.Object}
	}
	for i, name := range patch.names {
		if v := patch.items[i]; v.null() {
			old = old.without(name)
		} else {
			was, _ := old.get(name)
			old = old.with(name, patchedValue(of, was, v))
		}
	}
	return old
}
