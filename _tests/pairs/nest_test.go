package pairs

import (
	"strconv"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
)

// A nest is a way of nesting parts.
type nest struct {
	name     string
	item     func(*level) collection.Field
	part     func(*level) collection.Field
	fillItem func(*Item, Part)
	fillPart func(*Part, Part)
	// value returns the parts as JSON.
	value func(parts ...any) any
	// absent is the value without a part; nil if a part is required.
	absent func(entity object)
	union  bool
}

// An object is a JSON object.
type object = map[string]any

// A level is the nesting depth of declared members.
type level struct {
	draft *draft
	depth int
	lazy  func() *collection.Collection[Part] // nil without prop.Lazy
}

// inner returns the property of the parts one level below.
func (l *level) inner(name string) *prop.ObjectProp[Part] {
	if l.lazy != nil {
		return prop.Lazy(name, l.lazy)
	}
	return prop.Object(l.deeper().parts()).As(name)
}

func (l *level) deeper() *level { return &level{l.draft, l.depth + 1, nil} }

// has reports whether the parts of this level have parts.
func (l *level) has() bool { return l.lazy != nil || l.depth <= partDepth }

// parts returns the collection of a level.
func (l *level) parts() *collection.Collection[Part] {
	return remembered(l.draft, "Part"+l.suffix(), func(name string) *collection.Collection[Part] {
		return l.edited(collection.Of(name, func(*Part) collection.Fields { return l.fields(true) }))
	})
}

// remembered creates a named value once for a draft.
func remembered[T any](d *draft, name string, make func(name string) T) T {
	if _, ok := d.made[name]; !ok {
		d.made[name] = make(name)
	}
	return d.made[name].(T)
}

func (l *level) edited(c *collection.Collection[Part]) *collection.Collection[Part] {
	for _, edit := range l.draft.partEdits {
		c = edit(c)
	}
	return c
}

func (l *level) suffix() string {
	if l.lazy != nil {
		return ""
	}
	return strconv.Itoa(l.depth)
}

// fields returns the fields of parts. A case of a recursive union has no union itself; its parts
// have it.
func (l *level) fields(unions bool) []collection.Field {
	all := []collection.Field{
		collection.AtFunc(prop.String("name").MinLen(1), func(p *Part) *string { return &p.Name }),
		collection.AtFunc(prop.Int("count").Min(0), func(p *Part) *int { return &p.Count }),
		collection.AtFunc(prop.Int("size").Default(5), func(p *Part) *int { return &p.Size }),
	}
	if l.draft.on["VisibleTo"] {
		all = append(all, collection.AtOptionalFunc(prop.Int("secret").Optional(), func(p *Part) **int { return &p.Secret }).VisibleTo("cost"))
	}
	for _, v := range l.draft.values {
		all = append(all, v.part(v.presence))
	}
	if l.has() {
		for _, n := range l.draft.nests {
			if unions || !n.union {
				all = append(all, n.part(l))
			}
		}
	}
	return all
}

// leaves returns the collection of parts without parts.
func (l *level) leaves() *collection.Collection[Leaf] {
	all := []collection.Field{
		collection.AtFunc(prop.String("name").MinLen(1), func(p *Leaf) *string { return &p.Name }),
		collection.AtFunc(prop.Int("size").Default(5), func(p *Leaf) *int { return &p.Size }),
	}
	if l.draft.on["VisibleTo"] {
		all = append(all, collection.AtOptionalFunc(prop.Int("secret").Optional(), func(p *Leaf) **int { return &p.Secret }).VisibleTo("cost"))
	}
	return remembered(l.draft, "Leaf"+l.suffix(), func(name string) *collection.Collection[Leaf] {
		return collection.Of(name, func(*Leaf) collection.Fields { return all })
	})
}

