package prop_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
)

func ExampleStringProp_String() {
	title := prop.String("title").MinLen(1).MaxLen(120)
	fmt.Println(title)
	fmt.Println(title.Optional().Equal(title), title.Equal(prop.String("title").MaxLen(120).MinLen(1)))
	// Output:
	// prop.String("title").MinLen(1).MaxLen(120)
	// false false
}

func TestPropertiesPrintTheCallsThatMakeThem(t *testing.T) {
	box := collection.New("Box", prop.Int32("w"))
	for _, test := range []struct {
		prop prop.Prop
		want string
	}{
		{prop.Int64("n").Min(1).ExclusiveMax(10).MultipleOf(3).Quoted().Default(3), `prop.Int64("n").Quoted().Min(1).ExclusiveMax(10).MultipleOf(3).Default("3")`},
		{prop.IntOf[int8]("n").Example(1).Example(2), `prop.IntOf[int8]("n").Example(1).Example(2)`},
		{prop.Float64("x").Max(1.5).Deprecated(), `prop.Float64("x").Max(1.5).Deprecated()`},
		{prop.UUID("id").ReadOnly(), `prop.UUID("id").ReadOnly()`},
		{prop.String("s").Pattern("^a").NoNUL().WriteOnly(), `prop.String("s").Pattern("^a").NoNUL().WriteOnly()`},
		{prop.String("s").PatternFunc(`^(?!a)`, func(string) bool { return true }), `prop.String("s").PatternFunc("^(?!a)")`},
		{prop.Decimal("d").Scale(2).Min("0.5"), `prop.Decimal("d").Scale(2).Min("0.5")`},
		{prop.Decimal("d").Scale(2).FixedScale(3), `prop.Decimal("d").FixedScale(3)`},
		{prop.Decimal("d").FixedScale(3).Scale(2), `prop.Decimal("d").Scale(2)`},
		{prop.Decimal("d").Scale(0), `prop.Decimal("d").Scale(0)`},
		{prop.TextOf("t", parseText, formatText).Format("ulid"), `prop.TextOf("t").Format("ulid")`},
		{prop.Enum("e", "a", "b").Optional(), `prop.Enum("e", "a", "b").Optional()`},
		{prop.Const("k", "card"), `prop.Const("k", "card")`},
		{prop.Bytes("b").MaxBytes(3), `prop.Bytes("b").MaxBytes(3)`},
		{prop.Bool("b"), `prop.Bool("b")`},
		{prop.Any("a"), `prop.Any("a")`},
		{prop.File("f").MediaTypes("image/png"), `prop.File("f").MediaTypes("image/png")`},
		{prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique(), `prop.Array(prop.String("tags").MaxLen(20)).MaxItems(10).Unique()`},
		{prop.Map(prop.Date("days")).As("by_name"), `prop.Map(prop.Date("days")).As("by_name")`},
		{prop.Nullable(prop.Duration("d")).Title("D").Describe("Long."), `prop.Nullable(prop.Duration("d")).Title("D").Describe("Long.")`},
		{box.Object(), `Box.Object()`},
		{box.Object().As("crate"), `Box.Object().As("crate")`},
		{prop.Int64("n").Rule("even", "must be even", func(int64) bool { return true }), `prop.Int64("n").Rule("even", "must be even")`},
		{prop.Int64("n").Docs(meta.ExternalDocs("https://a.example", ""), meta.Extension("x-a", "1")), `prop.Int64("n").Docs(meta.ExternalDocs("https://a.example", ""), meta.Extension("x-a", "1"))`},
		{prop.Int64("n").Min(2).Max(1), `prop.Int64("n").Min(2) /* fault: Max(1) is below Min(2) */`},
	} {
		if got := test.prop.String(); got != test.want {
			t.Errorf("got  %s\nwant %s", got, test.want)
		}
	}
}

// Two properties are equal if their declarations are, wherever they stand.
func TestPropertiesEqualByDeclaration(t *testing.T) {
	box := func(wide prop.Prop) *collection.Collection[collection.Record] { return collection.New("Box", wide) }
	all := func() []prop.Prop {
		return []prop.Prop{
			prop.Int("n"), prop.Int("n").Min(1), prop.Int("n").Min(2), prop.Int("n").Optional(), prop.Int("n").Default(0), prop.Int("m"),
			prop.IntOf[int8]("n"), prop.Nullable(prop.Int("n")), prop.Array(prop.Int("n")), prop.Int("n").Describe("d"), prop.Int("n").Example(1),
			box(prop.Int("w")).Object(), box(prop.Int("w").Min(1)).Object(), box(prop.Int("w")).IgnoreUnknown().Object(),
			prop.Array(box(prop.Int("w")).Object()), prop.Array(box(prop.Int("v")).Object()),
		}
	}
	these, those := all(), all()
	for i, p := range these {
		for j, q := range those {
			if p.Equal(q) != (i == j) || cmp.Equal(p, q) != (i == j) {
				t.Errorf("Equal(%s, %s) is %t", p, q, i != j)
			}
		}
	}
}
