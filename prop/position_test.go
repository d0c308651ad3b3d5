package prop_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/property"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// placed is a property and the line on which it must have been declared.
type placed struct {
	constructor string
	line        int
	node        *tree.Prop
}

// at is called on the line of the declaration.
func at(constructor string, p prop.Prop) placed {
	_, _, line, _ := runtime.Caller(1)
	return placed{constructor, line, property.NodeOf(p)}
}

var boxes = collection.New("Box", prop.Int("w"))

// kinds is a union.
var kinds = collection.OneOf("Kind", collection.CaseOf[any](boxes))

func parseText(s string) (string, error) { return s, nil }
func formatText(s string) string         { return s }

// The package-level ones are evaluated by the package's initialiser, the others
// by a function.
var atPackageLevel = everyConstructor()
var direct = at("Int", prop.Int("n"))

func everyConstructor() []placed {
	return []placed{
		at("Any", prop.Any("p")),
		at("Array", prop.Array(prop.Int("p"))),
		at("Bool", prop.Bool("p")),
		at("Bytes", prop.Bytes("p")),
		at("Const", prop.Const("p", "a")),
		at("Date", prop.Date("p")),
		at("DateTime", prop.DateTime("p")),
		at("Decimal", prop.Decimal("p")),
		at("DecimalOf", prop.DecimalOf[string]("p")),
		at("Duration", prop.Duration("p")),
		at("Email", prop.Email("p")),
		at("File", prop.File("p")),
		at("Float64", prop.Float64("p")),
		at("FloatOf", prop.FloatOf[float64]("p")),
		at("Hostname", prop.Hostname("p")),
		at("IP", prop.IP("p")),
		at("IPPrefix", prop.IPPrefix("p")),
		at("IPv4", prop.IPv4("p")),
		at("IPv6", prop.IPv6("p")),
		at("Int", prop.Int("p")),
		at("Int32", prop.Int32("p")),
		at("Int64", prop.Int64("p")),
		at("IntOf", prop.IntOf[int8]("p")),
		at("Lazy", prop.Lazy("p", func() *collection.Collection[collection.Record] { return boxes })),
		at("LazyUnion", prop.LazyUnion("p", func() collection.Union[any] { return kinds })),
		at("Map", prop.Map(prop.Int("p"))),
		at("Nullable", prop.Nullable(prop.Int("p"))),
		at("Object", prop.Object(boxes)),
		at("Enum", prop.Enum("p", "a")),
		at("String", prop.String("p")),
		at("UnixMilli", prop.UnixMilli("p")),
		at("UnixTime", prop.UnixTime("p")),
		at("StringOf", prop.StringOf[string]("p")),
		at("TextOf", prop.TextOf("p", parseText, formatText)),
		at("Time", prop.Time("p")),
		at("URI", prop.URI("p")),
		at("URIReference", prop.URIReference("p")),
		at("UUID", prop.UUID("p")),
		at("UUIDOf", prop.UUIDOf[[16]byte]("p")),
		at("Uint64", prop.Uint64("p")),
		at("Union", prop.Union(kinds)),
	}
}

func TestPropertiesKnowWhereTheyWereDeclared(t *testing.T) {
	for _, p := range slices.Concat(atPackageLevel, everyConstructor(), []placed{direct}) {
		file, line := p.node.At.FileLine()
		if filepath.Base(file) != "position_test.go" || line != p.line {
			t.Errorf("%s was declared at %s:%d, want line %d", p.constructor, file, line, p.line)
		}
	}
}

// The list of constructors is compared with the package's source, so that a new
// one fails this test until it is in the list.
func TestEveryConstructorIsTested(t *testing.T) {
	var want, got []string
	all := functions(t, "*.go")
	for name, fn := range all {
		if fn.Recv != nil || !fn.Name.IsExported() || fn.Type.Results == nil {
			continue
		}
		if _, builder := all[result(fn)+".Describe"]; builder {
			want = append(want, name)
		}
	}
	for _, p := range atPackageLevel {
		got = append(got, p.constructor)
	}
	slices.Sort(want)
	slices.Sort(got)
	if len(want) < 30 || !slices.Equal(got, want) {
		t.Errorf("tested are\n%v, the package has\n%v", got, want)
	}
}

// functions returns the functions in the files of the patterns, by name; methods are named
// Receiver.Method.
func functions(t *testing.T, patterns ...string) map[string]*ast.FuncDecl {
	t.Helper()
	var files []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	all := map[string]*ast.FuncDecl{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok {
				name := fn.Name.Name
				if fn.Recv != nil {
					name = typeName(fn.Recv.List[0].Type) + "." + name
				}
				all[name] = fn
			}
		}
	}
	return all
}

func result(fn *ast.FuncDecl) string { return typeName(fn.Type.Results.List[0].Type) }

