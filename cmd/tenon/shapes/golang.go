package shapes

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/tenon-go/tenon/tree"
)

// Go prints a Go file: the properties, the structs, the bindings and the accessors of the
// shapes and of the collections inside them. The same declarations give the same text.
func Go(pkg string, shapes ...Shape) ([]byte, error) {
	if !token.IsIdentifier(pkg) {
		return nil, fmt.Errorf("shapes: %q is not a valid name of a package", pkg)
	}
	f, err := collect(shapes)
	if err != nil {
		return nil, err
	}
	w := &goWriter{
		graph: f, imports: map[string]bool{}, taken: scope{},
		types: map[string]string{}, enums: map[*tree.ID]string{}, made: map[string]string{},
	}
	for _, id := range []string{"collection", "meta", "prop", "time", "netip"} {
		w.taken[id] = true
	}
	for _, g := range f.groups { // before anything refers to them
		w.types[g.name()] = w.taken.free(exported(g.name()))
	}
	for _, g := range f.groups {
		w.made[g.name()] = w.taken.free(w.types[g.name()] + collectionOr(g, "Collection", "Union"))
	}
	for i := len(f.groups) - 1; i >= 0; i-- {
		if err := w.group(f.groups[i]); err != nil {
			return nil, err
		}
	}
	return w.file(pkg)
}

func collectionOr(g *group, collection, union string) string {
	if g.isUnion() {
		return union
	}
	return collection
}

// goWriter prints Go. It prints the body first, to find the imports.
type goWriter struct {
	graph   *graph
	body    bytes.Buffer
	imports map[string]bool
	taken   scope               // names of the package
	types   map[string]string   // of the Go types, by the names of groups
	enums   map[*tree.ID]string // of the Go types of closed sets
	made    map[string]string   // of the variables or functions
	about   string              // the Go type that is being printed
}

func (w *goWriter) file(pkg string) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\npackage %s\n\nimport (\n", generated, pkg)
	for _, path := range slices.Sorted(maps.Keys(w.imports)) {
		if !strings.Contains(path, ".") {
			fmt.Fprintf(&b, "%q\n", path)
		}
	}
	fmt.Fprintf(&b, "\n%q\n", library+"collection")
	if w.imports[library+"meta"] {
		fmt.Fprintf(&b, "%q\n", library+"meta")
	}
	fmt.Fprintf(&b, "%q\n)\n", library+"prop")
	b.Write(w.body.Bytes())
	text, err := format.Source(b.Bytes())
	if err != nil { // a mistake of this package
		return nil, fmt.Errorf("shapes: %w in\n%s", err, b.Bytes())
	}
	return text, nil
}

const library = "github.com/tenon-go/tenon/"

func (w *goWriter) printf(text string, args ...any) { fmt.Fprintf(&w.body, text, args...) }

func (w *goWriter) group(g *group) error {
	w.about = w.types[g.name()]
	if g.isUnion() {
		return w.union(g)
	}
	return w.object(g)
}

// field is a member as a struct has it.
type field struct {
	member *tree.Member
	name   string // of the field, and of its accessor
	typ    string
	handle string // the variable of the property
	expr   string // what the variable is set to
	bind   string
	notes  []string
	// local reports that the variable is inside the function of a collection that
	// contains itself: it cannot be initialized outside of it.
	local bool
}

