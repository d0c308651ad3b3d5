package property

import (
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/internal/ir"
)

// Text returns a declaration as the chain of calls that makes it, for failing tests:
// prop.String("title").MinLen(1). A collection in it stands with its name only.
func Text(p *ir.Prop) string {
	var w textWriter
	w.prop(p)
	return w.b.String()
}

// WholeText is Text, and has the collections that the declaration leads to.
func WholeText(p *ir.Prop) string {
	w := textWriter{seen: map[string]bool{}}
	w.prop(p)
	w.rest()
	return w.b.String()
}

type textWriter struct {
	b    strings.Builder
	seen map[string]bool // collections by name and position; nil: they are not written
	todo []*ir.Collection
}

// constructors are those of texts, by format.
var constructors = map[string]string{
	"": "String", "uuid": "UUID", "email": "Email", "uri": "URI", "uri-reference": "URIReference", "hostname": "Hostname",
	"ip": "IP", "ipv4": "IPv4", "ipv6": "IPv6", "cidr": "IPPrefix", "date": "Date", "date-time": "DateTime", "time": "Time",
	"duration": "Duration", "decimal": "Decimal",
}

// call writes a call of a method, or of a function with its package before it.
func (w *textWriter) call(name string, args ...string) {
	w.b.WriteString(name)
	w.b.WriteByte('(')
	for i, arg := range args {
		if i > 0 {
			w.b.WriteString(", ")
		}
		w.b.WriteString(arg)
	}
	w.b.WriteByte(')')
}

// quoted writes a call with one text, unless it is empty.
func (w *textWriter) quoted(name, text string) {
	if text != "" {
		w.call(name, strconv.Quote(text))
	}
}

// faults writes faults as comments.
func (w *textWriter) faults(all []ir.Fault) {
	for _, f := range all {
		w.b.WriteString(" /* fault: " + f.Message + " */")
	}
}

func (w *textWriter) prop(p *ir.Prop) {
	if p.Nullable {
		w.b.WriteString("prop.Nullable(")
	}
	w.typed(p)
	for _, r := range p.Rules {
		w.rule(p.Type, r)
		w.quoted(".Message", p.Message(r))
	}
	if p.Nullable {
		w.b.WriteByte(')')
	}
	w.flag(p.Optional && p.AbsentMeans == nil, "Optional")
	if p.Default != nil {
		w.call(".Default", sampleText(p, *p.Default))
	}
	if p.AbsentMeans != nil {
		w.call(".AbsentMeans", sampleText(p, *p.AbsentMeans))
	}
	if p.Initial != nil {
		w.call(".Initial", sampleText(p, *p.Initial))
	}
	if p.Named != nil {
		w.call(".Format", strconv.Quote(*p.Named))
	}
	w.quoted(".Title", p.Title)
	w.quoted(".Describe", p.Doc)
	for _, x := range p.Examples {
		w.call(".Example", sampleText(p, x))
	}
	w.flag(p.Deprecated, "Deprecated")
	w.flag(p.ReadOnly, "ReadOnly")
	w.flag(p.WriteOnly, "WriteOnly")
	w.docs(p.ExternalDocs, p.Extensions)
	w.faults(p.Faults)
}

// typed writes the constructor of a property, with what the type says beyond it.
func (w *textWriter) typed(p *ir.Prop) {
	name := strconv.Quote(p.Name)
	switch t := p.Type.(type) {
	case ir.Integer:
		switch t.Format {
		case "int64", "int32", "uint64":
			w.call("prop."+strings.ToUpper(t.Format[:1])+t.Format[1:], name)
		case ir.UnixTime:
			w.call("prop.UnixTime", name)
		case ir.UnixMilli:
			w.call("prop.UnixMilli", name)
		default:
			w.call("prop.IntOf["+t.Format+"]", name)
		}
		w.flag(t.Quoted, "Quoted")
	case ir.Float:
		w.call("prop.Float64", name)
	case ir.Text:
		w.text(name, t)
	case ir.Enum:
		values := []string{name}
		for _, v := range t.Values {
			switch t.Of {
			case "":
				v = strconv.Quote(v)
			case ir.AnyKind:
				v = "prop.JSON(" + strconv.Quote(v) + ")"
			}
			values = append(values, v)
		}
		if t.Const {
			w.call("prop.Const", values...)
			return
		}
		w.call("prop.Enum", values...)
	case ir.Binary:
		w.call("prop.Bytes", name)
	case ir.Boolean:
		w.call("prop.Bool", name)
	case ir.Any:
		w.call("prop.Any", name)
	case ir.File:
		w.call("prop.File", name)
		if len(t.Types) > 0 {
			types := make([]string, len(t.Types))
			for i, mediaType := range t.Types {
				types[i] = strconv.Quote(mediaType)
			}
			w.call(".MediaTypes", types...)
		}
	case ir.Array:
		w.around("prop.Array(", p, t.Item)
	case ir.Map:
		w.around("prop.Map(", p, t.Value)
		w.names(t.Names)
	case ir.Object:
		c := t.Of()
		w.call(c.Name + ".Object")
		w.as(p, Snake(c.Name))
		w.later(c)
	case ir.Alternatives:
		w.union(p, t.Of())
	}
}

