package pairs

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/route"
)

// cursorKey signs the cursors of every API, so that all instances have the same cursors.
var cursorKey = []byte("0123456789abcdef0123456789abcdef")

// listFeatures are the features of lists.
func listFeatures() []*feature {
	plan := func(name string, p func() paginate.Plan, queries ...[2]string) *feature {
		return &feature{name: name, area: lists, slot: "plan", plain: true, on: "list", declare: func(d *draft) {
			made := p()
			d.plan = &made
			d.probes = append(d.probes, func(*draft) (all []*request) {
				for _, q := range queries {
					all = append(all, get("/items", "list").asking(q[0], q[1]).mark(name))
				}
				return append(all, get("/items", "list").asking("limit", "0").expecting(0).refused().mark(name),
					get("/items", "list").asking("limit", marker).refused().mark(name))
			})
		}}
	}
	query := func(name string, edit func(crud) crud, queries ...[2]string) *feature {
		return &feature{name: name, area: lists, on: "list", declare: func(d *draft) {
			d.crud = append(d.crud, edit)
			for _, q := range queries {
				d.alters = append(d.alters, alteration{name, q[0] + "=" + q[1], func(_ *instance, _ who, r *request) bool {
					if r.op != "list" || r.method != "GET" {
						return false
					}
					r.asking(q[0], q[1])
					return true
				}})
			}
		}}
	}
	cursor := plan("ByCursor", func() paginate.Plan { return paginate.ByCursor(cursorKey) }, [2]string{"limit", "2"}, [2]string{"cursor", marker})
	bound := plan("BoundTo", func() paginate.Plan {
		return paginate.ByCursor(cursorKey).BoundTo(func(ctx context.Context) string { return authn.FromContext(ctx).Key() })
	}, [2]string{"limit", "2"}, [2]string{"cursor", marker})
	for _, f := range []*feature{cursor, bound} {
		declare := f.declare
		f.declare = func(d *draft) {
			declare(d)
			d.needScheme = d.needScheme || f == bound
			d.alters = append(d.alters, alteration{f.name, "next", func(x *instance, from who, r *request) bool {
				if r.op != "list" || r.method != "GET" || len(r.query) > 0 {
					return false
				}
				next := nextOf(x.as(from, r.copied().asking("limit", "2")))
				r.asking("limit", "2").asking("cursor", next)
				return next != ""
			}})
		}
	}
	return []*feature{
		plan("ByPage", paginate.ByPage, [2]string{"page", "2"}, [2]string{"page", "0"}),
		plan("ByOffset", paginate.ByOffset, [2]string{"offset", "1"}, [2]string{"offset", "-1"}),
		plan("Total on request", func() paginate.Plan { return paginate.ByOffset().Total(paginate.OnRequest).Default(3).Max(4) }, [2]string{"count", "true"}, [2]string{"limit", "5"}),
		plan("Names of a list", func() paginate.Plan {
			return paginate.ByPage().MaxPage(50).Names(paginate.Names{Page: "page[number]", Limit: "per_page", OrderBy: "sort", Direction: "direction"})
		}, [2]string{"page[number]", "2"}, [2]string{"per_page", "2"}, [2]string{"page[number]", "51"}),
		plan("Members of pages", func() paginate.Plan {
			return paginate.ByOffset().RepeatedOrder().Pagination("", paginate.Fixed("object", "list"), paginate.TotalItems("count"), paginate.NextLink("next"), paginate.PrevLink("previous"))
		}, [2]string{"offset", "1"}, [2]string{"limit", "1"}),
		plan("An object of pages", func() paginate.Plan {
			return paginate.ByCursor(cursorKey).Total(paginate.OnRequest).Pagination("meta", paginate.TotalPages("pages"), paginate.NextCursor("next"))
		}, [2]string{"limit", "2"}, [2]string{"count", "true"}),
		plan("No description of pages", func() paginate.Plan { return paginate.ByPage().Total(paginate.Never).Pagination("") }, [2]string{"page", "2"}),
		plan("ByKey", func() paginate.Plan {
			return paginate.ByKey(itemID).Pagination("", paginate.FirstKey("first"), paginate.LastKey("last"), paginate.HasMore("more"))
		}, [2]string{"starting_after", "1"}, [2]string{"ending_before", "2"}, [2]string{"starting_after", "1000000"}, [2]string{"starting_after", marker}),
		cursor, bound,
		query("Sorting", func(c crud) crud { return c.Sorting(itemName, itemPrice) }, [2]string{"order_by", "-price,name"}, [2]string{"order_by", marker}),
		query("Sorting by the guarded", func(c crud) crud { return c.Sorting(itemCost) }, [2]string{"order_by", "cost"}),
		query("Order", func(c crud) crud { return c.DefaultOrder(paginate.Desc(itemPrice)) }),
		query("Filters", func(c crud) crud {
			return c.Filters(paginate.Equal(itemName), paginate.Prefix(itemName), paginate.Contains(itemName), paginate.In(itemPrice), paginate.Between(itemPrice), paginate.IsNull(tagline))
		}, [2]string{"name_contains", "1"}, [2]string{"name", "a\x00b"}, [2]string{"price", "101,102"}, [2]string{"price_between", marker}),
		query("Filters of the guarded", func(c crud) crud { return c.Filters(paginate.AtLeast(itemCost)) }, [2]string{"min_cost", "50"}),
	}
}

