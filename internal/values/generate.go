package values

import (
	"fmt"
	"math/rand/v2"
	"regexp/syntax"
	"slices"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// Generator generates values. It is not safe for concurrent use.
type Generator struct {
	rng      *rand.Rand
	patterns map[string]*syntax.Regexp
	err      error // about a kind that it does not know
}

// New returns a generator. Generators with the same seed and stream generate the same values.
func New(seed, stream uint64) *Generator {
	return &Generator{rng: rand.New(rand.NewPCG(seed, stream)), patterns: map[string]*syntax.Regexp{}}
}

// Err returns an error if there was a type or a rule that the generator does not know.
func (g *Generator) Err() error { return g.err }

// One reports true once in n times.
func (g *Generator) One(n int) bool { return g.rng.IntN(n) == 0 }

// Value returns a value of a property.
func (g *Generator) Value(at Site) *Value { return g.value(at, 0) }

func pick[E any](g *Generator, from []E) E { return from[g.rng.IntN(len(from))] }

// deep is where a value that may contain itself comes to an end.
const deep = 5

func (g *Generator) value(at Site, depth int) *Value {
	v := g.plain(at, depth)
	at.object = v.at.object
	v.at = at
	return v
}

func (g *Generator) plain(at Site, depth int) *Value {
	p := at.Prop
	if at.Nullable && (depth > deep || g.One(5)) {
		return scalar("null")
	}
	if v := g.sample(p, at.Mode); v != nil {
		return v
	}
	switch t := p.Type.(type) {
	case tree.Integer:
		return scalar(g.integer(t, p.Rules))
	case tree.Float:
		return scalar(g.float(p.Rules))
	case tree.Text:
		return scalar(g.spell(g.textOf(t, p.Rules)))
	case tree.Enum:
		if t.Of != "" {
			return scalar(pick(g, t.Values))
		}
		return scalar(g.spell(pick(g, t.Values)))
	case tree.Binary:
		return scalar(quoted(g.binary(p.Rules)))
	case tree.Any:
		return scalar(g.anything(0))
	case tree.Boolean:
		return scalar(pick(g, []string{"true", "false"}))
	case tree.File:
		return scalar(`"file"`) // JSON has none
	case tree.Array:
		return g.array(t, p.Rules, at.Mode, depth)
	case tree.Map:
		return g.dict(t, p.Rules, at.Mode, depth)
	case tree.Object:
		return g.object(t.Of(), at.Mode, depth)
	case tree.Alternatives:
		u, mode := t.Of(), at.Mode
		p := pick(g, u.Cases)
		if depth > deep {
			p = u.Shallow(mode)
		}
		return g.plain(Site{Prop: p, Mode: mode, Nullable: p.Nullable}, depth+1)
	}
	g.err = fmt.Errorf("no values are known of the type %T", p.Type)
	return scalar("null")
}

// sample is a value that was given with the declaration: for formats of the
// user's own there may be no other way to a valid one.
func (g *Generator) sample(p *tree.Prop, m tree.Mode) *Value {
	samples := p.Examples
	if p.Default != nil {
		samples = append(slices.Clip(samples), *p.Default)
	}
	often := 12
	switch t := p.Type.(type) {
	case tree.Object, tree.Alternatives, tree.Array, tree.Map:
		return nil // their parts would not be known
	case tree.Text:
		if t.Format != "" && t.Pattern == "" && accepted[t.Format] == nil {
			often = 2
		}
	}
	if slices.ContainsFunc(p.Rules, func(r tree.Rule) bool { _, own := r.(tree.Custom); return own }) {
		often = 2
	}
	if len(samples) == 0 || p.Write == nil || !g.One(often) {
		return nil
	}
	text, err := p.Write(pick(g, samples), m)
	if err != nil {
		return nil
	}
	return scalar(string(text))
}

// sizes returns the least and the greatest number of items or members; far is where
// no rule says it.
func sizes(rules []tree.Rule, far int) (least, most int) {
	least, most = counts(rules, tree.AboutItems)
	if least == 0 && most < 0 {
		least, most = counts(rules, tree.AboutMembers)
	}
	if most < 0 || most > least+far {
		most = least + far
	}
	return least, most
}

func (g *Generator) count(rules []tree.Rule, depth int) int {
	least, most := sizes(rules, 3)
	if depth > deep {
		return least
	}
	return least + g.rng.IntN(most-least+1)
}

func (g *Generator) array(t tree.Array, rules []tree.Rule, m tree.Mode, depth int) *Value {
	v := &Value{kind: jsonx.Array}
	for range g.count(rules, depth) {
		v.items = append(v.items, g.item(t, m, depth))
	}
	return v
}

func (g *Generator) item(t tree.Array, m tree.Mode, depth int) *Value {
	return g.value(Site{Prop: t.Item, Mode: m.Nested(), Nullable: t.Item.Nullable}, depth+1)
}

func (g *Generator) dict(t tree.Map, rules []tree.Rule, m tree.Mode, depth int) *Value {
	v := &Value{kind: jsonx.Object}
	for range g.count(rules, depth) {
		v.put(g.nameOf(t.Names), g.entry(t, m, depth))
	}
	return v
}

func (g *Generator) entry(t tree.Map, m tree.Mode, depth int) *Value {
	return g.value(Site{Prop: t.Value, Mode: m, Nullable: t.Value.Nullable || m.Declared() == tree.Update}, depth+1)
}

// name is the name of a member that no declaration has. Names that take more
// than 100 bytes are left out of violations, so there are none.
func (g *Generator) name() string {
	return pick(g, []string{"a", "b", "c", "x y", "a/b", "m~n", "", "ü", "𝒳", "%41", "\u2028", "\x00", `q"`, "__proto__"})
}

func (g *Generator) object(c *tree.Collection, m tree.Mode, depth int) *Value {
	v := &Value{kind: jsonx.Object}
	v.at.object = c
	often := 1 + g.rng.IntN(4) // some have nearly all members, some few
	for _, member := range c.In(m) {
		if !member.Required(m) && (depth > deep || g.One(often)) {
			continue
		}
		v.put(member.Prop.Name, g.member(member, m, depth))
	}
	if c.Rest != nil && depth <= deep {
		for range g.rng.IntN(3) {
			if name := g.nameOf(c.RestNames); !declares(c, name) {
				v.put(name, g.rest(c, m, depth))
			}
		}
	}
	for _, ignored := range c.Ignored(m) {
		if g.One(3) {
			v.put(ignored.Prop.Name, scalar(g.anything(0)))
		}
	}
	if m.Input() && c.Open(m) && g.One(3) {
		v.put(g.name()+"?", scalar(g.anything(0)))
	}
	g.keep(v, c, m, depth)
	if g.One(4) {
		g.rng.Shuffle(len(v.members), func(i, j int) { v.members[i], v.members[j] = v.members[j], v.members[i] })
	}
	return v
}

func (g *Generator) member(member *tree.Member, m tree.Mode, depth int) *Value {
	return g.value(Site{Prop: member.Prop, Mode: m, Nullable: member.Nullable(m)}, depth+1)
}

func (g *Generator) rest(c *tree.Collection, m tree.Mode, depth int) *Value {
	return g.value(Site{Prop: c.Rest, Mode: m, Nullable: c.Rest.Nullable || m.Declared() == tree.Update}, depth+1)
}

func declares(c *tree.Collection, name string) bool {
	return slices.ContainsFunc(c.Members, func(m *tree.Member) bool { return m.Prop.Name == name })
}

// keep adds and removes members until the rules between them are kept, or until
// it is not worth trying.
func (g *Generator) keep(v *Value, c *tree.Collection, m tree.Mode, depth int) {
	for range 3 {
		for _, placed := range c.ObjectRules {
			g.keepOne(v, c, m, placed.Rule, depth)
		}
	}
}

func (g *Generator) keepOne(v *Value, c *tree.Collection, m tree.Mode, rule tree.ObjectRule, depth int) {
	there := func(p *tree.Prop, want bool) {
		i := slices.IndexFunc(c.Members, func(x *tree.Member) bool { return x.Prop.ID == p.ID && x.Has(m) })
		switch {
		case i < 0:
		case !want:
			v.drop(p.Name)
		default:
			v.put(p.Name, g.member(c.Members[i], m, depth))
		}
	}
	switch r := rule.(type) {
	case tree.ExactlyOne:
		chosen := g.rng.IntN(len(r.Members))
		for i, p := range r.Members {
			there(p, i == chosen)
		}
	case tree.AtLeastOne:
		there(pick(g, r.Members), true)
	case tree.AllOrNone:
		all := g.One(2)
		for _, p := range r.Members {
			there(p, all)
		}
	case tree.RequiredWhen:
		if text, err := r.When.Write(r.Equals, tree.Create); err == nil && g.One(3) && v.has(r.When.Name) {
			*v.members[v.index(r.When.Name)].value = Value{at: Site{Prop: r.When, Mode: m}, text: string(text)}
		}
		for _, p := range r.Members {
			there(p, true)
		}
	case tree.MinMembers:
		for _, x := range c.In(m) {
			if len(v.members) < r.N {
				there(x.Prop, true)
			}
		}
	case tree.MaxMembers:
		for _, x := range c.In(m) {
			if len(v.members) > r.N && !x.Required(m) {
				there(x.Prop, false)
			}
		}
	case tree.Between: // nobody but the user knows
	default:
		g.err = fmt.Errorf("no values are known of the rule %T", rule)
	}
}

// anything is any JSON value.
func (g *Generator) anything(depth int) string {
	switch n := g.rng.IntN(9); {
	case n == 0 && depth < 3:
		return "[" + g.anything(depth+1) + "," + g.anything(depth+1) + "]"
	case n == 1 && depth < 3:
		return "{" + g.spell(g.name()) + ":" + g.anything(depth+1) + "}"
	default:
		return pick(g, exotic)
	}
}

// exotic are values that something has tripped over before.
var exotic = []string{
	"null", "true", "false", "0", "-0", "1", "1.0", "1e2", "-1", "0.5", "1e400", "-1e400", "1e-400", "5e-324",
	"9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775809", "18446744073709551616",
	"0.1000000000000000055511151231257827", `""`, `"a"`, `"1"`, `"true"`, `"null"`, `"\u0000"`, `"\u2028"`, `"𝒳"`,
	`"\ud835\udcb3"`, `"\ufeff"`, "[]", "[[]]", "[null]", "[1,1.0]", "{}", `{"":{}}`, `{"a":null}`,
}