// object prints everything of one collection.
func (w *goWriter) object(g *group) error {
	c := g.collection
	var fields []field
	names := scope{}
	for _, m := range c.Members {
		f, err := w.field(m, names)
		if err != nil {
			return fmt.Errorf("%s: collection %q: member %q: %w", c.At, c.Name, m.Prop.Name, err)
		}
		f.local = g.lazy && w.isRecursive(m.Prop)
		fields = append(fields, f)
	}
	var rest field
	if c.Rest != nil {
		expr, err := w.expr(c.Rest)
		if err != nil {
			return fmt.Errorf("%s: collection %q: %w", c.At, c.Name, err)
		}
		called, err := w.named(expression{}, c.RestNames)
		if err != nil {
			return fmt.Errorf("%s: collection %q: %w", c.At, c.Name, err)
		}
		rest = field{name: names.free("Rest"), typ: "map[string]" + expr.typ, expr: expr.text, bind: called.text, notes: slices.Concat(expr.notes, called.notes)}
	}

	w.comment(w.about+" is what the collection \""+c.Name+"\" holds.", c.Title, c.Doc)
	w.printf("type %s struct {\n", w.about)
	for _, f := range fields {
		if f.typ != "" {
			w.printf("%s %s\n", f.name, f.typ)
		}
	}
	if rest.typ != "" {
		w.printf("%s %s // the members without a name of their own\n", rest.name, rest.typ)
	}
	w.printf("}\n\n// The properties of %s.\nvar (\n", w.about)
	for _, f := range fields {
		if !f.local {
			w.handle(f, "=")
		}
	}
	w.printf(")\n\n")
	w.bindings(g, fields, rest)
	w.accessors(fields)
	return nil
}

// isRecursive reports whether a property holds a collection or union that contains itself.
func (w *goWriter) isRecursive(p *tree.Prop) bool {
	switch t := p.Type.(type) {
	case tree.Array:
		return w.isRecursive(t.Item)
	case tree.Map:
		return w.isRecursive(t.Value)
	case tree.Object:
		return w.graph.named[t.Of().Name].lazy
	case tree.Alternatives:
		return w.graph.named[t.Of().Name].lazy
	}
	return false
}

// handle prints the variable of a property.
func (w *goWriter) handle(f field, set string) {
	for _, n := range f.notes {
		w.printf("// %s\n", commentText(n))
	}
	w.printf("%s %s %s\n", f.handle, set, f.expr)
}

// bindings prints the collection.
func (w *goWriter) bindings(g *group, fields []field, rest field) {
	c, name := g.collection, w.made[g.name()]
	of := func() {
		w.printf("collection.Of(%q, func(v *%s) collection.Fields {\nreturn collection.Fields{\n", c.Name, w.about)
		for _, f := range fields {
			w.printf("%s,\n", f.bind)
		}
		if rest.typ != "" {
			for _, n := range rest.notes {
				w.printf("// %s\n", commentText(n))
			}
			w.printf("collection.Additional(%s, &v.%s)%s,\n", rest.expr, rest.name, rest.bind)
		}
		w.printf("}\n})")
		for _, call := range w.calls(c, fields) {
			w.printf(".\n%s", call)
		}
		w.printf("\n")
	}
	w.comment(name+" binds the properties to the fields.", w.unprintable(c)...)
	if g.lazy { // a function, which may name itself
		w.printf("func %s() *collection.Collection[%s] {\n", name, w.about)
		for _, f := range fields {
			if f.local {
				w.handle(f, ":=")
			}
		}
		w.printf("return ")
		of()
		w.printf("}\n\n")
		return
	}
	w.printf("var %s = ", name)
	of()
	w.printf("\n")
}

// accessors prints the type that reads values.
func (w *goWriter) accessors(fields []field) {
	values, read := w.taken.free(w.about+"Values"), w.taken.free("Read"+w.about)
	w.printf("// %s reads the values of %s.\ntype %s struct{ from prop.Source }\n\n", values, w.about, values)
	w.printf("// %s reads the values of a record, a patch or a call that has the\n// properties of %s.\n", read, w.about)
	w.printf("func %s(from prop.Source) %s { return %s{from} }\n\n", read, values, values)
	methods := scope{"from": true}
	for _, f := range fields {
		if f.typ == "" || f.local {
			continue // a constant, and what only the field reads
		}
		method := methods.free(f.name)
		typ := strings.TrimPrefix(f.typ, f.optional())
		w.comment(fmt.Sprintf("%s is the member %q, or its zero value.", method, f.member.Prop.Name), f.member.Prop.Doc)
		w.printf("func (v %s) %s() %s { return %s.Get(v.from) }\n\n", values, method, typ, f.handle)
		lookup := methods.free("Lookup" + f.name)
		w.printf("// %s is %s, and reports whether a value was given.\n", lookup, method)
		w.printf("func (v %s) %s() (%s, bool) { return %s.Lookup(v.from) }\n\n", values, lookup, typ, f.handle)
	}
}

