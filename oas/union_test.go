package oas_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/tree"
)

type (
	payment interface{ pays() }
	card    struct{ Number, Secret string }
	cash    struct{ Coins bool }
)

func (card) pays() {}
func (cash) pays() {}

func asCard(p payment) (card, bool) { c, ok := p.(card); return c, ok }
func asCash(p payment) (cash, bool) { c, ok := p.(cash); return c, ok }

var (
	cards = collection.Of("Card", func(c *card) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "card")),
			prop.String("number").At(&c.Number),
			prop.String("secret").WriteOnly().At(&c.Secret),
		}
	})
	coins = collection.Of("Cash", func(c *cash) collection.Fields {
		return collection.Fields{
			collection.Fixed(prop.Const("kind", "cash")),
			prop.Bool("coins").At(&c.Coins),
		}
	})
	payments = collection.OneOf("Payment",
		collection.Case(cards, func(c card) payment { return c }, asCard),
		collection.Case(coins, func(c cash) payment { return c }, asCash),
	)
)

func TestUnions(t *testing.T) {
	for _, test := range []struct {
		name      string
		u         collection.Union[payment]
		mode      tree.Mode
		component string
		want      string
	}{
		{"untagged", payments.Title("Payment").Describe("Long."), tree.View, "Payment",
			`{"description":"Long.","oneOf":[{"$ref":"#/components/schemas/Card"},{"$ref":"#/components/schemas/Cash"}],"title":"Payment"}`},
		{"tagged", payments.Tagged("kind"), tree.View, "Payment",
			`{"discriminator":{"mapping":{"card":"#/components/schemas/Card","cash":"#/components/schemas/Cash"},"propertyName":"kind"},` +
				`"oneOf":[{"$ref":"#/components/schemas/Card"},{"$ref":"#/components/schemas/Cash"}]}`},
		{"in a request", payments, tree.Create, "PaymentCreate",
			`{"oneOf":[{"$ref":"#/components/schemas/CardCreate"},{"$ref":"#/components/schemas/CashCreate"}]}`},
		{"an update changes a part, which several cases may have", payments, tree.Update, "PaymentUpdate",
			`{"anyOf":[{"$ref":"#/components/schemas/CardUpdate"},{"$ref":"#/components/schemas/CashUpdate"}]}`},
		{"nor has an update to have the tag", payments.Tagged("kind"), tree.Update, "PaymentUpdate",
			`{"anyOf":[{"$ref":"#/components/schemas/CardUpdate"},{"$ref":"#/components/schemas/CashUpdate"}]}`},
		{"shared", payments, tree.List, "Payment",
			`{"oneOf":[{"$ref":"#/components/schemas/Card"},{"$ref":"#/components/schemas/Cash"}]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, v := range oas.Versions() {
				doc := decoded(t, serving(taking(node(prop.Union(test.u)), test.mode)), v)
				if got := part(t, doc, "components", "schemas", test.component); got != test.want {
					t.Errorf("%s:\ngot  %s\nwant %s", v, got, test.want)
				}
				if got, want := part(t, doc, append(bodySchema, "$ref")...), `"#/components/schemas/`+test.component+`"`; got != want {
					t.Errorf("%s: the body is %s, want %s", v, got, want)
				}
			}
		})
	}
}

// What the server writes for one case must not match another one of oneOf, although clients accept
// members that are not declared.
func TestUnionsOfResponsesWhoseCasesMayOverlap(t *testing.T) {
	name, count := prop.String("name"), prop.Int("count")
	a := collection.New("A", name, count.Optional())
	for _, test := range []struct {
		title string
		other *collection.Collection[collection.Record]
		mode  tree.Mode
		word  string
	}{
		{"another required member each", collection.New("B", prop.String("title")), tree.View, "oneOf"},
		{"a member that only one requires", collection.New("B", name, prop.String("title")), tree.View, "anyOf"},
		{"no room for it", collection.New("B", name.Optional(), prop.String("title").Optional()), tree.View, "anyOf"},
		{"a required member of another type", collection.New("B", name.As("name").MaxLen(3), prop.Array(count).As("count")), tree.View, "oneOf"},
		{"an optional member of another type", collection.New("B", name, prop.Bool("count").Optional()), tree.View, "anyOf"},
		{"no room for a required member", collection.New("B", count.Optional(), prop.Bool("hot").Optional()).Closed(), tree.View, "oneOf"},
		{"any members", collection.New("B", name, prop.Bool("hot"), collection.AdditionalIn(prop.Map(prop.Int("more")))), tree.View, "anyOf"},
		{"members of another type", collection.New("B", prop.Int("hot"), collection.AdditionalIn(prop.Map(prop.Int("more")))), tree.View, "oneOf"},
		{"another required member deep inside", collection.New("B", name.As("name").Optional(), collection.New("C", prop.Bool("on")).Object().As("part")), tree.View, "anyOf"},
		{"a request that must match one", collection.New("B", prop.String("title")).IgnoreUnknown(), tree.Create, "oneOf"},
	} {
		t.Run(test.title, func(t *testing.T) {
			u := collection.OneOf("U", recordCase(a, 0), recordCase(test.other, 1))
			doc := decoded(t, serving(taking(node(prop.Union(u)), test.mode)), oas.V31)
			name := map[tree.Mode]string{tree.View: "U", tree.Create: "UCreate"}[test.mode]
			if got := part(t, doc, "components", "schemas", name); !strings.HasPrefix(got, `{"`+test.word) {
				t.Errorf("got %s, want %s", got, test.word)
			}
		})
	}
}

