package shapes

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"slices"
	"strings"
)

// Collections prints the collections of the named structs that a directory declares, and
// of the structs inside them. Without names, it prints those of all exported structs. The
// file belongs to the same package.
//
// It is a starting point: keep it up to date, or edit it. A field of each supported type
// becomes the simplest property. A json tag sets the name, and "-" leaves the field out;
// without a tag, CreatedAt is created_at. A pointer may be null, or absent if its tag has
// omitempty or omitzero. Another field with such a tag has the zero value as its default:
// clients may leave it out, and the server sends it. A type with constants is a closed set
// of them, and a field named ID is the key. Comments become descriptions. A comment lists
// the fields that have no property, such as an interface.
func Collections(dir string, types ...string) ([]byte, error) {
	p, err := parsePackage(dir)
	if err != nil {
		return nil, err
	}
	if len(types) == 0 {
		for _, name := range p.order {
			if _, is := p.types[name].Type.(*ast.StructType); is && ast.IsExported(name) && p.types[name].TypeParams == nil {
				types = append(types, name)
			}
		}
		if len(types) == 0 {
			return nil, fmt.Errorf("shapes: %s declares no exported struct", dir)
		}
	}
	w := &structWriter{in: p, names: map[string]string{}}
	for _, name := range types {
		spec := p.types[name]
		if spec == nil {
			return nil, fmt.Errorf("shapes: %s declares no type %s", dir, name)
		}
		if _, is := spec.Type.(*ast.StructType); !is || spec.TypeParams != nil {
			return nil, fmt.Errorf("shapes: %s: %s is no plain struct", p.fset.Position(spec.Pos()), name)
		}
		w.visit(name)
	}
	for _, s := range w.done {
		w.names[s.name] = p.taken.free(exported(s.name) + "Collection")
	}
	for _, s := range w.done {
		w.collection(s)
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "// %s\n\npackage %s\n\nimport (\n%q\n%q\n)\n", generated, p.name, library+"collection", library+"prop")
	b.Write(w.body.Bytes())
	text, err := format.Source(b.Bytes())
	if err != nil { // a mistake of this package
		return nil, fmt.Errorf("shapes: %w in\n%s", err, b.Bytes())
	}
	return text, nil
}

// structure is a struct to be printed.
type structure struct {
	name string
	lazy bool // it contains itself
	busy bool // it is being visited
}

type structWriter struct {
	in    *source
	done  []*structure // what is inside first
	known []*structure
	names map[string]string // of the collections
	body  bytes.Buffer
}

func (w *structWriter) printf(text string, args ...any) { fmt.Fprintf(&w.body, text, args...) }

func (w *structWriter) find(name string) *structure {
	if i := slices.IndexFunc(w.known, func(s *structure) bool { return s.name == name }); i >= 0 {
		return w.known[i]
	}
	return nil
}

// visit finds the structs inside a struct, and marks those that contain themselves.
func (w *structWriter) visit(name string) {
	if s := w.find(name); s != nil {
		if s.busy { // all that are being visited since lead back to it
			for _, o := range w.known[slices.Index(w.known, s):] {
				o.lazy = o.lazy || o.busy
			}
		}
		return
	}
	s := &structure{name: name, busy: true}
	w.known = append(w.known, s)
	for _, m := range w.in.fields(name) {
		if inner := w.in.structIn(m.typ); inner != "" {
			w.visit(inner)
		}
	}
	s.busy = false
	w.done = append(w.done, s)
}

// bound is a field that has a property.
type bound struct {
	handle, expr, bind string
	local              bool
}

// collection prints the properties and the collection of a struct.
func (w *structWriter) collection(s *structure) {
	var list []bound
	var missing []string
	for _, m := range w.in.fields(s.name) {
		x, ok := w.expr(m.typ, m.wire, m.optional)
		if !ok {
			missing = append(missing, fmt.Sprintf("%s has the type %s, of which there is no property.", m.name, w.in.text(m.typ)))
			continue
		}
		inner := w.in.structIn(m.typ)
		b := bound{handle: w.in.taken.free(unexported(exported(s.name)) + exported(m.name)), expr: x, local: s.lazy && inner != "" && w.find(inner).lazy}
		how := "At"
		if m.optional {
			how = "AtOptional"
			b.expr += ".Optional()"
		}
		if zero := zeroOf(x); m.empty && zero != "" {
			b.expr += ".Default(" + zero + ")"
		}
		b.expr += callOf("Describe", m.doc)
		b.bind = fmt.Sprintf("%s.%s(&v.%s)", b.handle, how, m.name)
		if m.name == "ID" {
			b.bind += ".Key()"
		}
		list = append(list, b)
	}
	w.printf("\n// The properties of %s.\n", s.name)
	for _, m := range missing {
		w.printf("// %s\n", m)
	}
	w.printf("var (\n")
	for _, b := range list {
		if !b.local {
			w.printf("%s = %s\n", b.handle, b.expr)
		}
	}
	w.printf(")\n\n// %s binds the properties to the fields.\n", w.names[s.name])
	set := "var " + w.names[s.name] + " = "
	if s.lazy {
		w.printf("func %s() *collection.Collection[%s] {\n", w.names[s.name], s.name)
		for _, b := range list {
			if b.local {
				w.printf("%s := %s\n", b.handle, b.expr)
			}
		}
		set = "return "
	}
	w.printf("%scollection.Of(%q, func(v *%s) collection.Fields {\nreturn collection.Fields{\n", set, exported(s.name), s.name)
	for _, b := range list {
		w.printf("%s,\n", b.bind)
	}
	w.printf("}\n})%s\n", callOf("Describe", w.in.doc(s.name)))
	if s.lazy {
		w.printf("}\n")
	}
}