// optional returns the pointer of a field that may be absent.
func (f field) optional() string {
	if strings.Contains(f.bind, ".AtOptional(") {
		return "*"
	}
	return ""
}

// union prints a union as an interface that its cases implement: the structs of collections, and
// structs with any other value.
func (w *goWriter) union(g *group) error {
	u, mark := g.union, "is"+w.about
	w.comment(w.about+" is one of several: what the union \""+u.Name+"\" holds.", u.Title, u.Doc)
	w.printf("type %s interface{ %s() }\n\n", w.about, mark)
	var cases []string
	for _, p := range u.Cases {
		typ, text, err := w.variant(p)
		if err != nil {
			return fmt.Errorf("%s: union %q: case %q: %w", u.At, u.Name, p.Name, err)
		}
		w.printf("func (%s) %s() {}\n", typ, mark)
		cases = append(cases, text)
	}
	name, constructor := w.made[u.Name], "OneOf"
	if u.Overlaps {
		constructor = "AnyOf"
	}
	if g.lazy {
		w.printf("\n// %s tells the cases apart.\nfunc %s() collection.Union[%s] {\nreturn ", name, name, w.about)
	} else {
		w.printf("\n// %s tells the cases apart.\nvar %s = ", name, name)
	}
	w.printf("collection.%s(%q,\n%s\n)", constructor, u.Name, strings.Join(cases, "\n"))
	for _, call := range componentNames(u.ComponentNames) {
		w.printf(".%s", call)
	}
	w.printf("%s%s%s\n", callOf("Tagged", u.Tag), callOf("Title", u.Title), callOf("Describe", u.Doc))
	if g.lazy {
		w.printf("}\n")
	}
	w.printf("\n")
	return nil
}

// variant prints the type of a case, and returns its name and the declaration of the case.
func (w *goWriter) variant(p *tree.Prop) (typ, declared string, err error) {
	if t, is := p.Type.(tree.Object); is && !p.Nullable && len(p.Rules) == 0 && p.Title == "" && p.Doc == "" {
		name := t.Of().Name
		return w.types[name], fmt.Sprintf("collection.CaseOf[%s](%s),", w.about, w.refer(name)), nil
	}
	e, err := w.expr(p)
	if err != nil {
		return "", "", err
	}
	typ = w.taken.free(w.about + exported(p.Name))
	w.printf("// %s is the case %q of %s.\ntype %s struct{ Value %s }\n\n", typ, p.Name, w.about, typ, e.typ)
	for _, n := range e.notes {
		declared += "// " + commentText(n) + "\n"
	}
	return typ, declared + fmt.Sprintf("collection.Case(%s,\nfunc(v %s) %s { return %s{v} },\nfunc(v %s) (%s, bool) { c, ok := v.(%s); return c.Value, ok }),",
		e.text, e.typ, w.about, typ, w.about, e.typ, typ), nil
}

// refer returns the expression that is a collection or a union.
func (w *goWriter) refer(name string) string {
	if w.graph.named[name].lazy {
		return w.made[name] + "()"
	}
	return w.made[name]
}

// comment prints paragraphs; empty ones are left out.
func (w *goWriter) comment(first string, paragraphs ...string) {
	w.printf("// %s\n", commentText(first))
	for _, p := range paragraphs {
		if p = strings.TrimSpace(p); p == "" {
			continue
		}
		w.printf("//\n")
		for line := range strings.Lines(p) {
			w.printf("// %s\n", commentText(strings.TrimRight(line, "\r\n")))
		}
	}
}

// commentText returns a line of a comment: control characters, which Go or TypeScript do not take or
// read as the end of the line, and the byte order mark are spaces.
func commentText(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\ufeff' {
			return ' '
		}
		return r
	}, s)
}
