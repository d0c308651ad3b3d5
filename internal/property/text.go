package property

import (
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/tree"
)

// Text is WholeText without the collections, which stand with their names only.
func Text(p *tree.Prop) string {
	w := textWriter{collection: func(*tree.Collection) {}, union: func(*tree.Union) {}}
	w.prop(p)
	return string(w.b)
}

// WholeText returns a declaration as the chain of calls that makes it, for failing tests, and the
// collections that it leads to: prop.String("title").MinLen(1).
func WholeText(p *tree.Prop) string {
	w := wholeWriter()
	w.prop(p)
	w.rest()
	return string(w.b)
}

// textWriter writes calls of declarations.
type textWriter struct {
	b []byte
	// collection and union write what a property leads to beside it.
	collection func(c *tree.Collection)
	union      func(u *tree.Union)
}

// put writes texts, one after another.
//
//go:noinline
func (w *textWriter) put(texts ...string) {
	for _, text := range texts {
		w.b = append(w.b, text...)
	}
}

// call writes a call of a method, or of a function with its package before it.
func (w *textWriter) call(name string, args ...string) { w.put(callText(name, args...)) }

//go:noinline
func callText(name string, args ...string) string { return name + "(" + strings.Join(args, ", ") + ")" }

// quoted writes a call with one text, unless it is empty.
//
//go:noinline
func (w *textWriter) quoted(name, text string) {
	if text != "" {
		w.call(name, quote(text))
	}
}

// quote returns a text in quotes. It is not inlined, because it has many callers.
//
//go:noinline
func quote(text string) string { return strconv.Quote(text) }

// quotes returns texts in quotes.
//
//go:noinline
func quotes(texts ...string) []string {
	all := make([]string, len(texts))
	for i, text := range texts {
		all[i] = quote(text)
	}
	return all
}

// flag writes a call without arguments if it was made.
//
//go:noinline
func (w *textWriter) flag(is bool, name string) {
	if is {
		w.put(".", name, "()")
	}
}

// faults writes faults as comments.
//
//go:noinline
func (w *textWriter) faults(all []tree.Fault) {
	for _, f := range all {
		w.put(" /* fault: ", f.Message, " */")
	}
}

func (w *textWriter) prop(p *tree.Prop) {
	end := ""
	if p.Nullable {
		w.put("prop.Nullable(")
		end = ")"
	}
	w.typed(p)
	for _, r := range p.Rules {
		w.rule(p.Type, r)
		w.quoted(".Message", p.Message(r))
	}
	w.put(end)
	w.flag(p.Optional && p.AbsentMeans == nil, "Optional")
	w.sample(".Default", p, p.Default)
	w.sample(".AbsentMeans", p, p.AbsentMeans)
	w.sample(".Initial", p, p.Initial)
	if p.Named != nil {
		w.call(".Format", quote(*p.Named))
	}
	w.quoted(".Title", p.Title)
	w.quoted(".Describe", p.Doc)
	for i := range p.Examples {
		w.sample(".Example", p, &p.Examples[i])
	}
	w.flag(p.Deprecated, "Deprecated")
	w.flag(p.ReadOnly, "ReadOnly")
	w.flag(p.WriteOnly, "WriteOnly")
	w.docs(p.ExternalDocs, p.Extensions)
	w.faults(p.Faults)
}

// typed writes the constructor of a property, with what the type says beyond it.
func (w *textWriter) typed(p *tree.Prop) {
	var constructor string
	args := quotes(p.Name)
	quotedDigits := false
	switch t := p.Type.(type) {
	case tree.Integer:
		constructor, quotedDigits = integerConstructor(t), t.Quoted
	case tree.Float:
		constructor = "Float64"
	case tree.Text:
		w.text(args[0], t)
		return
	case tree.Enum:
		if constructor = "Enum"; t.Const {
			constructor = "Const"
		}
		args = append(args, valueTexts(t)...)
	case tree.Binary:
		constructor = "Bytes"
	case tree.Boolean:
		constructor = "Bool"
	case tree.Any:
		constructor = "Any"
	case tree.File:
		w.call("prop.File", args...)
		if len(t.Types) > 0 {
			w.call(".MediaTypes", quotes(t.Types...)...)
		}
		return
	case tree.Array:
		w.around("prop.Array(", p, t.Item, nil)
		return
	case tree.Map:
		w.around("prop.Map(", p, t.Value, t.Names)
		return
	case tree.Object:
		c := t.Of()
		w.named(".Object", p, c.Name)
		w.collection(c)
		return
	case tree.Alternatives:
		u := t.Of()
		w.named(".Property", p, u.Name)
		w.union(u)
		return
	}
	w.call("prop."+constructor, args...)
	w.flag(quotedDigits, "Quoted")
}

// valueTexts returns the values of an enumeration as Go writes them.
func valueTexts(t tree.Enum) []string {
	if t.Of != "" && t.Of != tree.AnyKind {
		return t.Values
	}
	texts := quotes(t.Values...)
	for i, text := range texts {
		if t.Of == tree.AnyKind {
			texts[i] = callText("prop.JSON", text)
		}
	}
	return texts
}

