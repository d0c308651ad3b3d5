package pairs

import (
	"context"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/authz"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

type (
	crud = route.ResourceRoutes[Item, int]
)

// rules are the features of authorization.
func rules() []*feature {
	group := func(name, slot string, edit func(route.RouteGroup) route.RouteGroup) *feature {
		return &feature{name: name, area: access, slot: slot, declare: func(d *draft) {
			d.needScheme = true
			d.group = append(d.group, edit)
		}}
	}
	return []*feature{
		group("Public", "", func(g route.RouteGroup) route.RouteGroup { return g.Public() }),
		group("Scopes", "", func(g route.RouteGroup) route.RouteGroup { return g.Scopes("read") }),
		group("Authorize", "", func(g route.RouteGroup) route.RouteGroup {
			return g.Authorize(authz.Permissions("items"), authz.Policy("not eve", func(_ context.Context, who authn.Identity) bool { return who.Subject() != "eve" }))
		}),
		{name: "Guard", area: access, on: "view create update replace delete", declare: func(d *draft) {
			d.needScheme = true
			d.crud = append(d.crud, func(c crud) crud {
				return c.AuthorizeEntity(func(_ context.Context, who authn.Identity, i *Item) error {
					if i.ID == hiddenItem && !who.HasRole("owner") {
						return render.NotFound
					}
					return nil
				})
			})
		}},
		{name: "VisibleTo", area: access, on: "view list create update replace many content note", declare: func(d *draft) { d.needScheme = true }},
		{name: "Allow", area: access, on: "create update list view", declare: func(d *draft) {
			d.crud = append(d.crud, func(c crud) crud {
				return c.AuthorizeCreate(func(_ *route.Call, in Item) error {
					if in.Name == "forbidden" {
						return render.Forbidden
					}
					return nil
				}).AuthorizeView(func(*route.Call) error { return nil })
			})
			d.probes = append(d.probes, func(d *draft) []*request {
				return []*request{post("/items", d.entity(0, "name", `"forbidden"`)).expecting(403).mark("Allow")}
			})
		}},
		{name: "Claims", area: access, on: "", declare: func(d *draft) {
			by := signer{[]string{"Claims"}, func(r *http.Request, token string) { r.Header.Set("X-Claims-Key", token) }}
			d.schemes = append(d.schemes, scheme{authn.APIKeyHeader("claims", "X-Claims-Key", lookup).Claims(prop.String("tenant").Optional()), by})
			d.signers = append(d.signers, by)
		}},
	}
}

// entityFeatures are the options of collections.
func entityFeatures() []*feature {
	edit := func(name string, change func(*collection.Collection[Item]) *collection.Collection[Item]) *feature {
		return &feature{name: name, area: entities, on: "create update replace", declare: func(d *draft) {
			d.itemEdits = append(d.itemEdits, change)
		}}
	}
	type items = *collection.Collection[Item]
	first, second := prop.String("first").Optional(), prop.String("second").Optional()
	both := func(f *feature) *feature {
		declare := f.declare
		f.declare = func(d *draft) {
			declare(d)
			remembered(d, "first and second", func(string) bool {
				d.fields = append(d.fields,
					collection.AtOptionalFunc(first, func(i *Item) **string { return &i.First }),
					collection.AtOptionalFunc(second, func(i *Item) **string { return &i.Second }))
				d.member("first", `"1"`)
				d.member("second", `"2"`)
				a, b := "1", "2"
				d.seeds = append(d.seeds, func(i *Item) { i.First, i.Second = &a, &b })
				return true
			})
		}
		return f
	}
	return []*feature{
		probing(edit("Rule", func(c items) items {
			return c.Rule("profitable", "must be above what it costs", func(i *Item) bool { return i.Price > i.Cost }, itemPrice, itemCost)
		}), func(d *draft) []*request {
			return []*request{patch(fullItem, `{"price":50}`), patch(otherItem, `{"price":50}`).with("If-Match", `"no such version"`),
				put(otherItem, d.entity(1, "price", "50")), post("/items", d.entity(1, "price", "3"))}
		}),
		both(edit("AllOrNone", func(c items) items { return c.AllOrNone(first, second) })),
		both(edit("AtLeastOne", func(c items) items { return c.AtLeastOne(first, second) })),
		both(edit("RequiredWhen", func(c items) items { return c.RequiredWhen(collection.Equals(itemPrice, 77), first) })),
		edit("IgnoreReadOnly", func(c items) items { return c.IgnoreReadOnly() }),
		edit("IgnoreUnknown", func(c items) items { return c.IgnoreUnknown() }),
		edit("RejectUnknown", func(c items) items { return c.RejectUnknown() }),
		{name: "IgnoreUnknownMembers", area: entities, on: "create update replace many content", declare: func(d *draft) {
			d.group = append(d.group, route.RouteGroup.IgnoreUnknownMembers)
			d.probes = append(d.probes, func(d *draft) []*request {
				return []*request{post("/items", d.entity(0, "no_such_member", `{"any":[1]}`)), patch(fullItem, `{"no_such_member":1}`)}
			})
		}},
		{name: "InvalidPathNotFound", area: entities, on: "view update replace delete", declare: func(d *draft) {
			d.group = append(d.group, route.RouteGroup.InvalidPathNotFound)
			d.probes = append(d.probes, func(d *draft) []*request {
				return []*request{get("/items/no-number", "view").refused(), send("PATCH", "/items/no-number", "update", `{"price":1}`).refused(), send("PUT", "/items/0x1", "replace", d.entity(1, "price", "3")).refused()}
			})
		}},
		edit("MinProperties", func(c items) items { return c.MinProperties(1) }),
		{name: "Only and Except", area: entities, on: "create update view list", declare: func(d *draft) {
			d.member("made_as", `"x"`)
			d.seeds = append(d.seeds, func(i *Item) { i.MadeAs = "x" })
			d.fields = append(d.fields,
				collection.AtFunc(prop.String("made_as").Default("x"), func(i *Item) *string { return &i.MadeAs }).Except(collection.Update),
				collection.AtOptionalFunc(prop.String("detail").Optional(), func(i *Item) **string { return &i.Detail }).Except(collection.List),
			)
		}},
		{name: "Computed", area: entities, on: "view list create update", declare: func(d *draft) {
			d.fields = append(d.fields, collection.Computed(prop.Int("sum"), func(i *Item) int { return i.Price + i.ID }))
		}},
		{name: "Rest", area: entities, on: "view list create update replace", declare: func(*draft) {}},
		{name: "WriteOnly member", area: entities, on: "create update replace view", declare: func(d *draft) {
			d.fields = append(d.fields, collection.AtFunc(prop.String("password").MinLen(8).MaxLen(40).WriteOnly(), func(i *Item) *string { return &i.Password }))
			d.member("password", `"long enough"`)
		}},
		{name: "NoNUL", area: entities, on: "create update replace", declare: func(d *draft) {
			d.fields = append(d.fields, collection.AtFunc(prop.String("memo").NoNUL().Default("-"), func(i *Item) *string { return &i.Memo }))
			d.seeds = append(d.seeds, func(i *Item) { i.Memo = "-" })
			d.checks = append(d.checks, func(i *Item) error { // like a unique index
				if strings.Contains(i.Memo, "\x00") {
					return errStore
				}
				return nil
			})
			d.probes = append(d.probes, func(d *draft) []*request {
				nul := `"a\u0000b"`
				return []*request{post("/items", d.entity(0, "memo", nul)).refused(), patch(fullItem, `{"memo":`+nul+`}`).refused(),
					put(otherItem, d.entity(1, "memo", nul)).refused(), post("/items", d.entity(0, "memo", `"ab"`))}
			})
		}},
		{name: "damaged row", area: entities, on: "", declare: func(d *draft) {
			d.damaged = func(c items) error {
				_, err := c.Create().Parse([]byte(`{"name":"","price":-1,"` + marker + `":1}`))
				return err
			}
		}},
	}
}

// probing adds probes to a feature.
func probing(f *feature, probe func(*draft) []*request) *feature {
	declare := f.declare
	f.declare = func(d *draft) {
		declare(d)
		d.probes = append(d.probes, probe)
	}
	return f
}
