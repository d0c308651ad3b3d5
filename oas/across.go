package oas

import (
	"fmt"
	"strings"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/pb33f/libopenapi/orderedmap"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
)

// across writes the rules between the members of c as keywords of s, and
// returns those that have none, as sentences.
func (w *writer) across(s *base.Schema, c *ir.Collection, mode ir.Mode) (sentences []string, err error) {
	var own []*yaml.Node
	for _, placed := range c.AcrossIn(mode) {
		switch r := placed.Rule.(type) {
		case ir.ExactlyOne:
			addAllOf(s, &base.Schema{OneOf: each(r.Members)})
		case ir.AtLeastOne:
			addAllOf(s, &base.Schema{AnyOf: each(r.Members)})
		case ir.AllOrNone:
			addAllOf(s, &base.Schema{AnyOf: []*base.SchemaProxy{all(r.Members), not(&base.Schema{AnyOf: each(r.Members)})}})
		case ir.RequiredWhen:
			var met *base.Schema
			if met, err = condition(r); err == nil {
				addAllOf(s, &base.Schema{AnyOf: []*base.SchemaProxy{all(r.Members), not(met)}})
			}
		case ir.MinMembers:
			if open(c, mode) { // what is ignored does not count
				sentences = append(sentences, "It must have at least "+members(r.N)+" of its own.")
			} else {
				s.MinProperties = count(r.N)
			}
		case ir.MaxMembers:
			if open(c, mode) {
				sentences = append(sentences, "It must have at most "+members(r.N)+" of its own.")
			} else {
				s.MaxProperties = count(r.N)
			}
		case ir.Between:
			var n *yaml.Node
			n, err = between(r)
			own = append(own, n)
			sentences = append(sentences, betweenSentence(r))
		default:
			err = fmt.Errorf("rule %T has no keyword", r)
		}
		if err != nil {
			return nil, err
		}
	}
	if own != nil {
		extend(&s.Extensions, "x-rules", listNode(own...))
	}
	return sentences, nil
}

func addAllOf(s, part *base.Schema) { s.AllOf = append(s.AllOf, base.CreateSchemaProxy(part)) }

func not(s *base.Schema) *base.SchemaProxy {
	return base.CreateSchemaProxy(&base.Schema{Not: base.CreateSchemaProxy(s)})
}

// all are the objects that have all of the members.
func all(members []*ir.Prop) *base.SchemaProxy {
	s := &base.Schema{}
	for _, p := range members {
		s.Required = append(s.Required, p.Name)
	}
	return base.CreateSchemaProxy(s)
}

// each has for each member the objects that have it.
func each(members []*ir.Prop) (out []*base.SchemaProxy) {
	for i := range members {
		out = append(out, all(members[i:i+1]))
	}
	return out
}

// condition are the objects in which a member has the value that it asks for.
func condition(r ir.RequiredWhen) (*base.Schema, error) {
	value, err := sampleNode(r.When, r.Equals, ir.Create)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.Code(), err)
	}
	s := &base.Schema{Required: []string{r.When.Name}, Properties: orderedmap.New[string, *base.SchemaProxy]()}
	s.Properties.Set(r.When.Name, base.CreateSchemaProxy(&base.Schema{Enum: []*yaml.Node{value}}))
	return s, nil
}

// between describes a rule of the application's own.
func between(r ir.Between) (*yaml.Node, error) {
	n, err := worded(ir.Custom{Name: r.Name, Message: r.Message, Args: r.Args})
	if err != nil || len(r.Members) == 0 {
		return n, err
	}
	names := listNode()
	for _, p := range r.Members {
		names.Content = append(names.Content, textNode(p.Name))
	}
	addMember(n, "members", names)
	return n, nil
}

func betweenSentence(r ir.Between) string {
	who := "it"
	if len(r.Members) > 0 {
		who = "`" + r.Members[0].Name + "`"
	}
	return sentence(r.Name, who, message.Fill(r.Message, r.Args))
}

func members(n int) string {
	if n == 1 {
		return "1 member"
	}
	return fmt.Sprint(n, " members")
}

// sentence tells a rule in words.
func sentence(code, who, text string) string {
	return "Rule `" + code + "`: " + who + " " + strings.TrimSuffix(text, ".") + "."
}
