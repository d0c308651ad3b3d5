package oastest_test

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/everything"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/oas/oastest"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/tree"
)

var values = flag.Int("values", 20_000, "how many values Equivalent tries on everything")

func TestDocumentsOfEverythingAreEquivalent(t *testing.T) {
	oastest.Equivalent(t, everything.API().MustBuild(), oastest.Values(*values))
}

// lying serves one API and documents another.
type lying struct{ server, document *tenon.App }

// app returns the server with the tree of the document.
func (l lying) app() *tenon.App {
	probe.SetTree(l.server, probe.Tree(l.document))
	return l.server
}

// equivalent returns the errors of Equivalent, or "".
func equivalent(t *testing.T, s *tenon.App, opts ...oastest.Option) string {
	r := &recorder{TB: t}
	func() {
		defer func() {
			if v := recover(); v != nil && v != any(r) {
				panic(v)
			}
		}()
		oastest.Equivalent(r, s, opts...)
	}()
	return r.failed
}

// echo has one property in requests and responses.
func echo(p prop.Prop) *tenon.App { return echoOf(collection.New("Echo", p)) }

func echoOf(c *collection.Collection[collection.Record]) *tenon.App {
	return tenon.New("Echo", "1").Group("",
		route.Post("/echo", c.Create(), c.View()).
			Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	).MustBuild()
}

// ignoring is echoOf in an API that ignores undeclared members.
func ignoring(c *collection.Collection[collection.Record]) *tenon.App {
	return tenon.New("Echo", "1").IgnoreUnknownMembers().Group("",
		route.Post("/echo", c.Create(), c.View()).
			Handle(func(_ *route.Call, in collection.Record) (collection.Record, error) { return in, nil }),
	).MustBuild()
}

func asks(p prop.Prop) *tenon.App {
	return tenon.New("Asks", "1").Group("",
		route.Get("/", collection.NoContent()).Query(p).
			Handle(func(*route.Call) (collection.Empty, error) { return collection.Empty{}, nil }),
	).MustBuild()
}

var (
	one  = prop.Int("one").Optional()
	two  = prop.Int("two").Optional()
	both = collection.New("Echo", one, two)
	many = collection.New("Echo", one, two, prop.Int("three").Optional(), prop.Int("four").ReadOnly().Optional()).IgnoreReadOnly()
)