// shapes returns a union of two cases, distinguished by a tag or by their members.
func (l *level) shapes(tagged bool) collection.Union[Shape] {
	of := func(kind, name string, c collection.Field) collection.Variant[Shape] {
		return collection.Case(l.edited(collection.Of(name+l.suffix(), func(*Part) collection.Fields { return append(collection.Fields{c}, l.deepFields()...) })),
			func(p Part) Shape { return Shape{kind, p} },
			func(s Shape) (Part, bool) { return s.Part, s.Kind == kind })
	}
	if tagged {
		return remembered(l.draft, "Shape"+l.suffix(), func(name string) collection.Union[Shape] {
			return collection.OneOf(name,
				of("circle", "Circle", collection.Fixed(prop.Const("kind", "circle"))),
				of("square", "Square", collection.Fixed(prop.Const("kind", "square")))).Tagged("kind")
		})
	}
	return remembered(l.draft, "Loose"+l.suffix(), func(name string) collection.Union[Shape] {
		return collection.OneOf(name,
			of("circle", "Round", collection.Fixed(prop.Const("round", "yes"))),
			of("square", "Edged", collection.Fixed(prop.Const("sides", "four"))))
	})
}

// deepFields returns the fields one level below, without their own collection.
func (l *level) deepFields() []collection.Field {
	if l.lazy != nil {
		return l.fields(false)
	}
	return l.deeper().fields(true)
}

