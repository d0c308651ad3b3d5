package main

import (
	"slices"
	"strings"
)

// What an example is of.
const (
	ofRequest   = "request bodies"
	ofResponse  = "response bodies"
	ofProblem   = "bodies of problems"
	ofParameter = "parameters"
	ofHeader    = "response headers"
)

// exampleKinds are in the order of the report.
var exampleKinds = []string{ofRequest, ofResponse, ofProblem, ofParameter, ofHeader}

// example is an example that a publisher has written, of one operation.
type example struct {
	kind   string
	name   string // for a report: where it is
	status string // of a response
	media  string // "" for a parameter or a header without content
	value  any
	schema any        // as it is written; nil if there is none
	hidden string     // why there is no value
	on     *parameter // of a parameter or a header
}

// examplesOf returns the examples of an operation: those of media types, parameters and headers
// (example, examples), and those of their schemas (example of 3.0, examples of 3.1). Examples of members and items
// are parts of values, and defaults are checked when a schema is declared.
func (d *document) examplesOf(op operation) (all []example) {
	for _, v := range slices.Concat(list(op.item["parameters"]), list(op.raw["parameters"])) {
		raw := d.resolve(v)
		if p := d.parameterOf(raw); p != nil {
			all = append(all, d.valuesOf(raw, example{kind: ofParameter, name: p.in + " " + p.name, on: p})...)
		}
	}
	body := d.resolve(op.raw["requestBody"])
	all = append(all, d.contentExamples(body, example{kind: ofRequest, name: "request"})...)
	responses, _ := op.raw["responses"].(object)
	for _, status := range sortedKeys(responses) {
		if strings.HasPrefix(status, "x-") {
			continue
		}
		raw := d.resolve(responses[status])
		of := example{kind: ofResponse, name: status, status: strings.ToUpper(status)}
		if of.status == "DEFAULT" {
			of.status = "default"
		}
		if isError(of.status) {
			of.kind = ofProblem
		}
		all = append(all, d.contentExamples(raw, of)...)
		headers, _ := raw["headers"].(object)
		for _, name := range sortedKeys(headers) {
			if strings.EqualFold(name, "Content-Type") {
				continue // OpenAPI ignores it
			}
			h := d.resolve(headers[name])
			all = append(all, d.valuesOf(h, example{kind: ofHeader, name: of.status + " " + name, status: of.status, on: d.headerOf(name, h)})...)
		}
	}
	return all
}

// contentExamples returns the examples of a request body or of a response.
func (d *document) contentExamples(holder object, of example) (all []example) {
	content, _ := holder["content"].(object)
	for _, name := range sortedKeys(content) {
		m, _ := content[name].(object)
		one := of
		one.media, one.name = mediaName(name), of.name+" "+name
		all = append(all, d.valuesOf(m, one)...)
	}
	return all
}

// valuesOf returns the examples of a media type, of a parameter or of a header, and of its schema.
func (d *document) valuesOf(holder object, of example) (all []example) {
	if of.on != nil && of.media == "" && holder["content"] != nil {
		return d.contentExamples(holder, of)
	}
	of.schema = holder["schema"]
	add := func(name string, value any, hidden string) {
		one := of
		one.name, one.value, one.hidden = strings.TrimSpace(of.name+" "+name), value, hidden
		all = append(all, one)
	}
	if v, ok := holder["example"]; ok {
		add("", v, "")
	}
	named, _ := holder["examples"].(object)
	for _, name := range sortedKeys(named) {
		e := d.resolve(named[name])
		switch v, ok := e["value"]; {
		case ok:
			add(name, v, "")
		case e["externalValue"] != nil:
			add(name, nil, "externalValue")
		default:
			add(name, nil, "an example without a value")
		}
	}
	s := d.resolve(of.schema)
	if v, ok := s["example"]; ok {
		add("(schema)", v, "")
	}
	for i, v := range list(s["examples"]) {
		add("(schema) "+decimal(i+1), v, "")
	}
	return all
}