// typeName is the name of a type without its arguments.
func typeName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.IndexExpr:
		return typeName(x.X)
	case *ast.IndexListExpr:
		return typeName(x.X)
	case *ast.StarExpr:
		return typeName(x.X)
	case *ast.ArrayType:
		return typeName(x.Elt)
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

func everyFault() []placed {
	return []placed{
		at("ExternalDocs", prop.Int("p").Docs(meta.ExternalDocs("", ""))),
		at("Extension", prop.Int("p").Docs(meta.Extension("a", "1"))),
		at("Extension", prop.Int("p").Docs(meta.Extension("x-a", ""))),
		at("Property.Message", prop.Int("p").Message("must be")),
		at("Property.Message", prop.Int("p").Min(1).Message("")),
		at("Property.Message", prop.Int("p").Min(1).Message("must be {max}")),
		at("Property.Message", prop.Int("p").Rule("a", "must hold", always[int]).Message("must be")),
		at("Property.CustomRule", prop.Int("p").Rule("A", "must hold", always[int])),
		at("Property.CustomRule", prop.Int("p").Rule("a", "must hold", nil)),
		at("Property.CustomRule", prop.Int("p").Rule("a", "", always[int])),
		at("Property.CustomRule", prop.Int("p").Rule("min", "must hold", always[int])),
		at("Property.CustomRule", prop.Int("p").Rule("a", "must hold {b}", always[int])),
		at("Property.CustomRule", prop.Int("p").Rule("a", "must hold", always[int], prop.Param{Name: "b", JSON: "?"})),
		at("nodeOf", new(prop.BoolProp).Title("zero")),
		at("nodeOf", new(prop.ArrayProp[int]).Describe("zero")),
		at("ChoiceFaults", prop.Enum[string]("p")),
		at("ChoiceFaults", prop.Enum("p", "a", "a")),
		at("ChoiceFaults", prop.Enum("p", "\xff")),
		at("ChoiceFaults", prop.Enum("p", prop.JSON("{"))),
		at("Nullable", prop.Nullable(prop.Nullable(prop.Int("p")))),
		at("TextOf", prop.TextOf[string]("p", nil, nil)),
		at("counted", prop.String("p").MinLen(-1)),
		at("counted", prop.String("p").MaxLen(1).MinLen(2)),
		at("counted", prop.String("p").MaxLen(-1)),
		at("counted", prop.String("p").MinLen(2).MaxLen(1)),
		at("matching", prop.String("p").Pattern("[")),
		at("matching", prop.Date("p").Pattern("[")),
		at("ScalarProp.Ordered", prop.Date("p").Ordered(nil, 1)),
		at("ordered", prop.Date("p").Ordered(time.Time.Compare, 0)),
		at("DateTimeProp.Fraction", prop.DateTime("p").Fraction(10)),
		at("nodeOf", new(prop.ScalarProp[int]).Ordered(func(a, b int) int { return 0 }, 1)),
		at("counted", prop.Array(prop.Int("p")).MinItems(-1)),
		at("counted", prop.Array(prop.Int("p")).MaxItems(1).MinItems(2)),
		at("counted", prop.Array(prop.Int("p")).MaxItems(-1)),
		at("counted", prop.Array(prop.Int("p")).MinItems(2).MaxItems(1)),
		at("FileProp.MediaTypes", prop.File("p").MediaTypes("png")),
		at("counted", prop.File("p").MinBytes(-1)),
		at("counted", prop.File("p").MinBytes(2).MaxBytes(1)),
		at("counted", prop.File("p").MaxBytes(1).MinBytes(2)),
		at("counted", prop.Bytes("p").MinBytes(-1)),
		at("counted", prop.Bytes("p").MaxBytes(1).MinBytes(2)),
		at("counted", prop.Bytes("p").MaxBytes(-1)),
		at("counted", prop.Bytes("p").MinBytes(2).MaxBytes(1)),
		at("counted", prop.Map(prop.Int("p")).MinProperties(-1)),
		at("counted", prop.Map(prop.Int("p")).MaxProperties(1).MinProperties(2)),
		at("counted", prop.Map(prop.Int("p")).MaxProperties(-1)),
		at("counted", prop.Map(prop.Int("p")).MinProperties(2).MaxProperties(1)),
		at("namesOf", prop.Map(prop.Int("p")).PropertyNames(nil)),
		at("namesOf", prop.Map(prop.Int("p")).PropertyNames(prop.Int("name"))),
		at("namesOf", prop.Map(prop.Int("p")).PropertyNames(prop.String("name").Optional())),
		at("multiple", prop.Int("p").MultipleOf(0)),
		at("Property.Format", prop.Int64("p").Format("int32")),
		at("Property.ComponentName", prop.Int("p").ComponentName("a b")),
		at("quoted", prop.Float64("p").Quoted()),
		at("bounded", prop.Int("p").Min(2).Max(1)),
		at("bounded", prop.Int("p").Max(1).Min(2)),
		at("bounded", prop.Int("p").Max(1).ExclusiveMin(2)),
		at("bounded", prop.Int("p").Min(2).ExclusiveMax(1)),
		at("bounded", prop.Float64("p").Min(math.NaN())),
		at("places", prop.Decimal("p").Scale(-1)),
		at("places", prop.Decimal("p").FixedScale(1001)),
		at("matchingFunc", prop.String("p").PatternFunc("^(?!a)", nil)),
		at("matchingFunc", prop.String("p").PatternFunc("^a", func(string) bool { return true })),
		at("matchingFunc", prop.TextOf("p", url.Parse, (*url.URL).String).PatternFunc("", func(string) bool { return true })),
		at("minDecimal", prop.Decimal("p").Min("a")),
		at("minDecimal", prop.Decimal("p").Max("1").Min("2")),
		at("maxDecimal", prop.Decimal("p").Max("a")),
		at("maxDecimal", prop.Decimal("p").Min("2").Max("1")),
		at("NoFunction", prop.Lazy[collection.Record, *collection.Collection[collection.Record]]("p", nil)),
		at("NoFunction", prop.LazyUnion[any, collection.Union[any]]("p", nil)),
	}
}

