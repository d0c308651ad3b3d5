package emits_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/event"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/route"
)

var removed = event.New("thing.removed", kit.Things.View())

const (
	none     = "nothing ran"
	ok       = "emitted"
	rejected = "undeclared"
)

// emitted is what the last attempt to emit has led to.
type emitted struct {
	last  string
	count int
}

func (e *emitted) emit(ctx context.Context, of *event.Type[kit.Thing]) {
	e.count++
	switch err := event.Declared(ctx, of.Of(kit.Thing{ID: "a"})); {
	case err == nil:
		e.last = ok
	case errors.Is(err, event.ErrUndeclared):
		e.last = rejected
	default:
		e.last = err.Error()
	}
}

// A handler emits the events of its route. If an API declares no events, nothing limits its
// handlers.
func TestHandlersEmitWhatTheirRouteDeclares(t *testing.T) {
	var got emitted
	emitting := func(of *event.Type[kit.Thing]) func(*route.Call, kit.Thing) (kit.Thing, error) {
		return func(c *route.Call, in kit.Thing) (kit.Thing, error) {
			got.emit(c.Context(), of)
			return in, nil
		}
	}
	post := func(path string) *route.WriteRoute[kit.Thing, kit.Thing] {
		return route.Post(path, kit.Things.Create(), kit.Things.View())
	}
	with := kit.API(
		post("/declared").Emits(created).Handle(emitting(created)),
		post("/after").Handle(emitting(created)).Emits(created),
		post("/other").Emits(created).Handle(emitting(removed)),
		post("/none").Handle(emitting(created)),
		post("/several").Emits(created).Emits(removed).Handle(emitting(removed)),
		post("/limited").Emits(created).Timeout(time.Minute).Handle(emitting(created)),
		post("/wrapped").Emits(created).Wrap(func(next route.Handler) route.Handler {
			return func(c *route.Call) error {
				got.emit(c.Context(), created)
				return next(c)
			}
		}).Handle(kit.TakeThing),
		post("/decided").Emits(created).AuthorizeInput(func(c *route.Call, _ kit.Thing) error {
			got.emit(c.Context(), removed)
			return nil
		}).Handle(kit.TakeThing),
		post("/outside").Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				got.emit(r.Context(), created)
				next.ServeHTTP(w, r)
			})
		}).Handle(kit.TakeThing),
		route.Group("/group", post("/a").Emits(created).Handle(emitting(created))).Public(),
		route.Get("/read", kit.Things.View()).Emits(created).Handle(func(c *route.Call) (kit.Thing, error) {
			got.emit(c.Context(), created)
			return kit.Thing{}, nil
		}),
		route.Delete("/gone", collection.NoContent()).Emits(removed).Handle(func(c *route.Call) (n collection.Empty, _ error) {
			got.emit(c.Context(), removed)
			return n, nil
		}),
	)
	without := kit.API(post("/none").Handle(emitting(created)))
	for _, c := range []struct {
		name         string
		api          tenon.API
		method, path string
		want         string
	}{
		{"declared", with, "POST", "/declared", ok},
		{"declared after the handler", with, "POST", "/after", ok},
		{"another", with, "POST", "/other", rejected},
		{"a route without events", with, "POST", "/none", rejected},
		{"one of two", with, "POST", "/several", ok},
		{"with a deadline", with, "POST", "/limited", ok},
		{"middleware of the handler", with, "POST", "/wrapped", ok},
		{"a decision on the input", with, "POST", "/decided", rejected},
		{"middleware around the operation has no route", with, "POST", "/outside", ok},
		{"in a group", with, "POST", "/group/a", ok},
		{"GET", with, "GET", "/read", ok},
		{"HEAD", with, "HEAD", "/read", ok},
		{"DELETE", with, "DELETE", "/gone", ok},
		{"an API without events", without, "POST", "/none", ok},
		{"an API with events of jobs", without.Events(created), "POST", "/none", rejected},
	} {
		got = emitted{last: none}
		body := ""
		if c.method == "POST" {
			body = `{"n":1}`
		}
		a := kit.Send(t, kit.Build(t, c.api), c.method, c.path, body)
		if a.Status >= 300 || got.last != c.want {
			t.Errorf("%s: %d %s; %q, want %q", c.name, a.Status, a.Body, got.last, c.want)
		}
	}
}

// A replay is the stored response; the handler does not run.
func TestReplaysEmitNothing(t *testing.T) {
	var got emitted
	app := kit.Build(t, kit.API(route.Post("/things", kit.Things.Create(), kit.Things.View()).
		Emits(created).Idempotent(time.Hour, idempotency.Memory()).
		Handle(func(c *route.Call, in kit.Thing) (kit.Thing, error) {
			got.emit(c.Context(), created)
			return in, nil
		})))
	for range 3 {
		a := kit.Send(t, app, "POST", "/things", `{"n":1}`, "Idempotency-Key: a")
		if a.Status != http.StatusCreated {
			t.Fatal(a.Status, a.Body)
		}
	}
	if got.count != 1 || got.last != ok {
		t.Errorf("the handler emitted %d times: %s", got.count, got.last)
	}
}

// Operations of a resource have events of their own.
func TestResourcesEmitByOperation(t *testing.T) {
	var got emitted
	shelf := &shelf{got: &got}
	app := kit.Build(t, kit.API(route.Resource("/things", kit.Things, kit.ThingID, shelf).
		Set(
			route.On(route.OpCreate).Emits(created),
			route.On(route.OpDelete).Emits(removed))),
	)
	for _, c := range []struct {
		method, path, body string
		want               string
	}{
		{"POST", "/things", `{"n":1}`, ok},
		{"DELETE", "/things/a", "", rejected}, // the store emits that it is created
	} {
		got = emitted{last: none}
		if a := kit.Send(t, app, c.method, c.path, c.body); a.Status >= 300 || got.last != c.want {
			t.Errorf("%s: %d %s; %q, want %q", c.method, a.Status, a.Body, got.last, c.want)
		}
	}
}

type shelf struct{ got *emitted }

func (s *shelf) Create(ctx context.Context, in kit.Thing) (kit.Thing, error) {
	s.got.emit(ctx, created)
	in.ID = "a"
	return in, nil
}

func (s *shelf) Delete(ctx context.Context, id string) (kit.Thing, error) {
	s.got.emit(ctx, created)
	return kit.Thing{ID: id}, nil
}
