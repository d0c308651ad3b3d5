package pairs

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/authn"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// A draft is an unfinished API. Features add to it in any order; build assembles it.
type draft struct {
	world    world
	house    *house
	features []*feature
	on       map[string]bool // by name
	made     map[string]any  // values of [remembered]

	values    []*value
	presence  presence
	needValue bool // a feature needs some property
	nests     []*nest
	needNest  bool
	seeds     []func(*Item) // the initial items of a store
	fields    []collection.Field
	members   map[string]json.RawMessage // required members of creations, for fields
	itemEdits []func(*collection.Collection[Item]) *collection.Collection[Item]
	partEdits []func(*collection.Collection[Part]) *collection.Collection[Part]
	damaged   func(*collection.Collection[Item]) error
	checks    []func(*Item) error // checks of the store
	queries   []func(paginate.Query) error

	needScheme  bool
	schemes     []scheme
	requirement authn.Requirement
	signers     []signer

	plan    *paginate.Plan
	crud    []func(route.ResourceRoutes[Item, int]) route.ResourceRoutes[Item, int]
	group   []func(route.RouteGroup) route.RouteGroup
	api     []func(tenon.API) tenon.API
	routes  []func(*draft) route.Member
	prefix  string
	mount   func(app *tenon.App, docs http.Handler) http.Handler
	mounted string
	probes  []func(*draft) []*request // requests of features, in addition to those of every API
	alters  []alteration
	seen    *seen // an observer
	twice   bool  // the group exists in two versions
}

func newDraft(w world, features ...*feature) *draft {
	d := &draft{world: w, features: features, on: map[string]bool{}, made: map[string]any{}, members: map[string]json.RawMessage{}}
	for _, f := range features {
		d.on[f.name] = true
	}
	for _, f := range features {
		f.declare(d)
	}
	if d.needValue && len(d.values) == 0 {
		d.values = append(d.values, valueOf("string", func(n string) *prop.StringProp[string] { return prop.String(n).MaxLen(50) },
			func(v *Values) *cell[string] { return &v.String }, []string{`"höhe 1,2;3&4"`, `"a"`}, append(wrongs(`"`), `"`+marker+strings.Repeat("x", 60)+`"`)))
	}
	for _, v := range d.values {
		v.presence = d.presence
	}
	if d.needNest && len(d.nests) == 0 {
		for _, f := range nestings() {
			if f.name == "nest list" || f.name == "nest maybe" {
				f.declare(d)
			}
		}
	}
	if d.needScheme && len(d.schemes) == 0 {
		bearer().declare(d)
	}
	return d
}

// undeclared is a request with a member that no collection declares.
func (d *draft) undeclared(r *request) *request {
	if d.on["IgnoreUnknownMembers"] {
		return r
	}
	return r.refused()
}

// level returns the level of the parts of items.
func (d *draft) level() *level {
	l := &level{draft: d}
	if d.on["nest lazy"] {
		l.lazy = l.parts
	}
	return l
}

// items returns the collection of the resource.
func (d *draft) items() *collection.Collection[Item] {
	return remembered(d, "Item", func(name string) *collection.Collection[Item] {
		all := columns(d.on["VisibleTo"])
		l := d.level()
		for _, v := range d.values {
			all = append(all, v.item(v.presence))
		}
		for _, n := range d.nests {
			all = append(all, n.item(l))
		}
		all = append(all, d.fields...)
		c := collection.Of(name, func(i *Item) collection.Fields {
			if d.on["Rest"] {
				return append(all, collection.Additional(prop.String("rest").MaxLen(20), &i.Rest))
			}
			return all
		})
		for _, edit := range d.itemEdits {
			c = edit(c)
		}
		return c
	})
}

// notes returns a collection for other formats than JSON, without nested objects.
func (d *draft) notes() *collection.Collection[Item] {
	return remembered(d, "Note", func(name string) *collection.Collection[Item] {
		all := []collection.Field{
			collection.AtFunc(itemName, func(i *Item) *string { return &i.Name }),
			collection.AtFunc(itemOwner, func(i *Item) *string { return &i.Owner }),
		}
		if d.on["VisibleTo"] {
			all = append(all, collection.AtFunc(itemCost, func(i *Item) *int { return &i.Cost }).VisibleTo("cost"))
		}
		for _, v := range d.values {
			all = append(all, v.item(v.presence))
		}
		return collection.Of(name, func(i *Item) collection.Fields {
			if d.on["Rest"] {
				return append(all, collection.Additional(prop.String("rest").MaxLen(20), &i.Rest))
			}
			return all
		})
	})
}

// stores configures the store.
func (d *draft) stores(i *Item) error {
	for _, check := range d.checks {
		if err := check(i); err != nil {
			return err
		}
	}
	return nil
}

// declaration assembles the API; the store is set later.
func (d *draft) declaration(h *house) tenon.API {
	h.items, d.house = d.items(), h
	var store any = plainHouse{h}
	if d.on["Versioned"] || d.on["Versioned by time"] || d.on["Guard"] {
		store = h
	}
	items := route.Resource("/items", h.items, itemID, store).Paginate(paginate.ByPage())
	if d.plan != nil {
		items = items.Paginate(*d.plan)
	}
	for _, edit := range d.crud {
		items = edit(items)
	}
	members := []route.Member{items}
	for _, r := range d.routes {
		members = append(members, r(d))
	}
	if echo := d.echo(); echo != nil {
		members = append(members, echo)
	}
	api := tenon.New("Pairs", "1").Add(d.grouped(d.prefix, members))
	if d.twice {
		api = api.Add(d.grouped("/v2", members))
	}
	for _, s := range d.schemes {
		api = api.Authenticate(s.is)
	}
	for _, edit := range d.api {
		api = edit(api)
	}
	return api
}

// grouped returns routes below a prefix.
func (d *draft) grouped(prefix string, members []route.Member) route.RouteGroup {
	group := route.Group(prefix, members...)
	for _, edit := range d.group {
		group = edit(group)
	}
	if d.requirement != nil {
		group = group.Requires(d.requirement)
	}
	return group
}

// echo returns a route with every parameter, or nil if there is none.
func (d *draft) echo() route.Member {
	var path, query, header, cookie []prop.Prop
	var kinds []*inputs
	template := "/echo"
	for _, v := range d.values {
		if v.inputs == nil {
			continue
		}
		kinds = append(kinds, v.inputs)
		template += "/{" + v.inputs.path.Name() + "}"
		path, query = append(path, v.inputs.path), append(query, v.inputs.query)
		header, cookie = append(header, v.inputs.header), append(cookie, v.inputs.cookie)
	}
	if len(kinds) == 0 {
		return nil
	}
	fields := []collection.Field{collection.AtFunc(itemName, func(i *Item) *string { return &i.Name })}
	for _, v := range d.values {
		fields = append(fields, v.item(nullable))
	}
	said := collection.Of("Echo", func(*Item) collection.Fields { return fields })
	return route.Get(template, collection.Many(said.View())).Path(path...).Query(query...).Header(header...).Cookie(cookie...).
		Handle(func(c *route.Call) (all []Item, err error) {
			for _, k := range kinds {
				all = append(all, k.echo(c)...)
			}
			return all, nil
		})
}

// received returns a note that a subject has sent, with the values that it cannot send.
func (h *house) received(ctx context.Context, n Item) Item {
	n.Owner = ownerOf(ctx)
	h.assign(&n)
	return n
}

// note returns the item of a route outside of the resource.
func (h *house) note(ctx context.Context) Item {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.shelf(ownerOf(ctx)).items[fullItem]
}
