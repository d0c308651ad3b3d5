package faults_test

import (
	"math"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func TestBuildReportsProperties(t *testing.T) {
	kit.CheckFaults(t,
		// Numbers.
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Min(5).Max(2)), `property "n": Max(2) is below Min(5)`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Max(2).Min(5)), `property "n": Min(5) is above Max(2)`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").ExclusiveMin(5).Max(5)), `property "n": ExclusiveMin(5) and Max(5) leave no value between them`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").ExclusiveMax(5).Min(5)), `property "n": Min(5) and ExclusiveMax(5) leave no value between them`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").ExclusiveMin(5).ExclusiveMax(4)), `property "n": ExclusiveMax(4) is below ExclusiveMin(5)`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").ExclusiveMin(5).ExclusiveMax(6)), `property "n": ExclusiveMin(5) and ExclusiveMax(6) leave no integer between them`),
		kit.Faulty(kit.APIWithQuery(prop.Int32("n").ExclusiveMin(math.MaxInt32)), `property "n": ExclusiveMin(2147483647) leaves no int32 above it`),
		kit.Faulty(kit.APIWithQuery(prop.Uint64("n").ExclusiveMax(0)), `property "n": ExclusiveMax(0) leaves no uint64 below it`),
		kit.Faulty(kit.APIWithQuery(prop.Float64("n").Min(0.2).Max(0.1)), `property "n": Max(0.1) is below Min(0.2)`),
		kit.Faulty(kit.APIWithQuery(prop.Float64("n").Min(math.NaN())), `property "n": Min(NaN) is not a finite number`),
		kit.Faulty(kit.APIWithQuery(prop.Float64("n").Max(math.Inf(1))), `property "n": Max(+Inf) is not a finite number`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").MultipleOf(0)), `property "n": MultipleOf(0) must be greater than 0`),
		kit.Faulty(kit.APIWithQuery(prop.Float64("n").MultipleOf(-0.1)), `property "n": MultipleOf(-0.1) must be greater than 0`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Min(2).Max(1).Min(3).Max(2)), `property "n": Max(1) is below Min(2)`, `property "n": Max(2) is below Min(3)`),

		// Formats.
		kit.Faulty(kit.APIWithQuery(prop.Int64("n").Format("int32")), `property "n": Format("int32"): the property has the range of int64; declare it with prop.IntOf[int32]`),
		kit.Faulty(kit.APIWithQuery(prop.Float64("n").Format("int64")), `property "n": Format("int64"): the property is not an integer`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").Format("uuid")), `property "s": Format("uuid"): the property does not validate this format; use prop.UUID`),
		kit.Faulty(kit.APIWithQuery(prop.UUID("s").Format("email")), `property "s": Format("email"): the property does not validate this format; use prop.Email`),

		// Texts.
		kit.Faulty(kit.APIWithQuery(prop.String("s").MinLen(5).MaxLen(2)), `property "s": MaxLen(2) is below MinLen(5)`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").MaxLen(2).MinLen(5)), `property "s": MinLen(5) is above MaxLen(2)`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").MinLen(-1)), `property "s": MinLen(-1) is below 0`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").MaxLen(-1)), `property "s": MaxLen(-1) is below 0`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").Pattern("(")), `property "s": Pattern("("): the group ( at 0 is not closed`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").Pattern("a(?=b)")), `property "s": Pattern("a(?=b)"): look-ahead (?= at 1 is not in RE2`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").Pattern("a(?s)")), `property "s": Pattern("a(?s)"): the group (?s at 1 sets flags, which the patterns of JSON Schema do not have`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").Pattern("(?i)é")), `property "s": Pattern("(?i)é"): the flag (?i) covers the letters of ASCII; write both cases of é`),

		// Choices.
		kit.Faulty(kit.APIWithQuery(prop.Enum[string]("c")), `property "c": Enum needs at least one value`),
		kit.Faulty(kit.APIWithQuery(prop.Enum("c", "a", "b", "a")), `property "c": Enum has "a" twice`),
		kit.Faulty(kit.APIWithQuery(prop.Enum("c", "a\xff")), `property "c": Enum has "a\xff", which is not valid UTF-8`),

		// Lists.
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Int("l")).MinItems(3).MaxItems(2)), `property "l": MaxItems(2) is below MinItems(3)`),
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Int("l")).MaxItems(2).MinItems(3)), `property "l": MinItems(3) is above MaxItems(2)`),
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Int("l")).MinItems(-3)), `property "l": MinItems(-3) is below 0`),
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Int("l")).MaxItems(-3)), `property "l": MaxItems(-3) is below 0`),
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Int("l").Min(2).Max(1))), `property "l": Max(1) is below Min(2)`),

		// Defaults and examples.
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Min(5).Default(4)), `property "n": the default must be at least 5`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Default(4).Min(5)), `property "n": the default must be at least 5`),
		kit.Faulty(kit.APIWithQuery(prop.Enum("c", "a").Default("b")), `property "c": the default must be one of a`),
		kit.Faulty(kit.APIWithQuery(prop.Array(prop.Int("l").Max(3)).Default([]int{4})), `property "l": the default must be at most 3 at #/0`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Max(5).Example(5).Example(6)), `property "n": the example must be at most 5`),
		kit.Faulty(kit.APIWithQuery(prop.UUID("u").Example("1")), `property "u": the example must be a UUID such as 123e4567-e89b-12d3-a456-426614174000`),
		kit.Faulty(kit.APIWithQuery(prop.String("s").Default("a\xff")), `property "s": the default must be valid UTF-8`),
		kit.Faulty(kit.APIWithQuery(prop.Float64("n").Default(math.Inf(1))), `property "n": the default must be a finite number`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Optional().Rule("even", "must be even", isEven).Default(3)), `property "n": the default must be even`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Object(kit.Boxes).Example(kit.Box{}))), `property "box": the example must be at least 1 at #/w`),

		// Flags, extensions and rules of one's own.
		kit.Faulty(kit.APIWithQuery(prop.Int("n").ReadOnly().WriteOnly()), `property "n": ReadOnly and WriteOnly together leave no mode`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Docs(meta.Extension("order", "1"))), `property "n": Extension("order"): the name must begin with x-`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Docs(meta.Extension("x-order", "one"))), `property "n": Extension("x-order"): the value is not valid JSON`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Rule("Is Even", "must be even", isEven)), `property "n": Rule("Is Even"): a code must consist of lower-case letters, digits and _, and begin with a letter`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Rule("even", "", isEven)), `property "n": Rule("even"): a message must complete the sentence "The value …"`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Rule("even", "must be even", nil)), `property "n": Rule("even"): the test is nil`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Message("must be small")), `property "n": Message("must be small"): there is no rule before it`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Min(1).Message("")), `property "n": Message(""): a message must complete the sentence "The value …"`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Min(1).Message("must be {max} or less")), `property "n": Message("must be {max} or less"): the message has {max}, which is not an argument of the rule "min"`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Rule("even", "must be even", isEven).Message("must not be odd")), `property "n": Message("must not be odd"): the rule "even" has a text already`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Rule("min", "must be even", isEven)), `property "n": Rule("min"): the code is reserved for the library`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Rule("even", "must be even", isEven, prop.Param{Name: "by", JSON: "two"})), `property "n": Rule("even"): argument "by" is not valid JSON`),
		kit.Faulty(kit.APIWithQuery(prop.Int("n").Rule("even", "must be divisible by {by}", isEven)), `property "n": Rule("even"): the message has {by}, which is not one of its arguments`),
		kit.Faulty(kit.APIWithQuery(prop.Nullable(prop.Nullable(prop.Int("n")))), `property "n": Nullable twice`),

		// Builders that no constructor started.
		kit.Faulty(kit.APIWithQuery(new(prop.StringProp[string]).MinLen(1)), `a property was not created by a constructor such as prop.Int`),
		kit.Faulty(kit.APIWithQuery(new(prop.NumberProp[int]).Min(1).Default(1).Example(1)), `a property was not created by a constructor such as prop.Int`),
		kit.Faulty(kit.APIWithQuery(prop.Array(new(prop.BoolProp)).As("b")), `a property was not created by a constructor such as prop.Int`),
		kit.Faulty(kit.APIWithQuery(route.DeepObject(prop.Object(collection.New("Filter", new(prop.BoolProp))))), `a property was not created by a constructor such as prop.Int`),
		kit.Faulty(kit.APIWithQuery(prop.Array(new(prop.BoolProp))), `a property was not created by a constructor such as prop.Int`),
	)
}

