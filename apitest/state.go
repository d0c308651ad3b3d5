package apitest

import (
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/internal/samples"
	"github.com/tenon-go/tenon/tree"
)

// maxDepth limits the members of members that are added to an object: a collection may contain itself.
const maxDepth = 4

// completed returns an object with the members that a response of a mode must have and that it lacks.
func completed(c *tree.Collection, mode tree.Mode, v value, attempt int) value {
	return completedAt(c, mode, v, attempt, 0)
}

func completedAt(c *tree.Collection, mode tree.Mode, v value, attempt, depth int) value {
	if v.kind != jsonx.Object {
		return v
	}
	v.names, v.items = slices.Clone(v.names), slices.Clone(v.items)
	for _, m := range c.In(mode) {
		at := slices.Index(v.names, m.Prop.Name)
		switch {
		case at >= 0:
			v.items[at] = completedIn(m.Prop, mode, v.items[at], attempt, depth)
		case m.Omittable && (m.Has(tree.Create) || len(m.Prop.Examples) == 0):
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
func made(m *tree.Member, mode tree.Mode, attempt int) (value, bool) {
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
func completedIn(p *tree.Prop, mode tree.Mode, v value, attempt, depth int) value {
	return within(p, mode, v, func(c *tree.Collection, mode tree.Mode, v value) value {
		return completedAt(c, mode, v, attempt, depth)
	})
}

// project returns an object with the members that a mode has.
func project(c *tree.Collection, mode tree.Mode, v value) value {
	if v.kind != jsonx.Object {
		return v
	}
	out := value{kind: jsonx.Object}
	for i, name := range v.names {
		of := c.Rest
		if at := slices.IndexFunc(c.Members, func(m *tree.Member) bool { return m.Prop.Name == name }); at >= 0 && c.Members[at].Has(mode) {
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
func within(p *tree.Prop, mode tree.Mode, v value, change func(*tree.Collection, tree.Mode, value) value) value {
	items := func(of *tree.Prop) value {
		v.items = slices.Clone(v.items)
		for i, item := range v.items {
			v.items[i] = within(of, mode.Nested(), item, change)
		}
		return v
	}
	switch t := p.Type.(type) {
	case tree.Object:
		return change(t.Of(), mode, v)
	case tree.Array:
		if v.kind == jsonx.Array {
			return items(t.Item)
		}
	case tree.Map:
		if v.kind == jsonx.Object {
			return items(t.Value)
		}
	case tree.Alternatives:
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
func patched(c *tree.Collection, old, patch value) value {
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
func patchedValue(p *tree.Prop, old, patch value) value {
	switch t := p.Type.(type) {
	case tree.Object:
		return patched(t.Of(), old, patch)
	case tree.Map:
		return patchedMap(t.Value, old, patch)
	case tree.Any:
		return patchedMap(p, old, patch)
	case tree.Alternatives:
		u := t.Of()
		before, was := old.get(u.Tag)
		after, is := patch.get(u.Tag)
		if was && is && before.text != after.text {
			old = value{} // of another case
		}
		return patchedMap(&tree.Prop{Type: tree.Any{}}, old, patch)
	}
	return patch
}

// patchedMap is patchedValue for an object with members of one declaration.
func patchedMap(of *tree.Prop, old, patch value) value {
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