// Strings, objects and lists inside of the cases can keep them apart, and so can a constant of each,
// which the server writes although it is optional.
func TestUnionsOfResponsesWhoseValuesAreApart(t *testing.T) {
	having := func(name string, props ...prop.Prop) *collection.Collection[collection.Record] {
		return collection.New(name, props...)
	}
	inside := func(name string, p prop.Prop) *collection.Collection[collection.Record] {
		return having(name, having(name+"Part", p).Object().As("part"))
	}
	a, b := prop.String("a"), prop.String("b")
	kind := func(values ...string) prop.Prop { return prop.Enum("kind", values...).Optional() }
	for _, test := range []struct {
		title string
		cases []collection.Variant[any]
		word  string
	}{
		{"a word and digits", []collection.Variant[any]{boxed(prop.Enum("none", "none")), boxed(prop.String("days").Pattern(`^[1-9]\d*$`))}, "oneOf"},
		{"a word and letters", []collection.Variant[any]{boxed(prop.Enum("none", "none")), boxed(prop.String("days").Pattern(`^[a-z]*$`))}, "anyOf"},
		{"a time and a duration", []collection.Variant[any]{boxed(prop.DateTime("at")), boxed(prop.String("in").Pattern(`^P(\d+D)?$`))}, "oneOf"},
		{"a time and a date", []collection.Variant[any]{boxed(prop.DateTime("at")), boxed(prop.Date("on"))}, "oneOf"},
		{"a time and a text", []collection.Variant[any]{boxed(prop.DateTime("at")), boxed(prop.String("when"))}, "anyOf"},
		{"objects of other members", []collection.Variant[any]{boxed(inside("A", a)), boxed(inside("B", b))}, "oneOf"},
		{"objects, of which one has a member more", []collection.Variant[any]{boxed(inside("A", a)), boxed(having("B", having("BPart", a, b).Object().As("part")))}, "anyOf"},
		{"an object that may be absent", []collection.Variant[any]{boxed(inside("A", a)), boxed(having("B", having("BPart", b).Object().As("part").Optional()))}, "oneOf"},
		{"objects that may be absent", []collection.Variant[any]{boxed(having("A", having("APart", a).Object().As("part").Optional())), boxed(having("B", having("BPart", b).Object().As("part").Optional(), a))}, "anyOf"},
		{"lists with items", []collection.Variant[any]{boxed(prop.Array(prop.Int("n")).As("ns").MinItems(1)), boxed(prop.Array(a).As("as"))}, "oneOf"},
		{"lists that may be empty", []collection.Variant[any]{boxed(prop.Array(prop.Int("n")).As("ns")), boxed(prop.Array(a).As("as"))}, "anyOf"},
		{"optional constants", []collection.Variant[any]{boxed(having("A", kind("a"), a.As("name").Optional())), boxed(having("B", kind("b"), b.As("name").Optional(), a.Optional()))}, "oneOf"},
		{"a constant of three", []collection.Variant[any]{boxed(having("A", kind("a"), a.Optional())), boxed(having("B", kind("b"))), boxed(having("C", prop.Bool("kind").Optional(), b.Optional()))}, "anyOf"},
		{"an optional enumeration", []collection.Variant[any]{boxed(having("A", kind("a"), a.Optional())), boxed(having("B", kind("b", "c"), b.Optional()))}, "anyOf"},
		{"a constant that may be null", []collection.Variant[any]{boxed(having("A", kind("a"), a.Optional())), boxed(having("B", prop.Nullable(prop.Enum("kind", "b")).Optional(), b.Optional()))}, "anyOf"},
	} {
		t.Run(test.title, func(t *testing.T) {
			doc := decoded(t, serving(taking(node(prop.Union(collection.OneOf("U", test.cases...))), tree.View)), oas.V31)
			if got := part(t, doc, "components", "schemas", "U"); !strings.HasPrefix(got, `{"`+test.word) {
				t.Errorf("got %s, want %s", got, test.word)
			}
		})
	}
}

