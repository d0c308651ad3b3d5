package collection_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/codec"
	"github.com/tenon-go/tenon/internal/place"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/tree"
)

// The policy gets the original entity, and only if nothing else is wrong.
func TestApplyCallsThePolicy(t *testing.T) {
	versioned := parcels.Versioned(func(p *parcel) collection.Version { return collection.Version{Tag: p.To, Modified: p.Created} })
	stale := errors.New("stale")
	for _, test := range []struct {
		name    string
		text    string
		guarded *collection.Collection[parcel]
		asked   []string
		err     error
		to      string
	}{
		{"another version", `{"to":"bob","box":{"width":9}}`, versioned, []string{"ann"}, stale, "ann"},
		{"that version", `{"to":"bob","box":{"width":9}}`, versioned, []string{"ann"}, nil, "bob"},
		{"what breaks a rule", `{"to":"bob","box":{"width":9},"weight":1}`,
			versioned.Rule("heavy", "must be heavy", func(p *parcel) bool { return p.Weight != 1 || p.ID != 1 }), nil, nil, "ann"},
		{"a collection without versions", `{"to":"bob","box":{"width":9}}`, parcels, nil, nil, "bob"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var asked []string
			guard := func(v codec.Version) error {
				asked = append(asked, v.Tag)
				if v.Modified.Year() != 2026 {
					t.Errorf("the version is of %v", v.Modified)
				}
				return test.err
			}
			check := func(t *testing.T, p parcel, err error) {
				if !slices.Equal(asked, test.asked) || p.To != test.to {
					t.Errorf("asked about %q, want %q; to is %q, want %q", asked, test.asked, p.To, test.to)
				}
				if rule := test.asked == nil && test.to == "ann"; !rule && err != test.err || rule && codes(err) == nil {
					t.Errorf("the error is %v", err)
				}
			}
			t.Run("Replacement", func(t *testing.T) {
				asked = nil
				r, err := test.guarded.Replace().Parse([]byte(test.text))
				if err != nil {
					t.Fatal(err)
				}
				codec.ChangeOf(&r).Preconditions = guard
				p := stored()
				check(t, p, r.Apply(&p))
			})
			t.Run("Patch", func(t *testing.T) {
				asked = nil
				patch, err := test.guarded.Update().Parse([]byte(test.text))
				if err != nil {
					t.Fatal(err)
				}
				codec.ChangeOf(&patch).Preconditions = guard
				p := stored()
				err = patch.Apply(&p)
				check(t, p, err)
			})
		})
	}
}

// Collections derived from a collection with versions have them, and so do all bodies of one
// entity.
func TestDerivedCollectionsKeepVersions(t *testing.T) {
	base := parcels.Versioned(func(p *parcel) collection.Version { return collection.Version{Tag: p.To} })
	for name, c := range map[string]*collection.Collection[parcel]{
		"As": base.As("B"), "Title": base.Title("T"), "Describe": base.Describe("D"), "Extension": base.Docs(meta.Extension("x-a", "1")),
		"IgnoreUnknown": base.IgnoreUnknown(), "Rule": base.Rule("r", "must", func(*parcel) bool { return true }),
		"MaxProperties": base.MaxProperties(40), "itself": base,
	} {
		if v := c.VersionOf(&parcel{To: "x"}); v.Tag != "x" {
			t.Errorf("%s loses the versions", name)
		}
		for i, n := range []*tree.Body{
			codec.BodyOf(c.View()).Node, codec.BodyOf(c.Create()).Node, codec.BodyOf(c.Delete()).Node, codec.BodyOf(c.List()).Node,
			codec.BodyOf(c.Update()).Node, codec.BodyOf(c.Replace()).Node,
		} {
			if !n.Versioned {
				t.Errorf("%s: body %d has no versions", name, i)
			}
		}
		if v := codec.BodyOf(c.View()).Version; v == nil || v(place.Of(&parcel{To: "y"})).Tag != "y" {
			t.Errorf("%s: the body does not tell them", name)
		}
		if many := collection.Many(c.View()); codec.BodyOf(many).Node.Versioned || codec.BodyOf(many).Version != nil {
			t.Errorf("%s: a list has a version", name)
		}
	}
	if codec.BodyOf(parcels.View()).Node.Versioned || codec.BodyOf(parcels.View()).Version != nil || parcels.VersionOf(&parcel{To: "x"}).Tag != "" {
		t.Error("the collection that it comes from has versions, too")
	}
	var none *collection.Collection[parcel]
	if v := none.VersionOf(&parcel{}); v != (collection.Version{}) {
		t.Errorf("no collection tells version %v", v)
	}
	if _, err := parcels.Versioned(nil).View().Append(nil, parcel{}); err == nil {
		t.Error("versions that nothing tells are no fault")
	}
}