// nestings are the features that add a member with parts.
func nestings() (all []*feature) {
	add := func(n nest) {
		all = append(all, &feature{name: "nest " + n.name, area: nestingArea, on: "create update replace view list many",
			declare: func(d *draft) { d.nests = append(d.nests, &n) }})
	}
	one := func(parts ...any) any { return parts[0] }
	null := func(name string) func(object) { return func(e object) { e[name] = nil } }
	none := func(name string) func(object) { return func(e object) { delete(e, name) } }

	add(nest{name: "object", value: one,
		item: func(l *level) collection.Field {
			return collection.AtFunc(prop.Object(l.parts()).As("object"), func(i *Item) *Part { return &i.Object })
		},
		part: func(l *level) collection.Field {
			return collection.AtFunc(prop.Object(l.leaves()).As("object"), func(p *Part) *Leaf { return &p.Object })
		},
		fillItem: func(i *Item, p Part) { i.Object = p }, fillPart: func(*Part, Part) {},
	})
	add(nest{name: "maybe", value: one, absent: null("maybe"),
		item: func(l *level) collection.Field {
			return collection.AtFunc(prop.Nullable(l.outer("maybe")).Default(nil), func(i *Item) **Part { return &i.Maybe })
		},
		part: func(l *level) collection.Field {
			return collection.AtFunc(prop.Nullable(l.inner("maybe")).Default(nil), func(p *Part) **Part { return &p.Maybe })
		},
		fillItem: func(i *Item, p Part) { i.Maybe = &p }, fillPart: func(o *Part, p Part) { o.Maybe = &p },
	})
	add(nest{name: "spare", value: one, absent: none("spare"),
		item: func(l *level) collection.Field {
			return collection.AtOptionalFunc(l.outer("spare").Optional(), func(i *Item) **Part { return &i.Spare })
		},
		part: func(l *level) collection.Field {
			return collection.AtOptionalFunc(l.inner("spare").Optional(), func(p *Part) **Part { return &p.Spare })
		},
		fillItem: func(i *Item, p Part) { i.Spare = &p }, fillPart: func(o *Part, p Part) { o.Spare = &p },
	})
	add(nest{name: "list", value: func(parts ...any) any { return parts }, absent: func(e object) { e["list"] = []any{} },
		item: func(l *level) collection.Field {
			return collection.AtFunc(prop.Array(l.outer("list")).Default(nil), func(i *Item) *[]Part { return &i.List })
		},
		part: func(l *level) collection.Field {
			return collection.AtFunc(prop.Array(l.inner("list")).Default(nil), func(p *Part) *[]Part { return &p.List })
		},
		fillItem: func(i *Item, p Part) { i.List = []Part{p} }, fillPart: func(o *Part, p Part) { o.List = []Part{p} },
	})
	add(nest{name: "map", value: keyed, absent: func(e object) { e["map"] = object{} },
		item: func(l *level) collection.Field {
			return collection.AtFunc(prop.Map(l.outer("map")).Default(nil), func(i *Item) *map[string]Part { return &i.Nests.Map })
		},
		part: func(l *level) collection.Field {
			return collection.AtFunc(prop.Map(l.inner("map")).Default(nil), func(p *Part) *map[string]Part { return &p.Nests.Map })
		},
		fillItem: func(i *Item, p Part) { i.Nests.Map = map[string]Part{"k0": p} }, fillPart: func(o *Part, p Part) { o.Nests.Map = map[string]Part{"k0": p} },
	})
	add(nest{name: "lists", value: func(parts ...any) any { return []any{parts, []any{}} }, absent: func(e object) { e["lists"] = []any{} },
		item: func(l *level) collection.Field {
			return collection.AtFunc(prop.Array(prop.Array(l.outer("lists"))).Default(nil), func(i *Item) *[][]Part { return &i.Lists })
		},
		part: func(l *level) collection.Field {
			return collection.AtFunc(prop.Array(prop.Array(l.inner("lists"))).Default(nil), func(p *Part) *[][]Part { return &p.Lists })
		},
		fillItem: func(i *Item, p Part) { i.Lists = [][]Part{{p}} }, fillPart: func(o *Part, p Part) { o.Lists = [][]Part{{p}} },
	})
	add(nest{name: "union", union: true, value: caseOf("kind", "circle"), absent: null("shape"),
		item: func(l *level) collection.Field {
			return collection.AtFunc(prop.Nullable(prop.Union(l.shapes(true)).As("shape")).Default(nil), func(i *Item) **Shape { return &i.Shape })
		},
		part: func(l *level) collection.Field {
			return collection.AtFunc(prop.Nullable(prop.Union(l.shapesWithin(true)).As("shape")).Default(nil), func(p *Part) **Shape { return &p.Shape })
		},
		fillItem: func(i *Item, p Part) { i.Shape = &Shape{"circle", p} }, fillPart: func(o *Part, p Part) { o.Shape = &Shape{"circle", p} },
	})
	add(nest{name: "untagged", union: true, value: caseOf("sides", "four"), absent: null("loose"),
		item: func(l *level) collection.Field {
			return collection.AtFunc(prop.Nullable(prop.Union(l.shapes(false)).As("loose")).Default(nil), func(i *Item) **Shape { return &i.Loose })
		},
		part: func(l *level) collection.Field {
			return collection.AtFunc(prop.Nullable(prop.Union(l.shapesWithin(false)).As("loose")).Default(nil), func(p *Part) **Shape { return &p.Loose })
		},
		fillItem: func(i *Item, p Part) { i.Loose = &Shape{"square", p} }, fillPart: func(o *Part, p Part) { o.Loose = &Shape{"square", p} },
	})
	add(nest{name: "lazy", value: one, absent: none("next"),
		item: func(l *level) collection.Field {
			return collection.AtOptionalFunc(l.outer("next").Optional(), func(i *Item) **Part { return &i.Next })
		},
		part: func(l *level) collection.Field {
			return collection.AtOptionalFunc(l.inner("next").Optional(), func(p *Part) **Part { return &p.Next })
		},
		fillItem: func(i *Item, p Part) { i.Next = &p }, fillPart: func(o *Part, p Part) { o.Next = &p },
	})
	return all
}

// outer returns the property of the parts of this level.
func (l *level) outer(name string) *prop.ObjectProp[Part] {
	if l.lazy != nil {
		return prop.Lazy(name, l.lazy)
	}
	return prop.Object(l.parts()).As(name)
}

// shapesWithin returns the union of parts.
func (l *level) shapesWithin(tagged bool) collection.Union[Shape] {
	if l.lazy != nil {
		return l.shapes(tagged)
	}
	return l.deeper().shapes(tagged)
}

func keyed(parts ...any) any {
	m := object{}
	for i, p := range parts {
		m["k"+strconv.Itoa(i)] = p
	}
	return m
}

// caseOf returns a function that encodes a part as a case of a union.
func caseOf(member, value string) func(parts ...any) any {
	return func(parts ...any) any {
		c := object{member: value}
		for k, v := range parts[0].(object) {
			c[k] = v
		}
		return c
	}
}

// member returns the JSON name of the member.
func (n *nest) member() string {
	switch n.name {
	case "union":
		return "shape"
	case "untagged":
		return "loose"
	case "lazy":
		return "next"
	}
	return n.name
}
