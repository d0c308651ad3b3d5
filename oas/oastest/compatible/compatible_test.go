package compatible_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/probe"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/oas/oastest/compatible"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
	"github.com/tenon-go/tenon/tree"
)

// edit is a change of an API. It breaks clients if says has a text.
type edit struct {
	what   string
	change func(*edition)
	says   string
}

// breaking has edits that break clients of the first edition.
var breaking = []edit{
	{"an operation is gone", func(e *edition) { e.withoutShow = true },
		"the operation: it is gone\n\t  GET /products/{id}"},
	{"a path is another", func(e *edition) { e.path = "/goods" },
		"the operation: it is gone\n\t  POST /products"},
	{"an operation id is another", func(e *edition) { e.id = "addProduct" },
		`operationId: it is "addProduct", was "createProduct"`},
	{"a member is needed that was not known", func(e *edition) { e.more = []prop.Prop{prop.Bool("used")} },
		"ProductCreate.used, in requests: it is new and required"},
	{"a member is needed that was optional", func(e *edition) { e.shade = prop.Enum("shade", "light", "dark").WriteOnly() },
		"ProductCreate.shade, in requests: it is required now"},
	{"a member is not taken any more", func(e *edition) { e.secret = nil },
		"ProductCreate.secret, in requests: it is gone"},
	{"a member is read only", func(e *edition) { e.kind = prop.Enum("kind", "goods", "service").ReadOnly() },
		"ProductCreate.kind, in requests: it is gone"},
	{"a bound refuses more", func(e *edition) { e.price = prop.Int64("price").Min(0).Max(500).MultipleOf(5) },
		"ProductCreate.price, in requests: maximum is 500, was 1000"},
	{"a bound is exclusive", func(e *edition) { e.price = prop.Int64("price").ExclusiveMin(0).Max(1000).MultipleOf(5) },
		"ProductCreate.price, in requests: minimum is 0 (exclusive), was 0"},
	{"a number must be rounder", func(e *edition) { e.price = prop.Int64("price").Min(0).Max(1000).MultipleOf(10) },
		"ProductCreate.price, in requests: multipleOf is 10, was 5"},
	{"a text must be longer", func(e *edition) { e.name = prop.String("name").MinLen(2).MaxLen(80).Pattern("^[a-z ]+$") },
		"ProductCreate.name, in requests: minLength is 2, was 1"},
	{"a pattern is another", func(e *edition) { e.name = prop.String("name").MinLen(1).MaxLen(80).Pattern("^[a-z]+$") },
		"ProductCreate.name, in requests: pattern is ^[a-z]+$, was ^[a-z ]+$"},
	{"a rule of one's own", func(e *edition) {
		e.secret = prop.String("secret").WriteOnly().MaxLen(20).Rule("strong", "must be strong", func(string) bool { return true })
	}, "ProductCreate.secret, in requests: the rule strong is new"},
	{"a choice is refused", func(e *edition) { e.shade = prop.Enum("shade", "light").WriteOnly().Optional() },
		`ProductCreate.shade, in requests: it must not be "dark" now`},
	{"null is refused", func(e *edition) { e.note = prop.String("note").MaxLen(500).Optional() },
		"ProductCreate.note, in requests: it must not be null now"},
	{"a default is another", func(e *edition) { e.kind = prop.Enum("kind", "goods", "service").Default("service") },
		`ProductCreate.kind, in requests: its default is "service", was "goods"`},
	{"a type is another", func(e *edition) { e.price = prop.Decimal("price") },
		"ProductCreate.price, in requests: its type is string, was integer"},
	{"an answer has a choice that it had not", func(e *edition) { e.size = prop.Enum("size", "small", "large", "huge").ReadOnly() },
		`Product.size, in responses: it may be "huge" now`},
	{"an answer lacks a member", func(e *edition) { e.size = nil },
		"Product.size, in responses: it is gone"},
	{"an answer may lack a member", func(e *edition) { e.made = prop.Date("made").ReadOnly().Optional() },
		"Product.made, in responses: it may be absent now"},
	{"an answer may have null", func(e *edition) { e.made = prop.Nullable(prop.Date("made").ReadOnly()) },
		"Product.made, in responses: it may be null now"},
	{"an answer has another format", func(e *edition) { e.made = prop.DateTime("made").ReadOnly() },
		"Product.made, in responses: format is date-time, was date"},
	{"an answer has a case that it had not", func(e *edition) {
		e.payment = func(p payments) []collection.Variant[payment] {
			return []collection.Variant[payment]{p.card, p.bill, p.coin, p.swap}
		}
	}, "in responses: the alternative Swap is new"},
	{"a case is refused", func(e *edition) {
		e.payment = func(p payments) []collection.Variant[payment] { return []collection.Variant[payment]{p.card, p.bill} }
	}, "in requests: the alternative CoinCreate is gone"},
	{"a success has another status", func(e *edition) { e.status = 200 },
		"the response 201, in responses: it is gone"},
	{"a header is gone", func(e *edition) { e.sends = nil },
		"the response 201, header X-Stock, in responses: it is gone"},
	{"a header may be absent", func(e *edition) { e.sends = []prop.Prop{prop.String("X-Stock").Optional()} },
		"the response 201, header X-Stock, in responses: it may be absent now"},
	{"a header is needed", func(e *edition) { e.asks = []prop.Prop{prop.String("X-Shop")} },
		"header parameter x-shop, in requests: it is new and required"},
	{"a body is a form", func(e *edition) { e.form, e.note = true, prop.String("note").Optional() },
		"the request body as application/json, in requests: it is gone"},
	{"nothing sorts by a property", func(e *edition) { e.sorts = e.sorts[:1] },
		`query parameter order_by[], in requests: it must not be "weight", "+weight", "-weight" now`},
	{"a filter is gone", func(e *edition) { e.filters = e.filters[:1] },
		"query parameter min_weight, in requests: it is gone"},
	{"pages are smaller", func(e *edition) { e.plan = paginate.ByPage().Default(20).Max(50) },
		"query parameter limit, in requests: maximum is 50, was 100"},
	{"a page is smaller unless it is asked for", func(e *edition) { e.plan = paginate.ByPage().Default(10).Max(100) },
		"query parameter limit, in requests: its default is 10, was 20"},
	{"pages are found by cursors", func(e *edition) { e.plan = paginate.ByCursor(make([]byte, 32)) },
		"query parameter page, in requests: it is gone"},
	{"a scope is needed", func(e *edition) { e.scopes = []string{"products:write"} },
		"who may call: "},
	{"a scheme is gone", func(e *edition) { e.schemes = []authn.Scheme{key} },
		"who may call: not any more with token; with key"},
	{"requests are fewer", func(e *edition) { e.limit = throttle.PerMinute(30).Name("writes") },
		"the rate limit writes, per ip: it is 30 in 60 s, was 60 in 60 s"},
	{"a burst is smaller", func(e *edition) { e.limit = throttle.PerSecond(1).Name("writes") },
		"the rate limit writes, per ip: it is 1 in 1 s, was 60 in 60 s"},
	{"a webhook is gone", func(e *edition) { e.hook = "" },
		"the operation: it is gone\n\t  POST webhook restocked"},
	{"a webhook has another name", func(e *edition) { e.hook = "filled" },
		"the operation: it is gone\n\t  POST webhook restocked"},
	{"a webhook has another method", func(e *edition) { e.method = "PUT" },
		"the operation: it is gone\n\t  POST webhook restocked"},
	{"an event lacks a member", func(e *edition) { e.event = e.event[:1] },
		"Event.reason, in events: it is gone\n\t  PUT callback gone of POST /watches, POST webhook restocked"},
	{"an event has a choice that it had not", func(e *edition) { e.event[1] = prop.Enum("reason", "delivery", "return", "theft") },
		`Event.reason, in events: it may be "theft" now`},
	{"an event may lack a member", func(e *edition) { e.event[0] = prop.Int("left").Max(100).Optional() },
		"Event.left, in events: it may be absent now"},
	{"a reply needs a member", func(e *edition) { e.reply = append(e.reply, prop.Bool("urgent")) },
		"ReplyCreate.urgent, in replies: it is new and required\n\t  POST webhook restocked"},
	{"a reply is refused", func(e *edition) { e.reply = []prop.Prop{prop.Int("wants").Max(5)} },
		"ReplyCreate.wants, in replies: maximum is 5, was 10"},
	{"a callback is gone", func(e *edition) { e.notify = "" },
		"the operation: it is gone\n\t  PUT callback gone of POST /watches"},
	{"a callback is sent elsewhere", func(e *edition) { e.notify = "{$request.body#/backup}" },
		"the callback gone: it is sent to {$request.body#/backup}, was to {$request.body#/url}\n\t  POST /watches"},
	{"a server is gone", func(e *edition) { e.server = "" },
		"servers: it is gone"},
}

