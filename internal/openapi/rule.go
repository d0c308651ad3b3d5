package openapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// rules writes the rules of p as keywords.
func (w *writer) rules(p *tree.Prop, at site) error {
	if err := w.bounds(p); err != nil {
		return err
	}
	for _, r := range p.Rules {
		if r == nil {
			return fmt.Errorf("rule %T has no keyword", r)
		}
		n, counts := tree.Count(r)
		switch k := r.Kind(); {
		case k.About == tree.AboutNumber && !numeric(p.Type): // described in words
		case k.About == tree.AboutBytes:
			if p.Type == (tree.Binary{}) {
				w.count(byteKeyword(k), base64Len(n))
			}
		case k.About == tree.AboutMembers && at.mode.Declared() == tree.Update: // a patch has only changed members
		case counts:
			w.count(k.Keyword, n)
		case r == tree.Rule(tree.Unique{}):
			w.flag(k.Keyword, true)
		default:
			m, ok := r.(tree.MultipleOf)
			if !ok {
				continue // bounds, patterns and words describe it
			}
			of, err := parse(m.Of)
			if err != nil {
				return err
			}
			w.literal(k.Keyword, of.Text())
		}
	}
	return nil
}

// byteKeyword returns the keyword that bounds the characters of bytes in base64.
func byteKeyword(k *tree.RuleKind) string {
	if k.IsLower() {
		return "minLength"
	}
	return "maxLength"
}

// bounds writes the tightest bounds of the rules, and of the type as far as the format does not say
// them.
func (w *writer) bounds(p *tree.Prop) error {
	if !numeric(p.Type) {
		return nil
	}
	var least, most bound
	if t, ok := p.Type.(tree.Integer); ok {
		low, high := integerBounds(t, p.Format())
		if low != "" {
			if err := least.tighten(low, false, +1); err != nil {
				return err
			}
		}
		if high != "" {
			if err := most.tighten(high, false, -1); err != nil {
				return err
			}
		}
	}
	for _, r := range p.Rules {
		var err error
		switch r := r.(type) {
		case tree.Min:
			err = least.tighten(r.Bound, false, +1)
		case tree.Max:
			err = most.tighten(r.Bound, false, -1)
		case tree.ExclusiveMin:
			err = least.tighten(r.Bound, true, +1)
		case tree.ExclusiveMax:
			err = most.tighten(r.Bound, true, -1)
		}
		if err != nil {
			return err
		}
	}
	w.dialect.bounds(&w.page, least, most)
	return nil
}

func (p *page) count(word string, n int) {
	p.key(word)
	p.b = strconv.AppendInt(p.b, int64(n), 10)
}

// base64Pattern is base64 with padding and without unused bits that are set (RFC 4648 §3.5,
// §4): each value has one text.
const base64Pattern = "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?$"

const digitsPattern = "^-?(0|[1-9][0-9]*)$"

// typedFormats are formats that generators map to another type than string, to which they
// cannot apply a pattern: clients of openapi-generator in Python and C# fail for a date with
// one (ADR 21).
var typedFormats = [...]string{"date", "date-time", "time", "duration", "uuid", "uri", "ipv4", "ipv6", "byte", "binary", "password"}

// typed reports whether clients may map the strings of p to another type.
func typed(p *tree.Prop) bool {
	switch p.Type.(type) {
	case tree.Text:
		return slices.Contains(typedFormats[:], p.Format())
	case tree.Binary:
		return p.Named == nil
	}
	return false
}

// patterns writes the patterns of a string. A schema has one pattern: that of the last rule of
// the application; others move to allOf. For a format that clients map to a type, the exact
// pattern of the format is an extension, and the rule of the application is described in words.
func (w *writer) patterns(p *tree.Prop) {
	var all []string
	exact := ""
	switch t := p.Type.(type) {
	case tree.Integer:
		if t.Quoted {
			exact = digitsPattern
		}
	case tree.Text:
		exact = t.Pattern
	case tree.Binary:
		exact = base64Pattern
	}
	if typed(p) {
		w.some("x-pattern", exact)
		return
	}
	if exact != "" {
		all = append(all, exact)
	}
	_, text := p.Type.(tree.Text)
	for _, r := range p.Rules {
		if text && r.Kind().Pattern != "" {
			all = append(all, r.Kind().Pattern)
		}
	}
	for _, r := range p.Rules {
		if r, ok := r.(tree.Pattern); ok {
			all = append(all, r.Expr)
		}
	}
	if len(all) == 0 {
		return
	}
	last := len(all) - 1
	w.text("pattern", all[last])
	if last == 0 {
		return
	}
	w.list("allOf")
	for _, expr := range all[:last] {
		w.item()
		w.text("pattern", expr)
		w.end()
	}
	w.endList()
}

// ownRules describes the rules of p that have no keyword in JSON Schema.
func (w *writer) ownRules(p *tree.Prop) error {
	rules := inWords(p)
	if len(rules) == 0 {
		return nil
	}
	w.list("x-rules")
	for _, r := range rules {
		w.item()
		var err error
		if c, ok := r.(tree.Custom); ok {
			err = w.ownRule(c.Name, w.words.custom(p.Name, c), c.Args)
		} else {
			err = w.ownRule(r.Code(), w.words.rule(p.Name, r), r.Params())
		}
		if err != nil {
			return err
		}
		w.end()
	}
	w.endList()
	return nil
}

