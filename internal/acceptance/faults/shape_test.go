package faults_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// leftLine is the line on which left is declared.
var leftLine, left, right = kit.Line(), prop.Int("left").Optional(), prop.Int("right").Optional()

var (
	firm     = prop.Int("firm")
	sides    = collection.New("Sides", left, right, firm)
	zeroProp = new(prop.NumberProp[int])
	upload   = collection.New("Upload", prop.File("file"), prop.String("name"))
)

func holds(*collection.Record) bool { return true }

func TestBuildReportsObjectRules(t *testing.T) {
	kit.CheckFaults(t,
		kit.Faulty(kit.APIWithBody(sides.ExactlyOne(left)), `collection "Sides": ExactlyOne needs two members at least`),
		kit.Faulty(kit.APIWithBody(sides.AtLeastOne()), `collection "Sides": AtLeastOne needs two members at least`),
		kit.Faulty(kit.APIWithBody(sides.AllOrNone(left, right.As("other"))), `collection "Sides": AllOrNone: property "other" is not a member`),
		kit.Faulty(kit.APIWithBody(sides.AllOrNone(left, nil)), `collection "Sides": AllOrNone: property "" is not a member`),
		kit.Faulty(kit.APIWithBody(sides.ExactlyOne(left, firm)), `collection "Sides": ExactlyOne: member "firm" can never be absent; make it optional`),
		kit.Faulty(kit.APIWithBody(sides.RequiredWhen(collection.Equals(firm, 1))), `collection "Sides": RequiredWhen needs a condition and the members that it requires`),
		kit.Faulty(kit.APIWithBody(sides.RequiredWhen(collection.Condition{}, left)), `collection "Sides": RequiredWhen needs a condition and the members that it requires`),
		kit.Faulty(kit.APIWithBody(collection.New("Sides", left, firm.Max(1)).RequiredWhen(collection.Equals(firm.Max(1), 2), left)), `collection "Sides": RequiredWhen is never met: "firm" must be at most 1`),
		kit.Faulty(kit.APIWithBody(sides.RequiredWhen(collection.Equals(zeroProp, 1), left)), `a property was not created by a constructor such as prop.Int`),
		kit.Faulty(kit.APIWithBody(sides.MinProperties(-1)), `collection "Sides": MinProperties(-1) is below 0`),
		kit.Faulty(kit.APIWithBody(sides.MaxProperties(-1)), `collection "Sides": MaxProperties(-1) is below 0`),
		kit.Faulty(kit.APIWithBody(collection.New("Sides", left, right, firm.Default(1)).MaxProperties(2)), `collection "Sides": MaxProperties(2): the default of "firm" would be one more in a value that has so many; leave the default out, or allow as many members as there are`),
		kit.Faulty(kit.APIWithBody(sides.MinProperties(2).MaxProperties(1)), `collection "Sides": MaxProperties(1) is below MinProperties(2)`),
		kit.Faulty(kit.APIWithBody(sides.MaxProperties(1).MinProperties(2)), `collection "Sides": MinProperties(2) is above MaxProperties(1)`),
		kit.Faulty(kit.APIWithBody(collection.New("Sides", prop.Map(left).PropertyNames(prop.Enum("side", "a", "b")).MinProperties(3).As("m"))), `property "m": PropertyNames has 2 names, and MinProperties(3) needs more`),
		kit.Faulty(kit.APIWithBody(collection.New("Sides", firm, collection.AdditionalIn(prop.Map(left).PropertyNames(firm)))), `collection "Sides": PropertyNames: names are strings, and property "firm" is none; use one such as prop.String, prop.UUID or prop.Enum`),
		kit.Faulty(kit.APIWithBody(sides.Rule("ordered", "must be below right", nil, left)), `collection "Sides": Rule("ordered"): the test is nil`),
		kit.Faulty(kit.APIWithBody(sides.Rule("Ordered", "must be below right", holds, left)), `collection "Sides": Rule("Ordered"): a code must consist of lower-case letters, digits and _, and begin with a letter`),
		kit.Faulty(kit.APIWithBody(sides.Rule("ordered", "", holds, left)), `collection "Sides": Rule("ordered"): a message must complete the sentence "The value …"`),
		kit.Faulty(kit.APIWithBody(sides.Rule("ordered", "must be below {right}", holds, left)), `collection "Sides": Rule("ordered"): the message has {right}, but an object rule has no arguments`),
		kit.Faulty(kit.APIWithBody(sides.Rule("max", "must be below right", holds, left)), `collection "Sides": Rule("max"): the code is reserved for the library`),
		kit.Faulty(kit.APIWithBody(sides.Rule("ordered", "must be below right", holds, prop.Int("left"))), `collection "Sides": Rule("ordered"): property "left" is not a member; another property named "left", declared at shape_test.go:`+strconv.Itoa(leftLine)+", is"),
	)
}

