package shapes_test

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A rule is a word, a list of rules, or the negation of a rule.
type rule interface{ rule() }

// The cases of a rule.
type (
	ruleWord string
	ruleAll  []rule
	ruleNot  struct{ not rule }
)

func (ruleWord) rule() {}
func (ruleAll) rule()  {}
func (ruleNot) rule()  {}

// ruleUnion contains itself.
func ruleUnion() collection.Union[rule] {
	return collection.OneOf("Rule",
		collection.Case(prop.String("word").MinLen(1).MaxLen(5), func(w string) rule { return ruleWord(w) },
			func(r rule) (string, bool) { w, ok := r.(ruleWord); return string(w), ok }),
		collection.Case(prop.Array(prop.LazyUnion("all", ruleUnion)).MaxItems(3), func(all []rule) rule { return ruleAll(all) },
			func(r rule) ([]rule, bool) { all, ok := r.(ruleAll); return all, ok }),
		collection.CaseOf[rule](collection.Of("RuleNot", func(n *ruleNot) collection.Fields {
			return collection.Fields{prop.LazyUnion("not", ruleUnion).At(&n.not)}
		})),
	)
}

// A labeled value and a span are cases with a tag.
type (
	labeled struct{ label string }
	span    struct{ from, to float64 }
)

// quantities have every JSON type but bool; ratings overlap, so that the first case applies.
var (
	quantities = collection.OneOf("Quantity",
		collection.CaseOf[any](prop.String("unit").MinLen(1).MaxLen(9).Title("Unit")),
		collection.CaseOf[any](prop.Float64("amount").Min(0)),
		collection.CaseOf[any](prop.Array(prop.String("item").MaxLen(5)).MaxItems(3).As("units")),
		collection.CaseOf[any](prop.Const("nothing", prop.JSON("null"))),
		collection.CaseOf[any](collection.Of("QuantityLabel", func(l *labeled) collection.Fields {
			return collection.Fields{collection.Fixed(prop.Const("op", "label")), prop.String("label").MinLen(1).At(&l.label)}
		})),
		collection.CaseOf[any](collection.Of("QuantitySpan", func(s *span) collection.Fields {
			return collection.Fields{collection.Fixed(prop.Const("op", "span")), prop.Float64("from").At(&s.from), prop.Float64("to").Default(1).At(&s.to)}
		})),
	).Tagged("op").Title("A quantity")

	reviewers = collection.OneOf("Reviewer",
		collection.CaseOf[any](prop.String("login").MaxLen(20)),
		collection.CaseOf[any](collection.New("Account", prop.String("name").MinLen(1))),
	)

	ratings = collection.AnyOf("Rating",
		collection.CaseOf[any](prop.Enum("known", "good", "bad")),
		collection.CaseOf[any](prop.Int("stars").Min(0).Max(15)),
		collection.CaseOf[any](prop.Float64("average")),
		collection.CaseOf[any](prop.String("remark").MinLen(4).MaxLen(8)),
		collection.CaseOf[any](collection.New("RatingIn", prop.String("in").MaxLen(5), prop.Union(reviewers).Optional())),
		collection.CaseOf[any](collection.New("RatingBy", prop.String("in"), prop.String("by").Optional())),
	).Describe("The first one that a value matches applies.")
)
