package values

import (
	"math/big"
	"slices"
	"strings"

	"github.com/tenon-go/tenon/internal/jsonx"
	"github.com/tenon-go/tenon/tree"
)

// Spoil changes a value in one place, mostly so that it violates one rule there, or
// nearly does.
func (g *Generator) Spoil(root *Value) {
	v := pick(g, root.all(nil))
	if v.at.Prop == nil { // what nobody declares may be anything
		*v = Value{text: g.anything(0)}
		return
	}
	if g.One(6) {
		v.become(g.foreign(v))
		return
	}
	switch t := v.at.Prop.Type.(type) {
	case tree.Integer:
		v.become(scalar(g.nearInteger(t, v.at.Prop.Rules)))
	case tree.Float:
		v.become(scalar(g.nearNumber(spanOf(v.at.Prop.Rules, "", ""))))
	case tree.Text:
		v.become(scalar(g.spell(g.nearText(t, v.at.Prop.Rules))))
	case tree.Enum:
		if t.Of != "" {
			v.become(scalar(g.nearConstant(t)))
			return
		}
		v.become(scalar(g.spell(g.nearChoice(t))))
	case tree.Binary:
		v.become(scalar(quoted(g.nearBinary(v.at.Prop.Rules))))
	case tree.Boolean:
		v.become(scalar(pick(g, []string{`"true"`, "0", "1", `""`, "null"})))
	case tree.Array:
		g.spoilArray(v, t)
	case tree.Map:
		g.spoilMap(v, t)
	case tree.Object, tree.Alternatives:
		if v.kind != jsonx.Object || v.at.object == nil { // a value of a union
			v.become(scalar(g.anything(0)))
			return
		}
		g.spoilObject(v)
	default: // any value, or a file: nothing comes close
		v.become(scalar(g.anything(0)))
	}
}

// foreign is a value of another type, which may say the same.
func (g *Generator) foreign(v *Value) *Value {
	text := string(v.Append(nil))
	switch g.rng.IntN(3) {
	case 0:
		return scalar("null")
	case 1:
		if v.kind == jsonx.Invalid && text[0] != '"' {
			return scalar(quoted(text))
		}
		if inside, ok := strings.CutPrefix(text, `"`); ok && jsonx.Valid([]byte(strings.TrimSuffix(inside, `"`))) {
			return scalar(strings.TrimSuffix(inside, `"`))
		}
		return scalar("[" + text + "]")
	}
	return scalar(pick(g, exotic))
}

// nearInteger is a number at a bound or beyond it, or hardly an integer.
func (g *Generator) nearInteger(t tree.Integer, rules []tree.Rule) string {
	text := g.nearNumber(spanOf(rules, t.Min, t.Max))
	switch {
	case t.Quoted && g.One(3):
		return quoted(pick(g, []string{"", "-", "+1", "01", "-0", "1.0", "1e2", " 1", "1 ", "0x1", "１", "99999999999999999999999"}))
	case t.Quoted:
		return quoted(text)
	}
	return text
}

func (g *Generator) nearNumber(s span) string {
	var from []*big.Rat
	for _, r := range []*big.Rat{s.low, s.high, new(big.Rat)} {
		if r != nil {
			from = append(from, r)
		}
	}
	at := new(big.Rat).Set(pick(g, from))
	step := big.NewRat(1, 1)
	switch g.rng.IntN(8) {
	case 0:
		return pick(g, []string{"1e400", "-1e400", "1e-400", "1e2", "1.0", "-0", "-0.0", "0e999", "0.5", "1e19", "1E+2", "100e-2", "15e-1"})
	case 1:
		return pick(g, edges)
	case 2: // finer than a float64 tells
		step.SetFrac(big.NewInt(1), new(big.Int).Exp(big.NewInt(10), big.NewInt(25), nil))
	case 3, 4: // a multiple, or between two of them
		if s.of != nil {
			at.Mul(new(big.Rat).SetInt(g.between(s.multiples(s.of))), s.of)
			step.Quo(s.of, new(big.Rat).SetInt64(pick(g, []int64{1, 2, 5, 10})))
		}
	case 5:
		return g.notation(at.FloatString(0))
	case 6:
		step.SetFrac64(1, 1000)
	}
	switch g.rng.IntN(3) {
	case 0:
		at.Add(at, step)
	case 1:
		at.Sub(at, step)
	}
	return decimalText(at)
}

// nearText is a text that just keeps, or just breaks, one of its rules.
func (g *Generator) nearText(t tree.Text, rules []tree.Rule) string {
	least, most := counts(rules, tree.AboutText)
	switch n := g.rng.IntN(4); {
	case n == 0 && len(refused[t.Format]) > 0:
		return pick(g, refused[t.Format])
	case n <= 1 && (least > 0 || most >= 0 && most <= tooLong):
		ends := []int{max(least-1, 0), least, least + 1}
		if most >= 0 && most <= tooLong {
			ends = append(ends, most, most+1)
		}
		// All of one kind, so that bytes and UTF-16 units count otherwise.
		return strings.Repeat(string(pick(g, letters)), pick(g, ends))
	}
	return g.astray(g.textOf(t, rules))
}

// nearConstant is another notation of a value of a set, or a value beside it.
func (g *Generator) nearConstant(t tree.Enum) string {
	text := pick(g, t.Values)
	if strings.Trim(text, "0123456789") != "" || g.One(4) {
		return pick(g, append([]string{"null", "true", "false", quoted(text), "[" + text + "]"}, exotic...))
	}
	return pick(g, []string{text + "0", "-" + text, text + ".5", g.notation(text), g.notation(text)})
}

