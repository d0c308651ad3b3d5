package collection_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

var (
	street  = prop.String("street").MinLen(1)
	city    = prop.String("city")
	zip     = prop.String("zip").Optional()
	country = prop.String("country").Default("NO")
	floor   = prop.Nullable(prop.Int("floor"))
	address = collection.New("Address", street, city, zip, country, floor)

	person  = prop.String("person")
	home    = address.Object().As("home")
	others  = address.Array("others").Optional()
	visitor = collection.New("Visitor", person, home, others)
)

func TestRecordsAreReadAndWritten(t *testing.T) {
	const text = `{"person":"Kari","home":{"street":"Storgata","city":"Oslo","floor":null},"others":[{"street":"A","city":"B","zip":"1","country":"SE","floor":2}]}`
	r, err := visitor.Create().Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	h := home.Get(r)
	if got := []string{person.Get(r), street.Get(h), city.Get(h), zip.Get(h), country.Get(h)}; !slices.Equal(got, []string{"Kari", "Storgata", "Oslo", "", "NO"}) {
		t.Errorf("the handles read %q", got)
	}
	if _, given := zip.Lookup(h); given {
		t.Error("an absent member was given")
	}
	if _, given := floor.Lookup(h); floor.Get(h) != nil || !given {
		t.Error("null was not given, or is not nil")
	}
	if o := others.Get(r); len(o) != 1 || *floor.Get(o[0]) != 2 || country.Get(o[0]) != "SE" {
		t.Errorf("the list reads %v", o)
	}
	const want = `{"person":"Kari","home":{"street":"Storgata","city":"Oslo","country":"NO","floor":null},"others":[{"street":"A","city":"B","zip":"1","country":"SE","floor":2}]}`
	if got, err := visitor.View().Append(nil, r); string(got) != want || err != nil {
		t.Errorf("view writes %s, %v, want %s", got, err, want)
	}
	if vs := visitor.Create().Check(r); vs != nil {
		t.Errorf("what was read breaks %v", vs)
	}
}