// boxed is a case whose values are the property's.
func boxed[C any](c collection.Shape[C]) collection.Variant[any] { return collection.CaseOf[any](c) }

func recordCase(c *collection.Collection[collection.Record], i int) collection.Variant[picked] {
	return collection.Case(c,
		func(r collection.Record) picked { return picked{i, r} },
		func(p picked) (collection.Record, bool) { return p.r, p.i == i })
}

// picked is a value of a union, and the index of its case.
type picked struct {
	i int
	r collection.Record
}

func TestNullableUnion(t *testing.T) {
	want := byVersion{
		`{"anyOf":[{"$ref":"#/components/schemas/Payment"},{"enum":[null],"nullable":true,"type":"object"}]}`,
		`{"anyOf":[{"$ref":"#/components/schemas/Payment"},{"type":"null"}]}`,
	}
	for _, v := range oas.Versions() {
		want := want.in(v)
		doc := decoded(t, serving(taking(node(prop.Nullable(prop.Union(payments))), tree.View)), v)
		if got := part(t, doc, bodySchema...); got != want {
			t.Errorf("%s: got %s, want %s", v, got, want)
		}
	}
}

func TestAUnionNeedsANameOfItsOwn(t *testing.T) {
	_, err := oas.JSON(serving(taking(node(prop.Union(collection.OneOf("Card",
		collection.Case(cards, func(c card) payment { return c }, asCard),
	))), tree.View)), oas.V30)
	if err == nil || !strings.Contains(err.Error(), `two collections are named "Card"`) {
		t.Errorf("got error %v", err)
	}
}

func TestMembersWithoutANameOfTheirOwn(t *testing.T) {
	type row struct {
		ID   string
		Name string
		Rest map[string]string
	}
	id := func(r *row) collection.Field { return prop.String("id").ReadOnly().At(&r.ID) }
	name := func(r *row) collection.Field { return prop.String("name").At(&r.Name) }
	rest := func(r *row) collection.Field { return collection.Additional(prop.String("rest").MaxLen(3), &r.Rest) }
	const closed = `"allOf":[{"not":{"required":["id"]}}]`
	const text = `{"maxLength":3,"type":"string"}`
	for _, test := range []struct {
		name      string
		c         *collection.Collection[row]
		mode      tree.Mode
		component string
		want      string
	}{
		{"rest", collection.Of("Row", func(r *row) collection.Fields { return collection.Fields{name(r), rest(r)} }), tree.View, "Row", `{"additionalProperties":` + text + `,"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"}`},
		{"rest of a request", collection.Of("Row", func(r *row) collection.Fields { return collection.Fields{name(r), rest(r)} }), tree.Create, "Row", `{"additionalProperties":` + text + `,"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"}`},
		{"null removes", collection.Of("Row", func(r *row) collection.Fields { return collection.Fields{name(r), rest(r)} }), tree.Update, "RowUpdate",
			`{"additionalProperties":{"maxLength":3,"nullable":true,"type":"string"},"properties":{"name":{"type":"string"}},"type":"object"}`},
		{"rest is not what the server sets", collection.Of("Row", func(r *row) collection.Fields { return collection.Fields{name(r), id(r), rest(r)} }), tree.Create, "RowCreate",
			`{"additionalProperties":` + text + `,` + closed + `,"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"}`},
		{"what is ignored is not what the server sets", collection.Of("Row", func(r *row) collection.Fields { return collection.Fields{name(r), id(r)} }).IgnoreUnknown(), tree.Create, "RowCreate",
			`{` + closed + `,"properties":{"name":{"type":"string"}},"required":["name"],"type":"object"}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			doc := decoded(t, inModes(test.c, test.mode), oas.V30)
			if got := part(t, doc, "components", "schemas", test.component); got != test.want {
				t.Errorf("\ngot  %s\nwant %s", got, test.want)
			}
		})
	}
}

// What the pattern of base64 accepts is what the codec reads.
func TestPatternOfBase64(t *testing.T) {
	const quoted = `"x-pattern":"`
	re := regexp.MustCompile(base64Pattern[len(quoted) : len(base64Pattern)-1])
	p := prop.Bytes("b")
	for _, text := range []string{
		"", "AA==", "AQ==", "AR==", "AAA=", "AAE=", "AAB=", "AAAA", "AAAAAA==", "+/+/", "-_-_",
		"A", "AA", "AAA", "A===", "====", "AAAA=", "AA=A", "AAAAA", " AAA", "AAAA\n", "ÄÄÄÄ",
	} {
		_, err := p.Parse([]byte(`"` + strings.ReplaceAll(text, "\n", `\n`) + `"`))
		if re.MatchString(text) != (err == nil) {
			t.Errorf("%q: the pattern says %v, the codec %v", text, re.MatchString(text), err)
		}
	}
}