// harmless has edits that do not break clients of the first edition.
var harmless = []edit{
	{"nothing", func(*edition) {}, ""},
	{"words", func(e *edition) {
		e.version, e.description, e.summary = "1.1.0", "Sells more.", "Add something"
		e.name = prop.String("name").MinLen(1).MaxLen(80).Pattern("^[a-z ]+$").Title("Name").Describe("What customers see.").Example("keyboard")
	}, `version: it is "1.1.0"`},
	{"an operation is new", func(e *edition) { e.with = []route.Member{route.Health("/health")} }, "GET /health"},
	{"an operation is deprecated", func(e *edition) { e.deprecated = true }, "deprecated"},
	{"a parameter of the path has another name", func(e *edition) { e.itemPath = "/products/{number}" }, ""},
	{"a collection has another name", func(e *edition) { e.collection = "Item" }, ""},
	{"members come in another order", func(e *edition) { e.name, e.secret = e.secret, e.name }, ""},
	{"a member may be sent that was not known", func(e *edition) { e.more = []prop.Prop{prop.Bool("used").WriteOnly().Optional()} },
		"ProductCreate.used, in requests: it is new"},
	{"an answer has a member that it had not", func(e *edition) { e.more = []prop.Prop{prop.Bool("used").ReadOnly()} },
		"Product.used, in responses: it is new"},
	{"a member may be left out", func(e *edition) { e.secret = prop.String("secret").WriteOnly().MaxLen(20).Optional() },
		"ProductCreate.secret, in requests: it may be absent now"},
	{"a member has a default where it was needed", func(e *edition) { e.secret = prop.String("secret").WriteOnly().MaxLen(20).Default("none") },
		"ProductCreate.secret, in requests: it may be absent now"},
	{"an answer always has a member", func(e *edition) { e.maker = prop.String("maker").ReadOnly() },
		"Product.maker, in responses: it is required now"},
	{"bounds take more", func(e *edition) {
		e.price = prop.Int64("price").Min(-5).Max(2000)
		e.name = prop.String("name").MaxLen(100)
	}, "Product.name, in responses: pattern is nothing, was ^[a-z ]+$"},
	{"a choice is taken that was not", func(e *edition) { e.shade = prop.Enum("shade", "light", "dark", "none").WriteOnly().Optional() },
		`ProductCreate.shade, in requests: it may be "none" now`},
	{"an answer has a choice no more", func(e *edition) { e.size = prop.Enum("size", "small").ReadOnly() },
		`Product.size, in responses: it must not be "large" now`},
	{"null is taken", func(e *edition) { e.secret = prop.Nullable(prop.String("secret").WriteOnly().MaxLen(20)) },
		"ProductCreate.secret, in requests: it may be null now"},
	{"any text is taken", func(e *edition) { e.shade = prop.String("shade").WriteOnly().Optional() },
		"ProductCreate.shade, in requests: it may be something else now"},
	{"a header may be sent", func(e *edition) { e.asks = []prop.Prop{prop.String("X-Shop").Optional()} },
		"header parameter x-shop, in requests: it is new"},
	{"an answer has a header that it had not", func(e *edition) { e.sends = append(e.sends, prop.String("X-Shelf")) },
		"header X-Shelf, in responses: it is new"},
	{"something else can go wrong", func(e *edition) { e.fails = append(e.fails, render.NewProblem(402, "unpaid", "It is not paid.")) },
		"the response 402, in problems: it is new"},
	{"something cannot go wrong any more", func(e *edition) { e.fails = nil },
		"the response 409, in problems: it is gone"},
	{"a list is sorted by more", func(e *edition) { e.sorts = append(e.sorts, e.made) },
		`it may be "made", "+made", "-made" now`},
	{"a list has more filters", func(e *edition) { e.filters = append(e.filters, paginate.AtMost(weight)) },
		"query parameter max_weight, in requests: it is new"},
	{"pages are greater", func(e *edition) { e.plan = paginate.ByPage().Default(20).Max(200) },
		"query parameter limit, in requests: maximum is 200, was 100"},
	{"an event has a member that it had not", func(e *edition) { e.event = append(e.event, prop.Bool("final")) },
		"Event.final, in events: it is new"},
	{"an event has a choice no more", func(e *edition) { e.event[1] = prop.Enum("reason", "delivery") },
		`Event.reason, in events: it must not be "return" now`},
	{"an event has greater numbers", func(e *edition) { e.event[0] = prop.Int("left").Max(1000) },
		"Event.left, in events: maximum is 1000, was 100"},
	{"a reply may have a member", func(e *edition) { e.reply = append(e.reply, prop.Bool("urgent").Optional()) },
		"ReplyCreate.urgent, in replies: it is new"},
	{"a reply is taken that was refused", func(e *edition) { e.reply = []prop.Prop{prop.Int("wants").Max(20)} },
		"ReplyCreate.wants, in replies: maximum is 20, was 10"},
	{"anybody may call", func(e *edition) { e.public = true }, "who may call: now also with nothing"},
	{"another scheme will do as well", func(e *edition) { e.schemes = []authn.Scheme{token, key} }, "who may call: now also with key"},
	{"requests are more", func(e *edition) { e.limit = throttle.PerMinute(90).Name("writes") },
		"the rate limit writes, per ip: it is 90 in 60 s, was 60 in 60 s"},
}

