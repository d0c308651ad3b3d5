package shapes

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/tree"
)

// expression declares a property.
type expression struct {
	text  string
	typ   string // the Go type that it carries
	notes []string
}

// named prints the rules on the names of members.
func (w *goWriter) named(e expression, names *tree.Names) (expression, error) {
	if names == nil {
		return e, nil
	}
	name, err := w.expr(names.Prop)
	e.text += ".PropertyNames(" + name.text + ")"
	e.notes = slices.Concat(e.notes, name.notes)
	return e, err
}

// expr prints a property with its type, rules and texts, and Nullable around it.
func (w *goWriter) expr(p *tree.Prop) (expression, error) {
	e, err := w.typed(p)
	if err != nil {
		return e, err
	}
	for _, r := range p.Rules {
		call := w.rule(p, r)
		if call == "" {
			e.notes = append(e.notes, fmt.Sprintf("Not printed, as it is a function: the rule %q of %q.", r.Code(), p.Name))
		}
		e.text += call
	}
	nulls := ""
	for i := range p.Examples {
		text, ok := p.JSON(&p.Examples[i], collection.Create)
		if !ok {
			continue
		}
		if text == "null" && p.Nullable {
			nulls += ".Example(nil)"
		} else if x, ok := w.literal(text, p, false); ok {
			e.text += ".Example(" + x + ")"
		}
	}
	if p.Nullable {
		e.text, e.typ = "prop.Nullable("+e.text+")", "*"+e.typ
	}
	if p.Named != nil {
		e.text += fmt.Sprintf(".Format(%q)", *p.Named)
	}
	e.text += nulls + callOf("Title", p.Title) + callOf("Describe", p.Doc)
	if p.Deprecated {
		e.text += ".Deprecated()"
	}
	for _, x := range p.Extensions {
		e.text += "." + w.extension(x)
	}
	return e, nil
}

// extension returns the call that adds an extension.
func (w *goWriter) extension(x tree.Extension) string {
	w.imports[library+"meta"] = true
	return fmt.Sprintf("Docs(meta.Extension(%q, %q))", x.Name, x.JSON)
}

// texts are the constructors and the Go types of formats.
var texts = map[string][2]string{
	"": {"String", "string"}, "uuid": {"UUID", "string"}, "email": {"Email", "string"}, "uri": {"URI", "string"},
	"uri-reference": {"URIReference", "string"}, "hostname": {"Hostname", "string"}, "time": {"Time", "string"},
	"decimal": {"Decimal", "string"},
	"date":    {"Date", "time.Time"}, "date-time": {"DateTime", "time.Time"}, "duration": {"Duration", "time.Duration"},
	"ip": {"IP", "netip.Addr"}, "ipv4": {"IPv4", "netip.Addr"}, "ipv6": {"IPv6", "netip.Addr"}, "cidr": {"IPPrefix", "netip.Prefix"},
}

// typed prints the constructor of a property.
func (w *goWriter) typed(p *tree.Prop) (e expression, err error) {
	call := func(constructor, typ string) expression {
		return expression{text: fmt.Sprintf("prop.%s(%q)", constructor, p.Name), typ: typ}
	}
	switch t := p.Type.(type) {
	case tree.Integer:
		switch t.Format {
		case "int32":
			e = call("Int32", "int32")
		case "uint64":
			e = call("Uint64", "uint64")
		case "int8", "int16", "uint8", "uint16", "uint32":
			e = call("IntOf["+t.Format+"]", t.Format)
		case "unix-time":
			e = call("UnixTime", "time.Time")
		case "unix-time-millis":
			e = call("UnixMilli", "time.Time")
		default:
			e = call("Int64", "int64")
		}
		w.needs(e.typ)
		if t.Quoted {
			e.text += ".Quoted()"
		}
	case tree.Float:
		e = call("Float64", "float64")
	case tree.Text:
		how, known := texts[t.Format]
		if !known {
			how = texts[""]
			e.notes = append(e.notes, fmt.Sprintf("%q has a type of its own, of the format %q; here it is a string.", p.Name, t.Format))
		}
		notes := e.notes
		e = call(how[0], how[1])
		e.notes = notes
		w.needs(how[1])
		switch digits, fixed := t.Fraction.Digits(); {
		case fixed && t.Format == "decimal":
			e.text += fmt.Sprintf(".FixedScale(%d)", digits)
		case fixed:
			e.text += fmt.Sprintf(".Fraction(%d)", digits)
		case t.Format == "decimal":
			e.text += places(t.Pattern)
		}
		if t.KeepsOffset {
			e.text += ".KeepOffset()"
		}
	case tree.Enum:
		return w.enum(p, t), nil
	case tree.Binary:
		e = call("Bytes", "[]byte")
	case tree.Any:
		e = call("Any", "prop.JSON")
	case tree.File:
		e = call("File", "prop.Upload")
		if types := quoted(t.Types...); types != "" {
			e.text += ".MediaTypes(" + types + ")"
		}
	case tree.Boolean:
		e = call("Bool", "bool")
	case tree.Array:
		item, err := w.expr(t.Item)
		if c, object := strings.CutSuffix(item.text, ".Object()"); object {
			return expression{fmt.Sprintf("%s.Array(%q)", c, p.Name), "[]" + item.typ, item.notes}, err
		}
		return expression{"prop.Array(" + item.text + ")" + as(p.Name, t.Item.Name), "[]" + item.typ, item.notes}, err
	case tree.Map:
		value, err := w.expr(t.Value)
		if err != nil {
			return value, err
		}
		e = expression{"prop.Map(" + value.text + ")" + as(p.Name, t.Value.Name), "map[string]" + value.typ, value.notes}
		return w.named(e, t.Names)
	case tree.Object:
		name := t.Of().Name
		if w.graph.named[name].lazy {
			return expression{text: fmt.Sprintf("prop.Lazy(%q, %s)", p.Name, w.made[name]), typ: w.types[name]}, nil
		}
		return expression{text: w.made[name] + ".Object()" + as(p.Name, snake(name)), typ: w.types[name]}, nil
	case tree.Alternatives:
		name := t.Of().Name
		if w.graph.named[name].lazy {
			return expression{text: fmt.Sprintf("prop.LazyUnion(%q, %s)", p.Name, w.made[name]), typ: w.types[name]}, nil
		}
		return expression{text: "prop.Union(" + w.made[name] + ")" + as(p.Name, snake(name)), typ: w.types[name]}, nil
	default:
		return e, fmt.Errorf("shapes: type %T has no Go", t)
	}
	return e, nil
}