func TestDisagreementsAreFound(t *testing.T) {
	for name, l := range map[string]lying{
		"a greatest number that is one more":            {echo(prop.Int("p").Max(10)), echo(prop.Int("p").Max(11))},
		"a least number that is one more":               {echo(prop.Int64("p").Min(9007199254740992)), echo(prop.Int64("p").Min(9007199254740993))},
		"a bound that is exclusive":                     {echo(prop.Float64("p").Max(1)), echo(prop.Float64("p").ExclusiveMax(1))},
		"a bound that is not exclusive":                 {echo(prop.Float64("p").ExclusiveMin(1)), echo(prop.Float64("p").Min(1))},
		"another divisor":                               {echo(prop.Float64("p").MultipleOf(0.02)), echo(prop.Float64("p").MultipleOf(0.01))},
		"a wider type":                                  {echo(prop.Int32("p")), echo(prop.Int64("p"))},
		"a number that is an integer":                   {echo(prop.Float64("p")), echo(prop.Int("p"))},
		"a length that is one more":                     {echo(prop.String("p").MaxLen(3)), echo(prop.String("p").MaxLen(4))},
		"a length that is one less":                     {echo(prop.String("p").MinLen(3)), echo(prop.String("p").MinLen(2))},
		"another expression":                            {echo(prop.String("p").Pattern(`^[a-z]+$`)), echo(prop.String("p").Pattern(`^[a-z]+`))},
		"no format":                                     {echo(prop.UUID("p")), echo(prop.String("p"))},
		"another format":                                {echo(prop.Hostname("p")), echo(prop.Email("p"))},
		"a choice less":                                 {echo(prop.Enum("p", "a", "b")), echo(prop.Enum("p", "a"))},
		"null":                                          {echo(prop.String("p")), echo(prop.Nullable(prop.String("p")))},
		"no null":                                       {echo(prop.Nullable(prop.Bool("p"))), echo(prop.Bool("p"))},
		"what is required is optional":                  {echo(prop.Bool("p")), echo(prop.Bool("p").Optional())},
		"what is optional is required":                  {echo(prop.Bool("p").Optional()), echo(prop.Bool("p"))},
		"members that a route ignores":                  {echo(prop.Bool("p")), ignoring(collection.New("Echo", prop.Bool("p")))},
		"members that a collection rejects":             {ignoring(collection.New("Echo", prop.Bool("p")).RejectUnknown()), ignoring(collection.New("Echo", prop.Bool("p")))},
		"members that are ignored":                      {echo(prop.Bool("p")), echoOf(collection.New("Echo", prop.Bool("p")).IgnoreUnknown())},
		"a member that is read-only":                    {echoOf(collection.New("Echo", prop.Bool("p"), one)), echoOf(collection.New("Echo", prop.Bool("p").ReadOnly(), one))},
		"items that may be equal":                       {echo(prop.Array(prop.Int("p")).Unique()), echo(prop.Array(prop.Int("p")))},
		"an item more":                                  {echo(prop.Array(prop.Int("p")).MaxItems(2)), echo(prop.Array(prop.Int("p")).MaxItems(3))},
		"a rule of an item":                             {echo(prop.Array(prop.Int("p").Max(5))), echo(prop.Array(prop.Int("p").Max(6)))},
		"a rule of a value in a map":                    {echo(prop.Map(prop.Int("p").Max(5))), echo(prop.Map(prop.Int("p").Max(6)))},
		"a member of a map more":                        {echo(prop.Map(prop.Int("p")).MaxProperties(2)), echo(prop.Map(prop.Int("p")).MaxProperties(3))},
		"bytes that are text":                           {echo(prop.Bytes("p")), echo(prop.String("p"))},
		"another bound on bytes":                        {echo(prop.Bytes("p").MaxBytes(3)), echo(prop.Bytes("p").MaxBytes(4))},
		"a bound on a decimal that is hidden":           {echo(prop.Decimal("p").Min("1")), echo(prop.Decimal("p"))},
		"a rule of one's own that is hidden":            {echo(prop.Int("p").Rule("even", "must be even", func(n int) bool { return n%2 == 0 })), echo(prop.Int("p"))},
		"a rule under another name":                     {echo(prop.Int("p").Rule("even", "must be even", func(n int) bool { return n%2 == 0 })), echo(prop.Int("p").Rule("odd", "must be odd", func(int) bool { return true }))},
		"a rule between members that is gone":           {echoOf(both.ExactlyOne(one, two)), echoOf(both)},
		"a rule between members that is other":          {echoOf(both.AllOrNone(one, two)), echoOf(both.AtLeastOne(one, two))},
		"a parameter with another bound":                {asks(prop.Int("p").Min(1)), asks(prop.Int("p").Min(0))},
		"a member of its own less, beside ignored ones": {echoOf(both.IgnoreUnknown().MinProperties(1)), echoOf(both.IgnoreUnknown())},
		"a member of its own more, beside ignored ones": {echoOf(both.IgnoreUnknown().MaxProperties(1)), echoOf(both.IgnoreUnknown())},
		"a member less, beside a read-only one":         {echoOf(many.MinProperties(2)), echoOf(many.MinProperties(1))},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if honest := equivalent(t, l.server, oastest.Values(1000), oastest.Seed(1)); honest != "" {
				t.Errorf("the API by itself fails:\n%s", honest)
			}
			if equivalent(t, l.app(), oastest.Values(1000), oastest.Seed(1)) == "" {
				t.Error("nobody noticed")
			}
		})
	}
}

// generous makes an app accept a text with a plus for the same without one in a request.
func generous(app *tenon.App) *tenon.App {
	honest := probe.Of(app)
	probe.SetTests(app, probes(func(yield func(*tree.Operation, probe.Probe) bool) {
		for op, p := range honest {
			if parse := p.Parse; parse != nil {
				p.Parse = func(texts []string) error {
					bare := make([]string, len(texts))
					for i, s := range texts {
						bare[i] = strings.TrimPrefix(s, "+")
					}
					return parse(bare)
				}
			}
			if !yield(op, p) {
				return
			}
		}
	}))
	return app
}

// probes are those of an app that emits no events.
type probes func(yield func(*tree.Operation, probe.Probe) bool)

func (p probes) Probes(yield func(*tree.Operation, probe.Probe) bool) { p(yield) }

func (probes) Silent(func(*tree.Operation, *tree.Event) bool) {}