// judge returns the error of With, and its log.
func judge(t *testing.T, s *tenon.App, file string) (failed, logged string) {
	r := &teller{TB: t}
	func() {
		defer func() {
			if v := recover(); v != nil && v != any(r) {
				panic(v)
			}
		}()
		compatible.With(r, s, file)
	}()
	return r.failed, r.logged
}

// teller records what a test says, in place of its *testing.T.
type teller struct {
	testing.TB
	failed, logged string
}

func (r *teller) Helper() {}

func (r *teller) Errorf(format string, args ...any) { r.failed += fmt.Sprintf(format, args...) }

func (r *teller) Fatalf(format string, args ...any) {
	r.failed += fmt.Sprintf(format, args...)
	panic(r)
}

func (r *teller) Logf(format string, args ...any) { r.logged += fmt.Sprintf(format, args...) }

// release writes the document of an edition.
func release(t *testing.T, e *edition, v oas.Version) string {
	t.Helper()
	text, err := oas.YAML(e.build(t), v)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "released.yaml")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestEditsAreCompared(t *testing.T) {
	if len(breaking) < 20 || len(harmless) < 20 {
		t.Fatalf("%d edits break, %d do not", len(breaking), len(harmless))
	}
	for _, v := range oas.Versions() {
		file := release(t, first(), v)
		judge := func(c edit, breaks bool) {
			t.Run(v.String()+"/"+c.what, func(t *testing.T) {
				e := first()
				c.change(e)
				failed, logged := judge(t, e.build(t), file)
				told := logged
				if breaks {
					told, _, _ = strings.Cut(failed, "Changes that do not break clients:")
				}
				if (failed != "") != breaks || !strings.Contains(told, c.says) {
					t.Errorf("it should say %q:\n%s%s", c.says, failed, logged)
				}
			})
		}
		for _, c := range breaking {
			judge(c, true)
		}
		for _, c := range harmless {
			judge(c, false)
		}
	}
}

