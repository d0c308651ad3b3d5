package oas

import (
	"cmp"
	"strconv"

	"github.com/pb33f/libopenapi/datamodel/high/base"
	"github.com/pb33f/libopenapi/orderedmap"
	"go.yaml.in/yaml/v4"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/ir"
	"github.com/tenon-go/tenon/internal/message"
)

func problemRef() *base.SchemaProxy { return base.CreateSchemaProxyRef(schemaRef + problemName) }

// problemSchemas describes what package render writes.
func problemSchemas(d dialect) *orderedmap.Map[string, *base.SchemaProxy] {
	problem := fields{
		{"type", &base.Schema{Type: []string{"string"}, Format: "uri-reference",
			Description: "Names the kind of problem. Without it the kind is about:blank: the status says it all."}},
		{"title", &base.Schema{Type: []string{"string"}, Description: "The kind of problem, for people."}},
		{"status", whole(d, "100", "599", "The status of the answer.")},
		{"detail", &base.Schema{Type: []string{"string"}, Description: "What is special about this occurrence, for people."}},
		{"instance", &base.Schema{Type: []string{"string"}, Format: "uri-reference", Description: "Names this occurrence."}},
		{"code", &base.Schema{Type: []string{"string"}, Pattern: codePattern, Description: "The kind of problem, for programs."}},
		{"errors", &base.Schema{Type: []string{"array"}, Description: "The rules that the request breaks.",
			Items: &base.DynamicValue[*base.SchemaProxy, bool]{A: base.CreateSchemaProxyRef(schemaRef + violationName)}}},
		{"more_errors", whole(d, "1", "", "How many errors are left out of the list.")},
	}.object("title", "status", "code")
	problem.Description = "What went wrong (RFC 9457). Kinds of problems may have further members."
	problem.AdditionalProperties = &base.DynamicValue[*base.SchemaProxy, bool]{N: 1, B: true}

	violation := fields{
		{"code", &base.Schema{Type: []string{"string"}, Pattern: codePattern, Description: "The rule, for programs."}},
		{"detail", &base.Schema{Type: []string{"string"}, Description: "What a value must be, for people."}},
		{"in", &base.Schema{Type: []string{"string"}, Description: "The part of the request that has the parameter.",
			Enum: []*yaml.Node{textNode(string(ir.InPath)), textNode(string(ir.InQuery)), textNode(string(ir.InHeader)), textNode(string(ir.InCookie))}}},
		{"parameter", &base.Schema{Type: []string{"string"}, Description: "The name of the parameter."}},
		{"pointer", &base.Schema{Type: []string{"string"},
			Description: "The place in the content: a JSON Pointer as a URI fragment (RFC 6901 §6)."}},
		{"params", &base.Schema{Type: []string{"object"}, Description: "The arguments of the rule.",
			AdditionalProperties: &base.DynamicValue[*base.SchemaProxy, bool]{N: 1, B: true}}},
	}.object("code", "detail")
	violation.Description = "A rule that the request breaks."
	violation.AdditionalProperties = closed()

	out := orderedmap.New[string, *base.SchemaProxy]()
	out.Set(problemName, base.CreateSchemaProxy(problem))
	out.Set(violationName, base.CreateSchemaProxy(violation))
	return out
}

// codePattern is what the code of a problem and of a violation looks like.
const codePattern = "^[a-z][a-z0-9_]*$"

type fields []struct {
	name   string
	schema *base.Schema
}

func (f fields) object(required ...string) *base.Schema {
	s := &base.Schema{
		Type:       []string{"object"},
		Properties: orderedmap.New[string, *base.SchemaProxy](),
		Required:   required,
	}
	for _, x := range f {
		s.Properties.Set(x.name, base.CreateSchemaProxy(x.schema))
	}
	return s
}

// whole is an integer with bounds; "" is none.
func whole(d dialect, least, most, doc string) *base.Schema {
	s := &base.Schema{Type: []string{"integer"}, Description: doc}
	if at, ok := decimal.Parse(least); ok {
		d.atLeast(s, bound{at: at, set: true})
	}
	if at, ok := decimal.Parse(most); ok {
		d.atMost(s, bound{at: at, set: true})
	}
	return s
}

// refusalNode is a problem as the library sends it.
func refusalNode(r ir.Refusal) *yaml.Node {
	n := objectNode()
	addMember(n, "title", textNode(phrase(r.Status)))
	addMember(n, "status", literalNode(strconv.Itoa(r.Status)))
	addMember(n, "detail", textNode(r.Detail))
	addMember(n, "code", textNode(r.Code))
	if r == ir.Invalid {
		v := objectNode()
		addMember(v, "code", textNode("required"))
		addMember(v, "detail", textNode(message.English("required", nil)))
		addMember(v, "pointer", textNode("#/name"))
		addMember(n, "errors", listNode(v))
	}
	return n
}

// failureNode is a problem as a handler returns it.
func failureNode(f ir.Failure) *yaml.Node {
	n := objectNode()
	if f.Type != "" {
		addMember(n, "type", textNode(f.Type))
	}
	addMember(n, "title", textNode(cmp.Or(f.Title, phrase(f.Status))))
	addMember(n, "status", literalNode(strconv.Itoa(f.Status)))
	addMember(n, "code", textNode(f.Code))
	return n
}