var faultsAtPackageLevel = everyFault()

func TestFaultsKnowWhereTheyWereMade(t *testing.T) {
	for _, p := range slices.Concat(faultsAtPackageLevel, everyFault()) {
		if len(p.node.Faults) != 1 {
			t.Errorf("line %d: %s has faults %v, want one", p.line, p.constructor, p.node.Faults)
			continue
		}
		file, line := p.node.Faults[0].At.FileLine()
		if filepath.Base(file) != "position_test.go" || line != p.line {
			t.Errorf("%s made its fault at %s:%d, want line %d", p.constructor, file, line, p.line)
		}
	}
}

// A function whose body makes a fault must be in the list above.
func TestEveryFunctionThatMakesAFaultIsTested(t *testing.T) {
	tested := map[string]bool{"Property.Fault": true}
	for _, p := range faultsAtPackageLevel {
		tested[p.constructor] = true
	}
	for name, fn := range functions(t, "*.go", "../internal/property/*.go") {
		if strings.HasPrefix(name, "Field.") || name == "unfit" {
			continue // of collections, whose tests have them
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && !tested[name] {
				switch f := call.Fun.(type) {
				case *ast.SelectorExpr:
					if f.Sel.Name == "fault" || f.Sel.Name == "Fault" || f.Sel.Name == "Faultf" {
						t.Errorf("%s makes a fault, and no row has it", name)
					}
				}
			}
			return true
		})
	}
}

func TestPositionsInChains(t *testing.T) {
	_, _, base, _ := runtime.Caller(0)
	page := prop.
		Int("page"). // base+2
		Min(1).
		Default(
			0, // the call is on base+4
		).
		Example(
			-1,
		).
		Rule(
			"even",
			"must be even",
			always[int],
		).
		Max(0). // base+15
		As(     // base+16
			"seite",
		)
	n := property.NodeOf(page)
	for what, got := range map[string]struct{ line, want int }{
		"As":      {lineOf(n.At.FileLine()), base + 16},
		"Default": {lineOf(n.Default.At.FileLine()), base + 4},
		"Example": {lineOf(n.Examples[0].At.FileLine()), base + 7},
		"Max":     {lineOf(n.Faults[0].At.FileLine()), base + 15},
	} {
		if got.line != got.want {
			t.Errorf("%s stands on line %d, want %d", what, got.line, got.want)
		}
	}
}

// A method may be called by other ways than its name.
func TestPositionsOfMethodValues(t *testing.T) {
	_, _, base, _ := runtime.Caller(0)
	value := prop.Int("n").MultipleOf
	expression := (*prop.NumberProp[int]).MultipleOf
	var inside interface {
		MultipleOf(int) *prop.NumberProp[int]
		Docs(...meta.Option) *prop.NumberProp[int]
	} = prop.Int("n")
	for i, p := range []*prop.NumberProp[int]{
		value(0), // base+8
		expression(prop.Int("n"), 0),
		inside.MultipleOf(0),
		inside.Docs(meta.Extension("a", "1")),
		new(prop.NumberProp[int]).Min(1),
	} {
		if file, line := property.NodeOf(p).Faults[0].At.FileLine(); filepath.Base(file) != "position_test.go" || line != base+8+i {
			t.Errorf("call %d made its fault at %s:%d, want line %d", i, file, line, base+8+i)
		}
	}
}

func lineOf(_ string, line int) int { return line }
