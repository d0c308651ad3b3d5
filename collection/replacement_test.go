package collection_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

// parcel has, at every depth, members that a client can send and members that it cannot.
type parcel struct {
	ID      int
	To      string
	Weight  int
	Note    *string
	Hint    *string
	Box     box
	Spare   *box
	Extra   *box
	Lines   []box
	Rooms   map[string]box
	Code    string
	Created time.Time
	Labels  map[string]string
}

type box struct {
	Width  int
	Serial string
}

var (
	boxes = collection.Of("Box", func(b *box) collection.Fields {
		return collection.Fields{
			prop.Int("width").Min(1).At(&b.Width),
			prop.String("serial").ReadOnly().At(&b.Serial),
		}
	})
	parcelID     = prop.Int("id").ReadOnly()
	parcelTo     = prop.String("to").MaxLen(5)
	parcelWeight = prop.Int("weight").Default(7)
	parcelNote   = prop.Nullable(prop.String("note")).Optional()
	parcelHint   = prop.String("hint").Optional()
	parcelCode   = prop.String("code").WriteOnly().Default("0000")

	parcels = collection.Of("Parcel", func(p *parcel) collection.Fields {
		return collection.Fields{
			parcelID.At(&p.ID),
			parcelTo.At(&p.To),
			parcelWeight.At(&p.Weight),
			parcelNote.At(&p.Note),
			parcelHint.AtOptional(&p.Hint),
			prop.Object(boxes).Rule("square", "must not be 13", func(b box) bool { return b.Width != 13 }).At(&p.Box),
			prop.Nullable(prop.Object(boxes)).As("spare").Default(nil).At(&p.Spare),
			boxes.Object().As("extra").Optional().AtOptional(&p.Extra),
			boxes.Array("lines").Default(nil).At(&p.Lines),
			prop.Map(prop.Object(boxes)).As("rooms").Default(nil).At(&p.Rooms),
			parcelCode.At(&p.Code),
			prop.Date("created_on").ReadOnly().At(&p.Created),
			collection.Computed(prop.Int("doubled"), func(p *parcel) int { return 2 * p.Weight }),
			collection.Additional(prop.String("labels"), &p.Labels),
		}
	})
)

func stored() parcel {
	note, hint := "old", "old"
	return parcel{
		ID: 1, To: "ann", Weight: 3, Note: &note, Hint: &hint,
		Box: box{1, "b"}, Spare: &box{2, "s"}, Extra: &box{3, "e"}, Lines: []box{{4, "l"}},
		Rooms: map[string]box{"x": {5, "x"}, "y": {6, "y"}}, Code: "1234",
		Created: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Labels: map[string]string{"old": "1"},
	}
}

const (
	asStored = `{"id":1,"to":"ann","weight":3,"note":"old","hint":"old","box":{"width":1,"serial":"b"},"spare":{"width":2,"serial":"s"},` +
		`"extra":{"width":3,"serial":"e"},"lines":[{"width":4,"serial":"l"}],"rooms":{"x":{"width":5,"serial":"x"},"y":{"width":6,"serial":"y"}},` +
		`"created_on":"2026-01-02","doubled":6,"old":"1"}`
	shortest = `{"to":"bob","box":{"width":9}}`
)