// kinds are the constructors for predeclared types and for types of packages.
var kinds = map[string]string{
	"string": "String", "bool": "Bool", "int": "Int", "int32": "Int32", "int64": "Int64", "uint64": "Uint64", "float64": "Float64",
	"int8": "IntOf[int8]", "int16": "IntOf[int16]", "uint": "IntOf[uint]", "uint8": "IntOf[uint8]", "uint16": "IntOf[uint16]", "uint32": "IntOf[uint32]",
	"byte": "IntOf[byte]", "rune": "Int32",
	"time.Time": "DateTime", "time.Duration": "Duration", "net/netip.Addr": "IP", "net/netip.Prefix": "IPPrefix", library + "prop.JSON": "Any",
}

// zeroOf prints the zero value of a property's type; "" if it is not valid as a default, or
// cannot be printed.
func zeroOf(expr string) string {
	kind, _, _ := strings.Cut(strings.TrimPrefix(expr, "prop."), "(")
	kind, _, _ = strings.Cut(kind, "[")
	switch kind {
	case "Array", "Map", "Bytes":
		return "nil"
	case "String", "StringOf":
		return `""`
	case "Bool":
		return "false"
	case "Int", "Int32", "Int64", "Uint64", "IntOf", "Float64", "FloatOf", "Duration":
		return "0"
	}
	return ""
}

// expr prints the property of a field. The property of an optional field is that of the
// pointer's element.
func (w *structWriter) expr(t ast.Expr, wire string, optional bool) (string, bool) {
	switch t := t.(type) {
	case *ast.ParenExpr:
		return w.expr(t.X, wire, optional)
	case *ast.StarExpr:
		if _, twice := t.X.(*ast.StarExpr); twice {
			return "", false
		}
		x, ok := w.expr(t.X, wire, false)
		if !optional {
			x = "prop.Nullable(" + x + ")"
		}
		return x, ok
	case *ast.ArrayType:
		if t.Len != nil {
			return "", false
		}
		if id, is := t.Elt.(*ast.Ident); is && (id.Name == "byte" || id.Name == "uint8") {
			return fmt.Sprintf("prop.Bytes(%q)", wire), true
		}
		x, ok := w.expr(t.Elt, wire, false)
		if c, _, object := strings.Cut(x, ".Object()"); object && !strings.Contains(c, "(") {
			return fmt.Sprintf("%s.Array(%q)", c, wire), ok
		}
		return "prop.Array(" + x + ")", ok
	case *ast.MapType:
		if id, is := t.Key.(*ast.Ident); !is || id.Name != "string" {
			return "", false
		}
		x, ok := w.expr(t.Value, wire, false)
		return "prop.Map(" + x + ")", ok
	case *ast.SelectorExpr:
		kind := kinds[w.in.qualified(t)]
		return fmt.Sprintf("prop.%s(%q)", kind, wire), kind != ""
	case *ast.Ident:
		return w.named(t.Name, wire)
	}
	return "", false
}

// named prints the property of a named type.
func (w *structWriter) named(name, wire string) (string, bool) {
	spec := w.in.types[name]
	if spec == nil {
		kind := kinds[name]
		return fmt.Sprintf("prop.%s(%q)", kind, wire), kind != "" && !strings.Contains(name, ".")
	}
	if spec.TypeParams != nil {
		return "", false
	}
	if _, is := spec.Type.(*ast.StructType); is {
		if w.find(name).lazy {
			return fmt.Sprintf("prop.Lazy(%q, %s)", wire, w.names[name]), true
		}
		return w.names[name] + ".Object()" + as(wire, snake(exported(name))), true
	}
	under, is := spec.Type.(*ast.Ident)
	if !is || w.in.types[under.Name] != nil {
		return "", false
	}
	switch kind := kinds[under.Name]; {
	case spec.Assign.IsValid(): // an alias
		return w.expr(under, wire, false)
	case kind == "String" && len(w.in.consts[name]) > 0:
		return fmt.Sprintf("prop.Enum(%q, %s)", wire, strings.Join(w.in.consts[name], ", ")), true
	case kind == "String":
		return fmt.Sprintf("prop.StringOf[%s](%q)", name, wire), true
	case kind == "Float64":
		return fmt.Sprintf("prop.FloatOf[%s](%q)", name, wire), true
	case strings.HasPrefix(kind, "Int") || kind == "Uint64":
		return fmt.Sprintf("prop.IntOf[%s](%q)", name, wire), true
	}
	return "", false
}
