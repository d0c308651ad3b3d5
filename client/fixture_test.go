package client_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// parcel is the body of calls.
type parcel struct {
	ID     int
	Text   string
	Weight float64
	Tags   []string
	Note   *string
	Code   string
}

// span is an object in a query.
type span struct {
	Low  int
	Word string
	Open *bool
}

// everyInput has the values of all inputs of sendParcel.
type everyInput struct {
	Folder string
	Marks  []string
	Words  []string
	Exact  []string
	Days   []int
	Span   span
	Q      string
	Trace  string
	Flags  []bool
	Names  []string
	Token  string
	Bits   []string
	Body   parcel
}

// inputs are the properties of a route with every kind of input.
type inputs struct {
	folder prop.Of[string]
	marks  prop.Of[[]string]
	words  prop.Of[[]string]
	exact  prop.Of[[]string]
	days   prop.Of[[]int]
	span   prop.Of[span]
	q      prop.Of[string]
	trace  prop.Of[string]
	flags  prop.Of[[]bool]
	names  prop.Of[[]string]
	token  prop.Of[string]
	bits   prop.Of[[]string]
	body   *collection.Collection[parcel]
}

// is sets the value of an input.
func is[V any](p prop.Of[V], v V) prop.Arg {
	return p.(interface{ Is(V) prop.Arg }).Is(v)
}

func (in inputs) given(v everyInput) []prop.Arg {
	return []prop.Arg{
		is(in.folder, v.Folder), is(in.marks, v.Marks), is(in.words, v.Words), is(in.exact, v.Exact),
		is(in.days, v.Days), is(in.span, v.Span), is(in.q, v.Q), is(in.trace, v.Trace), is(in.flags, v.Flags),
		is(in.names, v.Names), is(in.token, v.Token), is(in.bits, v.Bits),
	}
}

// route declares the route with the inputs, without a handler.
func (in inputs) route() *route.WriteRoute[parcel, parcel] {
	return route.Post("/parcels/{folder}/of/{marks}", in.body.Create(), in.body.View()).
		Path(in.folder, in.marks).
		Query(in.words, route.CSV(in.exact), route.CSV(in.days), route.DeepObject(in.span), in.q).
		Header(in.trace, in.flags, in.names).
		Cookie(in.token, in.bits)
}

func (in inputs) read(c *route.Call, body parcel) everyInput {
	return everyInput{
		in.folder.Get(c), in.marks.Get(c), in.words.Get(c), in.exact.Get(c), in.days.Get(c), in.span.Get(c),
		in.q.Get(c), in.trace.Get(c), in.flags.Get(c), in.names.Get(c), in.token.Get(c), in.bits.Get(c), body,
	}
}

// Loose inputs are optional and have no rules; strict ones are required and have many.
var loose, strict = newInputs(false), newInputs(true)

func newInputs(rules bool) inputs {
	text := func(name string) *prop.StringProp[string] {
		p := prop.String(name)
		if rules {
			p = p.MinLen(2).MaxLen(5).Pattern("^[a-z]*$")
		}
		return p
	}
	list := func(name string) *prop.ArrayProp[string] {
		p := prop.Array(text(name))
		if rules {
			p = p.MaxItems(2).Unique()
		}
		return p
	}
	number := func(name string) *prop.NumberProp[int] {
		p := prop.Int(name)
		if rules {
			p = p.Min(3).Max(9).MultipleOf(3)
		}
		return p
	}
	weight := prop.Float64("weight")
	if rules {
		weight = weight.Min(0.5)
	}
	return inputs{
		folder: text("folder"), marks: list("marks"), words: may(rules, list("words")), exact: may(rules, list("exact")),
		days: may(rules, prop.Array(number("days"))),
		span: may(rules, prop.Object(collection.Of("Span", func(s *span) collection.Fields {
			return collection.Fields{
				number("low").At(&s.Low),
				text("word").At(&s.Word),
				prop.Bool("open").Optional().AtOptional(&s.Open),
			}
		})).As("span")),
		q: may(rules, text("q")), trace: may(rules, text("X-Trace")), flags: may(rules, prop.Array(prop.Bool("X-Flags"))),
		names: may(rules, list("X-Names")), token: may(rules, text("token")), bits: may(rules, list("bits")),
		body: collection.Of("Parcel", func(p *parcel) collection.Fields {
			return collection.Fields{
				prop.Int("id").ReadOnly().At(&p.ID).Key(),
				text("text").At(&p.Text),
				weight.At(&p.Weight),
				list("tags").At(&p.Tags),
				prop.Nullable(text("note")).At(&p.Note),
				prop.String("code").WriteOnly().At(&p.Code),
			}
		}),
	}
}

// may makes a parameter optional where there are no rules.
func may[P interface{ Optional() P }](rules bool, p P) P {
	if rules {
		return p
	}
	return p.Optional()
}

// goodInput satisfies the strict rules.
func goodInput() everyInput {
	return everyInput{
		Folder: "in", Marks: []string{"ab", "cd"}, Words: []string{"ef"}, Exact: []string{"gh", "ij"}, Days: []int{3, 9},
		Span: span{Low: 6, Word: "kl"}, Q: "mn", Trace: "op", Flags: []bool{true, false}, Names: []string{"qr", "st"},
		Token: "uv", Bits: []string{"wx", "yz"}, Body: parcel{Text: "abc", Weight: 1.5, Tags: []string{"de"}, Code: "no"},
	}
}

// desk serves a route and records what it receives.
type desk struct {
	mu   sync.Mutex
	got  everyInput
	seen int
}

func (d *desk) api(in inputs) tenon.API {
	return quiet().Group("/v1", in.route().Handle(func(c *route.Call, body parcel) (parcel, error) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.got = in.read(c, body)
		d.seen++
		body.ID = 7
		return body, nil
	}))
}

func (d *desk) last() everyInput {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.got
}

func quiet() tenon.API {
	return tenon.New("Test", "1").Logger(slog.New(slog.DiscardHandler))
}

// both calls f with a client over HTTP and with one in the same process, each for
// everything below /v1.
func both(t *testing.T, h http.Handler, f func(t *testing.T, c client.Client)) {
	t.Helper()
	t.Run("over HTTP", func(t *testing.T) {
		server := httptest.NewServer(h)
		defer server.Close()
		transport := &http.Transport{}
		defer transport.CloseIdleConnections()
		f(t, client.New(server.URL+"/v1/").HTTP(&http.Client{Transport: transport}))
	})
	t.Run("in process", func(t *testing.T) { f(t, client.Local(h).Below("/v1")) })
}

var soldOut = render.NewProblem(409, "sold_out", "It is sold out.")
