package collection_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// doc has a member for each kind of value that patches treat differently. All are optional, so
// that it can hold the examples of RFC 7396.
type doc struct {
	A, B *string
	L    *[]int
	M    *map[string]string
	O    *doc
	D    *map[string]doc
	Is   *[]doc
}

var docA = prop.String("a").MaxLen(3).Optional()

func docs() *collection.Collection[doc] {
	return collection.Of("Doc", func(d *doc) collection.Fields {
		return collection.Fields{
			docA.AtOptional(&d.A),
			prop.String("b").Optional().AtOptional(&d.B),
			prop.Array(prop.Int("l")).Optional().AtOptional(&d.L),
			prop.Map(prop.String("m")).Optional().AtOptional(&d.M),
			prop.Lazy("o", docs).Optional().AtOptional(&d.O),
			prop.Map(prop.Lazy("d", docs)).Optional().AtOptional(&d.D),
			prop.Array(prop.Lazy("is", docs)).MaxItems(2).Optional().AtOptional(&d.Is),
		}
	})
}

// records is docs without a struct.
func records() *collection.Collection[collection.Record] {
	return collection.New("Doc",
		docA, prop.String("b").Optional(),
		prop.Array(prop.Int("l")).Optional(), prop.Map(prop.String("m")).Optional(),
		prop.Lazy("o", records).Optional(), prop.Map(prop.Lazy("d", records)).Optional(),
		prop.Array(prop.Lazy("is", records)).MaxItems(2).Optional(),
	)
}

// merge is a patch, and its result or the codes of its violations.
type merge struct {
	target, patch, want string
	codes               []string
}

