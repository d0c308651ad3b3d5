package kinds_test

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// tenant has members that are absent, null, or have a value.
type tenant struct {
	ID    int
	Note  prop.Maybe[string]
	Home  prop.Maybe[home]
	Tags  prop.Maybe[[]string]
	Inner struct{ Rank prop.Maybe[int] }
}

type home struct{ City string }

var (
	tenantID   = prop.Int("id")
	tenantNote = prop.String("note").MinLen(2).MaxLen(9).Optional()
	tenantTags = prop.Array(prop.String("tags")).MaxItems(2).Optional()
	tenantRank = prop.Int("rank").Optional()
	tenantHome = collection.Of("Home", func(h *home) collection.Fields {
		return collection.Fields{prop.String("city").At(&h.City)}
	}).Object().Optional()
	tenants = collection.Of("Tenant", func(t *tenant) collection.Fields {
		return collection.Fields{
			tenantID.At(&t.ID).Key(), tenantNote.AtMaybe(&t.Note), tenantHome.AtMaybe(&t.Home),
			tenantTags.AtMaybe(&t.Tags), tenantRank.AtMaybe(&t.Inner.Rank),
		}
	})
)

func TestMembersAreAbsentNullOrHaveAValue(t *testing.T) {
	stored := []tenant{
		{ID: 1, Note: prop.Some("one")},
		{ID: 2, Note: prop.Null[string](), Home: prop.Null[home](), Tags: prop.Null[[]string]()},
		{ID: 3},
		{ID: 4, Home: prop.Some(home{"Oslo"}), Tags: prop.Some([]string{"a"})},
	}
	stored[0].Inner.Rank, stored[1].Inner.Rank, stored[2].Inner.Rank = prop.Some(5), prop.Null[int](), prop.Some(4)
	key := prop.Int("key").Min(1).Max(4)
	same := func(_ *route.Call, v tenant) (tenant, error) { return v, nil }
	api, _ := kit.Start(t, tenon.New("Tenants", "1").Add(
		route.Post("/tenants", tenants.Create(), tenants.View()).Handle(same),
		route.Post("/forms", route.Form(tenants.Create(), route.AsJSON(tenantHome), route.DeepObject(tenantNote), route.AsJSON(tenantTags), route.AsJSON(tenantRank)), tenants.View()).Handle(same),
		route.Patch("/tenants/{key}", tenants.Update(), tenants.View()).Path(key).
			Handle(func(c *route.Call, p collection.Patch[tenant]) (tenant, error) {
				v := stored[key.Get(c)-1]
				return v, p.Apply(&v)
			}),
		route.Put("/tenants/{key}", tenants.Replace(), tenants.View()).Path(key).
			Handle(func(c *route.Call, p collection.Replacement[tenant]) (tenant, error) {
				v := stored[key.Get(c)-1]
				return v, p.Apply(&v)
			}),
		route.List("/tenants", tenants.List(), paginate.ByPage()).Sorting(tenantRank, tenantID).DefaultOrder(paginate.Asc(tenantID)).
			Filters(paginate.AtLeast(tenantRank)).
			Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[tenant], error) {
				return mempage.Select(q, tenants, stored)
			}),
	))
	for _, tt := range []struct{ method, path, body, want string }{
		{"POST", "/tenants", `{"id":1}`, `{"data":{"id":1}}`},
		{"POST", "/tenants", `{"id":1,"note":null,"home":null,"tags":null,"rank":null}`, `{"data":{"id":1,"note":null,"home":null,"tags":null,"rank":null}}`},
		{"POST", "/tenants", `{"id":1,"note":"abc","home":{"city":"Rom"},"tags":[],"rank":0}`, `{"data":{"id":1,"note":"abc","home":{"city":"Rom"},"tags":[],"rank":0}}`},
		{"POST", "/tenants", `{"id":1,"note":"a","home":{},"tags":["a","b","c"],"rank":"1"}`, `min_length #/note, required #/home/city, max_items #/tags, type #/rank`},
		{"PATCH", "/tenants/1", `{"id":1}`, `{"data":{"id":1,"note":"one","rank":5}}`},
		{"PATCH", "/tenants/1", `{"note":null,"home":{"city":"Rom"}}`, `{"data":{"id":1,"note":null,"home":{"city":"Rom"},"rank":5}}`},
		{"PATCH", "/tenants/3", `{"note":null,"home":null,"rank":null}`, `{"data":{"id":3,"note":null,"home":null,"rank":null}}`},
		{"PATCH", "/tenants/2", `{"note":"two","home":{"city":"Rom"},"tags":["x"]}`, `{"data":{"id":2,"note":"two","home":{"city":"Rom"},"tags":["x"],"rank":null}}`},
		{"PATCH", "/tenants/4", `{"home":{"city":"Rom"}}`, `{"data":{"id":4,"home":{"city":"Rom"},"tags":["a"]}}`},
		{"PATCH", "/tenants/4", `{"home":{}}`, `{"data":{"id":4,"home":{"city":"Oslo"},"tags":["a"]}}`},
		{"PATCH", "/tenants/2", `{"home":{}}`, `required #/home/city`},
		{"PUT", "/tenants/1", `{"id":1,"rank":null}`, `{"data":{"id":1,"rank":null}}`},
		{"PUT", "/tenants/4", `{"id":4,"home":null}`, `{"data":{"id":4,"home":null}}`},
		{"GET", "/tenants?order_by=rank&limit=2", "", `{"data":[{"id":2,"note":null,"home":null,"tags":null,"rank":null},{"id":4,"home":{"city":"Oslo"},"tags":["a"]}],"pagination":{"page":1,"page_size":2,"has_more":true,"total_pages":2}}`},
		{"GET", "/tenants?min_rank=5", "", `{"data":[{"id":1,"note":"one","rank":5}],"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":1}}`},
	} {
		if got := outcome(t, api.Send(t, tt.method, tt.path, tt.body)); got != tt.want {
			t.Errorf("%s %s %s\n got %s\nwant %s", tt.method, tt.path, tt.body, got, tt.want)
		}
	}
	for _, form := range []struct{ body, want string }{
		{"id=1", `{"data":{"id":1}}`},
		{"id=1&rank=null&home=null", `{"data":{"id":1,"home":null,"rank":null}}`},
		{"id=1&note=abc&home={\"city\":\"Rom\"}&tags=[\"a\",\"b\"]&rank=3", `{"data":{"id":1,"note":"abc","home":{"city":"Rom"},"tags":["a","b"],"rank":3}}`},
	} {
		if got := outcome(t, api.Send(t, "POST", "/forms", form.body, "Content-Type: application/x-www-form-urlencoded")); got != form.want {
			t.Errorf("%s\n got %s\nwant %s", form.body, got, form.want)
		}
	}
	if v := stored[3]; v.Home.Get().City != "Oslo" || v.Note.Has() {
		t.Errorf("a patch has changed what was stored: %v", v)
	}
}

// The zero value is absent.
func TestMaybeIsAValue(t *testing.T) {
	var absent prop.Maybe[int]
	null, some := prop.Null[int](), prop.Some(7)
	for _, tt := range []struct {
		m         prop.Maybe[int]
		has, null bool
		value     int
		ok        bool
	}{{absent, false, false, 0, false}, {null, true, true, 0, false}, {some, true, false, 7, true}} {
		v, ok := tt.m.Lookup()
		if tt.m.Has() != tt.has || tt.m.IsNull() != tt.null || v != tt.value || ok != tt.ok || tt.m.Get() != tt.value {
			t.Errorf("%+v: %t %t %d %t", tt, tt.m.Has(), tt.m.IsNull(), v, ok)
		}
	}
}
