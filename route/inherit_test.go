package route_test

import (
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/endpoint"
	"github.com/tenon-go/tenon/route"
)

// A setting with one value is that of the innermost place that has it.
func TestTheInnermostSettingApplies(t *testing.T) {
	get := func() *route.ReadRoute[collection.Record] { return route.Get("/x", words.View()) }
	own := every(get().Timeout(time.Second).Limits(route.Limits{Body: 1}))
	none := every(get())
	inner := route.Group("/inner", own, none).Timeout(2 * time.Second).Limits(route.Limits{Body: 2, Depth: 2}).IgnoreUnknown()
	outer := route.Group("/outer", inner, every(get())).Timeout(3 * time.Second).Limits(route.Limits{Body: 3, Depth: 3, Query: 3}).Public()
	ops := endpoint.OperationsOf(outer)
	for i, want := range []struct {
		timeout           time.Duration
		body              int64
		depth, query      int
		ignores, isPublic bool
	}{
		{time.Second, 1, 2, 3, true, true},
		{2 * time.Second, 2, 2, 3, true, true},
		{3 * time.Second, 3, 3, 3, false, true},
	} {
		o := ops[i]
		if o.Node.Timeout != want.timeout || o.Options().Limits.Body != want.body || o.Options().Limits.Depth != want.depth ||
			o.Options().Limits.Query != want.query || o.Node.IgnoreUnknown != want.ignores || o.Access.Public != want.isPublic {
			t.Errorf("%s: %v %+v %t %t, want %+v", o.Node.Path, o.Node.Timeout, o.Options().Limits, o.Node.IgnoreUnknown, o.Access.Public, want)
		}
	}
}

// A timeout of a group is not for streams, which have no usual length.
func TestATimeoutOfAGroupIsNotForStreams(t *testing.T) {
	lines := route.Get("/lines", route.Lines(words.View())).Handle(nil)
	o := endpoint.OperationsOf(route.Group("", lines).Timeout(time.Second))[0]
	if o.Node.Timeout != 0 {
		t.Errorf("the timeout is %v", o.Node.Timeout)
	}
}

func TestOptionsAreOfSomeOperations(t *testing.T) {
	r := route.Resource("/pages", pages, pageID, newShelf()).
		Timeout(time.Minute).
		Set(
			route.On(route.OpCreate|route.OpDelete).Tag("writes").Timeout(time.Second),
			route.On(route.OpDelete).Summary("Tear out a page"),
		)
	got := map[string]string{}
	for _, o := range endpoint.OperationsOf(r) {
		got[o.Node.ID] = strings.Join(append(o.Node.Tags, o.Node.Timeout.String(), o.Node.Summary), " ")
	}
	for id, want := range map[string]string{
		"createPage": "writes 1s Create a page",
		"viewPage":   "1m0s View a page",
		"deletePage": "writes 1s Tear out a page",
	} {
		if got[id] != want {
			t.Errorf("%s: got %q, want %q", id, got[id], want)
		}
	}
}

// Options are immutable: what is made of one does not change it.
func TestOptionsDerivedFromOneDoNotSeeEachOther(t *testing.T) {
	base := route.On(route.OpView).Tag("a").Tag("b").Tag("c")
	left := base.Tag("left")
	base.Tag("right")
	r := route.Resource("/pages", pages, pageID, newShelf()).Only(route.OpView).Set(left)
	if got := endpoint.OperationsOf(r)[0].Node.Tags; strings.Join(got, " ") != "a b c left" {
		t.Errorf("got %q", got)
	}
}
