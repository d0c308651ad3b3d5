package route_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"testing"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/internal/media"
	"github.com/tenon-go/tenon/meta"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

var (
	word  = prop.String("word")
	words = collection.New("Words", word)
)

func silence(*route.Call) (collection.Record, error) { return collection.Record{}, nil }

// described writes everything of a route that a method can add to.
func described(o *endpoint.Operation) string {
	n := o.Node
	var inputs, sends, fails, also, extensions, callbacks []string
	for i, in := range n.Inputs {
		inputs = append(inputs, string(in.In)+" "+in.Prop.Name+" "+o.Inputs[i].Name())
	}
	for i, p := range n.ResponseHeaders {
		sends = append(sends, p.Name+" "+o.Headers[i].Name())
	}
	for _, f := range n.Fails {
		fails = append(fails, f.Code)
	}
	for _, a := range n.Also {
		also = append(also, strconv.Itoa(a.Status))
	}
	for _, e := range n.Extensions {
		extensions = append(extensions, e.Name)
	}
	for _, c := range n.Callbacks {
		callbacks = append(callbacks, c.Name)
	}
	return fmt.Sprint(n.Path, n.Summary, n.Doc, n.ID, n.Deprecated, n.Hidden, n.IgnoreUnknown, n.Success.Status, n.Success.Doc,
		n.Tags, inputs, sends, fails, also, extensions, n.Audiences, callbacks, len(o.Options().Requests), len(n.Faults), len(o.Options().Outer))
}

func pass(h http.Handler) http.Handler                         { return h }
func passCall(h route.Handler) route.Handler                   { return h }
func only(m route.Member) *endpoint.Operation                  { return endpoint.OperationsOf(m)[0] }
func kind(i int) *render.Problem                               { return render.NewProblem(409, "k"+strconv.Itoa(i), "K") }
func named(i int) prop.Prop                                    { return prop.String("p" + strconv.Itoa(i)) }
func every(r *route.ReadRoute[collection.Record]) *route.Route { return r.Handle(silence) }

// TestRoutesDerivedFromOneDoNotSeeEachOther: whatever room their slices have.
func TestRoutesDerivedFromOneDoNotSeeEachOther(t *testing.T) {
	type reading = *route.ReadRoute[collection.Record]
	steps := map[string]func(reading, int) reading{
		"Tag":       func(r reading, i int) reading { return r.Tag("t" + strconv.Itoa(i)) },
		"Path":      func(r reading, i int) reading { return r.Path(named(i)) },
		"Query":     func(r reading, i int) reading { return r.Query(named(i)) },
		"Header":    func(r reading, i int) reading { return r.Header(named(i)) },
		"Cookie":    func(r reading, i int) reading { return r.Cookie(named(i)) },
		"Sends":     func(r reading, i int) reading { return r.ResponseHeader(named(i)) },
		"Fails":     func(r reading, i int) reading { return r.Fails(kind(i)) },
		"Also":      func(r reading, i int) reading { return r.Also(201+i, "") },
		"Extension": func(r reading, i int) reading { return r.Docs(meta.Extension("x-"+strconv.Itoa(i), "1")) },
		"Audience":  func(r reading, i int) reading { return r.Docs(meta.Audience("a" + strconv.Itoa(i))) },
		"Callback": func(r reading, i int) reading {
			return r.Callback("c"+strconv.Itoa(i), "$url", route.Outgoing("POST", words.View()))
		},
		"Status": func(r reading, i int) reading { return r.Status(1000 + i) }, // a fault each
		"Use":    func(r reading, _ int) reading { return r.Use(pass) },
		"Wrap":   func(r reading, _ int) reading { return r.Wrap(passCall) },
	}
	for name, step := range steps {
		for n := range 20 {
			base := route.Get("/x", words.View())
			for i := range n {
				base = step(base, i)
			}
			before := described(only(every(base)))
			alone := step(base, 50)
			want := described(only(every(alone)))
			step(base, 60)
			step(step(base, 70), 71)
			if got := described(only(every(alone))); got != want {
				t.Errorf("%s after %d: a sibling changed it\n%s\n%s", name, n, want, got)
			}
			if got := described(only(every(base))); got != before {
				t.Errorf("%s after %d: its copy changed it\n%s\n%s", name, n, before, got)
			}
		}
	}
}

// TestGroupsDerivedFromOneDoNotSeeEachOther: nor do their routes change.
func TestGroupsDerivedFromOneDoNotSeeEachOther(t *testing.T) {
	member := every(route.Get("/x", words.View()).Tag("own").Query(named(99)))
	own := described(only(member))
	for n := range 20 {
		base := route.Group("/g", member)
		for i := range n {
			base = base.Tag("t" + strconv.Itoa(i)).Use(pass).Wrap(passCall).Header(named(i))
		}
		before := described(only(base))
		left := base.Tag("left").Query(named(50)).Use(pass)
		want := described(only(left))
		base.Tag("right").Query(named(60)).Use(pass).Use(pass)
		if got := described(only(left)); got != want {
			t.Errorf("after %d: a sibling changed it\n%s\n%s", n, want, got)
		}
		if got := described(only(base)); got != before {
			t.Errorf("after %d: its copy changed it\n%s\n%s", n, before, got)
		}
		if got := described(only(member)); got != own {
			t.Errorf("after %d: the group changed its member\n%s\n%s", n, own, got)
		}
	}
}

// TestAGroupIsInFrontOfItsRoutes: its path, its inputs and its middlewares come
// first, an outer group's before an inner one's.
func TestAGroupIsInFrontOfItsRoutes(t *testing.T) {
	get := every(route.Get("/x/{p3}", words.View()).Path(named(3)).Fails(kind(3)))
	inner := route.Group("/b/{p2}", get).Path(named(2)).Fails(kind(2))
	outer := route.Group("/a/{p1}", inner, route.Group("", every(route.Get("/y", words.View())))).Path(named(1)).Deprecated()
	ops := endpoint.OperationsOf(outer)
	if len(ops) != 2 {
		t.Fatalf("%d operations", len(ops))
	}
	var paths, names []string
	for _, o := range ops {
		paths = append(paths, o.Node.Path)
		for _, in := range o.Node.Inputs {
			names = append(names, in.Prop.Name)
		}
		if !o.Node.Deprecated {
			t.Errorf("%s is not deprecated", o.Node.Path)
		}
	}
	if want := []string{"/a/{p1}/b/{p2}/x/{p3}", "/a/{p1}/y"}; !slices.Equal(paths, want) {
		t.Errorf("paths %q, want %q", paths, want)
	}
	if want := []string{"p1", "p2", "p3", "p1"}; !slices.Equal(names, want) {
		t.Errorf("inputs %q, want %q", names, want)
	}
}

// TestLimitsFillWhatIsZero: a route's own stand over the API's, those over the
// defaults.
func TestLimitsFillWhatIsZero(t *testing.T) {
	got := media.Limits{Body: 7, Members: 9}.WithDefaults()
	want := media.Limits{Body: 7, Depth: 64, Members: 9, Query: 8192, Header: 8192, Violations: 100, Streams: 256}
	if got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	for want, l := range map[string]media.Limits{
		"": {}, "Body": {Body: -1}, "Depth": {Depth: -1}, "Members": {Members: -1},
		"Query": {Query: -1}, "Header": {Header: -1}, "Violations": {Violations: -1},
	} {
		if got := l.Negative(); got != want {
			t.Errorf("%+v: %q", l, got)
		}
	}
}