// nextOf returns the cursor of the next page.
func nextOf(e *exchange) string {
	var page struct {
		Pagination struct {
			Next string `json:"next_cursor"`
		}
	}
	_ = json.Unmarshal(e.body, &page)
	return page.Pagination.Next
}

// changeFeatures are the features of changes: preconditions and idempotency.
func changeFeatures() []*feature {
	versioned := func(name string, version func(*Item) collection.Version) *feature {
		return &feature{name: name, area: changes, slot: "version", plain: true, on: "view create update replace delete", declare: func(d *draft) {
			d.itemEdits = append(d.itemEdits, func(c *collection.Collection[Item]) *collection.Collection[Item] { return c.Versioned(version) })
			tag := func(x *instance, from who, r *request) string {
				return x.as(from, get(r.path, "view")).header.Get("ETag")
			}
			d.alters = append(d.alters,
				alteration{name, "If-None-Match", func(x *instance, from who, r *request) bool {
					if r.op != "view" || r.method == "OPTIONS" {
						return false
					}
					t := tag(x, from, r)
					r.with("If-None-Match", t)
					return t != ""
				}},
				alteration{name, "If-Match", func(x *instance, from who, r *request) bool {
					if r.op != "update" && r.op != "replace" && r.op != "delete" {
						return false
					}
					t := tag(x, from, r)
					r.with("If-Match", t)
					return t != ""
				}},
				alteration{name, "a failing If-Match", func(_ *instance, _ who, r *request) bool {
					r.with("If-Match", `"no such version"`)
					return r.op == "update" || r.op == "replace" || r.op == "delete"
				}})
		}}
	}
	retried := func(name string, edit func(route.Options, idempotency.Store) route.Options) *feature {
		return &feature{name: name, area: changes, slot: "idempotency", on: "create", declare: func(d *draft) {
			store := idempotency.Memory(idempotency.MaxEntries(keptKeys))
			d.crud = append(d.crud, func(c crud) crud {
				o := edit(route.On(route.OpCreate), store)
				if d.on["Public"] {
					o = o.IdempotencyScope(func(r *http.Request) string { return r.RemoteAddr })
				}
				return c.Set(o)
			})
			keys := 0
			d.alters = append(d.alters, alteration{name, "a key", func(_ *instance, _ who, r *request) bool {
				keys++
				r.with("Idempotency-Key", `"key-`+string(rune('a'+keys%26))+string(rune('a'+keys/26))+`"`)
				return r.op == "create"
			}})
		}}
	}
	return []*feature{
		versioned("Versioned", func(i *Item) collection.Version { return collection.Version{Tag: text(i.Revision)} }),
		versioned("Versioned by time", func(i *Item) collection.Version { return collection.Version{Modified: i.Modified} }),
		{name: "RequirePrecondition", area: changes, on: "update", declare: func(d *draft) {
			if !d.on["Versioned by time"] && !d.on["Versioned"] {
				d.on["Versioned"] = true
				d.itemEdits = append(d.itemEdits, func(c *collection.Collection[Item]) *collection.Collection[Item] {
					return c.Versioned(func(i *Item) collection.Version { return collection.Version{Tag: text(i.Revision)} })
				})
			}
			d.crud = append(d.crud, func(c crud) crud {
				return c.Set(route.On(route.OpUpdate).RequirePrecondition())
			})
		}},
		retried("Idempotent", func(o route.Options, s idempotency.Store) route.Options { return o.Idempotent(time.Hour, s) }),
		retried("RequireIdempotencyKey", func(o route.Options, s idempotency.Store) route.Options {
			return o.Idempotent(time.Hour, s).RequireIdempotencyKey()
		}),
		{name: "Only", area: changes, on: "view list update", declare: func(d *draft) {
			d.crud = append(d.crud, func(c crud) crud { return c.Only(route.OpList | route.OpView | route.OpUpdate) })
		}},
		{name: "NoContent", area: changes, on: "delete", declare: func(d *draft) {
			d.crud = append(d.crud, func(c crud) crud { return c.NoContent() })
		}},
		{name: "With", area: changes, on: "with", declare: func(d *draft) {
			d.crud = append(d.crud, func(c crud) crud {
				return c.With(route.Get("/items/{id}/name", collection.NoContent()).Path(itemID).
					Handle(func(*route.Call) (n collection.Empty, err error) { return n, nil }))
			})
			d.probes = append(d.probes, func(*draft) []*request { return []*request{get("/items/1/name", "with")} })
		}},
	}
}
