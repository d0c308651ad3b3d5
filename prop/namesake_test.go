package prop_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/paginate/sqlpage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The two have one name, and are not the same.
var (
	slug      = prop.String("slug").MaxLen(20)
	otherSlug = prop.String("slug").MaxLen(20)
)

// panicked is what f panics with.
func panicked(f func()) (text string) {
	defer func() { text = fmt.Sprint(recover()) }()
	f()
	return ""
}

// A message about a missing property names the position of another one with its name.
func TestANamesakeIsNamed(t *testing.T) {
	type page struct{ Slug string }
	pages := collection.Of("Page", func(p *page) collection.Fields { return collection.Fields{slug.At(&p.Slug).Key()} })
	records := collection.New("Record", slug)
	said := map[string]string{}
	note := func(where string, f func()) { said[where] = panicked(f) }

	record := collection.NewRecord(records)
	note("Get of a record", func() { otherSlug.Get(record) })
	note("Set of a record", func() { otherSlug.Set(record, "x") })
	patch, err := pages.Update().Parse([]byte(`{"slug":"x"}`))
	if err != nil {
		t.Fatal(err)
	}
	note("Lookup of a patch", func() { otherSlug.Lookup(patch) })
	note("Has of a patch", func() { patch.Has(otherSlug) })
	app := tenon.New("Pages", "1").Add(
		route.Get("/pages/{slug}", pages.View()).Path(slug).Handle(func(c *route.Call) (page, error) {
			note("Get of a call", func() { otherSlug.Get(c) })
			return page{}, nil
		}),
	).MustBuild()
	app.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/pages/x", nil))

	list := route.List("/pages", pages.List(), paginate.ByPage()).Sorting(slug).Filters(paginate.Equal(slug))
	table := sqlpage.From("pages", sqlpage.Column(otherSlug, "slug"))
	for where, query := range map[string]string{"order_by of SQL": "order_by=slug", "a filter of SQL": "slug=x"} {
		q, err := list.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = table.Select(sqlpage.SQLite, "slug", q); err != nil {
			said[where] = err.Error()
		}
	}
	others := collection.Of("Other", func(p *page) collection.Fields { return collection.Fields{otherSlug.At(&p.Slug)} })
	for where, query := range map[string]string{"order_by of a slice": "order_by=slug", "a filter of a slice": "slug=x"} {
		q, err := list.Parse(query)
		if err != nil {
			t.Fatal(err)
		}
		if _, err = mempage.Select(q, others, []page{{}}); err != nil {
			said[where] = err.Error()
		}
	}

	_, err = tenon.New("Cursors", "1").Add(
		route.List("/cursors", pages.List(), paginate.ByCursor([]byte(strings.Repeat("k", 32)))).Sorting(otherSlug).
			Handle(func(*route.Call, paginate.Query) (paginate.Result[page], error) { return paginate.Result[page]{}, nil }),
	).Build()
	said["Sorting of cursors"] = fmt.Sprint(err)
	_, err = tenon.New("Rules", "1").Add(
		route.Get("/rules", collection.New("Ruled", slug.Optional(), prop.String("b").Optional()).AtLeastOne(otherSlug, slug).View()).
			Handle(func(*route.Call) (collection.Record, error) { return collection.Record{}, nil }),
	).Build()
	said["a rule between members"] = fmt.Sprint(err)

	for _, where := range []string{
		"Get of a record", "Set of a record", "Lookup of a patch", "Has of a patch", "Get of a call",
		"order_by of SQL", "a filter of SQL", "order_by of a slice", "a filter of a slice", "Sorting of cursors", "a rule between members",
	} {
		if !strings.Contains(said[where], `another property named "slug", declared at `) || !strings.Contains(said[where], "namesake_test.go:") {
			t.Errorf("%s: %q", where, said[where])
		}
	}
	if text := panicked(func() { prop.Int("n").Get(record) }); strings.Contains(text, "another") {
		t.Errorf("there is none: %s", text)
	}
}

// TestAPatternIsNamedOnce: the position in it says the rest.
func TestAPatternIsNamedOnce(t *testing.T) {
	for _, p := range []prop.Prop{prop.String("p").Pattern("[q"), prop.TextOf("p", same, itself).Pattern("[q"), prop.Date("p").Pattern("[q")} {
		_, err := tenon.New("Patterns", "1").Add(
			route.Get("/p", collection.New("P", p).View()).Handle(func(*route.Call) (collection.Record, error) { return collection.Record{}, nil }),
		).Build()
		if err == nil || strings.Count(err.Error(), "[q") != 1 {
			t.Errorf("%v", err)
		}
	}
}
