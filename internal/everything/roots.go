package everything

import (
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The values of bodies that are not objects of a collection.
var (
	StockMap      = collection.ValueOf(prop.Map(prop.Int("stocks").Min(0)).MinProperties(1).MaxProperties(3).Title("Stocks").Example(map[string]int{"a": 1}))
	LabelList     = collection.ValueOf(prop.Array(prop.String("labels").MaxLen(4)).MaxItems(3).Unique())
	NullableRatio = collection.ValueOf(prop.Nullable(prop.Float64("ratio").Min(0).Max(1)))
	AnyConfig     = collection.ValueOf(prop.Any("config").NoNUL())
	PartsByName   = collection.ValueOf(prop.Map(Parts.Object()).As("by_name").PropertyNames(prop.Enum("place", "left", "right", "a")).MaxProperties(2))
)

// The constants of each JSON type.
var (
	VAT      = prop.Enum("vat", 0, 7, -19)
	Factor   = prop.Enum("factor", 0.5, 1, 1e21).Optional()
	Deleted  = prop.Const("deleted", true)
	Next     = prop.Const("next", prop.JSON("null")).Default("null")
	Retry    = prop.Enum("retry", prop.JSON(`"auto"`), prop.JSON(`3`), prop.JSON(`null`), prop.JSON(`{"a":[1.0]}`)).Default("null")
	Rate     = prop.Nullable(prop.Enum("rate", int8(1), int8(100))).Optional()
	Rates    = prop.Array(prop.Enum("rates", uint64(1), uint64(18446744073709551615))).MaxItems(2).Optional()
	Settings = collection.New("Settings", VAT, Factor, Deleted, Next, Retry, Rate, Rates).RejectUnknown()
)

// A Term is a string, a number, null, a list of words, or one of several objects.
type Term any

// A Member and a Range are terms.
type (
	Member struct{ Name string }
	Range  struct{ From, To float64 }
)

// The unions of values of several JSON types.
var (
	Terms = collection.OneOf("Term",
		collection.CaseOf[Term](prop.String("word").MinLen(1).MaxLen(9).Title("Word")),
		collection.CaseOf[Term](prop.Float64("weight").Min(0)),
		collection.CaseOf[Term](prop.Array(prop.String("item").MaxLen(5)).MaxItems(3).As("words")),
		collection.CaseOf[Term](prop.Const("nothing", prop.JSON("null"))),
		collection.CaseOf[Term](collection.Of("TermMember", func(m *Member) collection.Fields {
			return collection.Fields{collection.Fixed(prop.Const("op", "member")), prop.String("name").MinLen(1).At(&m.Name)}
		})),
		collection.CaseOf[Term](collection.Of("TermRange", func(r *Range) collection.Fields {
			return collection.Fields{collection.Fixed(prop.Const("op", "range")), prop.Float64("from").At(&r.From), prop.Float64("to").Default(1).At(&r.To)}
		})),
	).Tagged("op").Title("A term")

	// A PartRef is the name of a part, or the part.
	PartRefs = collection.OneOf("PartRef",
		collection.CaseOf[any](prop.String("part_name").MaxLen(20)),
		collection.CaseOf[any](Parts),
	)

	// A Slot is a number, or a name. A Mark is a number, nothing, or whether there is one.
	Slot = collection.OneOf("Slot",
		collection.CaseOf[any](prop.Int("number").Min(1).Max(999)),
		collection.CaseOf[any](prop.String("name").Pattern("^[a-z]{1,5}$")),
	).Property().As("slot")
	Mark = collection.OneOf("Mark",
		collection.CaseOf[any](prop.Const("none", "")), collection.CaseOf[any](prop.Int32("rank").Min(0)), collection.CaseOf[any](prop.Bool("marked")),
	).Property().As("mark").Optional()
	Wording = collection.OneOf("Wordings",
		collection.CaseOf[any](prop.String("one").MaxLen(4)),
		collection.CaseOf[any](prop.Array(prop.String("each").MaxLen(3)).MinItems(2).MaxItems(3)),
	).Property().As("wording").Optional()
	Ranked = collection.New("Ranked", Mark, prop.Array(Slot).As("slots").MaxItems(3))

	// A Grade is a known one, a number, or a text.
	Grades = collection.AnyOf("Grade",
		collection.CaseOf[any](prop.Enum("known", Good, Bad)),
		collection.CaseOf[any](prop.Int("points").Min(0).Max(15)),
		collection.CaseOf[any](prop.Float64("average")),
		collection.CaseOf[any](prop.String("remark").MinLen(4).MaxLen(8)),
		collection.CaseOf[any](GradeIn), collection.CaseOf[any](GradeBy),
	).Describe("The first one that a value matches applies.")
	GradeIn = collection.New("GradeIn", prop.String("in").MaxLen(5), prop.Union(PartRefs).Optional())
	GradeBy = collection.New("GradeBy", prop.String("in"), prop.String("by").Optional())

	Search = collection.New("Search", prop.Union(Terms).Optional(), prop.Array(prop.Union(Terms)).As("all").MaxItems(3),
		prop.Nullable(prop.Union(PartRefs)).Optional(), prop.Map(prop.Union(PartRefs)).As("by_role").MaxProperties(2).Optional())
)

// A Verdict is a known grade.
type Verdict string

// The verdicts.
const (
	Good Verdict = "good"
	Bad  Verdict = "bad"
)

// A Condition is a word, a list of conditions, all of which apply, or the negation of a condition.
type Condition interface{ condition() }

// The cases of a condition.
type (
	Word string
	All  []Condition
	Not  struct{ Not Condition }
)

func (Word) condition() {}
func (All) condition()  {}
func (Not) condition()  {}

// Conditions returns the union of conditions, which contains itself.
func Conditions() collection.Union[Condition] {
	return collection.OneOf("Condition",
		collection.Case(prop.String("word").MinLen(1).MaxLen(5), func(w string) Condition { return Word(w) },
			func(f Condition) (string, bool) { w, ok := f.(Word); return string(w), ok }),
		collection.Case(prop.Array(prop.LazyUnion("all", Conditions)).MaxItems(3), func(all []Condition) Condition { return All(all) },
			func(f Condition) ([]Condition, bool) { all, ok := f.(All); return all, ok }),
		collection.CaseOf[Condition](collection.Of("ConditionNot", func(n *Not) collection.Fields {
			return collection.Fields{prop.LazyUnion("not", Conditions).At(&n.Not)}
		})),
	)
}

// roots has a route for each value, which returns what it gets.
var roots = route.Group("/roots",
	echo("stocks", StockMap), echo("labels", LabelList), echo("ratio", NullableRatio), echo("config", AnyConfig), echo("by-name", PartsByName),
	route.Put("/settings", Settings.Create(), Settings.View()).Query(VAT.As("vat_of").Optional(), Rates.As("rates")).
		IgnoreUnknownMembers().
		ID("putSettings").Summary("Put settings").
		Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	route.Put("/slots/{slot}", Ranked.Create(), Ranked.View()).IgnoreUnknownMembers().Path(Slot).Query(Wording).Header(Mark.As("X-Mark")).
		ID("putSlot").Summary("Put a slot").
		Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	route.Put("/search", Search.Create(), Search.View()).ID("putSearch").Summary("Put a search").
		Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	route.Put("/ref", PartRefs.Create(), PartRefs.View()).ID("putRef").Summary("Put a reference").
		Handle(func(_ *route.Call, in any) (any, error) { return in, nil }),
	route.Put("/grade", Grades.Create(), Grades.View()).ID("putGrade").Summary("Put a grade").
		Handle(func(_ *route.Call, in any) (any, error) { return in, nil }),
	route.Put("/condition", Conditions().Create(), Conditions().View()).ID("putCondition").Summary("Put a condition").
		Handle(func(_ *route.Call, in Condition) (Condition, error) { return in, nil }),
	route.Put("/parts", collection.Many(Parts.Create()).MinItems(1).MaxItems(2).Unique(), collection.Many(Parts.List()).MaxItems(2)).
		ID("putParts").Summary("Put parts").
		Handle(func(_ *route.Call, in []Part) ([]Part, error) { return in, nil }),
	putSignal,
).Tag("other").Public()

func echo[V any](name string, v collection.Value[V]) route.Member {
	return route.Put("/"+name, v.Create(), v.View()).ID("put_" + name).Summary("Put " + name).
		Handle(func(_ *route.Call, in V) (V, error) { return in, nil })
}
