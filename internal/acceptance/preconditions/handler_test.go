package preconditions_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// one is a leaf that handlers change without a store.
func one() leaf { return leaf{"a", "green", 1, 1, leafTime} }

// A handler that ignores them may have overwritten the change of another client.
func TestAHandlerMustEvaluatePreconditions(t *testing.T) {
	careless := map[string]*route.Route{
		"PATCH": route.Patch("/leaf", leaves.Update(), leaves.View()).
			Handle(func(*route.Call, collection.Patch[leaf]) (leaf, error) { return one(), nil }),
		"PUT": route.Put("/leaf", leaves.Create(), leaves.View()).
			Handle(func(*route.Call, leaf) (leaf, error) { return one(), nil }),
		"DELETE": route.Delete("/leaf", leaves.Delete()).
			Handle(func(*route.Call) (leaf, error) { return one(), nil }),
	}
	for method, r := range careless {
		server, logged := kit.Start(t, tenon.New("T", "1"), r)
		content := `{"text":"red"}`
		if method == "DELETE" {
			content = ""
		}
		for _, test := range []struct {
			field  string
			status int
		}{
			{"If-Match: *", 500},
			{"If-Match: " + leafTag, 500},
			{`If-None-Match: "x"`, 500},
			{"If-Unmodified-Since: " + leafAfter, 500},
			{"If-Unmodified-Since: then", 200}, // is as if it were not there
			{"If-Modified-Since: " + leafDate, 200},
			{"X-If: 1", 200},
		} {
			a := server.Send(t, method, "/leaf", content, test.field)
			if a.Status != test.status {
				t.Errorf("%s with %s: %d %s, want %d", method, test.field, a.Status, a.Body, test.status)
			}
			if test.status == 500 {
				logged.Has(t, "has not evaluated the preconditions", method+" /leaf", "Apply", "CheckVersion")
			} else {
				logged.Empty(t)
			}
		}
	}
}

// The error of a handler is sent, whether it has evaluated the preconditions or not.
func TestAnErrorStaysWithoutEvaluation(t *testing.T) {
	server, _ := kit.Start(t, tenon.New("T", "1"), route.Delete("/leaf", leaves.Delete()).Fails(noLeaf).
		Handle(func(c *route.Call) (leaf, error) { return one(), noLeaf.Cause(context.DeadlineExceeded) }))
	if a := server.Send(t, "DELETE", "/leaf", "", `If-Match: "x"`); a.Status != 404 || a.Code() != "no_leaf" {
		t.Errorf("%d %s", a.Status, a.Body)
	}
}

// A store may wrap the error of Apply, and try again.
func TestAStoreMayWrapTheProblem(t *testing.T) {
	rev := 0
	server, _ := kit.Start(t, tenon.New("T", "1"),
		route.Put("/leaf", leaves.Replace(), leaves.View()).
			Handle(func(_ *route.Call, r collection.Replacement[leaf]) (leaf, error) {
				var err error
				for rev = 1; rev <= 3; rev++ {
					l := one()
					l.Rev = rev
					if err = r.Apply(&l); err == nil {
						return l, nil
					}
					if p := render.ProblemOf(err); p == nil || p.Status() != 412 || l.Text != "green" {
						t.Errorf("%v, and the leaf is %+v", err, l)
					}
				}
				return leaf{}, errors.Join(errors.New("rolled back"), err)
			}))
	for tag, status := range map[string]int{`"r%201"`: 200, `"r%203"`: 200, `"r%204"`: 412} {
		if a := server.Send(t, "PUT", "/leaf", `{"text":"red"}`, "If-Match: "+tag); a.Status != status {
			t.Errorf("%s: %d %s, want %d", tag, a.Status, a.Body, status)
		}
	}
}

