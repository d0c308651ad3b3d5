package tenon_test

import (
	"errors"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// wrong is a declaration, the line on which it stands, and its faults in their
// order.
type wrong struct {
	line  int
	api   tenon.API
	whats []string
}

// mistake is a row: it stands on one line with the declaration, which is where
// every fault must be reported, and which HERE stands for.
func mistake(api tenon.API, whats ...string) wrong {
	_, _, line, _ := runtime.Caller(1)
	return wrong{line, api, whats}
}

func testMistakes(t *testing.T, file string, rows []wrong) {
	t.Helper()
	for _, row := range rows {
		name := "no fault"
		if len(row.whats) > 0 {
			name = row.whats[0]
		}
		t.Run(name, func(t *testing.T) {
			_, err := row.api.Build()
			var faults tenon.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("line %d: Build returned %v, want faults", row.line, err)
			}
			var whats []string
			for _, f := range faults {
				whats = append(whats, f.Message)
				if filepath.Base(f.File) != file || f.Line != row.line {
					t.Errorf("%q is reported at %s:%d, want %s:%d", f.Message, f.File, f.Line, file, row.line)
				}
			}
			here := file + ":" + strconv.Itoa(row.line)
			for i, what := range row.whats {
				row.whats[i] = strings.ReplaceAll(what, "HERE", here)
			}
			if !slices.Equal(whats, row.whats) {
				t.Errorf("line %d:\n got %q\nwant %q", row.line, whats, row.whats)
			}
		})
	}
}

// thing is what the wrong declarations are about.
type thing struct {
	ID   string
	N    int
	Note *string
	Box  box
}

type box struct{ W int }

var (
	thingID = prop.String("id").ReadOnly()
	thingN  = prop.Int("n")
	boxW    = prop.Int("w").Min(1)
	boxes   = collection.Of("Box", func(b *box) collection.Fields { return collection.Fields{boxW.At(&b.W)} })
	things  = collection.Of("Thing", func(_ *thing) collection.Fields {
		return collection.Fields{
			collection.AtFunc(thingID, thingIDAt).Key(),
			collection.AtFunc(thingN, thingNAt),
		}
	})
	empty = collection.NoContent()
)

func thingIDAt(t *thing) *string    { return &t.ID }
func thingNAt(t *thing) *int        { return &t.N }
func thingNoteAt(t *thing) **string { return &t.Note }

func serveNone(*route.Call) (collection.Empty, error)           { return collection.Empty{}, nil }
func serveThing(*route.Call) (thing, error)                     { return thing{}, nil }
func takeThing(*route.Call, thing) (thing, error)               { return thing{}, nil }
func takeNone(*route.Call, thing) (n collection.Empty, _ error) { return n, nil }

// serving is an API of some routes.
func serving(members ...route.Member) tenon.API { return tenon.New("Test", "1").Add(members...) }

// asking is an API whose one route reads a query parameter.
func asking(p prop.Prop) tenon.API {
	return serving(route.Get("/asking", empty).Query(p).Handle(serveNone))
}

// making is an API whose one route reads a collection.
func making[T any](c *collection.Collection[T]) tenon.API {
	return serving(route.Post("/making", c.Create(), empty).Handle(func(*route.Call, T) (n collection.Empty, _ error) { return n, nil }))
}

func TestBuildReportsFaultsWhereChainsHaveThem(t *testing.T) {
	_, file, base, _ := runtime.Caller(0)
	page := prop.Int("page").
		Min(10).
		Title("Page").
		Max(1) // base+4
	sku := prop.String("sku").
		Pattern("["). // base+6
		Describe("Sku").
		Default("x")
	name := prop.String("name").
		MinLen(2).
		Default("x"). // base+11
		Example("")   // base+12
	r := route.Get("/products/{id}", empty). // base+13
							Summary("Show").
							Query(page, sku, name, packageLevel).
							Status(302). // base+16
							Extension(
			"order", // base+17 is the line of the call
			"1",
		)

	_, err := serving(r.Handle(nil)).Build() // base+22
	want := []tenon.Fault{
		{File: file, Line: packageLine + 2, Message: `property "level": MaxLen(1) is below MinLen(2)`},
		{File: file, Line: base + 4, Message: `property "page": Max(1) is below Min(10)`},
		{File: file, Line: base + 6, Message: `property "sku": Pattern("["): the class [ at 0 is not closed`},
		{File: file, Line: base + 11, Message: `property "name": the default must have at least 2 characters`},
		{File: file, Line: base + 12, Message: `property "name": the example must have at least 2 characters`},
		{File: file, Line: base + 13, Message: `GET /products/{id}: {id} has no property; declare it with Path`},
		{File: file, Line: base + 16, Message: `GET /products/{id}: Status(302) is not from 200 to 299`},
		{File: file, Line: base + 17, Message: `GET /products/{id}: Extension("order"): the name must begin with x-`},
		{File: file, Line: base + 22, Message: `GET /products/{id}: Handle(nil): there is no function to call`},
	}
	compareFaults(t, err, want)
	if f := new(tenon.Fault); !errors.As(err, &f) {
		t.Error("errors.As finds no *tenon.Fault")
	} else if *f != want[0] {
		t.Errorf("errors.As found %v, want the first fault", f)
	}
	text := err.Error()
	if !strings.HasPrefix(text, "tenon: the declaration has 9 faults\n\tbuild_fault_test.go:") || strings.Count(text, "\n\t") != len(want) {
		t.Errorf("the error prints %q", text)
	}
}

