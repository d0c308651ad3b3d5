package collection_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// category contains itself in three ways.
type category struct {
	Name     string
	Parent   *category
	Children []category
	Related  map[string]category
}

var categoryName = prop.String("name").MinLen(1)

func categories() *collection.Collection[category] {
	return collection.Of("Category", func(c *category) collection.Fields {
		return collection.Fields{
			categoryName.At(&c.Name),
			prop.Lazy("parent", categories).Optional().Describe("What it is part of.").AtOptional(&c.Parent),
			prop.Array(prop.Lazy("children", categories)).Default(nil).Example([]category{{Name: "Shoes"}}).At(&c.Children),
			prop.Map(prop.Lazy("related", categories)).Default(nil).At(&c.Related),
		}
	})
}

func TestCollectionsContainThemselves(t *testing.T) {
	const text = `{"name":"Clothes","children":[{"name":"Shoes","parent":{"name":"Clothes"},"children":[{"name":"Boots"}]}],"related":{"a":{"name":"Bags"}}}`
	v, err := categories().Create().Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := v.Children[0].Children[0].Name + v.Children[0].Parent.Name + v.Related["a"].Name; got != "BootsClothesBags" {
		t.Errorf("read were %s", got)
	}
	const want = `{"name":"Clothes","children":[{"name":"Shoes","parent":{"name":"Clothes","children":[],"related":{}},` +
		`"children":[{"name":"Boots","children":[],"related":{}}],"related":{}}],"related":{"a":{"name":"Bags","children":[],"related":{}}}}`
	if got, err := categories().View().Append(nil, v); string(got) != want || err != nil {
		t.Errorf("view writes\n%s, %v, want\n%s", got, err, want)
	}
	_, err = categories().Create().Parse([]byte(`{"name":"","children":[{"children":[{"name":""}]}],"related":{"a":{"parent":{}}},"parent":null}`))
	codesWant := []string{"min_length #/name", "min_length #/children/0/children/0/name", "required #/children/0/name", "required #/related/a/parent/name", "required #/related/a/name", "null #/parent"}
	if got := codes(err); !slices.Equal(got, codesWant) {
		t.Errorf("got %q, want %q", got, codesWant)
	}
}

// nested returns JSON text with n levels.
func nested(n int) string {
	return strings.Repeat(`{"name":"n","parent":`, n-1) + `{"name":"n"}` + strings.Repeat(`}`, n-1)
}

func TestNestingIsBounded(t *testing.T) {
	b := categories().Create()
	v, err := b.Parse([]byte(nested(64)))
	if err != nil {
		t.Fatalf("64 levels fail with %v", err)
	}
	if vs := b.Check(v); vs != nil {
		t.Errorf("64 levels break %v", vs)
	}
	_, err = b.Parse([]byte(nested(65)))
	var malformed *prop.SyntaxError
	if !errors.As(err, &malformed) {
		t.Errorf("65 levels fail with %v, want malformed JSON", err)
	}
	_, err = categories().Update().Parse([]byte(nested(65)))
	if !errors.As(err, &malformed) {
		t.Errorf("a patch of 65 levels fails with %v, want malformed JSON", err)
	}
}

// A Go value that contains itself has no JSON text; encoding it must not exhaust the stack.
func TestCyclesAreErrors(t *testing.T) {
	v := category{Name: "n"}
	v.Parent = &v
	text, err := categories().View().Append([]byte("before"), v)
	if err == nil || !strings.Contains(err.Error(), "does it contain itself?") || len(err.Error()) > 200 || string(text) != "before" {
		t.Errorf("Append returns %q, %v", text, err)
	}
	vs := categories().Create().Check(v)
	if len(vs) != 1 || vs[0].Code != "depth" {
		t.Errorf("Check returns %d violations: %.200v", len(vs), vs)
	}
	v.Children, v.Related = []category{v}, map[string]category{"v": v} // three times at each level
	if vs := categories().Create().Check(v); len(vs) != 1 || vs[0].Code != "depth" {
		t.Errorf("Check returns %d violations: %.200v", len(vs), vs)
	}
	if _, err := categories().View().Append(nil, v); err == nil {
		t.Error("a value that contains itself thrice is written")
	}
	list := []category{{Name: "n"}}
	list[0].Children = list
	if _, err := categories().View().Append(nil, list[0]); err == nil {
		t.Error("a list that contains itself is written")
	}
	if vs := categories().Create().Check(list[0]); len(vs) != 1 || vs[0].Code != "depth" {
		t.Errorf("Check returns %d violations: %.200v", len(vs), vs)
	}
}