func TestAMissingReleaseFails(t *testing.T) {
	file := filepath.Join(t.TempDir(), "released.yaml")
	if failed, _ := judge(t, first().build(t), file); !strings.Contains(failed, "(OASTEST_UPDATE=1 go test -run ") {
		t.Errorf("failed with %q", failed)
	}
	if _, err := os.Stat(file); err == nil {
		t.Error("it was written without being asked")
	}
}

func TestInvalidReleasesFail(t *testing.T) {
	for text, want := range map[string]string{
		"[]":                             "it is not an object",
		"openapi: 2.0.0":                 `openapi is "2.0.0"`,
		"{":                              "released.yaml: ",
		"openapi: 3.0.4\na: &x 1\nb: *x": "a document has no aliases",
	} {
		file := filepath.Join(t.TempDir(), "released.yaml")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if failed, _ := judge(t, first().build(t), file); !strings.Contains(failed, want) {
			t.Errorf("%s: failed with %q", text, failed)
		}
	}
	untitled := new(tenon.App)
	probe.SetTree(untitled, &tree.API{Version: "1"})
	if failed, _ := judge(t, untitled, release(t, first(), oas.V30)); !strings.Contains(failed, "needs a title") {
		t.Errorf("failed with %q", failed)
	}
}

func TestUpdateWritesCompatibleReleases(t *testing.T) {
	t.Setenv("OASTEST_UPDATE", "1")
	wider, tighter := first(), first()
	wider.summary, tighter.withoutShow = "Add something", true
	for _, name := range []string{"released.yaml", "released-3.1.json"} {
		file := filepath.Join(t.TempDir(), "new", name)
		read := func() string {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		document := func(e *edition) string {
			write, v := oas.YAML, oas.V30
			if strings.Contains(name, "3.1") {
				write, v = oas.JSON, oas.V31
			}
			text, err := write(e.build(t), v)
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		for _, c := range []struct {
			what     string
			released *edition
			breaks   bool
			holds    *edition
		}{
			{"the first", first(), false, first()},
			{"a wider one", wider, false, wider},
			{"a tighter one", tighter, true, wider},
		} {
			failed, _ := judge(t, c.released.build(t), file)
			if (failed != "") != c.breaks || read() != document(c.holds) {
				t.Errorf("%s, %s: failed with %q, and the file is another", name, c.what, failed)
			}
		}
	}
}

func TestTheSchemeBeforeAKeyIsCompared(t *testing.T) {
	after := func(scheme string) *edition {
		e := first()
		e.schemes = []authn.Scheme{authn.APIKeyAuthorization("key", scheme, func(context.Context, authn.Secret) (authn.Identity, error) { return authn.New("ali"), nil })}
		return e
	}
	file := release(t, after("Token"), oas.V31)
	if failed, logged := judge(t, after("Token").build(t), file); failed+logged != "" {
		t.Errorf("the same scheme: %s%s", failed, logged)
	}
	if failed, _ := judge(t, after("Bot").build(t), file); !strings.Contains(failed, `x-auth-scheme: it is "Bot", was "Token"`) {
		t.Errorf("another scheme: %q", failed)
	}
}

// Paths that differ only in the names and types of their parameters are compared with themselves.
func TestPathsWithTheSameTemplateAreNotMixedUp(t *testing.T) {
	get := func(path string, p prop.Prop) *route.Route {
		return route.Get(path, collection.NoContent()).Path(p).
			Handle(func(*route.Call) (out collection.Empty, err error) { return out, nil })
	}
	app := tenon.New("Files", "1").Add(get("/files/{id}", prop.UUID("id"))).Add(get("/files/{name}", prop.Enum("name", "first", "last"))).MustBuild()
	text, err := oas.JSON(app, oas.V31)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "released.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 20 { // in any order
		compatible.With(t, app, file)
	}
}