func TestDisagreementsOfRequestsAreFound(t *testing.T) {
	app := asks(prop.Array(prop.Enum("p", "price", "name")))
	if failed := equivalent(t, app, oastest.Values(2000), oastest.Seed(1)); failed != "" {
		t.Errorf("the API by itself fails:\n%s", failed)
	}
	failed := equivalent(t, generous(app), oastest.Values(2000), oastest.Seed(1))
	if want := "accepts it in a request, but not in JSON"; !strings.Contains(failed, want) {
		t.Errorf("%q is not in:\n%s", want, failed)
	}
}

func TestDisagreementsOfOneDirectionAreFound(t *testing.T) {
	c := collection.New("Echo", prop.String("p").MaxLen(3))
	list := func(out route.Body[[]collection.Record]) *tenon.App {
		return tenon.New("A", "1").Group("", route.Get("/", out).
			Handle(func(*route.Call) ([]collection.Record, error) { return nil, nil })).MustBuild()
	}
	l := lying{list(collection.Many(c.List())), list(collection.Many(collection.New("Echo", prop.String("p").MaxLen(2)).List()))}
	failed := equivalent(t, l.app())
	for _, want := range []string{"GET /, response 200", "the document of OpenAPI 3.0.4 does not", "#/0/p", "seed "} {
		if !strings.Contains(failed, want) {
			t.Errorf("%q is not in:\n%s", want, failed)
		}
	}
}

// Equivalent reports types whose encoding differs from what they decode.
// fails has one property in its problems.
func fails(p prop.Prop) *tenon.App {
	failure := collection.New("Failure", p)
	format := render.NewFormat(failure.View(), func(render.Fields) collection.Record { return collection.NewRecord(failure) }, nil)
	return tenon.New("Fails", "1").ProblemFormat(format).Add(route.Get("/a", collection.NoContent()).
		Handle(func(*route.Call) (n collection.Empty, err error) { return n, nil })).MustBuild()
}

func TestDisagreementsOfProblemsAreFound(t *testing.T) {
	n := func() *prop.NumberProp[int] { return prop.Int("n").Optional() }
	if got := equivalent(t, lying{fails(n().Max(10)), fails(n().Max(11))}.app()); !strings.Contains(got, "GET /a, problems as application/json") {
		t.Errorf("a greatest number that is one more: %s", got)
	}
	if got := equivalent(t, fails(n().Max(10))); got != "" {
		t.Error(got)
	}
}

func TestWritingIsCompared(t *testing.T) {
	never := func(string) (int, error) { return 0, errors.New("no") }
	parse := func(s string) (int, error) { return len(s), nil }
	for name, c := range map[string]struct {
		p    prop.Prop
		want string
	}{
		"never at rest":          {prop.TextOf("p", parse, func(n int) string { return strings.Repeat("x", n+1) }), "having read that"},
		"not by the schema":      {prop.TextOf("p", parse, func(n int) string { return fmt.Sprint(n) }).Pattern("^x*$"), "does not accept"},
		"not by the API itself":  {prop.TextOf("p", func(s string) (int, error) { return 0, only("a", s) }, func(int) string { return "b" }).Format("odd").Pattern("^[ab]$"), "not accept itself"},
		"what no document tells": {prop.TextOf("p", never, func(int) string { return "" }), "the server does not"},
	} {
		t.Run(name, func(t *testing.T) {
			failed := equivalent(t, echo(c.p), oastest.Values(3000), oastest.Format("odd", func(s string) bool { return s == "a" || s == "b" || only("a", s) == nil }))
			if !strings.Contains(failed, c.want) {
				t.Errorf("%q is not in:\n%s", c.want, failed)
			}
		})
	}
}

func only(want, s string) error {
	if s != want {
		return errors.New("no")
	}
	return nil
}

func TestCustomFormatsCanBeDeclared(t *testing.T) {
	p := prop.TextOf("p", func(s string) (string, error) { return s, only("a", s) }, func(s string) string { return s }).Format("mine").Example("a")
	if equivalent(t, echo(p), oastest.Values(500)) == "" {
		t.Error("a format that nobody explains was taken as asserted")
	}
	if failed := equivalent(t, echo(p), oastest.Values(500), oastest.Format("mine", func(s string) bool { return s == "a" })); failed != "" {
		t.Error(failed)
	}
}