// An example of an object has all members, including those that no client sends.
func TestExamplesAndDefaultsKeepWhatTheServerSets(t *testing.T) {
	inner := collection.Of("Inner", func(c *category) collection.Fields { return collection.Fields{prop.UUID("id").ReadOnly().At(&c.Name)} })
	outer := collection.New("Outer", prop.Object(inner).Example(category{Name: "018f3c1e-7c1a-7b9e-8f57-3c1a7b9e8f57"}))
	if _, err := outer.View().Append(nil, collection.NewRecord(outer)); err == nil || strings.Contains(err.Error(), "fault") {
		t.Errorf("Append fails with %v", err)
	}
}

// A default is copied for each reader, even if only the collection knows its shared parts.
func TestDefaultsOfObjectsAreNotShared(t *testing.T) {
	given := category{Name: "n", Children: []category{{Name: "c"}}, Related: map[string]category{"r": {Name: "r"}}, Parent: &category{Name: "p"}}
	p := prop.Object(categories()).Default(given)
	c := collection.New("Outer", p)
	given.Children[0].Name, given.Parent.Name = "changed", "changed"
	for range 2 {
		r, err := c.Create().Parse([]byte(`{}`))
		if err != nil {
			t.Fatal(err)
		}
		v := p.Get(r)
		if v.Children[0].Name != "c" || v.Related["r"].Name != "r" || v.Parent.Name != "p" {
			t.Fatalf("the default is %+v", v)
		}
		v.Children[0].Name, v.Parent.Name = "changed", "changed"
		v.Related["r"] = category{}
	}
}

func FuzzWhatIsReadIsWrittenAlike(f *testing.F) {
	for _, m := range merges {
		f.Add([]byte(m.target))
		f.Add([]byte(m.patch))
	}
	f.Add([]byte(nested(3)))
	f.Fuzz(func(t *testing.T, text []byte) {
		c := docs()
		v, err := c.Create().Parse(text)
		if err == nil {
			if vs := c.Create().Check(v); vs != nil {
				t.Errorf("%q was read, and breaks %v", text, vs)
			}
			once, err := c.Create().Append(nil, v)
			if err != nil {
				t.Fatalf("%q was read, and is not written: %v", text, err)
			}
			v, err = c.Create().Parse(once)
			if err != nil {
				t.Fatalf("%q was written, and is not read: %v", once, err)
			}
			if twice, err := c.Create().Append(nil, v); string(once) != string(twice) || err != nil {
				t.Errorf("%q is written as %s, %v when it has been read", once, twice, err)
			}
		}
		p, err := c.Update().Parse(text)
		if err != nil {
			return
		}
		once, err := c.Update().Append(nil, p)
		if err != nil {
			t.Fatalf("%q was read, and is not written: %v", text, err)
		}
		p, err = c.Update().Parse(once)
		if err != nil {
			t.Fatalf("%q was written, and is not read: %v", once, err)
		}
		if twice, err := c.Update().Append(nil, p); string(once) != string(twice) || err != nil {
			t.Errorf("%q is written as %s, %v when it has been read", once, twice, err)
		}
		if err := p.Apply(&v); err != nil && p.Changes() == nil {
			t.Errorf("%q changes nothing and fails with %v", text, err)
		}
	})
}

// child declares a property for any collection at one line.
func child[T any](of func() *collection.Collection[T]) *prop.ObjectProp[T] {
	return prop.Lazy("child", of)
}

// A helper that declares properties at one line under one name declares distinct properties.
func TestLazyPropertiesOfOneLineAreDistinct(t *testing.T) {
	a, b := collection.New("A", prop.Int("a")), collection.New("B", prop.String("b"))
	first := child(func() *collection.Collection[collection.Record] { return a })
	second := child(func() *collection.Collection[collection.Record] { return b })
	both := collection.New("Both",
		prop.Object(collection.New("First", first)).As("first"),
		prop.Object(collection.New("Second", second)).As("second"))
	if _, err := both.Create().Parse([]byte(`{"first":{"child":{"a":1}},"second":{"child":{"b":"x"}}}`)); err != nil {
		t.Error(err)
	}
	if _, err := both.Create().Parse([]byte(`{"first":{"child":{"b":"x"}},"second":{"child":{"b":"x"}}}`)); err == nil {
		t.Error("the first takes what the second does")
	}
}