func isEven(n int) bool { return n%2 == 0 }

func TestBuildReportsCollections(t *testing.T) {
	kit.CheckFaults(t,
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n"), prop.Int("n"))), `collection "A": two members are named "n"; the first is at HERE`),
		kit.Faulty(kit.APIWithBody(collection.New("A", kit.ThingN, prop.Int(""))), `collection "A": a member needs a name; if the empty one is meant, say As("")`),
		kit.Faulty(kit.APIWithBody(collection.New("A", kit.ThingN, prop.Array(prop.Int("")))), `collection "A": a member needs a name; if the empty one is meant, say As("")`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n\xff"))), `property "n\xff": the name is not valid UTF-8`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtFunc(prop.String("s").Optional(), kit.ThingIDAt))), `collection "A": property "s" is optional, and its field cannot be empty: use AtOptional, or give it a default`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtOptionalFunc(prop.String("s"), kit.ThingNoteAt))), `collection "A": property "s" is not optional: use At, or say Optional`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtFunc(prop.Int("n"), kit.ThingNAt).Only())), `collection "A": member "n" is left in no mode`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtFunc(prop.Int("n"), kit.ThingNAt).Only(collection.View).Except(collection.View))), `collection "A": member "n" is left in no mode`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.AtFunc(prop.Int("n").ReadOnly(), kit.ThingNAt).Only(collection.Create))), `collection "A": member "n" is left in no mode`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.Computed(prop.Int("n").WriteOnly(), thingNValue))), `collection "A": member "n" is left in no mode`),
		kit.Faulty(kit.APIWithBody(collection.Of("A", func(*kit.Thing) collection.Fields { return nil })), `collection "A": has no members`),
		kit.Faulty(kit.APIWithBody(collection.New("A")), `collection "A": has no members`),
		kit.Faulty(kit.APIWithBody(collection.New("A", nil, kit.ThingN)), `collection "A": a property is nil`),
		kit.Faulty(kit.APIWithBody(collection.Of("A", func(_ *kit.Thing) collection.Fields { return collection.Fields{collection.Field{}} })), `collection "A": a field was not made with At`),
		kit.Faulty(kit.APIWithBody(collection.New("Line item", prop.Int("n"))), `collection "Line item": the name of a collection is letters, digits, . _ and -, for it names a component of the document`),
		kit.Faulty(kit.APIWithBody(collection.New("", prop.Int("n"))), `the name of a collection is letters, digits, . _ and -, for it names a component of the document`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).Docs(meta.Extension("order", "1"))), `collection "A": Extension("order"): the name must begin with x-`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).Docs(meta.Extension("x-order", "{"))), `collection "A": Extension("x-order"): the value is not valid JSON`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).Closed(collection.Create, collection.View)), `collection "A": Closed(Create): requests are closed unless IgnoreUnknown opens them`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n"), collection.AdditionalIn(prop.Map(prop.Int("m")))).RejectUnknown()), `collection "A": Additional stores the members that RejectUnknown rejects; declare one of them`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).ComponentName(collection.Mode(8), "B")), `collection "A": ComponentName(CreateOpen, "B"): there is no component of this mode`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).ComponentName(collection.Create, "New A")), `collection "A": ComponentName(Create, "New A"): the name is letters, digits, . _ and -`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).ComponentName(collection.Create, "Problem")), `collection "A": ComponentName(Create, "Problem"): the name is reserved for the schemas of problems`),
		kit.Faulty(kit.APIWithBody(collection.New("A", prop.Int("n")).ComponentName(7, "B")), `collection "A": ComponentName(Mode(?), "B"): there is no component of this mode`),
		kit.Faulty(kit.APIWithBody(new(collection.Collection[kit.Thing]).Title("A")), `a collection was not created by collection.Of or collection.New`),
		kit.Faulty(kit.APIWithBody(collection.New("Problem", prop.Int("n"))), `collection "Problem": the name is reserved for the schemas of problems`),
	)
}

func thingNValue(t *kit.Thing) int { return t.N }

var elsewhereLine, elsewhere = kit.Line(), prop.Int("elsewhere").MultipleOf(0)
