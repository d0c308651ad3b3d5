package oas

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
)

// rules writes the rules of p as keywords of s.
func (w *writer) rules(s *base.Schema, p *ir.Prop, at site) error {
	var least, most bound
	if t, ok := p.Type.(ir.Integer); ok && !t.Quoted && t.Min != "" && t.Max != "" {
		if err := least.tighten(t.Min, false, +1); err != nil {
			return err
		}
		if err := most.tighten(t.Max, false, -1); err != nil {
			return err
		}
	}
	var own []*yaml.Node
	for _, r := range inWords(p) {
		n, err := worded(r)
		if err != nil {
			return err
		}
		own = append(own, n)
	}
	for _, r := range p.Rules {
		if ofNumber(r) && !numeric(p.Type) {
			continue // said in words
		}
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
		case ir.MultipleOf:
			err = multipleOf(s, r.Of)
		case ir.MinLen:
			s.MinLength = count(r.N)
		case ir.MaxLen:
			s.MaxLength = count(r.N)
		case ir.MinBytes:
			if p.Type == (ir.Binary{}) {
				s.MinLength = count(base64Len(r.N))
			}
		case ir.MaxBytes:
			if p.Type == (ir.Binary{}) {
				s.MaxLength = count(base64Len(r.N))
			}
		case ir.Pattern:
			pattern(s, r.Expr)
		case ir.MinItems:
			s.MinItems = count(r.N)
		case ir.MaxItems:
			s.MaxItems = count(r.N)
		case ir.Unique:
			s.UniqueItems = yes()
		case ir.MinProps:
			if at.mode != ir.Update { // a patch has only what changes
				s.MinProperties = count(r.N)
			}
		case ir.MaxProps:
			if at.mode != ir.Update {
				s.MaxProperties = count(r.N)
			}
		case ir.Custom: // said in words
		default:
			err = fmt.Errorf("rule %T has no keyword", r)
		}
		if err != nil {
			return err
		}
	}
	if least.set {
		w.dialect.atLeast(s, least)
	}
	if most.set {
		w.dialect.atMost(s, most)
	}
	if own != nil {
		extend(&s.Extensions, "x-rules", listNode(own...))
	}
	return nil
}

func count(n int) *int64 {
	c := int64(n)
	return &c
}

func multipleOf(s *base.Schema, of ir.Number) error {
	n, err := parse(of)
	if err != nil {
		return err
	}
	writeNumber(s, "multipleOf", n, &s.MultipleOf)
	return nil
}

// pattern adds an expression. A schema has one pattern: what the format of a
// text accepts moves aside for the user's own.
func pattern(s *base.Schema, expr string) {
	if s.Pattern != "" {
		s.AllOf = append(s.AllOf, base.CreateSchemaProxy(&base.Schema{Pattern: s.Pattern}))
	}
	s.Pattern = expr
}

// worded describes a rule that JSON Schema has no keyword for.
func worded(r ir.Rule) (*yaml.Node, error) {
	if c, ok := r.(ir.Custom); ok {
		return ruleNode(c.Name, message.Fill(c.Message, c.Args), c.Args)
	}
	return ruleNode(r.Code(), message.English(r.Code(), r.Params()), r.Params())
}

func ruleNode(code, text string, params []ir.Param) (*yaml.Node, error) {
	n := objectNode()
	addMember(n, "code", textNode(code))
	addMember(n, "message", textNode(text))
	if len(params) == 0 {
		return n, nil
	}
	args := objectNode()
	for _, a := range params {
		v, err := jsonNode(a.JSON)
		if err != nil {
			return nil, fmt.Errorf("rule %q: argument %q: %w", code, a.Name, err)
		}
		addMember(args, a.Name, v)
	}
	addMember(n, "params", args)
	return n, nil
}

// base64Len is how many characters n bytes take, with padding.
func base64Len(n int) int { return (n + 2) / 3 * 4 }

// ofNumber reports whether a rule is about a number.
func ofNumber(r ir.Rule) bool {
	switch r.(type) {
	case ir.Min, ir.Max, ir.ExclusiveMin, ir.ExclusiveMax, ir.MultipleOf:
		return true
	}
	return false
}

// ofSize reports whether a rule is about the members of a map.
func ofSize(r ir.Rule) bool {
	switch r.(type) {
	case ir.MinProps, ir.MaxProps:
		return true
	}
	return false
}

// numeric reports whether values are numbers on the wire.
func numeric(t ir.Type) bool {
	switch t := t.(type) {
	case ir.Integer:
		return !t.Quoted
	case ir.Float:
		return true
	}
	return false
}

// inWords are the rules of p of which keywords do not say all: those of the
// application's own, bounds for a number in a string, the number of bytes that
// characters stand for, and items that are equal although their texts differ.
func inWords(p *ir.Prop) (out []ir.Rule) {
	for _, r := range p.Rules {
		words := ofNumber(r) && !numeric(p.Type)
		switch r.(type) {
		case ir.Custom, ir.MinBytes, ir.MaxBytes:
			words = true
		case ir.Unique:
			a, _ := p.Type.(ir.Array)
			words = severalTexts(a.Item)
		}
		if words {
			out = append(out, r)
		}
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

func isLower(r ir.Rule) bool {
	switch r.(type) {
	case ir.Min, ir.ExclusiveMin:
		return true
	}
	return false
}

func isUpper(r ir.Rule) bool {
	switch r.(type) {
	case ir.Max, ir.ExclusiveMax:
		return true
	}
	return false
}

// severalTexts reports whether a value may be written in ways that JSON Schema
// takes for different ones: a time with another offset, an object without what a
// default fills.
func severalTexts(p *ir.Prop) bool {
	if p == nil {
		return false
	}
	switch t := p.Type.(type) {
	case ir.Float, ir.Object, ir.Alternatives:
		return true
	case ir.Text:
		switch t.Format {
		case "", "uuid", "email", "uri", "uri-reference", "hostname", "time", "date", "ipv4", "decimal":
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

// describe is the description of p: its own text, and a line for each rule that
// has no keyword.
func describe(p *ir.Prop) string {
	var lines []string
	for _, r := range inWords(p) {
		switch r := r.(type) {
		case ir.Custom:
			lines = append(lines, sentence(r.Name, "it", message.Fill(r.Message, r.Args)))
		case ir.Unique:
			lines = append(lines, "Two items are equal if they mean the same.")
		default:
			lines = append(lines, "It "+message.English(r.Code(), r.Params())+".")
		}
	}
	return paragraphs(p.Doc, strings.Join(lines, "\n"))
}

// paragraphs joins what is not empty with blank lines.
func paragraphs(texts ...string) string {
	var b strings.Builder
	for _, t := range texts {
		if t == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(t)
	}
	return b.String()
}