// A replacement sets every member that a client can send, to its default if it is not sent, and
// keeps the others.
func TestReplacementsKeepWhatNoClientSends(t *testing.T) {
	const kept = `,"created_on":"2026-01-02"`
	for _, test := range []struct{ text, want, code string }{
		{shortest, `{"id":1,"to":"bob","weight":7,"note":null,"box":{"width":9,"serial":"b"},"spare":null,"lines":[],"rooms":{}` +
			kept + `,"doubled":14}`, "0000"},
		{`{"to":"bob","weight":4,"note":"n","hint":"h","box":{"width":8},"spare":{"width":7},"extra":{"width":6},"lines":[{"width":5},{"width":4}],` +
			`"rooms":{"x":{"width":3},"z":{"width":2}},"code":"9","new":"2"}`,
			`{"id":1,"to":"bob","weight":4,"note":"n","hint":"h","box":{"width":8,"serial":"b"},"spare":{"width":7,"serial":"s"},` +
				`"extra":{"width":6,"serial":"e"},"lines":[{"width":5,"serial":""},{"width":4,"serial":""}],` +
				`"rooms":{"x":{"width":3,"serial":"x"},"z":{"width":2,"serial":""}}` + kept + `,"doubled":8,"new":"2"}`, "9"},
	} {
		r, err := parcels.Replace().Parse([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		p := stored()
		copied := p
		for range 2 { // applying it again changes nothing
			if err := r.Apply(&p); err != nil {
				t.Fatal(err)
			}
			if got, err := parcels.View().Append(nil, p); string(got) != test.want || err != nil || p.Code != test.code {
				t.Errorf("got %s, %v, code %s\nwant %s", got, err, p.Code, test.want)
			}
		}
		if got, err := parcels.View().Append(nil, copied); string(got) != asStored || err != nil {
			t.Errorf("a copy of the entity became %s, %v", got, err)
		}
	}
	// A new entity has no members to keep.
	r, err := parcels.Replace().Parse([]byte(`{"to":"bob","box":{"width":8},"spare":{"width":7},"extra":{"width":6}}`))
	if err != nil {
		t.Fatal(err)
	}
	p := parcel{ID: 2}
	if err := r.Apply(&p); err != nil || p.ID != 2 || *p.Spare != (box{7, ""}) || *p.Extra != (box{6, ""}) {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestReplacementsAreReadLikeNewEntities(t *testing.T) {
	for _, test := range []struct {
		text  string
		codes []string
	}{
		{`{}`, []string{"required #/to", "required #/box"}},
		{`{"to":"robert","box":{"width":0}}`, []string{"max_length #/to", "min #/box/width"}},
		{`{"to":"bob","box":{"width":13}}`, []string{"square #/box"}},
		{`{"to":"bob","box":{"width":1,"serial":"x"}}`, []string{"read_only #/box/serial"}},
		{`{"id":2,"to":"bob","box":{"width":1},"doubled":1}`, []string{"read_only #/id", "read_only #/doubled"}},
		{`{"to":null,"box":{"width":1}}`, []string{"null #/to"}},
		{`[]`, []string{"type #"}},
		{`null`, []string{"null #"}},
		{`{"to":"bob"`, []string{"malformed"}},
	} {
		_, err := parcels.Replace().Parse([]byte(test.text))
		_, same := parcels.Create().Parse([]byte(test.text))
		if got := codes(err); !slices.Equal(got, test.codes) || !slices.Equal(got, codes(same)) {
			t.Errorf("%s breaks %q, and as a new entity %q, want %q", test.text, got, codes(same), test.codes)
		}
	}
}

// The result is validated, including members from the store.
func TestAReplacementIsAllOrNothing(t *testing.T) {
	between := collection.Of("Between", func(v *[3]int) collection.Fields {
		return collection.Fields{
			prop.Int("from").At(&v[0]),
			collection.AtFunc(prop.Object(collection.Of("Limit", func(v *[2]int) collection.Fields {
				return collection.Fields{
					prop.Int("most").At(&v[0]),
					prop.Int("least").ReadOnly().At(&v[1]),
				}
			})).As("limit").Rule("ordered", "must have most above least", func(v [2]int) bool { return v[0] >= v[1] }), limitOf),
		}
	})
	b, err := between.Replace().Parse([]byte(`{"from":1,"limit":{"most":4}}`))
	if err != nil {
		t.Fatal(err)
	}
	v := [3]int{9, 8, 5} // the minimum stays 5
	if got := codes(b.Apply(&v)); !slices.Equal(got, []string{"ordered #/limit"}) || v != [3]int{9, 8, 5} {
		t.Errorf("%q, and the entity is %v", got, v)
	}
	v[2] = 3
	if err := b.Apply(&v); err != nil || v != [3]int{1, 4, 3} {
		t.Errorf("%v, and the entity is %v", err, v)
	}
}

// Rules on the number of members apply to the request, as for a new entity. Members that the
// server fills in or keeps do not violate them.
func TestDefaultsDoNotCountAsSent(t *testing.T) {
	c := parcels.MinProperties(3).RequiredWhen(collection.Equals(parcelWeight, 7), parcelHint)
	for text, want := range map[string][]string{
		shortest:                                  {"min_properties #"},
		`{"to":"b","box":{"width":9},"x":"1"}`:    nil,
		`{"to":"b","weight":7,"box":{"width":9}}`: {"required_when #/hint"},
	} {
		r, err := c.Replace().Parse([]byte(text))
		if got := codes(err); !slices.Equal(got, want) {
			t.Errorf("%s breaks %q, want %q", text, got, want)
		}
		p := stored()
		if err == nil {
			err = r.Apply(&p)
		}
		if got := codes(err); !slices.Equal(got, want) {
			t.Errorf("%s on an entity breaks %q, want %q", text, got, want)
		}
	}
}

func limitOf(v *[3]int) *[2]int { return (*[2]int)(v[1:]) }

func TestReplacementsOfRecords(t *testing.T) {
	id, name := prop.Int("id").ReadOnly(), prop.String("name")
	nick, note := prop.String("nick").Optional(), prop.Nullable(prop.String("note")).Optional()
	size := prop.Object(collection.New("Size", prop.Int("width").Default(1), prop.Int("area").ReadOnly().Optional())).As("size").Optional()
	c := collection.New("Thing", id, name, nick, note, size)
	whole := func() collection.Record {
		r := collection.NewRecord(c)
		id.Set(r, 1)
		name.Set(r, "old")
		nick.Set(r, "old")
		note.Set(r, new(string))
		return r
	}
	for _, test := range []struct{ text, want string }{
		{`{"name":"n"}`, `{"id":1,"name":"n"}`},
		{`{"name":"n","note":null}`, `{"id":1,"name":"n","note":null}`},
		{`{"name":"n","nick":"k","note":"t"}`, `{"id":1,"name":"n","nick":"k","note":"t"}`},
		{`{"name":"n","size":{}}`, `{"id":1,"name":"n","size":{"width":1}}`},
	} {
		r, err := c.Replace().Parse([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		v := whole()
		before := v
		if err := r.Apply(&v); err != nil {
			t.Error(err)
		}
		if got, err := c.View().Append(nil, v); string(got) != test.want || err != nil {
			t.Errorf("%s makes %s, %v, want %s", test.text, got, err, test.want)
		}
		if name.Get(before) != "old" || nick.Get(before) != "old" {
			t.Error("a copy of the record has changed")
		}
	}
}

// Properties read from a replacement only what the client sent, no defaults.
func TestReplacementsAreSources(t *testing.T) {
	r, err := parcels.Replace().Parse([]byte(`{"to":"bob","box":{"width":9},"note":null,"hint":"h"}`))
	if err != nil {
		t.Fatal(err)
	}
	if to, given := parcelTo.Lookup(r); to != "bob" || !given {
		t.Errorf("to is %q, %t", to, given)
	}
	if weight, given := parcelWeight.Lookup(r); weight != 7 || given {
		t.Errorf("weight is %d, %t", weight, given)
	}
	if note, given := parcelNote.Lookup(r); note != nil || given {
		t.Errorf("note is %v, %t", note, given)
	}
	if hint, given := parcelHint.Lookup(r); hint != "h" || !given {
		t.Errorf("hint is %q, %t", hint, given)
	}
	if code := parcelCode.Get(r); code != "0000" {
		t.Errorf("code is %q", code)
	}
	for want, use := range map[string]func(){
		`tenon: property "id" is not a member that a client can send of collection "Parcel"`: func() { parcelID.Get(r) },
		`tenon: property "to" is not in a patch or replacement that no request made`:         func() { parcelTo.Get(collection.Replacement[parcel]{}) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("it panics with %v, want %s", got, want)
				}
			}()
			use()
		}()
	}
}

func TestReplacementsAreBodies(t *testing.T) {
	body := parcels.Replace()
	r, err := body.Parse([]byte(shortest))
	if err != nil {
		t.Fatal(err)
	}
	if v := r.Value(); v.To != "bob" || v.Weight != 7 || v.ID != 0 || v.Code != "0000" {
		t.Errorf("the value is %+v", v)
	}
	const want = `{"to":"bob","weight":7,"note":null,"box":{"width":9},"spare":null,"lines":[],"rooms":{},"code":"0000"}`
	if got, err := body.Append(nil, r); string(got) != want || err != nil {
		t.Errorf("it is written as %s, %v", got, err)
	}
	if vs := body.Check(r); vs != nil {
		t.Errorf("it breaks %v", vs)
	}
	node, create := codec.BodyOf(body).Node, codec.BodyOf(parcels.Create()).Node
	if node.Mode != create.Mode || !node.Replaces || create.Replaces ||
		node.Prop.Type.(tree.Object).Of() != create.Prop.Type.(tree.Object).Of() {
		t.Errorf("the body is %+v, and that of Create %+v", node, create)
	}
	if many := codec.BodyOf(collection.Many(body)).Node; many.Replaces || many.Versioned {
		t.Errorf("a list of replacements is %+v", many)
	}

	var zero collection.Replacement[parcel]
	p := stored()
	if err := zero.Apply(&p); err != nil || p.To != "ann" || zero.Value().To != "" {
		t.Error("a replacement that no request made changes something")
	}
	if got, err := body.Append(nil, zero); string(got) != `{}` || err != nil {
		t.Errorf("it is written as %s, %v", got, err)
	}
	if vs := body.Check(zero); vs != nil {
		t.Errorf("it breaks %v", vs)
	}
	var none *collection.Collection[parcel]
	if _, err := none.Replace().Parse([]byte(`{}`)); err == nil {
		t.Error("a replacement of no collection was read")
	}
}
