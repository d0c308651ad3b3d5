package samples

import (
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// most is the greatest number of items or members that an example gets.
const most = 1000

func (g *generator) array(t tree.Array, rules []tree.Rule, m tree.Mode, depth int) *node {
	least, atMost := counts(rules, tree.AboutItems)
	v := &node{kind: jsonx.Array}
	if least > most {
		return nil
	}
	for i := range g.count(least, atMost, depth) {
		item := g.value(t.Item, m.Nested(), i, depth+1)
		if item == nil {
			if i >= least {
				break
			}
			return nil
		}
		v.items = append(v.items, item)
	}
	return v
}

// count returns one more than none, if there is room.
func (g *generator) count(least, atMost, depth int) int {
	if least == 0 && atMost != 0 && depth < maxDepth {
		return 1
	}
	return least
}

func (g *generator) entries(t tree.Map, rules []tree.Rule, m tree.Mode, depth int) *node {
	least, atMost := counts(rules, tree.AboutMembers)
	v := &node{kind: jsonx.Object}
	if least > most {
		return nil
	}
	for i := range g.count(least, atMost, depth) {
		item := g.value(t.Value, m, i, depth+1)
		name, ok := g.name(t.Names, i)
		if item == nil || !ok {
			if i >= least {
				break
			}
			return nil
		}
		v.put(name, item)
	}
	return v
}

// name returns the nth name of a member that no declaration has; ok is false if it finds none.
func (g *generator) name(n *tree.Names, i int) (name string, ok bool) {
	name = "key" + suffix(i)
	if n == nil || n.Accepts(name) {
		return name, true
	}
	v := g.value(n.Prop, tree.Create, i, maxDepth)
	if v == nil {
		return "", false
	}
	name, ok = jsonx.Unquote([]byte(v.text))
	return name, ok && n.Accepts(name)
}

func (g *generator) object(c *tree.Collection, m tree.Mode, n, depth int) *node {
	v := &node{kind: jsonx.Object}
	for _, member := range c.In(m) {
		required := member.Required(m)
		switch {
		case required && member.Nullable(m) && depth >= maxDepth:
			v.put(member.Prop.Name, scalar("null"))
			continue
		case required:
		case member.Guarded(), depth >= maxDepth: // not every caller may send it
			continue
		case g.attempt >= 8 && g.rng.IntN(3) == 0, g.attempt%8 == 7:
			continue
		}
		item := g.value(member.Prop, m, n, depth+1)
		switch {
		case item != nil:
			v.put(member.Prop.Name, item)
		case member.Nullable(m) && required:
			v.put(member.Prop.Name, scalar("null"))
		case required:
			return nil
		}
	}
	for range 3 { // one rule may undo what another did
		for _, placed := range c.ObjectRulesIn(m) {
			g.satisfy(v, c, m, placed.Rule, n, depth)
		}
	}
	return v
}

// satisfy adds and removes members until an object rule is satisfied. Rules of the application
// are functions; the caller checks them.
func (g *generator) satisfy(v *node, c *tree.Collection, m tree.Mode, rule tree.ObjectRule, n, depth int) {
	set := func(p *tree.Prop, want bool) {
		member := c.MemberOf(p)
		switch {
		case member == nil || !member.Has(m):
		case !want:
			v.drop(p.Name)
		case !v.has(p.Name):
			if item := g.value(member.Prop, m, n, depth+1); item != nil {
				v.put(p.Name, item)
			}
		}
	}
	has := func(p *tree.Prop) bool { return v.has(p.Name) }
	switch r := rule.(type) {
	case tree.ExactlyOne:
		chosen := g.attempt % len(r.Members)
		for i, p := range r.Members {
			set(p, i == chosen)
		}
	case tree.AtLeastOne:
		if !slices.ContainsFunc(r.Members, has) {
			set(r.Members[g.attempt%len(r.Members)], true)
		}
	case tree.AllOrNone:
		all := g.attempt%2 == 0 && slices.ContainsFunc(r.Members, has)
		for _, p := range r.Members {
			set(p, all)
		}
	case tree.RequiredWhen:
		for _, p := range r.Members {
			set(p, true)
		}
	case tree.MinMembers:
		for _, x := range c.In(m) {
			if len(v.items) < r.N {
				set(x.Prop, true)
			}
		}
	case tree.MaxMembers:
		for _, x := range slices.Backward(c.In(m)) {
			if len(v.items) > r.N && !x.Required(m) {
				set(x.Prop, false)
			}
		}
	}
}

func (n *node) has(name string) bool { return slices.Contains(n.names, name) }

func (n *node) put(name string, item *node) {
	if i := slices.Index(n.names, name); i >= 0 {
		n.items[i] = item
		return
	}
	n.names, n.items = append(n.names, name), append(n.items, item)
}

func (n *node) drop(name string) {
	if i := slices.Index(n.names, name); i >= 0 {
		n.names, n.items = slices.Delete(n.names, i, i+1), slices.Delete(n.items, i, i+1)
	}
}