// 428 (RFC 6585 §3).
func TestPreconditionsCanBeRequired(t *testing.T) {
	called := 0
	change := func(c *route.Call, l leaf) (leaf, error) {
		called++
		err := c.CheckVersion(leaves.VersionOf(&l))
		return l, err
	}
	dated := func() leaf { l := one(); l.Rev = 0; return l }
	tagged := func() leaf { l := one(); l.Changed = time.Time{}; return l }
	server, logged := kit.Start(t, tenon.New("T", "1"),
		route.Delete("/both", leaves.Delete()).RequirePrecondition().Handle(func(c *route.Call) (leaf, error) { return change(c, one()) }),
		route.Delete("/dated", leaves.Delete()).RequirePrecondition().Handle(func(c *route.Call) (leaf, error) { return change(c, dated()) }),
		route.Delete("/tagged", leaves.Delete()).RequirePrecondition().Handle(func(c *route.Call) (leaf, error) { return change(c, tagged()) }),
		route.Patch("/both", leaves.Update(), leaves.View()).RequirePrecondition().
			Handle(func(c *route.Call, p collection.Patch[leaf]) (leaf, error) {
				called++
				l := one()
				err := p.Apply(&l)
				return l, err
			}),
	)
	for _, test := range []struct {
		method, path, field string
		status, called      int
	}{
		{"DELETE", "/both", "X-If: 1", 428, 0},
		{"DELETE", "/both", "If-Unmodified-Since: then", 428, 0},
		{"DELETE", "/both", "If-None-Match: *", 428, 0},
		{"DELETE", "/both", "If-Modified-Since: " + leafDate, 428, 0},
		{"DELETE", "/both", "If-Match: x", 400, 0},
		{"DELETE", "/both", "If-Match: " + leafTag, 200, 1},
		{"DELETE", "/both", "If-Match: *", 200, 1}, // says that any will do
		{"DELETE", "/both", `If-Match: "x"`, 412, 1},
		{"DELETE", "/both", "If-Unmodified-Since: " + leafDate, 200, 1},
		{"DELETE", "/both", "If-Unmodified-Since: " + leafBefore, 412, 1},
		{"DELETE", "/dated", "If-Unmodified-Since: " + leafDate, 200, 1},
		{"DELETE", "/dated", "If-Match: " + leafTag, 412, 1},
		// The date says nothing of an entity that has none.
		{"DELETE", "/tagged", "If-Unmodified-Since: " + leafDate, 428, 1},
		{"DELETE", "/tagged", "If-Match: " + leafTag, 200, 1},
		{"PATCH", "/both", "X-If: 1", 428, 0},
		{"PATCH", "/both", "If-Match: " + leafTag, 200, 1},
	} {
		called = 0
		content := ""
		if test.method == "PATCH" {
			content = `{"text":"red"}`
		}
		a := server.Send(t, test.method, test.path, content, test.field)
		if a.Status != test.status || called != test.called {
			t.Errorf("%s %s with %s: %d %s, called %d times, want %d and %d",
				test.method, test.path, test.field, a.Status, a.Body, called, test.status, test.called)
		}
		demanded := a.Code() == "precondition_required" && a.Header.Get("Cache-Control") == "no-store" && strings.Contains(a.Body, "If-Match")
		if demanded != (test.status == 428) || a.Header.Get("Cache-Control") != "" != (test.status == 428) {
			t.Errorf("%s with %s: %v %s", test.path, test.field, a.Header, a.Body)
		}
	}
	logged.Empty(t)
	if a := server.Send(t, "PATCH", "/both", `{"size":100}`); a.Status != 422 {
		t.Errorf("what breaks rules: %d %s", a.Status, a.Body)
	}
}

// A call that checks a version on such a route fails at once.
func TestPreconditionsAreIgnoredWithoutVersions(t *testing.T) {
	fields := []string{"If-Match: nonsense", "If-None-Match: *", "If-Unmodified-Since: " + leafBefore, "If-Modified-Since: " + leafAfter}
	apply := func(_ *route.Call, p collection.Patch[leaf]) (leaf, error) {
		l := one()
		err := p.Apply(&l)
		return l, err
	}
	ask := func(v collection.Version) func(*route.Call) (collection.Empty, error) {
		return func(c *route.Call) (n collection.Empty, _ error) { return n, c.CheckVersion(v) }
	}
	server, logged := kit.Start(t, tenon.New("T", "1"),
		route.Get("/leaf", plainLeaves.View()).Handle(func(*route.Call) (leaf, error) { return one(), nil }),
		route.Patch("/leaf", plainLeaves.Update(), plainLeaves.View()).Handle(apply),
		route.Put("/leaf", plainLeaves.Replace(), plainLeaves.View()).
			Handle(func(_ *route.Call, r collection.Replacement[leaf]) (leaf, error) {
				l := one()
				err := r.Apply(&l)
				return l, err
			}),
		route.Delete("/leaf", plainLeaves.Delete()).
			Handle(func(c *route.Call) (leaf, error) { l := one(); return l, c.CheckVersion(plainLeaves.VersionOf(&l)) }),
		route.Delete("/nothing", kit.Empty).Handle(ask(collection.Version{Tag: "1"})),
		route.Delete("/dated", kit.Empty).Handle(ask(collection.Version{Modified: leafTime})),
		route.Delete("/absent", kit.Empty).Handle(func(c *route.Call) (n collection.Empty, _ error) { return n, c.CheckAbsent() }),
		route.Get("/many", collection.Many(plainLeaves.List())).Handle(func(*route.Call) ([]leaf, error) { return nil, nil }),
	)
	for _, test := range []struct {
		method, path, content string
		status                int
	}{
		{"GET", "/leaf", "", 200},
		{"PATCH", "/leaf", `{"text":"red"}`, 200},
		{"PUT", "/leaf", `{"text":"red"}`, 200},
		{"DELETE", "/leaf", "", 200},
		{"GET", "/many", "", 200},
		{"DELETE", "/nothing", "", 500},
		{"DELETE", "/dated", "", 500},
		{"DELETE", "/absent", "", 500},
	} {
		a := server.Send(t, test.method, test.path, test.content, fields...)
		if a.Status != test.status || a.Header.Get("ETag") != "" || a.Header.Get("Last-Modified") != "" {
			t.Errorf("%s %s: %d %v %s, want %d", test.method, test.path, a.Status, a.Header, a.Body, test.status)
		}
		if test.status == 500 {
			logged.Has(t, "has no preconditions", test.path)
		} else {
			logged.Empty(t)
		}
	}
}

