package kinds_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
)

// payer has a union of each kind: by a tag, by members, of objects and other values, and of maps.
type payer struct {
	By    means
	Shape outline
	List  []means
	Named map[string]means
	Ref   means
	Bag   bag
	Next  *payer
}

type means interface{ pays() }

type payCard struct {
	Number string
	Holder *string
	Tries  int
	Meta   prop.JSON
	Secret string
}

type payTransfer struct {
	IBAN string
	Days int
}

type payID string

func (payCard) pays()     {}
func (payTransfer) pays() {}
func (payID) pays()       {}

type outline interface{ outlined() }

type circle struct {
	R     int
	Color *string
}

type square struct {
	Side  int
	Color *string
}

func (circle) outlined() {}
func (square) outlined() {}

type bag interface{ bags() }
type bagMap map[string]int
type bagList []int

func (bagMap) bags()  {}
func (bagList) bags() {}

var (
	payCards = collection.Of("PayCard", func(c *payCard) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "card")),
			prop.String("number").MinLen(2).At(&c.Number),
			prop.String("holder").Optional().AtOptional(&c.Holder),
			prop.Int("tries").Default(3).At(&c.Tries),
			prop.Any("meta").Default("{}").At(&c.Meta),
		}
	})
	payTransfers = collection.Of("PayTransfer", func(c *payTransfer) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "transfer")),
			prop.String("iban").MinLen(2).At(&c.IBAN),
			prop.Int("days").Default(7).At(&c.Days),
		}
	})
	payments = collection.OneOf("PayMeans", collection.CaseOf[means](payCards), collection.CaseOf[means](payTransfers)).Tagged("kind")
	payRefs  = collection.OneOf("PayRef",
		collection.Case(prop.String("id").MinLen(1), func(s string) means { return payID(s) }, func(m means) (string, bool) { id, ok := m.(payID); return string(id), ok }),
		collection.CaseOf[means](payCards))
	outlines = collection.OneOf("Outline",
		collection.CaseOf[outline](collection.Of("Circle", func(c *circle) collection.Fields {
			return collection.Fields{prop.Int("r").Min(1).At(&c.R), prop.String("color").Optional().AtOptional(&c.Color)}
		})),
		collection.CaseOf[outline](collection.Of("Square", func(c *square) collection.Fields {
			return collection.Fields{prop.Int("side").Min(1).At(&c.Side), prop.String("color").Optional().AtOptional(&c.Color)}
		})))
	payBags = collection.OneOf("Bag",
		collection.Case(prop.Map(prop.Int("counts")), func(m map[string]int) bag { return bagMap(m) }, func(b bag) (map[string]int, bool) { m, ok := b.(bagMap); return m, ok }),
		collection.Case(prop.Array(prop.Int("all")), func(l []int) bag { return bagList(l) }, func(b bag) ([]int, bool) { l, ok := b.(bagList); return l, ok }))
)

func payers() *collection.Collection[payer] {
	return collection.Of("Payer", func(p *payer) collection.Fields {
		return collection.Fields{
			payments.Property().As("by").At(&p.By),
			outlines.Property().As("shape").At(&p.Shape),
			prop.Array(payments.Property().As("list")).At(&p.List),
			prop.Map(payments.Property().As("named")).At(&p.Named),
			payRefs.Property().As("ref").At(&p.Ref),
			payBags.Property().As("bag").At(&p.Bag),
			prop.Lazy("next", payers).Optional().AtOptional(&p.Next),
		}
	})
}

const payerBefore = `{"by":{"kind":"card","number":"12","holder":"Ann","tries":9,"meta":{"a":1,"b":{"c":2}}},` +
	`"shape":{"r":1,"color":"red"},"list":[{"kind":"transfer","iban":"DE","days":1}],` +
	`"named":{"k":{"kind":"transfer","iban":"DE","days":1}},"ref":"x","bag":{"one":1,"two":2}}`

