package visibility_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/oas"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

var errTooRich = render.NewProblem(409, "too_rich", "Too rich.")

func TestPoliciesSeeTheInputOfTheHandler(t *testing.T) {
	var calls []string
	note := func(what string) error {
		calls = append(calls, what)
		return nil
	}
	app := kit.Build(t, tenon.New("Test", "1").Authenticate(wareBearer).Add(
		route.Post("/wares", wares.Create(), wares.View()).
			Fails(errTooRich).
			Idempotent(time.Hour, idempotency.Memory()).
			AuthorizeInput(func(c *route.Call, in ware) error { return note("first") }).
			AuthorizeInput(func(c *route.Call, in ware) error {
				switch {
				case in.Name == "rich":
					return errTooRich
				case in.Name == "unknown":
					return errors.New("a mistake")
				case in.Owner != c.Identity().Subject(), !c.Identity().Has("cost"):
					return render.Forbidden
				}
				return note("second")
			}).
			AuthorizeInput(func(c *route.Call, in ware) error { return note("third") }).
			Wrap(func(next route.Handler) route.Handler {
				return func(c *route.Call) error { _ = note("wrapped"); return next(c) }
			}).
			Handle(func(_ *route.Call, in ware) (ware, error) {
				in.ID = 1
				return in, note("handled")
			}),
		route.Get("/wares/{id}", wares.View()).Path(wareID).Public().
			AuthorizeInput(func(c *route.Call) error {
				if wareID.Get(c) == 2 {
					return render.Forbidden.Detail("Not this one.")
				}
				return note("viewed as " + c.Identity().String())
			}).
			Handle(func(c *route.Call) (ware, error) { return ware{ID: wareID.Get(c), Name: "x"}, nil }),
		route.List("/wares", wares.List(), paginate.ByPage()).Filters(paginate.Equal(wareName)).
			AuthorizeInput(func(_ *route.Call, q paginate.Query) error {
				if len(q.Conditions()) == 0 {
					return render.Forbidden
				}
				return note("listed")
			}).
			Handle(func(*route.Call, paginate.Query) (r paginate.Result[ware], err error) { return r, nil }),
	))
	for _, tt := range []struct {
		method, path, token, key, content string
		status                            int
		want, calls                       string
	}{
		{"POST", "/wares", "ann", "", `{"name":"x"}`, 201, `"name":"x"`, "first second third wrapped handled"},
		{"POST", "/wares", "ann", "", `{"name":"x","owner":"bob"}`, 403, `{"title":"Forbidden","status":403,"detail":"The identity does not have permission for this operation.","code":"forbidden"}`, "first"},
		{"POST", "/wares", "ann", "", `{"name":"rich"}`, 409, `"code":"too_rich"`, "first"},
		{"POST", "/wares", "ann", "", `{"name":"unknown"}`, 500, `"code":"internal_error"`, "first"},
		{"POST", "/wares", "ann", "", `{"name":""}`, 422, `"code":"min_length"`, ""},
		{"POST", "/wares", "", "", `{"name":"x"}`, 401, `"code":"unauthenticated"`, ""},
		{"POST", "/wares", "ann", "k", `{"name":"x"}`, 201, `"name":"x"`, "first second third wrapped handled"},
		{"POST", "/wares", "ann", "k", `{"name":"x"}`, 201, `"name":"x"`, "first second third"},
		{"POST", "/wares", "ann-few", "k", `{"name":"x"}`, 403, `"code":"forbidden"`, "first"},
		{"GET", "/wares/1", "", "", "", 200, `"name":"x"`, "viewed as anonymous"},
		{"HEAD", "/wares/2", "", "", "", 403, ``, ""},
		{"GET", "/wares/2", "ann", "", "", 403, `"detail":"Not this one."`, ""},
		{"GET", "/wares?name=x", "bob", "", "", 200, `"data":[]`, "listed"},
		{"GET", "/wares", "bob", "", "", 403, `"code":"forbidden"`, ""},
		{"GET", "/wares?name=", "bob", "", "", 422, `"code":"min_length"`, ""},
	} {
		calls = nil
		w := kit.Send(t, app, tt.method, tt.path, tt.content, kit.As(tt.token, kit.Headers("Idempotency-Key", tt.key)...)...)
		if w.Status != tt.status || !strings.Contains(w.Body, tt.want) || strings.Join(calls, " ") != tt.calls {
			t.Errorf("%s %s as %q %s: %d %s, told %q; want %d %q", tt.method, tt.path, tt.token, tt.content, w.Status, w.Body, calls, tt.status, tt.calls)
		}
	}
	text, err := oas.YAML(app, oas.V31)
	if err != nil || strings.Count(string(text), "- `forbidden`")+strings.Count(string(text), "#/components/responses/Forbidden") < 3 {
		t.Errorf("the document does not tell that requests may be forbidden: %v\n%s", err, text)
	}
}

