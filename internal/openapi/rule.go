package openapi

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// rules writes the rules of p as keywords.
func (w *writer) rules(p *ir.Prop, at site) error {
	if err := w.bounds(p); err != nil {
		return err
	}
	for _, r := range p.Rules {
		if r == nil {
			return fmt.Errorf("rule %T has no keyword", r)
		}
		n, counts := ir.Count(r)
		switch k := r.Kind(); {
		case k.About == ir.AboutNumber && !numeric(p.Type): // described in words
		case k.About == ir.AboutBytes:
			if p.Type == (ir.Binary{}) {
				w.count(byteKeyword(k), base64Len(n))
			}
		case k.About == ir.AboutMembers && at.mode.Declared() == ir.Update: // a patch has only changed members
		case counts:
			w.count(k.Keyword, n)
		case r == ir.Rule(ir.Unique{}):
			w.flag(k.Keyword, true)
		default:
			m, ok := r.(ir.MultipleOf)
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
func byteKeyword(k *ir.RuleKind) string {
	if k.IsLower() {
		return "minLength"
	}
	return "maxLength"
}

// bounds writes the tightest bounds of the rules, and of the type as far as the format does not say
// them.
func (w *writer) bounds(p *ir.Prop) error {
	if !numeric(p.Type) {
		return nil
	}
	var least, most bound
	if t, ok := p.Type.(ir.Integer); ok {
		low, high := t.Bounds(p.Format())
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
		case ir.Min:
			err = least.tighten(r.Bound, false, +1)
		case ir.Max:
			err = most.tighten(r.Bound, false, -1)
		case ir.ExclusiveMin:
			err = least.tighten(r.Bound, true, +1)
		case ir.ExclusiveMax:
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
func typed(p *ir.Prop) bool {
	switch p.Type.(type) {
	case ir.Text:
		return slices.Contains(typedFormats[:], p.Format())
	case ir.Binary:
		return p.Named == nil
	}
	return false
}

// patterns writes the patterns of a string. A schema has one pattern: that of the last rule of
// the application; others move to allOf. For a format that clients map to a type, the exact
// pattern of the format is an extension, and the rule of the application is described in words.
func (w *writer) patterns(p *ir.Prop) {
	var all []string
	exact := ""
	switch t := p.Type.(type) {
	case ir.Integer:
		if t.Quoted {
			exact = digitsPattern
		}
	case ir.Text:
		exact = t.Pattern
	case ir.Binary:
		exact = base64Pattern
	}
	if typed(p) {
		w.some("x-pattern", exact)
		return
	}
	if exact != "" {
		all = append(all, exact)
	}
	_, text := p.Type.(ir.Text)
	for _, r := range p.Rules {
		if text && r.Kind().Pattern != "" {
			all = append(all, r.Kind().Pattern)
		}
	}
	for _, r := range p.Rules {
		if r, ok := r.(ir.Pattern); ok {
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
func (w *writer) ownRules(p *ir.Prop) error {
	rules := inWords(p)
	if len(rules) == 0 {
		return nil
	}
	w.list("x-rules")
	for _, r := range rules {
		w.item()
		var err error
		if c, ok := r.(ir.Custom); ok {
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

func (w *writer) ownRule(code, text string, params []ir.Param) error {
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
func ofSize(r ir.Rule) bool { return r.Kind().About == ir.AboutMembers }

// numeric reports whether values are JSON numbers.
func numeric(t ir.Type) bool {
	switch t := t.(type) {
	case ir.Integer:
		return !t.Quoted
	case ir.Float:
		return true
	}
	return false
}

// inWords returns the rules of p that keywords do not describe completely: custom rules, bounds
// of a number in a string, the number of bytes that characters encode, items that are equal
// although their texts differ, and patterns for another type.
func inWords(p *ir.Prop) (out []ir.Rule) {
	for _, r := range p.Rules {
		if r == nil {
			continue // an error of rules
		}
		k := r.Kind()
		words := k.Keyword == "" || k.About == ir.AboutNumber && !numeric(p.Type)
		switch {
		case k.Pattern != "":
			_, text := p.Type.(ir.Text)
			words = !text || typed(p)
		case k.Code == "pattern":
			words = typed(p)
		case k.Code == "unique":
			a, _ := p.Type.(ir.Array)
			words = severalTexts(a.Item)
		}
		if words {
			out = append(out, r)
		}
	}
	if p.Unsaid() {
		out = append(out, formatRule(p.Type.(ir.Text).Format))
	}
	if t, ok := p.Type.(ir.Integer); ok && t.Quoted {
		if !slices.ContainsFunc(p.Rules, isLower) {
			out = append(out, ir.Min{Bound: t.Min})
		}
		if !slices.ContainsFunc(p.Rules, isUpper) {
			out = append(out, ir.Max{Bound: t.Max})
		}
	}
	return out
}

// formatRule is the format that a property validates and documents do not name.
type formatRule string

var kindFormat = ir.RuleKind{Code: "format"}

func (formatRule) Kind() *ir.RuleKind   { return &kindFormat }
func (formatRule) Code() string         { return kindFormat.Code }
func (r formatRule) Params() []ir.Param { return []ir.Param{ir.TextParam("format", string(r))} }

func isLower(r ir.Rule) bool { return r.Kind().IsLower() }
func isUpper(r ir.Rule) bool { return r.Kind().IsUpper() }

// severalTexts reports whether equal values may have texts that JSON Schema treats as
// different, such as times with other offsets, or objects without members that have a default.
func severalTexts(p *ir.Prop) bool {
	if p == nil {
		return false
	}
	switch t := p.Type.(type) {
	case ir.Float, ir.Object, ir.Alternatives:
		return true
	case ir.Text:
		switch t.Format {
		case "", "uri", "uri-reference", "time", "date", "ipv4", "decimal":
			return false
		}
		return true
	case ir.Array:
		return severalTexts(t.Item)
	case ir.Map:
		return severalTexts(t.Value)
	}
	return false
}

// describe returns the description of p: its own, and a line for each rule without a keyword.
func (w *writer) describe(p *ir.Prop) string {
	rules := inWords(p)
	if len(rules) == 0 {
		return w.words.of(p.Doc)
	}
	var lines []string
	for _, r := range rules {
		switch r := r.(type) {
		case ir.Custom:
			lines = append(lines, w.words.sentence(r.Name, "it", w.words.custom(p.Name, r)))
		case ir.Unique:
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