// The two lines are kept together: packageLine is the first one's.
var packageLine, packageLevel = lineHere(), prop.String("level").
	MinLen(2).
	MaxLen(1) // packageLine+2

func lineHere() int {
	_, _, line, _ := runtime.Caller(1)
	return line
}

func compareFaults(t *testing.T, err error, want []tenon.Fault) {
	t.Helper()
	var faults tenon.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("Build returned %v, want faults", err)
	}
	var got []tenon.Fault
	for _, f := range faults {
		got = append(got, *f)
	}
	slices.SortFunc(want, func(a, b tenon.Fault) int { return a.Line - b.Line })
	if slices.Equal(got, want) {
		return
	}
	for i := range max(len(got), len(want)) {
		var g, w tenon.Fault
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			t.Errorf("fault %d\n got %d: %s\nwant %d: %s", i, g.Line, g.Message, w.Line, w.Message)
		}
	}
}

// A fault of a shared property is one fault, however often the property is met.
func TestBuildReportsAFaultOnce(t *testing.T) {
	line, bad := lineHere(), prop.Int("n").Min(2).Max(1)
	c := collection.Of("Pair", func(_ *thing) collection.Fields { return collection.Fields{collection.AtFunc(bad, thingNAt)} })
	_, err := serving(
		route.Get("/a", c.View()).Query(bad).Handle(serveThing),
		route.Get("/b", c.View()).Query(bad.Title("N")).Handle(serveThing),
		route.Post("/b", c.Create(), c.View()).Handle(takeThing),
	).Build()
	_, file, _, _ := runtime.Caller(0)
	compareFaults(t, err, []tenon.Fault{{File: file, Line: line, Message: `property "n": Max(1) is below Min(2)`}})
}

func TestBuildSortsFaultsByFileAndLine(t *testing.T) {
	line, here := lineHere(), prop.Int("here").MultipleOf(0)
	_, err := serving(
		route.Get("/b", empty).Query(here).Handle(serveNone),
		route.Get("/a", empty).Query(elsewhere).Handle(serveNone),
	).Build()
	var faults tenon.Faults
	if !errors.As(err, &faults) || len(faults) != 2 {
		t.Fatalf("Build returned %v, want two faults", err)
	}
	for i, want := range []string{"build_fault_prop_test.go:" + strconv.Itoa(elsewhereLine), "build_fault_test.go:" + strconv.Itoa(line)} {
		if got, _, _ := strings.Cut(faults[i].Error(), ": "); got != want {
			t.Errorf("fault %d is at %s, want %s", i, got, want)
		}
	}
}

func TestBuildWithoutFaultsHasNoError(t *testing.T) {
	app, err := serving(route.Get("/things", things.View()).Handle(serveThing)).Build()
	if err != nil || app == nil {
		t.Fatalf("Build returned %v, %v", app, err)
	}
}

func TestMustBuildPanicsWithTheFaults(t *testing.T) {
	defer func() {
		if _, ok := recover().(tenon.Faults); !ok {
			t.Error("MustBuild did not panic with the faults")
		}
	}()
	tenon.API{}.MustBuild()
}

func TestAFaultHasAPositionWithoutItsFolder(t *testing.T) {
	f := &tenon.Fault{File: "/src/shop/products.go", Line: 12, Message: "Max(2) is below Min(5)"}
	if got, want := f.Error(), "products.go:12: Max(2) is below Min(5)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := (&tenon.Fault{Message: "x"}).Error(), "x"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := (tenon.Faults{f}).Error(), "tenon: the declaration has a fault\n\tproducts.go:12: Max(2) is below Min(5)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// thingsOf is a collection of these members, whose places are not those of a struct.
func thingsOf(fields ...collection.Field) *collection.Collection[thing] {
	return collection.Of("A", func(*thing) collection.Fields { return fields })
}