func TestRecordsHaveTheSameViolations(t *testing.T) {
	_, err := visitor.Create().Parse([]byte(`{"home":{"street":"","city":1,"x":1},"others":[null]}`))
	want := []string{"min_length #/home/street", "type #/home/city", "unknown #/home/x", "required #/home/floor", "null #/others/0", "required #/person"}
	if got := codes(err); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRecordsAreMade(t *testing.T) {
	r := collection.NewRecord(address)
	if _, given := street.Lookup(r); given {
		t.Error("an empty record has a street")
	}
	if got, want := codes(orNil(address.Create().Check(r))), []string{"required #/street", "required #/city", "required #/floor"}; !slices.Equal(got, want) {
		t.Errorf("an empty record breaks %v, want %v", got, want)
	}
	street.Set(r, "Storgata")
	_, err := address.View().Append(nil, r)
	if err == nil || err.Error() != "city: has no value" {
		t.Errorf("a record without a required member is written with the error %v", err)
	}
	city.Set(r, "Oslo")
	country.Set(r, "NO")
	floor.Set(r, nil)
	if got, err := address.View().Append(nil, r); string(got) != `{"street":"Storgata","city":"Oslo","country":"NO","floor":null}` || err != nil {
		t.Errorf("view writes %s, %v", got, err)
	}
	outer := collection.NewRecord(visitor)
	person.Set(outer, "Kari")
	home.Set(outer, collection.NewRecord(address))
	if _, err := visitor.View().Append(nil, outer); err == nil || err.Error() != "home.street: has no value" {
		t.Errorf("a nested record without a required member is written with the error %v", err)
	}
	home.Set(outer, r)
	if got, err := visitor.View().Append([]byte("x"), outer); !strings.HasPrefix(string(got), `x{"person":"Kari","home":{"street":"Storgata"`) || err != nil {
		t.Errorf("view writes %s, %v", got, err)
	}
}

func TestZeroRecordsHaveNothing(t *testing.T) {
	var r collection.Record
	if got, want := codes(orNil(address.Create().Check(r))), []string{"required #/street", "required #/city", "required #/floor"}; !slices.Equal(got, want) {
		t.Errorf("a zero record breaks %v, want %v", got, want)
	}
	if _, err := address.View().Append(nil, r); err == nil {
		t.Error("a zero record is written")
	}
	defer func() {
		if text, _ := recover().(string); text != `tenon: property "street" is not in a record that no collection made` {
			t.Errorf("the panic says %q", text)
		}
	}()
	street.Get(r)
}

// orNil returns violations as an error.
func orNil(vs prop.Violations) error {
	if vs == nil {
		return nil
	}
	return vs
}

func TestMany(t *testing.T) {
	b := collection.Many(address.Create())
	const text = `[{"street":"A","city":"B","floor":1},{"street":"C","city":"D","floor":null}]`
	rs, err := b.Parse([]byte(text))
	if err != nil || len(rs) != 2 || street.Get(rs[1]) != "C" || *floor.Get(rs[0]) != 1 {
		t.Fatalf("Parse returns %v, %v", rs, err)
	}
	got, err := collection.Many(address.View()).Append(nil, rs)
	if want := `[{"street":"A","city":"B","country":"NO","floor":1},{"street":"C","city":"D","country":"NO","floor":null}]`; string(got) != want || err != nil {
		t.Errorf("Append writes %s, %v, want %s", got, err, want)
	}
	_, err = b.Parse([]byte(`[{"street":"A"},1,{"street":""}]`))
	want := []string{"required #/0/city", "required #/0/floor", "type #/1", "min_length #/2/street", "required #/2/city", "required #/2/floor"}
	if got := codes(err); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if vs := b.Check([]collection.Record{rs[0], {}}); len(vs) != 3 || vs[0].Pointer != "#/1/street" {
		t.Errorf("Check returns %v", vs)
	}
	if got, err := collection.Many(address.View()).Append(nil, nil); string(got) != `[]` || err != nil {
		t.Errorf("no records are written as %s, %v", got, err)
	}
}

func TestFaultyBodiesReportTheirFaults(t *testing.T) {
	bad := collection.New("Bad", prop.Int("n").Min(2).Max(1))
	const want = "the declaration has a fault\n\trecord_test.go:"
	if _, err := bad.Create().Parse([]byte(`{}`)); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("Parse fails with %v", err)
	}
	if _, err := bad.View().Append(nil, collection.Record{}); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("Append fails with %v", err)
	}
	var zero *collection.Body[collection.Record]
	if _, err := zero.Parse([]byte(`{}`)); err == nil || err.Error() != "the body has no collection" {
		t.Errorf("a zero body fails with %v", err)
	}
	var none *collection.Collection[collection.Record]
	if _, err := none.Create().Parse([]byte(`{}`)); err == nil || !strings.Contains(err.Error(), "a collection was not created by collection.Of or collection.New") {
		t.Errorf("a zero collection fails with %v", err)
	}
	defer func() {
		if text, _ := recover().(string); !strings.HasPrefix(text, "tenon: "+want) {
			t.Errorf("Check panics with %q", text)
		}
	}()
	bad.Create().Check(collection.Record{})
}

// Two collections declared by one function, with one name and at one line, are distinct.
func TestCollectionsDeclaredByOneFunctionAreDistinct(t *testing.T) {
	pair := func(p prop.Prop) *prop.ObjectProp[collection.Record] {
		return prop.Object(collection.New("Pair", p)).As("of_" + p.Name())
	}
	c := collection.New("Both", pair(street), pair(floor))
	r, err := c.Create().Parse([]byte(`{"of_street":{"street":"A"},"of_floor":{"floor":1}}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := c.View().Append(nil, r); string(got) != `{"of_street":{"street":"A"},"of_floor":{"floor":1}}` || err != nil {
		t.Errorf("view writes %s, %v", got, err)
	}
}