// ownedWares is a resource in which every caller sees and changes its own wares.
func ownedWares(d any) tenon.API {
	return tenon.New("Test", "1").Authenticate(wareBearer).Add(
		route.Resource("/wares", wares, wareID, d).
			AuthorizeEntity(func(ctx context.Context, who authn.Identity, w *ware) error {
				if from := authn.FromContext(ctx); from.Key() != who.Key() {
					return errors.New("the context is of another")
				}
				switch {
				case w.Name == "secret":
					return render.NotFound
				case w.Owner != who.Subject():
					return render.Forbidden
				}
				return nil
			}))
}

func TestPoliciesDecideOnEntities(t *testing.T) {
	const missing = `{"title":"No such entity.","status":404,"code":"no_such_entity"}`
	for _, tt := range []struct {
		method, path, token, content string
		status                       int
		want                         string
	}{
		{"GET", "/wares/1", "ann", "", 200, `"name":"one"`},
		{"GET", "/wares/1", "bob", "", 403, `"code":"forbidden"`},
		{"GET", "/wares/3", "ann", "", 404, missing},
		{"GET", "/wares/4", "ann", "", 404, missing},
		{"PATCH", "/wares/1", "ann", `{"name":"x"}`, 200, `"name":"x"`},
		{"PATCH", "/wares/1", "bob", `{"name":"x"}`, 403, `"code":"forbidden"`},
		{"PATCH", "/wares/1", "ann", `{"owner":"bob"}`, 403, `"code":"forbidden"`}, // what would come of it
		{"PATCH", "/wares/2", "ann", `{"owner":"ann"}`, 403, `"code":"forbidden"`}, // what was
		{"PATCH", "/wares/3", "ann", `{"name":"x"}`, 404, missing},
		{"PATCH", "/wares/4", "ann", `{"name":"x"}`, 404, missing},
		{"PATCH", "/wares/1", "ann", `{"name":""}`, 422, `"code":"min_length"`},
		{"PUT", "/wares/1", "ann", `{"name":"x"}`, 200, `"name":"x"`},
		{"PUT", "/wares/1", "ann", `{"name":"x","owner":"bob"}`, 403, `"code":"forbidden"`},
		{"PUT", "/wares/2", "ann", `{"name":"x"}`, 403, `"code":"forbidden"`},
		{"PUT", "/wares/3", "ann", `{"name":"x"}`, 404, missing},
		{"DELETE", "/wares/1", "ann", "", 200, `"id":1`},
		{"DELETE", "/wares/2", "ann", "", 403, `"code":"forbidden"`},
		{"DELETE", "/wares/3", "ann", "", 404, missing},
		{"POST", "/wares", "ann", `{"name":"x"}`, 201, `"name":"x"`},
		{"POST", "/wares", "bob", `{"name":"x"}`, 403, `"code":"forbidden"`},
		{"POST", "/wares", "ann", `{"name":"secret"}`, 403, `"code":"forbidden"`}, // nothing to hide
		{"GET", "/wares", "ann", "", 200, `"name":"two"`},                         // lists are the store's to cut
	} {
		d := newWareStore()
		d.wares[3] = ware{ID: 3, Name: "secret", Cost: 5, Owner: "ann", Revision: 1}
		before := len(d.wares)
		was := d.wares[1]
		w := kit.Send(t, kit.Build(t, ownedWares(d)), tt.method, tt.path, tt.content, kit.As(tt.token, "If-Match: *")...)
		if w.Status != tt.status || !strings.Contains(w.Body, tt.want) {
			t.Errorf("%s %s as %s %s: %d %s, want %d %s", tt.method, tt.path, tt.token, tt.content, w.Status, w.Body, tt.status, tt.want)
		}
		if tt.status >= 400 && (len(d.wares) != before || d.made > 0 || d.wares[1].Name != was.Name || d.wares[1].Owner != was.Owner) {
			t.Errorf("%s %s as %s %s: something has changed", tt.method, tt.path, tt.token, tt.content)
		}
	}
}