// Not even if each entity has one.
func TestListsHaveNoVersion(t *testing.T) {
	many := func(*route.Call) ([]leaf, error) { return []leaf{one()}, nil }
	server, _ := kit.Start(t, tenon.New("T", "1"),
		route.Get("/many", collection.Many(leaves.View())).Handle(many),
		route.Get("/list", leaves.List()).Handle(func(*route.Call) (leaf, error) { return one(), nil }),
		route.Put("/many", collection.Many(leaves.Replace()), collection.Many(leaves.View())).
			Handle(func(*route.Call, []collection.Replacement[leaf]) ([]leaf, error) { return nil, nil }),
	)
	for _, path := range []string{"GET /many", "GET /list", "PUT /many"} {
		method, path, _ := strings.Cut(path, " ")
		content := ""
		if method == "PUT" {
			content = `[{"text":"red"}]`
		}
		if a := server.Send(t, method, path, content, "If-None-Match: *", `If-Match: "x"`); a.Status != 200 || a.Header.Get("ETag") != "" {
			t.Errorf("%s %s: %d %v %s", method, path, a.Status, a.Header, a.Body)
		}
	}
}

// A patch evaluates the preconditions of its request, not those of the next, which gets the
// same call.
func TestAPatchMayOutliveItsRequest(t *testing.T) {
	var kept []collection.Patch[leaf]
	server, _ := kit.Start(t, tenon.New("T", "1"), route.Patch("/leaf", leaves.Update(), leaves.View()).
		Handle(func(c *route.Call, p collection.Patch[leaf]) (leaf, error) {
			kept = append(kept, p)
			l := one()
			err := p.Apply(&l)
			return l, err
		}))
	for _, field := range []string{"If-Match: " + leafTag, `If-Match: "x"`, "X-If: 1"} {
		server.Send(t, "PATCH", "/leaf", `{"text":"red"}`, field)
	}
	for i, fails := range []bool{false, true, false} {
		l := one()
		if err := kept[i].Apply(&l); (err != nil) != fails {
			t.Errorf("patch %d: %v", i, err)
		}
	}
}

// With an Idempotency-Key a client that has lost the response gets it, although its If-Match
// is stale.
func TestAReplayIsNoSecondChange(t *testing.T) {
	store := newTree()
	server, _ := kit.Start(t, tenon.New("T", "1"), route.Patch("/leaves/{id}", leaves.Update(), leaves.View()).Path(leafID).Fails(noLeaf).
		Idempotent(time.Hour, idempotency.Memory()).RequirePrecondition().Handle(store.update))
	for i, test := range []struct {
		fields []string
		status int
		etag   string
	}{
		{[]string{"Idempotency-Key: k1"}, 428, ""},
		{[]string{"Idempotency-Key: k1", "If-Match: " + leafTag}, 200, `"r%202"`},
		{[]string{"Idempotency-Key: k1", "If-Match: " + leafTag}, 200, `"r%202"`},
		{[]string{"Idempotency-Key: k2", "If-Match: " + leafTag}, 412, ""},
		{[]string{"Idempotency-Key: k2", `If-Match: "r%202"`}, 200, `"r%203"`},
	} {
		a := server.Send(t, http.MethodPatch, "/leaves/a", `{"size":2}`, test.fields...)
		if a.Status != test.status || a.Header.Get("ETag") != test.etag {
			t.Errorf("request %d: %d %s %s, want %d %s", i, a.Status, a.Header.Get("ETag"), a.Body, test.status, test.etag)
		}
	}
}
