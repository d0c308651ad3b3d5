package faults_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type titled struct{ ID, Title string }

var titledID = prop.String("id").ReadOnly()

// titledAs returns a collection whose create mode has another schema than its view mode.
func titledAs(name string, title *prop.StringProp[string]) *collection.Collection[titled] {
	return collection.Of(name, func(x *titled) collection.Fields {
		return collection.Fields{titledID.At(&x.ID).Key(), title.At(&x.Title)}
	})
}

func echoed(path string, c *collection.Collection[titled]) route.Member {
	return route.Post(path, c.Create(), c.View()).Handle(func(_ *route.Call, in titled) (titled, error) { return in, nil })
}

func shownAt(path string, c *collection.Collection[titled]) route.Member {
	return route.Get(path, c.View()).Handle(func(*route.Call) (titled, error) { return titled{}, nil })
}

// What Build accepts has a document in all versions, and what has none is a fault that names both
// places.
func TestWhatBuildAcceptsHasADocument(t *testing.T) {
	title, long := prop.String("title"), prop.String("title").MaxLen(9)
	status := prop.Enum("status", "a", "b").ComponentName("Status")
	other := prop.Enum("status", "a", "c").ComponentName("Status")
	of := func(name string, p prop.Prop) *collection.Collection[collection.Record] {
		return collection.New(name, p)
	}
	records := func(path string, c *collection.Collection[collection.Record]) route.Member {
		return route.Post(path, c.Create(), c.View()).Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil })
	}
	failing := func([]byte) ([]byte, error) { return nil, errors.New("no place for the edit") }
	bad := render.NewProblem(409, "Not A Code", "")
	api := tenon.New("Things", "1")
	for name, tt := range map[string]struct {
		api  tenon.API
		want []string // parts of the only fault; none: there is a document
	}{
		"a name of a mode":                     {api.Add(echoed("/a", titledAs("Product", title)), shownAt("/b", titledAs("ProductCreate", long))), []string{`collection "ProductCreate" in View mode and collection "Product" (`, `are both named "ProductCreate"`}},
		"in the other order":                   {api.Add(shownAt("/b", titledAs("ProductCreate", long)), echoed("/a", titledAs("Product", title))), []string{`collection "Product" in Create mode and collection "ProductCreate" (`}},
		"a name of a mode that has no schema":  {api.Add(shownAt("/a", titledAs("Product", title)), shownAt("/b", titledAs("ProductCreate", long))), nil},
		"a name of a mode, in lower case":      {api.Add(echoed("/a", titledAs("Product", title)), shownAt("/b", titledAs("productcreate", long))), []string{`"productcreate"`, `"ProductCreate"`, "in case only"}},
		"names that differ in case":            {api.Add(shownAt("/a", titledAs("Product", title)), shownAt("/b", titledAs("PRODUCT", long))), []string{`collection "PRODUCT": the name differs from "Product" at `, "in case only"}},
		"a chosen name of another":             {api.Add(shownAt("/a", titledAs("Product", title)), shownAt("/b", titledAs("Thing", long).ComponentName(collection.View, "Product"))), []string{`are both named "Product", and their schemas differ`}},
		"a chosen name of an equal schema":     {api.Add(shownAt("/a", titledAs("Product", title)), shownAt("/b", titledAs("Thing", title).ComponentName(collection.View, "Product"))), nil},
		"a chosen name of the library":         {api.Add(shownAt("/b", titledAs("Thing", long).ComponentName(collection.View, "Problem"))), []string{`"Problem"`}},
		"properties of one component":          {api.Add(records("/a", of("A", status)), records("/b", of("B", status.Optional()))), nil},
		"properties of different components":   {api.Add(records("/a", of("A", status)), records("/b", of("B", other))), []string{`the component "Status" is another property at `}},
		"a property and a collection":          {api.Add(records("/a", of("Status", status))), []string{`are both named "Status"`}},
		"a component that differs by mode":     {api.Add(records("/a", of("A", prop.Map(prop.Int("m")).ComponentName("M")))), []string{`member "m": ComponentName is for schemas that are the same in all modes`}},
		"an edit that fails":                   {api.Add(shownAt("/a", titledAs("Product", title))).EditDocument("gateway", failing), []string{`the edit "gateway" of the document: no place for the edit`}},
		"a description":                        {api.Add(shownAt("/a", titledAs("Product", title).Describe("\xff"))), []string{`collection "Product": the text "\xff" is not valid UTF-8`}},
		"a summary":                            {api.Add(route.Get("/a", kit.Empty).Summary("\xff").Handle(kit.ServeEmpty)), []string{`GET /a: the text "\xff" is not valid UTF-8`}},
		"a title of the API":                   {tenon.New("\xff", "1").Add(shownAt("/a", titledAs("Product", title))), []string{`the text "\xff" is not valid UTF-8`}},
		"a server":                             {api.Add(shownAt("/a", titledAs("Product", title))).Server("https://a.example", "\xff"), []string{`the text "\xff" is not valid UTF-8`}},
		"a rule":                               {api.Add(records("/a", of("A", prop.Int("n").Rule("odd", "\xff", func(int) bool { return true })))), []string{`property "n": the text "\xff" is not valid UTF-8`}},
		"a large number":                       {api.Add(records("/a", of("A", prop.Any("n").Example(prop.JSON("[1e999]"))))), []string{`property "n": the example has a number that is too large for a document`}},
		"an extension":                         {api.Add(shownAt("/a", titledAs("Product", title))).Docs(meta.Extension("x-a", "1e999")), []string{`Extension("x-a"): a number is too large for a document`}},
		"a faulty problem of three operations": {api.Add(route.Get("/a", kit.Empty).Fails(bad).Handle(kit.ServeEmpty), route.Get("/b", kit.Empty).Fails(bad).Handle(kit.ServeEmpty), route.Get("/c", kit.Empty).Fails(bad).Handle(kit.ServeEmpty)), []string{`GET /a: problem "Not A Code"`}},
	} {
		t.Run(name, func(t *testing.T) {
			app, err := tt.api.Build()
			var faults tenon.Faults
			if !errors.As(err, &faults) && tt.want != nil || len(faults) > 1 {
				t.Fatalf("Build returns %v", err)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) || !strings.HasSuffix(faults[0].File, "impossible_test.go") {
					t.Errorf("Build returns %v, want %s", err, want)
				}
			}
			if tt.want != nil {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range oas.Versions() {
				if _, err := oas.JSON(app, v); err != nil {
					t.Errorf("%s: %v", v, err)
				}
			}
		})
	}
}
