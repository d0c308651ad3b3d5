package oas

import (
	"cmp"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/internal/ir"
)

// codePattern matches the codes of problems and violations.
const codePattern = "^[a-z][a-z0-9_]*$"

// problem writes the schema of problems.
func (w *writer) problem() {
	w.open('{')
	w.translated("description", "What went wrong (RFC 9457). Kinds of problems may have further members.")
	w.text("type", "object")
	w.object("properties")
	w.field("type", "Names the kind of problem. Without it the kind is about:blank: the status says it all.", "uri-reference", "")
	w.field("title", "The kind of problem, for people.", "", "")
	w.wholeField("status", "100", "599", "The status of the answer.")
	w.field("detail", "What is special about this occurrence, for people.", "", "")
	w.field("instance", "Names this occurrence.", "uri-reference", "")
	w.field("code", "The kind of problem, for programs.", "", codePattern)
	w.described("errors", "The rules that the request breaks.", "array")
	w.key("items")
	w.ref(schemaRef + violationName)
	w.end()
	w.wholeField("more_errors", "1", "", "How many errors are left out of the list.")
	w.end()
	w.texts("required", []string{"title", "status", "code"})
	w.literal("additionalProperties", "true")
	w.end()
}

// violation writes the schema of violations.
func (w *writer) violation() {
	w.open('{')
	w.translated("description", "A rule that the request breaks.")
	w.text("type", "object")
	w.object("properties")
	w.field("code", "The rule, for programs.", "", codePattern)
	w.field("detail", "What a value must be, for people.", "", "")
	w.described("in", "The part of the request that has the parameter.", "string")
	w.texts("enum", []string{string(ir.InPath), string(ir.InQuery), string(ir.InHeader), string(ir.InCookie)})
	w.end()
	w.field("parameter", "The name of the parameter.", "", "")
	w.field("pointer", "The place in the content: a JSON Pointer as a URI fragment (RFC 6901 §6).", "", "")
	w.described("params", "The arguments of the rule.", "object")
	w.literal("additionalProperties", "true")
	w.end()
	w.end()
	w.texts("required", []string{"code", "detail"})
	w.end()
}

// described opens the schema of a member.
func (w *writer) described(name, doc, kind string) {
	w.object(name)
	w.translated("description", doc)
	w.text("type", kind)
}

// field writes a member that is a string; the format and the pattern may be "".
func (w *writer) field(name, doc, format, pattern string) {
	w.described(name, doc, "string")
	w.some("format", format)
	w.some("pattern", pattern)
	w.end()
}

// wholeField writes a member that is an integer with bounds.
func (w *writer) wholeField(name, least, most, doc string) {
	of := func(text string) bound {
		at, ok := decimal.Parse(text)
		return bound{at: at, set: ok}
	}
	w.described(name, doc, "integer")
	w.text("format", "int32")
	w.dialect.bounds(&w.page, of(least), of(most))
	w.end()
}

// problemExample writes a problem in its format.
func (w *writer) problemExample(k *listedProblem) error {
	if f := k.declared; f != nil {
		return w.exampleIn(k.format, ir.ProblemExample{Type: f.Type, Title: cmp.Or(w.words.problemTitle(*f), phrase(f.Status)), Status: f.Status, Code: f.Code})
	}
	title, detail := w.words.builtin(k.builtin)
	x := ir.ProblemExample{Title: title, Status: k.builtin.Status, Detail: detail, Code: k.code}
	if k.builtin == ir.Invalid {
		x.Required, x.RequiredDetail = "name", w.words.required("name")
	}
	return w.exampleIn(k.format, x)
}

func (w *writer) exampleIn(format *ir.ProblemFormat, x ir.ProblemExample) error {
	if format != nil {
		text, err := format.Example(x)
		if err != nil {
			return err
		}
		return w.raw(string(text))
	}
	w.open('{')
	w.some("type", x.Type)
	w.text("title", x.Title)
	w.count("status", x.Status)
	w.some("detail", x.Detail)
	w.text("code", x.Code)
	if x.Required != "" {
		w.list("errors")
		w.item()
		w.text("code", "required")
		w.text("detail", x.RequiredDetail)
		w.text("pointer", "#/"+x.Required)
		w.end()
		w.endList()
	}
	w.end()
	return nil
}