// A document may name formats that the server does not check, and leave out the limits of a float64.
func TestWhatOnlyDocumentsNameIsNoDisagreement(t *testing.T) {
	for name, app := range map[string]*tenon.App{
		"a format":                               echo(prop.String("p").Format("uri-template")),
		"a float64":                              echo(prop.Float64("p").Format("")),
		"a float64 with the format of a float32": echo(prop.Nullable(prop.Float64("p").Format("float"))),
		"a float64 of a union": echo(prop.Union(collection.OneOf("U",
			collection.CaseOf[any](prop.Float64("n").Format("")), collection.CaseOf[any](prop.Bool("b"))))),
		"members that decide, and are ignored": echo(prop.Union(collection.OneOf("U",
			collection.CaseOf[any](collection.New("One", one, prop.String("only")).IgnoreUnknown()),
			collection.CaseOf[any](collection.New("Two", two).IgnoreUnknown())))),
	} {
		if failed := equivalent(t, app, oastest.Values(3000), oastest.Seed(1)); failed != "" {
			t.Errorf("%s:\n%s", name, failed)
		}
	}
}

// A server writes the optional tag of a union, which a value may lack; clients read it without the tag,
// although it matches several cases of the document then.
func TestOptionalTagsAreNoDisagreement(t *testing.T) {
	tagged := func(name string, members ...prop.Prop) collection.Variant[any] {
		tag := prop.Enum("type", name).Optional()
		return collection.CaseOf[any](collection.New(name, append(members, tag)...).Closed())
	}
	u := collection.OneOf("U", tagged("A", prop.Int("n").Optional()), tagged("B", prop.Int("n").Optional(), prop.Int("z").Optional())).Tagged("type")
	view := collection.New("Thing", prop.Union(u), prop.Int("last").Optional()).View()
	app := tenon.New("Things", "1").Add(route.Get("/thing", view).Handle(func(*route.Call) (out collection.Record, err error) {
		return out, nil
	})).MustBuild()
	if failed := equivalent(t, app, oastest.Values(1000), oastest.Seed(1)); failed != "" {
		t.Error(failed)
	}
}

func TestABodyThatIsNeverAcceptedFails(t *testing.T) {
	p := prop.TextOf("p", func(s string) (string, error) { return s, only("secret", s) }, func(s string) string { return s }).Format("mine")
	mine := oastest.Format("mine", func(s string) bool { return s == "secret" })
	failed := equivalent(t, echo(p), mine, oastest.Values(1000))
	if !strings.Contains(failed, "POST /echo, request: all of") || !strings.Contains(failed, "give its properties examples") {
		t.Errorf("failed with %q", failed)
	}
	if failed := equivalent(t, echo(p.Example("secret")), mine, oastest.Values(1000)); failed != "" {
		t.Error(failed)
	}
}

func TestTheSameSeedFindsTheSame(t *testing.T) {
	l := lying{echo(prop.Int("p").Max(10)), echo(prop.Int("p").Max(11))}
	first := equivalent(t, l.app(), oastest.Seed(7), oastest.Values(2000))
	if again := equivalent(t, l.app(), oastest.Seed(7), oastest.Values(2000)); again != first {
		t.Errorf("first\n%s\nand then\n%s", first, again)
	}
	if other := equivalent(t, l.app(), oastest.Seed(8), oastest.Values(2000)); other == first {
		t.Error("another seed finds the same")
	}
	if n := strings.Count(first, "value: "); n != 10 {
		t.Errorf("%d failures are told", n)
	}
	if !strings.Contains(first, "seed 7") || !strings.Contains(first, "more disagreements") {
		t.Errorf("not told: %s", first)
	}
}

func TestAnOperationThatIsNotDocumentedFails(t *testing.T) {
	l := lying{echo(prop.Int("p")), asks(prop.Int("p"))}
	if failed := equivalent(t, l.app()); !strings.Contains(failed, "POST /echo, request") {
		t.Errorf("failed with %q", failed)
	}
}

// A function matches what its expression matches, or it is a failure.
func TestFunctionsOfPatternsAreCompared(t *testing.T) {
	isSlug := func(s string) bool {
		return s != "" && strings.Trim(s, "0123456789") != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
	}
	slug := prop.String("p").Example("a1").Example("b").Example("c22")
	if got := equivalent(t, echo(slug.PatternFunc(`^(?![0-9]+$)[a-z0-9]+$`, isSlug))); got != "" {
		t.Error(got)
	}
	if got := equivalent(t, echo(slug.PatternFunc(`^(?![a-z]+$)[a-z0-9]+$`, isSlug))); !strings.Contains(got, "the document of OpenAPI 3.0.4 does not") {
		t.Errorf("a function that matches other texts: %q", got)
	}
	if got := equivalent(t, echo(slug.PatternFunc(`^(?!`, isSlug))); !strings.Contains(got, "the documents cannot be compared") {
		t.Errorf("an expression that ECMA-262 does not have: %q", got)
	}
}