func (w *writer) ownRule(code, text string, params []tree.Param) error {
	w.text("code", code)
	w.text("message", text)
	if len(params) == 0 {
		return nil
	}
	w.object("params")
	for _, a := range params {
		w.name(a.Name)
		if err := w.raw(a.JSON); err != nil {
			return fmt.Errorf("rule %q: argument %q: %w", code, a.Name, err)
		}
	}
	w.end()
	return nil
}

// base64Len returns the length of n bytes in base64, with padding.
func base64Len(n int) int { return (n + 2) / 3 * 4 }

// ofSize reports whether a rule is on the members of a map.
func ofSize(r tree.Rule) bool { return r.Kind().About == tree.AboutMembers }

// numeric reports whether values are JSON numbers.
func numeric(t tree.Type) bool {
	switch t := t.(type) {
	case tree.Integer:
		return !t.Quoted
	case tree.Float:
		return true
	}
	return false
}

// inWords returns the rules of p that keywords do not describe completely: custom rules, bounds
// of a number in a string, the number of bytes that characters encode, items that are equal
// although their texts differ, and patterns for another type.
func inWords(p *tree.Prop) (out []tree.Rule) {
	for _, r := range p.Rules {
		if r == nil {
			continue // an error of rules
		}
		k := r.Kind()
		words := k.Keyword == "" || k.About == tree.AboutNumber && !numeric(p.Type)
		switch {
		case k.Pattern != "":
			_, text := p.Type.(tree.Text)
			words = !text || typed(p)
		case k.Code == "pattern":
			words = typed(p)
		case k.Code == "unique":
			a, _ := p.Type.(tree.Array)
			words = severalTexts(a.Item)
		}
		if words {
			out = append(out, r)
		}
	}
	if unsaid(p) {
		out = append(out, formatRule(p.Type.(tree.Text).Format))
	}
	if t, ok := p.Type.(tree.Integer); ok && t.Quoted {
		if !slices.ContainsFunc(p.Rules, isLower) {
			out = append(out, tree.Min{Bound: t.Min})
		}
		if !slices.ContainsFunc(p.Rules, isUpper) {
			out = append(out, tree.Max{Bound: t.Max})
		}
	}
	return out
}

// formatRule is the format that a property validates and documents do not name.
type formatRule string

var kindFormat = tree.RuleKind{Code: "format"}

func (formatRule) Kind() *tree.RuleKind   { return &kindFormat }
func (formatRule) Code() string           { return kindFormat.Code }
func (r formatRule) Params() []tree.Param { return []tree.Param{tree.TextParam("format", string(r))} }

func isLower(r tree.Rule) bool { return r.Kind().IsLower() }
func isUpper(r tree.Rule) bool { return r.Kind().IsUpper() }

// severalTexts reports whether equal values may have texts that JSON Schema treats as
// different, such as times with other offsets, or objects without members that have a default.
func severalTexts(p *tree.Prop) bool {
	if p == nil {
		return false
	}
	switch t := p.Type.(type) {
	case tree.Float, tree.Object, tree.Alternatives:
		return true
	case tree.Text:
		switch t.Format {
		case "", "uri", "uri-reference", "time", "date", "ipv4", "decimal":
			return false
		}
		return true
	case tree.Array:
		return severalTexts(t.Item)
	case tree.Map:
		return severalTexts(t.Value)
	}
	return false
}

// describe returns the description of p: its own, and a line for each rule without a keyword.
func (w *writer) describe(p *tree.Prop) string {
	rules := inWords(p)
	if len(rules) == 0 {
		return w.words.of(p.Doc)
	}
	var lines []string
	for _, r := range rules {
		switch r := r.(type) {
		case tree.Custom:
			lines = append(lines, w.words.sentence(r.Name, "it", w.words.custom(p.Name, r)))
		case tree.Unique:
			lines = append(lines, "Two items are equal if they mean the same.")
		default:
			lines = append(lines, "It "+w.words.rule(p.Name, r)+".")
		}
	}
	return paragraphs(w.words.of(p.Doc), strings.Join(lines, "\n"))
}

// paragraphs joins texts that are not empty with blank lines.
func paragraphs(texts ...string) (all string) {
	for _, t := range texts {
		switch {
		case t == "":
		case all == "":
			all = t
		default:
			all += "\n\n" + t
		}
	}
	return all
}

// integerBounds returns the bounds of the Go type that a document with a format has: none that the format
// says, and none that a float64 cannot represent. Implementations of JSON have limits where a
// document has none (RFC 8259 §6), and readers in JavaScript have these.
func integerBounds(i tree.Integer, format string) (least, most tree.Number) {
	least, most = i.Min, i.Max
	switch i.Format {
	case "int64":
		return "", ""
	case "uint64":
		return least, ""
	case "int32":
		if format == i.Format {
			return "", ""
		}
	}
	return least, most
}

// unsaid reports whether the property validates a format of strings, and documents have another
// one, or none. No pattern says the bounds of a duration.
func unsaid(p *tree.Prop) bool {
	t, ok := p.Type.(tree.Text)
	return ok && (p.Named != nil || t.Format == "duration") && t.Format != "" && !t.Own
}