func integerConstructor(t tree.Integer) string {
	switch format := t.Format; format {
	case "int64", "int32", "uint64":
		if t.Machine {
			return "Int"
		}
		return string(format[0]-'a'+'A') + format[1:]
	case tree.UnixTime:
		return "UnixTime"
	case tree.UnixMilli:
		return "UnixMilli"
	default:
		return "IntOf[" + format + "]"
	}
}

// constructors are those of texts, behind their formats.
var constructors = [...][2]string{
	{"", "String"}, {"uuid", "UUID"}, {"email", "Email"}, {"uri", "URI"}, {"uri-reference", "URIReference"}, {"hostname", "Hostname"},
	{"ip", "IP"}, {"ipv4", "IPv4"}, {"ipv6", "IPv6"}, {"cidr", "IPPrefix"}, {"date", "Date"}, {"date-time", "DateTime"}, {"time", "Time"},
	{"duration", "Duration"}, {"decimal", "Decimal"},
}

func (w *textWriter) text(name string, t tree.Text) {
	constructor := ""
	for i := range constructors {
		if constructors[i][0] == t.Format {
			constructor = constructors[i][1]
		}
	}
	if constructor == "" || t.Format == "" && t.Pattern != "" {
		w.call("prop.TextOf", name)
		w.call(".Format", quote(t.Format))
	} else {
		w.call("prop."+constructor, name)
	}
	digits, fixed := t.Fraction.Digits()
	if t.Format != "decimal" {
		if fixed {
			w.call(".Fraction", strconv.Itoa(digits))
		}
		w.flag(t.KeepsOffset, "KeepOffset")
		return
	}
	if fixed {
		w.call(".FixedScale", strconv.Itoa(digits))
	} else if most, ok := strings.CutPrefix(t.Pattern, `^-?(0|[1-9][0-9]*)(\.[0-9]{1,`); ok {
		most, _, _ = strings.Cut(most, "}")
		w.call(".Scale", most)
	} else if !strings.Contains(t.Pattern, `\.`) {
		w.call(".Scale", "0")
	}
}

// around writes a property of what another declares, whose name it takes.
func (w *textWriter) around(open string, p, inner *tree.Prop, names *tree.Names) {
	w.put(open)
	w.prop(inner)
	w.put(")")
	w.as(p, inner.Name)
	w.names(names)
}

// named writes a property of a collection or a union, whose name it takes.
func (w *textWriter) named(method string, p *tree.Prop, of string) {
	w.call(of + method)
	w.as(p, Snake(of))
}

func (w *textWriter) names(n *tree.Names) {
	if n != nil {
		w.put(".PropertyNames(")
		w.prop(n.Prop)
		w.put(")")
	}
}

func (w *textWriter) as(p *tree.Prop, name string) {
	if p.Name != name {
		w.call(".As", quote(p.Name))
	}
}

func (w *textWriter) rule(t tree.Type, r tree.Rule) {
	kind, params := r.Kind(), r.Params()
	args := make([]string, len(params))
	c, own := r.(tree.Custom)
	for i, a := range params {
		if own {
			args[i] = a.Name + "=" + a.JSON
		} else {
			args[i] = argument(t, kind.About, a.JSON)
		}
	}
	if own {
		w.call(".Rule", append(quotes(c.Name, c.Message), args...)...)
		return
	}
	if p, is := r.(tree.Pattern); is && p.Re.String() == "" {
		w.call(".PatternFunc", args...)
		return
	}
	w.call("."+kind.Method, args...)
}

// argument returns an argument of a rule as Go writes it.
func argument(t tree.Type, about tree.Subject, json string) string {
	switch t := t.(type) {
	case tree.Integer:
		switch t.Format {
		case tree.UnixTime:
			return callText("time.Unix", json, "0")
		case tree.UnixMilli:
			return callText("time.UnixMilli", json)
		}
	case tree.Text:
		if about == tree.AboutNumber { // of a decimal number
			return quote(json)
		}
	}
	return json
}

func (w *textWriter) docs(l tree.Link, all []tree.Extension) {
	var options []string
	if l.URL != "" {
		options = append(options, callText("meta.ExternalDocs", quotes(l.URL, l.Name)...))
	}
	for _, x := range all {
		options = append(options, callText("meta.Extension", quotes(x.Name, x.JSON)...))
	}
	if options != nil {
		w.call(".Docs", options...)
	}
}

// sample writes a call with a default or an example, if there is one, as JSON.
func (w *textWriter) sample(name string, p *tree.Prop, s *tree.Sample) {
	if s != nil {
		w.call(name, sampleText(p, *s))
	}
}

func sampleText(p *tree.Prop, s tree.Sample) string {
	text, err := p.Write(s, tree.Create)
	if err != nil {
		text, err = p.Write(s, tree.View)
	}
	if err != nil {
		return "/* " + err.Error() + " */"
	}
	return string(text)
}