// as returns a call that renames a property, unless it has the name already.
func as(name, taken string) string {
	if name == taken {
		return ""
	}
	return ".As(" + strconv.Quote(name) + ")"
}

// needs imports the package of a type.
func (w *goWriter) needs(typ string) {
	switch pkg, _, _ := strings.Cut(typ, "."); pkg {
	case "time":
		w.imports["time"] = true
	case "netip":
		w.imports["net/netip"] = true
	}
}

// places returns the call that bounds the digits of a decimal, from its pattern.
func places(pattern string) string {
	if !strings.Contains(pattern, `\.`) {
		return ".Scale(0)"
	}
	if _, after, ok := strings.Cut(pattern, "{1,"); ok {
		n, _, _ := strings.Cut(after, "}")
		return ".Scale(" + n + ")"
	}
	return ""
}

// enum prints a closed set and declares its Go type.
func (w *goWriter) enum(p *tree.Prop, t tree.Enum) expression {
	if t.Of != "" {
		typ, values := map[string]string{"integer": "int", "number": "float64", "boolean": "bool", "": "prop.JSON"}[t.Word()], slices.Clone(t.Values)
		if typ == "prop.JSON" {
			for i, v := range values {
				values[i] = fmt.Sprintf("prop.JSON(%q)", v)
			}
		}
		name := "Enum"
		if t.Const {
			name = "Const"
		}
		if typ == "int" {
			typ = integerOf(values)
		}
		if strings.HasSuffix(typ, "64") {
			name += "[" + typ + "]"
		}
		return expression{text: fmt.Sprintf("prop.%s(%q, %s)", name, p.Name, strings.Join(values, ", ")), typ: typ}
	}
	if t.Const {
		return expression{text: fmt.Sprintf("prop.Const(%q, %s)", p.Name, quoted(t.Values...)), typ: "string"}
	}
	typ := w.taken.free(w.about + exported(p.Name))
	w.enums[p.ID] = typ
	w.printf("// %s is one of a closed set.\ntype %s string\n\n// The values of %s.\nconst (\n", typ, typ, typ)
	var names []string
	for _, v := range t.Values {
		name := w.taken.free(typ + exported(v))
		names = append(names, name)
		w.printf("%s %s = %q\n", name, typ, v)
	}
	w.printf(")\n\n")
	return expression{text: fmt.Sprintf("prop.Enum(%q, %s)", p.Name, strings.Join(names, ", ")), typ: typ}
}

// integerOf returns the first of int, as it is on 32 bits, int64 and uint64 that holds all values.
func integerOf(values []string) string {
	typ := "int"
	for _, v := range values {
		if _, err := strconv.ParseInt(v, 10, 32); err == nil {
			continue
		}
		if _, err := strconv.ParseInt(v, 10, 64); err != nil {
			return "uint64"
		}
		typ = "int64"
	}
	return typ
}

// rule prints the call of a rule; "" if it is a function.
func (w *goWriter) rule(p *tree.Prop, r tree.Rule) string {
	switch r := r.(type) {
	case tree.Custom:
		return ""
	case tree.Pattern:
		if r.Re.String() == "" { // a function matches it
			return ""
		}
	}
	var args []string
	_, text := p.Type.(tree.Text)
	for _, arg := range r.Params() {
		x := arg.JSON
		if t, whole := p.Type.(tree.Integer); whole {
			x = instant(t, x)
		}
		if text && r.Kind().About == tree.AboutNumber { // a decimal
			x = strconv.Quote(x)
		} else if strings.HasPrefix(x, `"`) {
			x = strconv.Quote(unquoted(x))
		}
		args = append(args, x)
	}
	return "." + r.Kind().Method + "(" + strings.Join(args, ", ") + ")" + callOf("Message", p.Message(r))
}
