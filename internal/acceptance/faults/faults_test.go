package faults_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func TestBuildReportsTheLineOfTheCall(t *testing.T) {
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
	r := route.Get("/products/{id}", kit.Empty). // base+13
							Summary("Show").
							Query(page, sku, name, packageLevel).
							Status(302). // base+16
							Docs(meta.Extension(
			"order", // base+17 is the line of the call
			"1",
		))

	_, err := kit.API(r.Handle(nil)).Build() // base+22
	want := []tenon.Fault{
		{File: file, Line: packageLine + 2, Message: `property "level": MaxLen(1) is below MinLen(2)`},
		{File: file, Line: base + 4, Message: `property "page": Max(1) is below Min(10)`},
		{File: file, Line: base + 6, Message: `property "sku": Pattern("["): the class [ at 0 is not closed`},
		{File: file, Line: base + 11, Message: `property "name": the default must have at least 2 characters`},
		{File: file, Line: base + 12, Message: `property "name": the example must have at least 2 characters`},
		{File: file, Line: base + 13, Message: `GET /products/{id}: {id} has no property; declare it with Path`},
		{File: file, Line: base + 16, Message: `GET /products/{id}: Status(302) is not from 200 to 299`},
		{File: file, Line: base + 17, Message: `GET /products/{id}: Extension("order"): the name must begin with x-`},
		{File: file, Line: base + 22, Message: `GET /products/{id}: Handle(nil): the function is nil`},
	}
	compareFaults(t, err, want)
	if f := new(tenon.Fault); !errors.As(err, &f) {
		t.Error("errors.As finds no *tenon.Fault")
	} else if *f != want[0] {
		t.Errorf("errors.As found %v, want the first fault", f)
	}
	text := err.Error()
	if !strings.HasPrefix(text, "tenon: the declaration has 9 faults\n\tfaults_test.go:") || strings.Count(text, "\n\t") != len(want) {
		t.Errorf("the error prints %q", text)
	}
}

// The two lines are kept together: packageLine is the first one's.
var packageLine, packageLevel = kit.Line(), prop.String("level").
	MinLen(2).
	MaxLen(1) // packageLine+2

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

// A fault of a shared property is reported once, however many routes use it.
func TestBuildReportsAFaultOnce(t *testing.T) {
	line, bad := kit.Line(), prop.Int("n").Min(2).Max(1)
	c := collection.Of("Pair", func(_ *kit.Thing) collection.Fields { return collection.Fields{collection.AtFunc(bad, kit.ThingNAt)} })
	_, err := kit.API(
		route.Get("/a", c.View()).Query(bad).Handle(kit.ServeThing),
		route.Get("/b", c.View()).Query(bad.Title("N")).Handle(kit.ServeThing),
		route.Post("/b", c.Create(), c.View()).Handle(kit.TakeThing),
	).Build()
	_, file, _, _ := runtime.Caller(0)
	compareFaults(t, err, []tenon.Fault{{File: file, Line: line, Message: `property "n": Max(1) is below Min(2)`}})
}

func TestBuildSortsFaultsByFileAndLine(t *testing.T) {
	line, here := kit.Line(), prop.Int("here").MultipleOf(0)
	_, err := kit.API(
		route.Get("/b", kit.Empty).Query(here).Handle(kit.ServeEmpty),
		route.Get("/a", kit.Empty).Query(elsewhere).Handle(kit.ServeEmpty),
	).Build()
	var faults tenon.Faults
	if !errors.As(err, &faults) || len(faults) != 2 {
		t.Fatalf("Build returned %v, want two faults", err)
	}
	for i, want := range []string{"faults_test.go:" + strconv.Itoa(line), "property_test.go:" + strconv.Itoa(elsewhereLine)} {
		if got, _, _ := strings.Cut(faults[i].Error(), ": "); got != want {
			t.Errorf("fault %d is at %s, want %s", i, got, want)
		}
	}
}

func TestBuildWithoutFaultsHasNoError(t *testing.T) {
	app, err := kit.API(route.Get("/things", kit.Things.View()).Handle(kit.ServeThing)).Build()
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

func TestFaultsNameTheFileFromTheWorkingDirectory(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	f := &tenon.Fault{File: filepath.ToSlash(dir) + "/shop/routes.go", Line: 12, Message: "Max(2) is below Min(5)"}
	if got, want := f.Error(), "shop/routes.go:12: Max(2) is below Min(5)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := (&tenon.Fault{Message: "x"}).Error(), "x"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := (tenon.Faults{f}).Error(), "tenon: the declaration has a fault\n\tshop/routes.go:12: Max(2) is below Min(5)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
