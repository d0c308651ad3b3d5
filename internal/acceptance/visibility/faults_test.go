package visibility_test

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

func TestHiddenMembersHaveFaults(t *testing.T) {
	type row struct {
		A, B *string
		C    string
		ID   string
	}
	a, b := prop.String("a").Optional(), prop.String("b").Optional()
	needed := prop.String("c")
	at := func(r *row) *string { return &r.C }
	id := prop.String("id").MaxLen(9)
	one := func(f collection.Field, others ...collection.Field) *collection.Collection[row] {
		return collection.Of("Row", func(r *row) collection.Fields { return append(others, f, id.At(&r.ID).Key()) })
	}
	optional := func() collection.Field {
		return collection.AtOptionalFunc(a, func(r *row) **string { return &r.A })
	}
	post := func(c *collection.Collection[row]) *route.WriteRoute[row, row] {
		return route.Post("/rows", c.Create(), c.View())
	}
	done := func(w *route.WriteRoute[row, row]) route.Member {
		return w.Handle(func(_ *route.Call, r row) (row, error) { return r, nil })
	}
	list := func(c *collection.Collection[row], plan paginate.Plan) *route.ListRoute[row] {
		return route.List("/rows", c.List(), plan)
	}
	listed := func(l *route.ListRoute[row]) route.Member {
		return l.Handle(func(*route.Call, paginate.Query) (r paginate.Result[row], err error) { return r, nil })
	}
	key := make([]byte, 32)
	secured := tenon.New("Test", "1").Authenticate(wareBearer)
	other := collection.AtOptionalFunc(b, func(r *row) **string { return &r.B })
	for _, tt := range []struct {
		name string
		api  tenon.API
		want string // "": no fault
	}{
		{"required", secured.Add(done(post(one(collection.AtFunc(needed, at).VisibleTo("s"))))),
			`POST /rows: member "c" of collection "Row" is required, and visible to the scope "s" alone, so that others could never send the rest; ` +
				`give it a default, make it optional, or ask for the scope with Scopes`},
		{"required in a list", secured.Add(route.Post("/rows", collection.Many(one(collection.AtFunc(needed, at).VisibleTo("s")).Create()), collection.NoContent()).
			Handle(func(*route.Call, []row) (none collection.Empty, err error) { return none, nil })), `member "c" of collection "Row" is required`},
		{"required of who has it", secured.Add(done(post(one(collection.AtFunc(needed, at).VisibleTo("s", "t"))).Scopes("t"))), ""},
		{"required of who has another", secured.Add(done(post(one(collection.AtFunc(needed, at).VisibleTo("s"))).Scopes("t"))), `is required, and visible`},
		{"only shown", secured.Add(listed(list(one(collection.AtFunc(needed, at).VisibleTo("s")), paginate.ByPage()))), ""},
		{"optional", secured.Add(done(post(one(optional().VisibleTo("s"))))), ""},
		{"nobody authenticates", tenon.New("Test", "1").Add(done(post(one(optional().VisibleTo("s", "t"))))),
			`collection "Row": member "a" is visible to the scope "s" or "t", but the API has no Authenticate`},
		{"no scope", secured.Add(done(post(one(optional().VisibleTo())))), "VisibleTo names no scope"},
		{"a bad scope", secured.Add(done(post(one(optional().VisibleTo("s", "a b"))))), `VisibleTo("a b"): a scope is printable ASCII without spaces, " and \`},
		{"a rest", secured.Add(route.Get("/rest", collection.Of("Rest", func(m *map[string]string) collection.Fields {
			return collection.Fields{collection.Additional(needed, m).VisibleTo("s")}
		}).View()).
			Handle(func(*route.Call) (m map[string]string, err error) { return m, nil })), "VisibleTo is for a member with a name, which Additional is not"},
		{"a rule between", secured.Add(done(post(one(optional().VisibleTo("s"), other).AllOrNone(a, b)))),
			`AllOrNone: member "a" is visible to some clients only, and what others see and send would violate the rule`},
		{"the tag of a union", secured.Add(route.Get("/union", collection.OneOf("Union",
			collection.CaseOf[any](collection.Of("Here", func(_ *book) collection.Fields {
				return collection.Fields{collection.Fixed(prop.Const("kind", "a")).VisibleTo("s")}
			})),
			collection.CaseOf[any](collection.Of("There", func(_ *toy) collection.Fields { return collection.Fields{collection.Fixed(prop.Const("kind", "b"))} })),
		).Tagged("kind").View()).Handle(func(*route.Call) (any, error) { return nil, nil })),
			`constant "kind" of case "Here" is what tells the cases apart, and must be VisibleTo all`},
		{"a cursor", secured.Add(listed(list(one(collection.AtFunc(needed.MaxLen(9), at).VisibleTo("s")), paginate.ByCursor(key)).Tiebreaker(needed.MaxLen(9)))),
			`property "c" is only for clients with the scope "s", and a cursor would show it to all`},
		{"a cursor of who asks", secured.Add(listed(list(one(collection.AtFunc(needed.MaxLen(9), at).VisibleTo("s"),
			collection.AtOptionalFunc(b.MaxLen(9), func(r *row) **string { return &r.B })), paginate.ByCursor(key)).Tiebreaker(b.MaxLen(9)).Sorting(needed.MaxLen(9)))), ""},
		{"a filter", secured.Add(listed(list(one(collection.AtFunc(needed, at).VisibleTo("s")), paginate.ByPage()).Filters(paginate.Equal(needed).Required()))),
			`filter "c" is required, and its property is only for clients with the scope "s"`},
		{"a rule about what others send", secured.Add(done(post(one(optional().VisibleTo("s"), collection.AtFunc(needed, at)).
			Rule("below", "must be below a", func(*row) bool { return true }, needed, a)))),
			`POST /rows: Rule("below") of collection "Row" is about "a", which is visible to the scope "s" alone, and about "c", which others send: ` +
				`whether they break it would tell them what they do not see; guard both alike, or ask for the scope with Scopes`},
		{"a rule of an update", secured.Add(route.Patch("/rows", one(optional().VisibleTo("s"), collection.AtFunc(needed, at)).
			Rule("below", "must be below a", func(*row) bool { return true }, needed, a).Update(), collection.NoContent()).
			Handle(func(*route.Call, collection.Patch[row]) (collection.Empty, error) { return collection.Empty{}, nil })), `is about "a"`},
		{"a rule of who sees all", secured.Add(done(post(one(optional().VisibleTo("s"), collection.AtFunc(needed, at)).
			Rule("below", "must be below a", func(*row) bool { return true }, needed, a)).Scopes("s"))), ""},
		{"a rule about what is guarded alike", secured.Add(done(post(one(optional().VisibleTo("s", "t"), other.VisibleTo("t", "s")).
			Rule("below", "must be below a", func(*row) bool { return true }, a, b)))), ""},
		{"a rule about what is guarded otherwise", secured.Add(done(post(one(optional().VisibleTo("s"), other.VisibleTo("t")).
			Rule("below", "must be below a", func(*row) bool { return true }, a, b)))), `is about "a"`},
		{"a number of members", secured.Add(done(post(one(optional().VisibleTo("s"), collection.AtFunc(needed, at)).MaxProperties(1)))),
			`MaxProperties(1): member "a" is visible to some clients only, and the number would reveal its presence to others`},
		{"a key", secured.Add(route.Get("/rows", one(collection.AtFunc(needed, at).Key().VisibleTo("s")).View()).
			Handle(func(*route.Call) (r row, err error) { return r, nil })),
			`member "c" is a key, which paths, Location and deletions show to all; VisibleTo cannot hide it`},
		{"a path", secured.Add(route.Get("/rows/{c}", one(collection.AtFunc(needed, at).VisibleTo("s")).View()).Path(needed).
			Handle(func(*route.Call) (r row, err error) { return r, nil })), `GET /rows/{c}: path parameter "c" is a member that is visible only with the scope "s", but everyone sees it here`},
		{"a header", secured.Add(route.Get("/rows", one(optional().VisibleTo("s")).View()).ResponseHeader(a).
			Handle(func(*route.Call) (r row, err error) { return r, nil })), `GET /rows: header "a" is a member that is visible only with the scope "s"`},
		{"what is replaced", secured.Add(route.Put("/rows", one(optional().VisibleTo("s")).Create(), collection.NoContent()).
			Handle(func(*route.Call, row) (collection.Empty, error) { return collection.Empty{}, nil })),
			`PUT /rows: member "a" of collection "Row" is visible to the scope "s" alone, so that others would replace what they do not see; read the collection with Replace, which keeps it`},
		{"what is replaced by who sees it", secured.Add(route.Put("/rows", one(optional().VisibleTo("s")).Create(), collection.NoContent()).Scopes("s").
			Handle(func(*route.Call, row) (collection.Empty, error) { return collection.Empty{}, nil })), ""},
		{"an order", secured.Add(listed(list(one(collection.AtFunc(needed.MaxLen(9), at).VisibleTo("s")), paginate.ByOffset()).DefaultOrder(paginate.Desc(needed.MaxLen(9))))),
			`property "c" is only for clients with the scope "s", and the order would show it to all`},
		{"nobody to ask", secured.Add(done(post(one(optional())).AuthorizeInput(nil))), "AuthorizeInput(nil): the function is nil"},
	} {
		if tt.want != "" {
			tt.want = "…" + tt.want + "…"
		}
		kit.CheckFault(t, tt.name, tt.api, tt.want)
	}
}