func (w *textWriter) union(p *ir.Prop, u *ir.Union) {
	w.call(u.Name + ".Property")
	w.as(p, Snake(u.Name))
	key := u.Fingerprint()
	if w.seen == nil || w.seen[key] {
		return
	}
	w.seen[key] = true
	word := " oneOf"
	if u.Overlaps {
		word = " anyOf"
	}
	w.b.WriteString(u.ComponentNames.Text + " /* " + strconv.Quote(u.Title) + " " + strconv.Quote(u.Doc) + " tag " + strconv.Quote(u.Tag) + word + ":")
	for _, k := range u.Cases {
		w.b.WriteByte(' ')
		w.prop(k)
	}
	w.b.WriteString(" */")
}

func (w *textWriter) text(name string, t ir.Text) {
	constructor, known := constructors[t.Format]
	switch {
	case !known || t.Format == "" && t.Pattern != "":
		w.call("prop.TextOf", name)
		w.call(".Format", strconv.Quote(t.Format))
	default:
		w.call("prop."+constructor, name)
	}
	if digits, fixed := t.Fraction.Digits(); fixed {
		w.call(".Fraction", strconv.Itoa(digits))
	}
	w.flag(t.KeepsOffset, "KeepOffset")
	if digits, ok := strings.CutPrefix(t.Pattern, `^-?(0|[1-9][0-9]*)(\.[0-9]{1,`); ok && t.Format == "decimal" {
		digits, _, _ = strings.Cut(digits, "}")
		w.call(".Scale", digits)
	} else if t.Format == "decimal" && !strings.Contains(t.Pattern, `\.`) {
		w.call(".Scale", "0")
	}
}

// around writes a property of what another declares, whose name it takes.
func (w *textWriter) around(open string, p, inner *ir.Prop) {
	w.b.WriteString(open)
	w.prop(inner)
	w.b.WriteByte(')')
	w.as(p, inner.Name)
}

func (w *textWriter) names(n *ir.Names) {
	if n != nil {
		n.Text(w, n)
	}
}

func (w *textWriter) as(p *ir.Prop, name string) {
	if p.Name != name {
		w.call(".As", strconv.Quote(p.Name))
	}
}

func (w *textWriter) flag(is bool, name string) {
	if is {
		w.call("." + name)
	}
}

func (w *textWriter) rule(t ir.Type, r ir.Rule) {
	if c, ok := r.(ir.Custom); ok {
		args := []string{strconv.Quote(c.Name), strconv.Quote(c.Message)}
		for _, a := range c.Args {
			args = append(args, a.Name+"="+a.JSON)
		}
		w.call(".Rule", args...)
		return
	}
	var args []string
	_, text := t.(ir.Text)
	whole, _ := t.(ir.Integer)
	for _, a := range r.Params() {
		switch whole.Format {
		case ir.UnixTime:
			a.JSON = "time.Unix(" + a.JSON + ", 0)"
		case ir.UnixMilli:
			a.JSON = "time.UnixMilli(" + a.JSON + ")"
		}
		if text && r.Kind().About == ir.AboutNumber { // of a decimal number
			a.JSON = strconv.Quote(a.JSON)
		}
		args = append(args, a.JSON)
	}
	w.call("."+r.Kind().Method, args...)
}

func (w *textWriter) docs(l ir.Link, all []ir.Extension) {
	var options []string
	if l.URL != "" {
		options = append(options, "meta.ExternalDocs("+strconv.Quote(l.URL)+", "+strconv.Quote(l.Name)+")")
	}
	for _, x := range all {
		options = append(options, "meta.Extension("+strconv.Quote(x.Name)+", "+strconv.Quote(x.JSON)+")")
	}
	if options != nil {
		w.call(".Docs", options...)
	}
}

// sampleText returns a default or an example as JSON.
func sampleText(p *ir.Prop, s ir.Sample) string {
	text, err := p.Write(s, ir.Create)
	if err != nil {
		text, err = p.Write(s, ir.View)
	}
	if err != nil {
		return "/* " + err.Error() + " */"
	}
	return string(text)
}
