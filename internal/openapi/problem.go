package openapi

import (
	"cmp"

	"github.com/tenon-go/tenon/internal/decimal"
	"github.com/tenon-go/tenon/tree"
)

// codePattern matches the codes of problems and violations.
const codePattern = "^[a-z][a-z0-9_]*$"

// problem writes the schema of problems.
func (w *writer) problem() {
	w.open('{')
	w.translated("description", "Details of the problem (RFC 9457). A type of problem may have further members.")
	w.text("type", "object")
	w.object("properties")
	w.field("type", "The URI of the problem type; about:blank by default, which adds nothing to the status.", "uri-reference", "")
	w.field("title", "The problem, for people.", "", "")
	w.wholeField("status", "100", "599", "The HTTP status.")
	w.field("detail", "An explanation of this occurrence of the problem, for people.", "", "")
	w.field("instance", "The URI of this occurrence of the problem.", "uri-reference", "")
	w.field("code", "The problem, for programs.", "", codePattern)
	w.described("errors", "The violations in the request.", "array")
	w.key("items")
	w.ref(schemaRef + violationName)
	w.end()
	w.wholeField("more_errors", "1", "", "The number of violations that the list omits.")
	w.end()
	w.texts("required", []string{"title", "status", "code"})
	w.literal("additionalProperties", "true")
	w.end()
}

// violation writes the schema of violations.
func (w *writer) violation() {
	w.open('{')
	w.translated("description", "A violation of a rule by the request.")
	w.text("type", "object")
	w.object("properties")
	w.field("code", "The rule, for programs.", "", codePattern)
	w.field("detail", "The rule, for people.", "", "")
	w.described("in", "The location of the parameter in the request.", "string")
	w.texts("enum", []string{string(tree.InPath), string(tree.InQuery), string(tree.InHeader), string(tree.InCookie)})
	w.end()
	w.field("parameter", "The name of the parameter.", "", "")
	w.field("pointer", "The location in the content: a JSON Pointer as a URI fragment (RFC 6901 §6).", "", "")
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
		return w.exampleIn(k.format, tree.ProblemExample{Type: f.Type, Title: cmp.Or(w.words.problemTitle(*f), phrase(f.Status)), Status: f.Status, Code: f.Code})
	}
	title, detail := w.words.builtin(k.builtin)
	x := tree.ProblemExample{Title: title, Status: k.builtin.Status, Detail: detail, Code: k.code}
	if k.builtin == tree.Invalid {
		x.Required, x.RequiredDetail = "name", w.words.required("name")
	}
	return w.exampleIn(k.format, x)
}

func (w *writer) exampleIn(format *tree.ProblemFormat, x tree.ProblemExample) error {
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
