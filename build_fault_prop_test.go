package tenon_test

import (
	"math"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func TestBuildReportsWrongProperties(t *testing.T) {
	testMistakes(t, "build_fault_prop_test.go", []wrong{
		// Numbers.
		mistake(asking(prop.Int("n").Min(5).Max(2)), `property "n": Max(2) is below Min(5)`),
		mistake(asking(prop.Int("n").Max(2).Min(5)), `property "n": Min(5) is above Max(2)`),
		mistake(asking(prop.Int("n").ExclusiveMin(5).Max(5)), `property "n": ExclusiveMin(5) and Max(5) leave no value between them`),
		mistake(asking(prop.Int("n").ExclusiveMax(5).Min(5)), `property "n": Min(5) and ExclusiveMax(5) leave no value between them`),
		mistake(asking(prop.Int("n").ExclusiveMin(5).ExclusiveMax(4)), `property "n": ExclusiveMax(4) is below ExclusiveMin(5)`),
		mistake(asking(prop.Int("n").ExclusiveMin(5).ExclusiveMax(6)), `property "n": ExclusiveMin(5) and ExclusiveMax(6) leave no integer between them`),
		mistake(asking(prop.Int32("n").ExclusiveMin(math.MaxInt32)), `property "n": ExclusiveMin(2147483647) leaves no int32 above it`),
		mistake(asking(prop.Uint64("n").ExclusiveMax(0)), `property "n": ExclusiveMax(0) leaves no uint64 below it`),
		mistake(asking(prop.Float64("n").Min(0.2).Max(0.1)), `property "n": Max(0.1) is below Min(0.2)`),
		mistake(asking(prop.Float64("n").Min(math.NaN())), `property "n": Min(NaN) is not a finite number`),
		mistake(asking(prop.Float64("n").Max(math.Inf(1))), `property "n": Max(+Inf) is not a finite number`),
		mistake(asking(prop.Int("n").MultipleOf(0)), `property "n": MultipleOf(0) must be greater than 0`),
		mistake(asking(prop.Float64("n").MultipleOf(-0.1)), `property "n": MultipleOf(-0.1) must be greater than 0`),
		mistake(asking(prop.Int("n").Min(2).Max(1).Min(3).Max(2)), `property "n": Max(1) is below Min(2)`, `property "n": Max(2) is below Min(3)`),

		// Texts.
		mistake(asking(prop.String("s").MinLen(5).MaxLen(2)), `property "s": MaxLen(2) is below MinLen(5)`),
		mistake(asking(prop.String("s").MaxLen(2).MinLen(5)), `property "s": MinLen(5) is above MaxLen(2)`),
		mistake(asking(prop.String("s").MinLen(-1)), `property "s": MinLen(-1) is below 0`),
		mistake(asking(prop.String("s").MaxLen(-1)), `property "s": MaxLen(-1) is below 0`),
		mistake(asking(prop.String("s").Pattern("(")), `property "s": Pattern("("): the group ( at 0 is not closed`),
		mistake(asking(prop.String("s").Pattern("a(?=b)")), `property "s": Pattern("a(?=b)"): look-ahead (?= at 1 is not in RE2`),
		mistake(asking(prop.String("s").Pattern("(?i)a")), `property "s": Pattern("(?i)a"): the group (?i at 0 sets flags, which the patterns of JSON Schema do not have`),

		// Choices.
		mistake(asking(prop.OneOf[string]("c")), `property "c": OneOf needs at least one value`),
		mistake(asking(prop.OneOf("c", "a", "b", "a")), `property "c": OneOf has "a" twice`),
		mistake(asking(prop.OneOf("c", "a\xff")), `property "c": OneOf has "a\xff", which is not valid UTF-8`),

		// Lists.
		mistake(asking(prop.Array(prop.Int("l")).MinItems(3).MaxItems(2)), `property "l": MaxItems(2) is below MinItems(3)`),
		mistake(asking(prop.Array(prop.Int("l")).MaxItems(2).MinItems(3)), `property "l": MinItems(3) is above MaxItems(2)`),
		mistake(asking(prop.Array(prop.Int("l")).MinItems(-3)), `property "l": MinItems(-3) is below 0`),
		mistake(asking(prop.Array(prop.Int("l")).MaxItems(-3)), `property "l": MaxItems(-3) is below 0`),
		mistake(asking(prop.Array(prop.Int("l").Min(2).Max(1))), `property "l": Max(1) is below Min(2)`),

		// Defaults and examples.
		mistake(asking(prop.Int("n").Min(5).Default(4)), `property "n": the default must be at least 5`),
		mistake(asking(prop.Int("n").Default(4).Min(5)), `property "n": the default must be at least 5`),
		mistake(asking(prop.OneOf("c", "a").Default("b")), `property "c": the default must be one of a`),
		mistake(asking(prop.Array(prop.Int("l").Max(3)).Default([]int{4})), `property "l": the default must be at most 3 at #/0`),
		mistake(asking(prop.Int("n").Max(5).Example(5).Example(6)), `property "n": the example must be at most 5`),
		mistake(asking(prop.UUID("u").Example("1")), `property "u": the example must be a UUID such as 123e4567-e89b-12d3-a456-426614174000`),
		mistake(asking(prop.String("s").Default("a\xff")), `property "s": the default must be valid UTF-8`),
		mistake(asking(prop.Float64("n").Default(math.Inf(1))), `property "n": the default must be a finite number`),
		mistake(asking(prop.Int("n").Optional().Rule("even", "must be even", isEven).Default(3)), `property "n": the default must be even`),
		mistake(making(collection.New("A", prop.Object(boxes).Example(box{}))), `property "box": the example must be at least 1 at #/w`),

		// Flags, extensions and rules of one's own.
		mistake(asking(prop.Int("n").ReadOnly().WriteOnly()), `property "n": ReadOnly and WriteOnly leave nobody to send it`),
		mistake(asking(prop.Int("n").Extension("order", "1")), `property "n": Extension("order"): the name must begin with x-`),
		mistake(asking(prop.Int("n").Extension("x-order", "one")), `property "n": Extension("x-order"): the value is not JSON text`),
		mistake(asking(prop.Int("n").Rule("Is Even", "must be even", isEven)), `property "n": Rule("Is Even"): a code is lower-case letters, digits and _, and begins with a letter`),
		mistake(asking(prop.Int("n").Rule("even", "", isEven)), `property "n": Rule("even"): a message must say what a value must be`),
		mistake(asking(prop.Int("n").Rule("even", "must be even", nil)), `property "n": Rule("even"): the test is nil`),
		mistake(asking(prop.Int("n").Rule("min", "must be even", isEven)), `property "n": Rule("min"): the code is one of the library's own`),
		mistake(asking(prop.Int("n").Rule("even", "must be even", isEven, prop.Param{Name: "by", JSON: "two"})), `property "n": Rule("even"): argument "by" is not JSON text`),
		mistake(asking(prop.Int("n").Rule("even", "must be divisible by {by}", isEven)), `property "n": Rule("even"): the message has {by}, which is not one of its arguments`),
		mistake(asking(prop.Nullable(prop.Nullable(prop.Int("n")))), `property "n": Nullable twice`),

		// Builders that no constructor started.
		mistake(asking(new(prop.StringProp[string]).MinLen(1)), `a property was not started by a constructor such as prop.Int`),
		mistake(asking(new(prop.NumberProp[int]).Min(1).Default(1).Example(1)), `a property was not started by a constructor such as prop.Int`),
		mistake(asking(prop.Array(new(prop.BoolProp)).As("b")), `a property was not started by a constructor such as prop.Int`),
		mistake(asking(route.DeepObject(prop.Object(collection.New("Filter", new(prop.BoolProp))))), `a property was not started by a constructor such as prop.Int`),
		mistake(asking(prop.Array(new(prop.BoolProp))), `a property was not started by a constructor such as prop.Int`),
	})
}

func isEven(n int) bool { return n%2 == 0 }

func TestBuildReportsWrongCollections(t *testing.T) {
	testMistakes(t, "build_fault_prop_test.go", []wrong{
		mistake(making(collection.New("A", prop.Int("n"), prop.Int("n"))), `collection "A": two members are named "n"; the first is at HERE`),
		mistake(making(collection.New("A", thingN, prop.Int(""))), `collection "A": a member needs a name`),
		mistake(making(collection.New("A", prop.Int("n\xff"))), `property "n\xff": the name is not valid UTF-8`),
		mistake(making(thingsOf(collection.AtFunc(prop.String("s").Optional(), thingIDAt))), `collection "A": property "s" is optional, and its field cannot be empty: use AtOptional, or give it a default`),
		mistake(making(thingsOf(collection.AtOptionalFunc(prop.String("s"), thingNoteAt))), `collection "A": property "s" is not optional: use At, or say Optional`),
		mistake(making(thingsOf(collection.AtFunc(prop.Int("n"), thingNAt).Only())), `collection "A": member "n" is left in no mode`),
		mistake(making(thingsOf(collection.AtFunc(prop.Int("n"), thingNAt).Only(collection.View).Except(collection.View))), `collection "A": member "n" is left in no mode`),
		mistake(making(thingsOf(collection.AtFunc(prop.Int("n").ReadOnly(), thingNAt).Only(collection.Create))), `collection "A": member "n" is left in no mode`),
		mistake(making(thingsOf(collection.Computed(prop.Int("n").WriteOnly(), thingNValue))), `collection "A": member "n" is left in no mode`),
		mistake(making(collection.Of("A", func(*thing) collection.Fields { return nil })), `collection "A": has no members`),
		mistake(making(collection.New("A")), `collection "A": has no members`),
		mistake(making(collection.New("A", nil, thingN)), `collection "A": a property is nil`),
		mistake(making(collection.Of("A", func(_ *thing) collection.Fields { return collection.Fields{collection.Field{}} })), `collection "A": a field was not made with At`),
		mistake(making(collection.New("Line item", prop.Int("n"))), `collection "Line item": the name of a collection is letters, digits, . _ and -, for it names a component of the document`),
		mistake(making(collection.New("", prop.Int("n"))), `the name of a collection is letters, digits, . _ and -, for it names a component of the document`),
		mistake(making(collection.New("A", prop.Int("n")).Extension("order", "1")), `collection "A": Extension("order"): the name must begin with x-`),
		mistake(making(collection.New("A", prop.Int("n")).Extension("x-order", "{")), `collection "A": Extension("x-order"): the value is not JSON text`),
		mistake(making(new(collection.Collection[thing]).Title("A")), `a collection was not started by collection.Of or collection.New`),
		mistake(making(collection.New("Problem", prop.Int("n"))), `collection "Problem": the name is taken by what problems are described with`),
	})
}

func thingNValue(t *thing) int { return t.N }

var elsewhereLine, elsewhere = lineHere(), prop.Int("elsewhere").MultipleOf(0)