func TestBuildReportsUnions(t *testing.T) {
	a, b := kindOf("A", "a"), kindOf("B", "b")
	kit.CheckFaults(t,
		kit.Faulty(kit.APIWithBody(collection.New("Holder", prop.Object(&collection.Collection[kit.Thing]{}))), `a collection was not created by collection.Of or collection.New`),
		kit.Faulty(choosing(collection.OneOf[any]("Kind")), `union "Kind": a union needs a case`),
		kit.Faulty(choosing(collection.OneOf("Kind of", a, b)), `union "Kind of": the name of a union is letters, digits, . _ and -, for it names a component of the document`),
		kit.Faulty(choosing(collection.OneOf("Kind", a, a)), `union "Kind": case "A" stands twice`),
		kit.Faulty(choosing(collection.OneOf("Kind", a, collection.Variant[any]{})), `union "Kind": a case was not created by collection.Case`),
		kit.Faulty(choosing(collection.OneOf("Kind", a, b).Tagged("sort")), `union "Kind": case "A" has no constant "sort"; give it one with collection.Fixed`, `union "Kind": case "B" has no constant "sort"; give it one with collection.Fixed`),
		kit.Faulty(choosing(collection.OneOf("Kind", a, kindOf("B", "a")).Tagged("kind")), `union "Kind": cases "A" and "B" both have "a" for kind`),
		kit.Faulty(choosing(collection.OneOf("Kind", caseOf("A", left), caseOf("B", left, right))), indistinct("A", "B")),
		kit.Faulty(choosing(collection.OneOf("Kind", caseOf("A", left, right), caseOf("B", right))), indistinct("B", "A")),
		kit.Faulty(choosing(collection.OneOf("Kind", caseOf("A", prop.Int("n").Min(9)), caseOf("B", prop.Float64("n")))), indistinct("A", "B")),
		kit.Faulty(choosing(collection.OneOf("Kind", caseOf("A", prop.Const("kind", "a")), caseOf("B", prop.String("kind")))), indistinct("A", "B")),
		kit.Faulty(choosing(collection.OneOf("Kind", caseOf("A", prop.Array(prop.Object(sides))), caseOf("B", prop.Array(prop.Object(sides)), left))), indistinct("A", "B")),
		kit.Faulty(kit.APIWithBody(collection.New("Holder", prop.Union(collection.Union[any]{}))), `a union was not created by collection.OneOf`),
	)
}

// indistinct is the message about two cases that no member distinguishes.
func indistinct(a, b string) string {
	return fmt.Sprintf(`union "Kind": a value of %[1]q cannot be distinguished from one of %[2]q in Create mode: an object with the members of %[1]q, of their types, also matches %[2]q; `+
		`give each case a constant with collection.Fixed and name it with Tagged, require a member in %[1]q that %[2]q does not have, or let the first one apply with collection.AnyOf`, a, b)
}

// The cases of a union may share members if a member distinguishes them.
func TestBuildAcceptsUnionsWhoseCasesDiffer(t *testing.T) {
	for _, cases := range [][]collection.Variant[any]{
		{caseOf("A", left, right), caseOf("B", left, firm)},
		{caseOf("A", left, right), caseOf("B", left, prop.String("other").Optional())},
		{caseOf("A", firm), caseOf("B", firm, prop.Int("more"))},
		{caseOf("A", prop.Int("n"), right), caseOf("B", prop.Nullable(prop.Int("n")), left), caseOf("C", prop.String("n"))},
		{caseOf("A", prop.Const("kind", "a")), caseOf("B", prop.Const("kind", "b"))},
		{caseOf("A", prop.Object(collection.New("X", firm))), caseOf("B", prop.Object(collection.New("Y", prop.Int("other"))).As("x"))},
	} {
		kit.Build(t, choosing(collection.OneOf("Kind", cases...)))
	}
	tagged := collection.OneOf("Kind", kindOf("A", "a"), kindOf("B", "b")).Tagged("kind")
	kit.Build(t, choosing(tagged))
	// What a request must say a response need not, and the other way round.
	secret := prop.String("secret").WriteOnly()
	kinds := collection.OneOf("Kind", caseOf("A", firm, secret), caseOf("B", firm))
	kit.Build(t, choosing(kinds))
	shown := kit.API(route.Get("/a", holderOf(kinds).View()).Handle(func(*route.Call) (r collection.Record, err error) { return r, nil }))
	kit.CheckFault(t, "shown", shown, "…in View mode…")
}

func caseOf(name string, members ...prop.Prop) collection.Variant[any] {
	return collection.Case(collection.New(name, members...), func(r collection.Record) any { return r }, func(v any) (r collection.Record, ok bool) { r, ok = v.(collection.Record); return r, ok })
}

// kindOf is a case of a union.
func kindOf(name, kind string) collection.Variant[any] {
	c := collection.New(name, prop.Const("kind", kind))
	return collection.Case(c, func(r collection.Record) any { return r }, func(v any) (r collection.Record, ok bool) { r, ok = v.(collection.Record); return r, ok })
}

var fileCase = collection.Case(upload, func(r collection.Record) any { return r }, func(v any) (r collection.Record, ok bool) { r, ok = v.(collection.Record); return r, ok })

func choosing(u collection.Union[any]) tenon.API {
	return kit.APIWithBody(holderOf(u))
}

func holderOf(u collection.Union[any]) *collection.Collection[collection.Record] {
	return collection.New("Holder", prop.Union(u))
}

func TestBuildReportsBodiesThatDoNotSuitTheirFormat(t *testing.T) {
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Post("/a", upload.Create(), kit.Empty).Handle(takeRecord)), `POST /a: member "file" is a file, which only a form has; see route.Multipart`),
		kit.Faulty(kit.API(route.Post("/a", holderOf(collection.OneOf("Kind", kindOf("A", "a"), fileCase)).Create(), kit.Empty).Handle(takeRecord)), `POST /a: member "file" is a file, which only a form has; see route.Multipart`),
		kit.Faulty(kit.APIWithBody(kit.ThingsOf(collection.Fixed(prop.Enum("kind", "a", "b")))), `collection "A": property "kind" is not a constant; declare it with prop.Const`),
	)
}