// A patch merges a union whose case stays, and creates a value of another case.
func TestPatchesOfUnions(t *testing.T) {
	for _, row := range []struct{ patch, member, want string }{
		// The case stays: defaults do not come back, null removes.
		{`{"by":{"kind":"card","number":"34"}}`, "by", `{"kind":"card","number":"34","holder":"Ann","tries":9,"meta":{"a":1,"b":{"c":2}}}`},
		{`{"by":{"number":"34"}}`, "by", `{"kind":"card","number":"34","holder":"Ann","tries":9,"meta":{"a":1,"b":{"c":2}}}`},
		{`{"by":{"holder":null}}`, "by", `{"kind":"card","number":"12","tries":9,"meta":{"a":1,"b":{"c":2}}}`},
		{`{"by":{"meta":{"a":null,"b":{"d":3}}}}`, "by", `{"kind":"card","number":"12","holder":"Ann","tries":9,"meta":{"b":{"c":2,"d":3}}}`},
		{`{"by":{}}`, "by", `{"kind":"card","number":"12","holder":"Ann","tries":9,"meta":{"a":1,"b":{"c":2}}}`},
		{`{"named":{"k":{"days":2}}}`, "named", `{"k":{"kind":"transfer","iban":"DE","days":2}}`},
		{`{"shape":{"r":2}}`, "shape", `{"r":2,"color":"red"}`},
		{`{"shape":{"color":"blue"}}`, "shape", `{"r":1,"color":"blue"}`},
		{`{"shape":{"color":null}}`, "shape", `{"r":1}`},
		{`{"bag":{"two":null,"three":3}}`, "bag", `{"one":1,"three":3}`},
		// It changes.
		{`{"by":{"kind":"transfer","iban":"FR"}}`, "by", `{"kind":"transfer","iban":"FR","days":7}`},
		{`{"shape":{"side":2}}`, "shape", `{"side":2}`},
		{`{"shape":{"side":2,"color":null}}`, "shape", `{"side":2}`},
		{`{"ref":{"kind":"card","number":"12"}}`, "ref", `{"kind":"card","number":"12","tries":3,"meta":{}}`},
		{`{"ref":"y"}`, "ref", `"y"`},
		{`{"bag":[1]}`, "bag", `[1]`},
		{`{"named":{"k":{"kind":"card","number":"34"},"l":{"kind":"transfer","iban":"FR"}}}`, "named", `{"k":{"kind":"card","number":"34","tries":3,"meta":{}},"l":{"kind":"transfer","iban":"FR","days":7}}`},
		{`{"list":[{"kind":"card","number":"34"}]}`, "list", `[{"kind":"card","number":"34","tries":3,"meta":{}}]`},
		// What violates a rule, before and after the patch meets the value.
		{`{"by":{"number":"3"}}`, "", `no_case #/by, min_length #/by/number`},
		{`{"by":{"kind":"card","number":"3"}}`, "", `min_length #/by/number`},
		{`{"by":{"kind":"cash"}}`, "", `one_of #/by/kind`},
		{`{"by":{"kind":null}}`, "", `no_case #/by, null #/by/kind`},
		{`{"by":{"kind":"transfer"}}`, "", `required #/by/iban`},
		{`{"by":{"kind":"card","iban":"DE"}}`, "", `unknown #/by/iban`},
		{`{"by":[]}`, "", `type #/by`},
		{`{"by":null}`, "", `null #/by`},
		{`{"shape":{"side":0}}`, "", `no_case #/shape, min #/shape/side`},
		{`{"shape":{"r":1,"side":1}}`, "", `no_case #/shape, unknown #/shape/side`},
		{`{"named":{"l":{"days":2}}}`, "", `required #/named/l/kind, required #/named/l/iban`},
		{`{"ref":{"number":"12"}}`, "", `required #/ref/kind`}, // another case than that of "x"
		{`{"list":[{"iban":"FR"}]}`, "", `required #/list/0/kind`},
		{`{"bag":{"x":"y"}}`, "", `type #/bag/x`},
		{`{"next":{"by":{"number":"34"}}}`, "", `required #/next/by/kind, required #/next/shape, required #/next/list, required #/next/named, required #/next/ref, required #/next/bag`},
	} {
		h := store(t, payers())
		data(t, kit.Send(t, h, "PUT", "/e", payerBefore))
		r := kit.Send(t, h, "PATCH", "/e", row.patch, "Content-Type: application/merge-patch+json")
		if row.member == "" {
			if got := strings.Join(r.Problem(t).Violations(), ", "); got != row.want {
				t.Errorf("%s: %q, want %q", row.patch, got, row.want)
			}
			continue
		}
		got := data(t, r).(map[string]any)
		want := parsed(t, payerBefore).(map[string]any)
		want[row.member] = parsed(t, row.want)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", row.patch, got[row.member], want[row.member])
		}
	}
}

// A case that ignores undeclared members has a patch that a case with more of them rejects, as the
// document says; a valid patch of the case with more of them comes first.
func TestPatchesOfACaseThatIgnoresMembers(t *testing.T) {
	open := collection.Of("Open", func(c *circle) collection.Fields {
		return collection.Fields{prop.Int("r").Min(1).At(&c.R)}
	}).IgnoreUnknown()
	closed := collection.Of("Closed", func(s *square) collection.Fields {
		return collection.Fields{prop.Int("side").Min(1).At(&s.Side)}
	})
	type drawing struct{ Shape outline }
	h := store(t, collection.Of("Drawing", func(d *drawing) collection.Fields {
		return collection.Fields{
			collection.OneOf("Form", collection.CaseOf[outline](open), collection.CaseOf[outline](closed)).Property().As("shape").At(&d.Shape),
		}
	}))
	for _, row := range []struct{ before, patch, want string }{
		{`{"r":1}`, `{"side":0}`, `{"r":1}`},
		{`{"r":1}`, `{"side":2}`, `{"side":2}`},
		{`{"side":1}`, `{"side":2}`, `{"side":2}`},
		{`{"side":1}`, `{"side":0}`, `required #/shape/r`},
	} {
		data(t, kit.Send(t, h, "PUT", "/e", `{"shape":`+row.before+`}`))
		r := kit.Send(t, h, "PATCH", "/e", `{"shape":`+row.patch+`}`, "Content-Type: application/merge-patch+json")
		if r.Status != 200 {
			if got := strings.Join(r.Problem(t).Violations(), ", "); got != row.want {
				t.Errorf("%s to %s: %q, want %q", row.patch, row.before, got, row.want)
			}
			continue
		}
		if got, want := data(t, r), parsed(t, `{"shape":`+row.want+`}`); !reflect.DeepEqual(got, want) {
			t.Errorf("%s to %s: %v, want %v", row.patch, row.before, got, want)
		}
	}
}