// A caller that may not see an entity learns neither its version nor its rules.
func TestPoliciesComeBeforePreconditionsAndRules(t *testing.T) {
	d := newWareStore()
	app := kit.Build(t, ownedWares(d))
	for _, method := range []string{"PATCH", "PUT", "DELETE"} {
		w := kit.Send(t, app, method, "/wares/2", `{"name":"x"}`, kit.As("ann", `If-Match: "0"`)...)
		if w.Status != 403 {
			t.Errorf("%s: %d %s", method, w.Status, w.Body)
		}
		if w := kit.Send(t, app, method, "/wares/1", `{"name":"x"}`, kit.As("ann", `If-Match: "0"`)...); w.Status != 412 {
			t.Errorf("%s: %d %s", method, w.Status, w.Body)
		}
	}
	if w := kit.Send(t, app, "GET", "/wares/2", "", kit.As("ann", "If-None-Match: *")...); w.Status != 403 || w.Header.Get("ETag") != "" {
		t.Errorf("%d %s %s", w.Status, w.Header, w.Body)
	}
}

// forgetfulStore does not call the functions that it gets.
type forgetfulStore struct{}

func (forgetfulStore) Update(context.Context, int, collection.Patch[ware]) (ware, error) {
	return ware{ID: 1, Name: "x"}, nil
}

func (forgetfulStore) Delete(context.Context, int, func(*ware) error) (ware, error) {
	return ware{ID: 1, Name: "x"}, nil
}

type plainDeleter struct{}

func (plainDeleter) Delete(context.Context, int) (p maker, err error) { return p, nil }

func TestAStoreMustCallThePolicy(t *testing.T) {
	app := kit.Build(t, ownedWares(forgetfulStore{}))
	for _, method := range []string{"PATCH", "DELETE"} {
		if w := kit.Send(t, app, method, "/wares/1", `{"name":"x"}`, kit.As("ann")...); w.Status != http.StatusInternalServerError {
			t.Errorf("%s: %d %s", method, w.Status, w.Body)
		}
	}
	name := wareName
	plain := collection.Of("Plain", func(m *maker) collection.Fields {
		return collection.Fields{
			name.At(&m.Name),
			wareID.At(&m.Rating).Key(),
		}
	})
	policy := func(context.Context, authn.Identity, *maker) error { return nil }
	for _, tt := range []struct {
		member route.Member
		want   string
	}{
		{route.Resource("/plain", plain, wareID, plainDeleter{}), ""},
		{route.Resource("/plain", plain, wareID, plainDeleter{}).AuthorizeEntity(policy), "…AuthorizeEntity: the store must implement the method Delete(context.Context, K, unchanged func(*T) error) (T, error)…"},
		{route.Resource("/plain", plain, wareID, plainDeleter{}).AuthorizeEntity(nil), "…AuthorizeEntity(nil): the function is nil…"},
	} {
		kit.CheckFault(t, tt.want, kit.API(tt.member), tt.want)
	}
}