// nearChoice is one of a set with a change: often of the sign that the terms of
// order_by have.
func (g *Generator) nearChoice(t tree.Enum) string {
	s := pick(g, t.Values)
	if g.One(4) {
		return pick(g, []string{"+", "-"}) + s
	}
	return g.astray(s)
}

// astray changes a text in one place.
func (g *Generator) astray(s string) string {
	runes := []rune(s)
	i := g.rng.IntN(len(runes) + 1)
	switch n := g.rng.IntN(6); {
	case n == 0 && i < len(runes):
		return string(slices.Delete(runes, i, i+1))
	case n == 1 && i < len(runes):
		runes[i] = g.letter()
		return string(runes)
	case n == 2:
		return pick(g, []string{s + "\n", "\n" + s, s + " ", s + "\u2028", s + "\x00", s + s, ""})
	case n == 3:
		return strings.ToUpper(s)
	case n == 4:
		return strings.ToLower(s)
	}
	return string(slices.Insert(runes, i, g.letter()))
}

func (g *Generator) nearBinary(rules []tree.Rule) string {
	s := g.binary(rules)
	least, most := counts(rules, tree.AboutBytes)
	switch g.rng.IntN(6) {
	case 0:
		return strings.TrimRight(s, "=")
	case 1:
		return pick(g, []string{"AB==", "AAB=", "A===", "A", "AA", "-_-_", "QUJD\n", "QU JD", "=", "AA==AA=="})
	case 2:
		return g.binary([]tree.Rule{tree.MinBytes{N: least + 1}, tree.MaxBytes{N: least + 3}})
	case 3:
		short := max(least-1, 0)
		return g.binary([]tree.Rule{tree.MinBytes{N: short}, tree.MaxBytes{N: short}})
	case 4:
		if most >= 0 && most <= tooLong {
			return g.binary([]tree.Rule{tree.MinBytes{N: most + 1}, tree.MaxBytes{N: most + 3}})
		}
	}
	return g.astray(s)
}

func (g *Generator) spoilArray(v *Value, t tree.Array) {
	least, most := sizes(v.at.Prop.Rules, 40)
	n := len(v.items)
	switch g.rng.IntN(5) {
	case 0: // the same again, perhaps written otherwise
		if n > 0 {
			twin := *pick(g, v.items)
			if twin.kind == jsonx.Invalid && twin.text[0] != '"' && strings.Trim(twin.text, "-0123456789") == "" {
				twin.text += ".0"
			}
			v.items = append(v.items, &twin)
		}
	case 1:
		v.items = v.items[:min(n, max(least-1, 0))]
	case 2:
		v.items = nil
	default:
		for len(v.items) <= most && len(v.items) < n+50 {
			v.items = append(v.items, g.item(t, v.at.Mode, deep))
		}
	}
}

func (g *Generator) spoilMap(v *Value, t tree.Map) {
	least, most := sizes(v.at.Prop.Rules, 10)
	if t.Names != nil && g.One(2) {
		v.put(g.nearName(t.Names), g.entry(t, v.at.Mode, deep))
		return
	}
	switch g.rng.IntN(4) {
	case 0:
		v.members = v.members[:min(len(v.members), max(least-1, 0))]
	case 1:
		v.members = nil
	default:
		for range 3 * (most + 1) {
			if len(v.members) <= most {
				v.put(g.nameOf(t.Names), g.entry(t, v.at.Mode, deep))
			}
		}
	}
}

func (g *Generator) spoilObject(v *Value) {
	n := len(v.members)
	if c := v.at.object; c != nil && c.RestNames != nil && g.One(3) {
		v.put(g.nearName(c.RestNames), g.rest(c, v.at.Mode, deep))
		return
	}
	switch c := v.at.object; g.rng.IntN(6) {
	case 0:
		if n > 0 {
			v.drop(v.members[g.rng.IntN(n)].name)
		}
	case 1: // unknown
		v.put(g.name(), scalar(g.anything(0)))
	case 2: // known, but perhaps not in this mode
		if c != nil {
			m := pick(g, c.Members)
			v.put(m.Prop.Name, g.value(Site{Prop: m.Prop, Mode: v.at.Mode, Nullable: true}, deep))
		}
	case 3:
		g.toggle(v, c)
	case 4:
		g.retag(v)
	default:
		v.put(g.name(), scalar("null"))
	}
}

// toggle adds and removes the members that the rules between members look at.
func (g *Generator) toggle(v *Value, c *tree.Collection) {
	if c == nil || len(c.ObjectRules) == 0 {
		return
	}
	for _, p := range pick(g, c.ObjectRules).Rule.Concerns() {
		switch {
		case g.One(2):
		case v.has(p.Name):
			v.drop(p.Name)
		default:
			v.put(p.Name, g.value(Site{Prop: p, Mode: v.at.Mode}, deep))
		}
	}
}

// retag changes what tells the cases of a union apart.
func (g *Generator) retag(v *Value) {
	t, ok := v.at.Prop.Type.(tree.Alternatives)
	if !ok || v.kind != jsonx.Object {
		return
	}
	u := t.Of()
	all := u.Collections()
	if len(all) == 0 {
		return
	}
	other := g.object(pick(g, all), v.at.Mode, deep)
	if u.Tag == "" || g.One(3) { // something of both
		for _, m := range other.members {
			if g.One(2) {
				v.put(m.name, m.value)
			}
		}
		return
	}
	i := v.index(u.Tag)
	switch {
	case i < 0:
	case g.One(3) && other.has(u.Tag):
		v.members[i].value = other.members[other.index(u.Tag)].value
	case g.One(2):
		v.members[i].value = scalar(pick(g, []string{`"nothing"`, "null", "1", "[]", `""`}))
	default:
		v.drop(u.Tag)
	}
}