var merges = []merge{
	// RFC 7396, appendix A, if a member keeps its type.
	{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`, nil},
	{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`, nil},
	{`{"a":"b"}`, `{"a":null}`, `{}`, nil},
	{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`, nil},
	{`{"l":[1]}`, `{"l":"c"}`, ``, []string{"type #/l"}},
	{`{"a":"c"}`, `{"a":["b"]}`, ``, []string{"type #/a"}},
	{`{"o":{"a":"c"}}`, `{"o":{"a":"d","b":null}}`, `{"o":{"a":"d"}}`, nil},
	{`{"is":[{"a":"c"}]}`, `{"is":[{"b":"1"}]}`, `{"is":[{"b":"1"}]}`, nil},
	{`{"a":"b"}`, `["c"]`, ``, []string{"type #"}},
	{`{"a":"foo"}`, `null`, ``, []string{"null #"}},
	{`{"a":"foo"}`, `"bar"`, ``, []string{"type #"}},
	{`{}`, `{"o":{"o":{"a":null}}}`, `{"o":{"o":{}}}`, nil},

	// Nested objects.
	{`{"o":{"a":"1","b":"2"}}`, `{"o":{}}`, `{"o":{"a":"1","b":"2"}}`, nil},
	{`{"o":{"a":"1"}}`, `{"o":null}`, `{}`, nil},
	{`{"o":{"a":"1","o":{"a":"2","b":"3"}}}`, `{"o":{"o":{"b":null}}}`, `{"o":{"a":"1","o":{"a":"2"}}}`, nil},
	{`{}`, `{"o":{"a":"1"}}`, `{"o":{"a":"1"}}`, nil},
	{`{}`, `{"o":{"a":"long"}}`, ``, []string{"max_length #/o/a"}},
	{`{}`, `{"o":{"x":1}}`, ``, []string{"unknown #/o/x"}},

	// Maps are changed in part, at any depth.
	{`{"m":{"x":"1","y":"2"}}`, `{"m":{"x":null,"z":"3"}}`, `{"m":{"y":"2","z":"3"}}`, nil},
	{`{"m":{"x":"1"}}`, `{"m":{}}`, `{"m":{"x":"1"}}`, nil},
	{`{"m":{"x":"1"}}`, `{"m":null}`, `{}`, nil},
	{`{}`, `{"m":{"x":null}}`, `{"m":{}}`, nil},
	{`{"m":{"x":"1"}}`, `{"m":{"x":2}}`, ``, []string{"type #/m/x"}},
	{`{"d":{"x":{"a":"1","m":{"k":"v"}},"y":{}}}`, `{"d":{"x":{"b":"2","m":{"k":null,"l":"w"}},"y":null,"z":{"a":"3"}}}`, `{"d":{"x":{"a":"1","b":"2","m":{"l":"w"}},"z":{"a":"3"}}}`, nil},

	// Arrays are replaced whole.
	{`{"l":[1,2]}`, `{"l":[3]}`, `{"l":[3]}`, nil},
	{`{"l":[1,2]}`, `{"l":[]}`, `{"l":[]}`, nil},
	{`{"l":[1,2]}`, `{"l":null}`, `{}`, nil},
	{`{"l":[1]}`, `{"l":[null]}`, ``, []string{"null #/l/0"}},
	{`{"is":[{"a":"1","b":"2"}]}`, `{"is":[{"a":"3"}]}`, `{"is":[{"a":"3"}]}`, nil},
	{`{"is":[{}]}`, `{"is":[{"a":null}]}`, ``, []string{"null #/is/0/a"}},
	{`{}`, `{"is":[{},{},{}]}`, ``, []string{"max_items #/is"}},

	// Empty and invalid patches.
	{`{"a":"b"}`, `{}`, `{"a":"b"}`, nil},
	{`{}`, `{"a":"c","a":"d"}`, ``, []string{"malformed"}},
	{`{}`, `{"a":"long","x":1}`, ``, []string{"max_length #/a", "unknown #/x"}},
}

func TestPatchesAreMergePatches(t *testing.T) {
	testMerges(t, "struct", docs())
	testMerges(t, "record", records())
}

func testMerges[T any](t *testing.T, name string, c *collection.Collection[T]) {
	for _, m := range merges {
		t.Run(name+" "+m.target+" "+m.patch, func(t *testing.T) {
			v, err := c.Create().Parse([]byte(m.target))
			if err != nil {
				t.Fatal(err)
			}
			before := v
			patch, err := c.Update().Parse([]byte(m.patch))
			if got := codes(err); !slices.Equal(got, m.codes) {
				t.Fatalf("the patch breaks %q, want %q", got, m.codes)
			}
			if err != nil {
				return
			}
			if vs := c.Update().Check(patch); vs != nil {
				t.Errorf("a patch that was read breaks %v", vs)
			}
			if got, err := c.Update().Append(nil, patch); string(got) != m.patch || err != nil {
				t.Errorf("the patch is written as %s, %v", got, err)
			}
			for range 2 { // a patch that is applied again changes nothing
				if err := patch.Apply(&v); err != nil {
					t.Fatal(err)
				}
				if got, err := c.View().Append(nil, v); string(got) != m.want || err != nil {
					t.Errorf("got %s, %v, want %s", got, err, m.want)
				}
			}
			if got, err := c.View().Append(nil, before); string(got) != m.target || err != nil {
				t.Errorf("a copy of the entity became %s, %v", got, err)
			}
		})
	}
}

// nulls has the members that null does not remove.
type nulls struct {
	N *int
	O *nulls
	S []int
}

var (
	nullsN = prop.Nullable(prop.Int("n").Max(9)).Optional()
	nullsS = prop.Array(prop.Int("s")).Default(nil).MaxItems(3)
)

func nullable() *collection.Collection[nulls] {
	return collection.Of("Nulls", func(n *nulls) collection.Fields {
		return collection.Fields{
			nullsN.At(&n.N),
			prop.Nullable(prop.Lazy("o", nullable)).Optional().At(&n.O),
			nullsS.At(&n.S),
		}
	})
}

func TestNullableMembersBecomeNull(t *testing.T) {
	c := nullable()
	for _, m := range []merge{
		{`{"n":1}`, `{"n":null}`, `{"n":null,"o":null,"s":[]}`, nil},
		{`{"n":1}`, `{"n":2}`, `{"n":2,"o":null,"s":[]}`, nil},
		{`{"n":null}`, `{"o":{"n":2}}`, `{"n":null,"o":{"n":2,"o":null,"s":[]},"s":[]}`, nil},
		{`{"o":{"n":1,"s":[1]}}`, `{"o":{"n":2}}`, `{"n":null,"o":{"n":2,"o":null,"s":[1]},"s":[]}`, nil},
		{`{"o":{"n":1}}`, `{"o":null}`, `{"n":null,"o":null,"s":[]}`, nil},
		{`{"o":{"o":{"n":1}}}`, `{"o":{"o":null}}`, `{"n":null,"o":{"n":null,"o":null,"s":[]},"s":[]}`, nil},
		{`{"s":[1]}`, `{"s":null}`, ``, []string{"null #/s"}},
		{`{}`, `{"n":10,"o":{"n":10,"s":[1,2,3,4]}}`, ``, []string{"max #/n", "max #/o/n", "max_items #/o/s"}},
	} {
		v, err := c.Create().Parse([]byte(m.target))
		if err != nil {
			t.Fatal(err)
		}
		patch, err := c.Update().Parse([]byte(m.patch))
		if got := codes(err); !slices.Equal(got, m.codes) {
			t.Errorf("%s breaks %q, want %q", m.patch, got, m.codes)
		}
		if err != nil {
			continue
		}
		if err := patch.Apply(&v); err != nil {
			t.Errorf("%s on %s: %v", m.patch, m.target, err)
		}
		if got, err := c.View().Append(nil, v); string(got) != m.want || err != nil {
			t.Errorf("%s on %s makes %s, %v, want %s", m.patch, m.target, got, err, m.want)
		}
		if got, err := c.Update().Append(nil, patch); string(got) != m.patch || err != nil {
			t.Errorf("%s is written as %s, %v", m.patch, got, err)
		}
	}
}

// Apply validates the result against the rules of create mode. If there is a violation, the
// entity and everything that it points to stays unchanged.
func TestApplyIsAllOrNothing(t *testing.T) {
	long, ok := "too long", "ok"
	v := doc{
		A: &long, // as a database may hold it
		O: &doc{B: &ok}, M: &map[string]string{"x": "1"}, L: &[]int{1, 2, 3}, D: &map[string]doc{"k": {B: &ok}},
	}
	copied := v
	patch, err := docs().Update().Parse([]byte(`{"b":"new","o":{"b":"new"},"m":{"x":"2"},"l":[4],"d":{"k":{"b":null}}}`))
	if err != nil {
		t.Fatal(err)
	}
	const before = `{"a":"too long","l":[1,2,3],"m":{"x":"1"},"o":{"b":"ok"},"d":{"k":{"b":"ok"}}}`
	if got := codes(patch.Apply(&v)); !slices.Equal(got, []string{"max_length #/a"}) {
		t.Errorf("Apply returns %v", got)
	}
	if v != copied {
		t.Error("the entity has changed")
	}
	if got, _ := docs().View().Append(nil, v); string(got) != before {
		t.Errorf("the entity became %s", got)
	}
	v.A = &ok
	if err := patch.Apply(&v); err != nil {
		t.Fatal(err)
	}
	if got, _ := docs().View().Append(nil, v); string(got) != `{"a":"ok","b":"new","l":[4],"m":{"x":"2"},"o":{"b":"new"},"d":{"k":{}}}` {
		t.Errorf("the patch made %s", got)
	}
	if got, _ := docs().View().Append(nil, copied); string(got) != before {
		t.Errorf("the copy became %s", got)
	}
}

func TestPatchesReportTheirChanges(t *testing.T) {
	a, s := prop.String("a").MaxLen(3), prop.Array(prop.Int("s"))
	b, hidden := prop.String("b").Optional(), prop.Int("hidden").ReadOnly()
	type entity struct {
		A string
		B *string
		S []int
		H int
	}
	c := collection.Of("Entity", func(e *entity) collection.Fields {
		return collection.Fields{
			a.At(&e.A),
			b.AtOptional(&e.B),
			s.At(&e.S),
			hidden.At(&e.H),
		}
	})
	p, err := c.Update().Parse([]byte(`{"s":[1],"b":null}`))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := p.Changes(), []string{"b", "s"}; !slices.Equal(got, want) {
		t.Errorf("the changes are %v, want %v, in the order of the declaration", got, want)
	}
	for _, row := range []struct {
		p         prop.Prop
		has, null bool
	}{{a, false, false}, {b, true, true}, {s, true, false}, {a.Title("A"), false, false}} {
		if p.Has(row.p) != row.has || p.IsNull(row.p) != row.null {
			t.Errorf("%s: Has is %t, IsNull %t", row.p.Name(), p.Has(row.p), p.IsNull(row.p))
		}
	}
	if got, given := s.Lookup(p); !slices.Equal(got, []int{1}) || !given {
		t.Errorf("Lookup returns %v, %t", got, given)
	}
	if got, given := b.Lookup(p); got != "" || given {
		t.Errorf("Lookup returns %q, %t", got, given)
	}
	if got := a.Get(p); got != "" {
		t.Errorf("Get returns %q", got)
	}
	for name, use := range map[string]func(){
		"Has":    func() { p.Has(hidden) },
		"IsNull": func() { p.IsNull(hidden) },
		"Get":    func() { hidden.Get(p) },
	} {
		func() {
			defer func() {
				if got, want := recover(), `tenon: property "hidden" is not a member that an update of collection "Entity" can set`; got != want {
					t.Errorf("%s panics with %v, want %s", name, got, want)
				}
			}()
			use()
		}()
	}
}

func TestZeroPatchesChangeNothing(t *testing.T) {
	var p collection.Patch[doc]
	v := doc{}
	if err := p.Apply(&v); err != nil || p.Changes() != nil || p.Has(docA) || p.IsNull(docA) {
		t.Error("a zero patch changes something")
	}
	if got, err := docs().Update().Append(nil, p); string(got) != `{}` || err != nil {
		t.Errorf("a zero patch is written as %s, %v", got, err)
	}
}

func TestBodiesAreSafeForConcurrentUse(t *testing.T) {
	c := docs() // not compiled yet
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, m := range merges {
				v, err := c.Create().Parse([]byte(m.target))
				if err != nil {
					t.Error(err)
				}
				p, err := c.Update().Parse([]byte(m.patch))
				if err != nil {
					continue
				}
				if err := p.Apply(&v); err != nil {
					t.Error(err)
				}
				if got, err := c.View().Append(nil, v); string(got) != m.want || err != nil {
					t.Errorf("got %s, %v, want %s", got, err, m.want)
				}
			}
		})
	}
	wg.Wait()
}
