package visibility_test

import (
	"strconv"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// hoard has a hidden value in every position.
type hoard struct {
	ID     int
	Name   string
	Price  int
	Lines  []trove   // without a key
	Keyed  []trove   // with one
	Nested [][]trove // a list of lists
	Maybe  []*trove  // with a key, and null
	Shape  form      // a union
	Forms  []form    // a list of unions, with keys
	ByForm map[string]form
	ByLine map[string][]trove
	Lazy   *chest
	Rest   map[string]trove
	Rev    int
	Cost   int
}

type trove struct {
	SKU    string
	Count  int
	Margin *int
	Made   int
}

type chest struct {
	Label  string
	Secret *int
	Inner  []chest
}

type form interface{ form() }

type round struct {
	Name   string
	R      int
	Secret *int
}

type square struct {
	Name string
	A    int
}

func (round) form()  {}
func (square) form() {}

var (
	vaultID   = prop.Int("id").ReadOnly()
	lineMade  = prop.Int("made").ReadOnly()
	vaultCost = prop.Int("cost").Min(0).Default(1)
	price     = prop.Int("price").Min(0).Default(9)

	lines  = lineCollection("Line", false)
	keyeds = lineCollection("KeyedLine", true)
	forms  = collection.OneOf("Form",
		collection.CaseOf[form](collection.Of("Round", func(r *round) collection.Fields {
			return collection.Fields{
				collection.Fixed(prop.Const("kind", "round")),
				prop.String("name").At(&r.Name).Key(),
				prop.Int("r").At(&r.R),
				prop.Int("secret").Optional().AtOptional(&r.Secret).VisibleTo("cost"),
			}
		})),
		collection.CaseOf[form](collection.Of("Square", func(s *square) collection.Fields {
			return collection.Fields{
				collection.Fixed(prop.Const("kind", "square")),
				prop.String("name").At(&s.Name).Key(),
				prop.Int("a").At(&s.A),
			}
		}))).Tagged("kind")
	vaults = collection.Of("Vault", func(v *hoard) collection.Fields {
		return collection.Fields{
			vaultID.At(&v.ID).Key(),
			prop.String("name").At(&v.Name),
			price.At(&v.Price),
			lines.Array("lines").Default(nil).At(&v.Lines),
			keyeds.Array("keyed").Default(nil).
				Rule("thin", "must be thin", func(ls []trove) bool {
					for _, l := range ls {
						if l.Margin != nil && *l.Margin > 500 {
							return false
						}
					}
					return true
				}).At(&v.Keyed),
			prop.Array(prop.Array(prop.Object(keyeds))).As("nested").Default(nil).At(&v.Nested),
			prop.Array(prop.Nullable(prop.Object(keyeds))).As("maybe").Default(nil).At(&v.Maybe),
			prop.Union(forms).As("shape").At(&v.Shape),
			prop.Array(prop.Union(forms)).As("forms").Default(nil).At(&v.Forms),
			prop.Map(prop.Union(forms)).As("by_form").Default(nil).At(&v.ByForm),
			prop.Map(prop.Array(prop.Object(keyeds))).As("by_line").Default(nil).At(&v.ByLine),
			prop.Lazy("lazy", chests).Optional().AtOptional(&v.Lazy),
			vaultCost.At(&v.Cost).VisibleTo("cost"),
			collection.Additional(keyeds.Object().As("others"), &v.Rest),
		}
	}).Versioned(func(v *hoard) collection.Version { return collection.Version{Tag: strconv.Itoa(v.Rev)} }).
		Rule("profitable", "must be above what it costs", func(v *hoard) bool { return v.Price >= v.Cost }).
		Rule("rich", "must be rich", func(v *hoard) bool {
			return len(v.Lines) == 0 || v.Lines[0].Margin == nil || v.Price >= *v.Lines[0].Margin
		}, price)
)

func lineCollection(name string, keyed bool) *collection.Collection[trove] {
	sku := collection.AtFunc(prop.String("sku"), func(l *trove) *string { return &l.SKU })
	if keyed {
		sku = sku.Key()
	}
	return collection.Of(name, func(l *trove) collection.Fields {
		return collection.Fields{
			sku,
			prop.Int("count").Default(1).At(&l.Count),
			prop.Int("margin").Optional().AtOptional(&l.Margin).VisibleTo("cost"),
			lineMade.At(&l.Made).VisibleTo("cost"),
		}
	})
}

func chests() *collection.Collection[chest] {
	return collection.Of("Chest", func(c *chest) collection.Fields {
		return collection.Fields{
			prop.String("label").At(&c.Label).Key(),
			prop.Int("secret").Optional().AtOptional(&c.Secret).VisibleTo("cost"),
			prop.Array(prop.Lazy("inner", chests)).Default(nil).At(&c.Inner),
		}
	})
}
