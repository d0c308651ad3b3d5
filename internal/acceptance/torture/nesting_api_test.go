package torture_test

import (
	"io"
	"log/slog"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// nest is a value that holds others of its kind, in one of many ways.
type nest struct {
	One    *nest
	Inner  *inner
	List   []nest
	Lists  [][]nest
	Map    map[string]nest
	Maps   map[string][]nest
	Choice *choice
	Many   []choice
	Named  map[string]choice
	Bulk   *[]nest
	Note   *string
}

type (
	inner   struct{ One *nest }
	choice  interface{ choose() }
	leftWay struct {
		One  *nest
		X    *int
		Note *string
	}
	rightWay struct {
		One *nest
		Y   *int
	}
)

func (leftWay) choose()  {}
func (rightWay) choose() {}

// nestOf has the collection of the value inside, and what the names end with: what holds
// another is declared twice.
type nestOf struct {
	collection func() *collection.Collection[nest]
	end        string
}

func (of nestOf) lazy(name string) *prop.ObjectProp[nest] {
	return prop.Lazy(name+of.end, of.collection)
}

// nesting is a way in which one value holds another.
type nesting struct {
	name   string
	member func(of nestOf) collection.Field
	text   func(inside string) string
	status int // of a request that has it; 0: 200
}

func optionally(of nestOf) *prop.ObjectProp[nest] { return of.lazy("one").Optional() }

// choices is a union of two collections that both may hold another value.
func choices(of nestOf, tagged bool) collection.Union[choice] {
	ls := []collection.Field{
		collection.AtOptionalFunc(optionally(of), func(l *leftWay) **nest { return &l.One }),
		collection.AtOptionalFunc(prop.Int("x").Optional(), func(l *leftWay) **int { return &l.X }),
	}
	rs := []collection.Field{
		collection.AtOptionalFunc(optionally(of), func(r *rightWay) **nest { return &r.One }),
		collection.AtOptionalFunc(prop.Int("y").Optional(), func(r *rightWay) **int { return &r.Y }),
	}
	if tagged {
		ls = append(ls, collection.Fixed(prop.Const("kind", "left")))
		rs = append(rs, collection.Fixed(prop.Const("kind", "right")))
	}
	u := collection.OneOf("Choice"+of.end+of.end,
		collection.CaseOf[choice](collection.Of("Left"+of.end, func(*leftWay) collection.Fields { return ls })), collection.CaseOf[choice](collection.Of("Right"+of.end, func(*rightWay) collection.Fields { return rs })))
	if tagged {
		u = u.Tagged("kind")
	}
	return u
}

func bindChoice(of nestOf, tagged bool) collection.Field {
	return collection.AtOptionalFunc(prop.Union(choices(of, tagged)).As("m"+of.end).Optional(), func(n *nest) **choice { return &n.Choice })
}

func bindMany(of nestOf, tagged bool) collection.Field {
	return collection.AtFunc(prop.Array(prop.Union(choices(of, tagged))).As("m"+of.end).Default(nil), func(n *nest) *[]choice { return &n.Many })
}

func bindNamed(of nestOf, tagged bool) collection.Field {
	return collection.AtFunc(prop.Map(prop.Union(choices(of, tagged))).As("m"+of.end).Default(nil), func(n *nest) *map[string]choice { return &n.Named })
}

func around(before, after string) func(string) string {
	return func(inside string) string { return before + inside + after }
}

var nestings = []nesting{
	{name: "lazy", member: func(of nestOf) collection.Field {
		return collection.AtOptionalFunc(of.lazy("m").Optional(), func(n *nest) **nest { return &n.One })
	}, text: around(`{"m%":`, `}`)},
	{name: "object", member: func(of nestOf) collection.Field {
		c := collection.Of("Inner"+of.end, func(i *inner) collection.Fields { return collection.Fields{optionally(of).AtOptional(&i.One)} })
		return collection.AtOptionalFunc(prop.Object(c).As("m"+of.end).Optional(), func(n *nest) **inner { return &n.Inner })
	}, text: around(`{"m%":{"one%":`, `}}`)},
	{name: "nullable", member: func(of nestOf) collection.Field {
		return collection.AtFunc(prop.Nullable(of.lazy("m")).Default(nil), func(n *nest) **nest { return &n.One })
	}, text: around(`{"m%":`, `}`)},
	{name: "array", member: func(of nestOf) collection.Field {
		return collection.AtFunc(prop.Array(of.lazy("m")).Default(nil), func(n *nest) *[]nest { return &n.List })
	}, text: around(`{"m%":[{},`, `]}`)},
	{name: "arrays", member: func(of nestOf) collection.Field {
		return collection.AtFunc(prop.Array(prop.Array(of.lazy("m"))).Default(nil), func(n *nest) *[][]nest { return &n.Lists })
	}, text: around(`{"m%":[[],[`, `]]}`)},
	{name: "map", member: func(of nestOf) collection.Field {
		return collection.AtFunc(prop.Map(of.lazy("m")).Default(nil), func(n *nest) *map[string]nest { return &n.Map })
	}, text: around(`{"m%":{"a":{},"b":`, `}}`)},
	{name: "map of arrays", member: func(of nestOf) collection.Field {
		return collection.AtFunc(prop.Map(prop.Array(of.lazy("m"))).Default(nil), func(n *nest) *map[string][]nest { return &n.Maps })
	}, text: around(`{"m%":{"a":[`, `]}}`)},
	{name: "tagged", member: func(of nestOf) collection.Field { return bindChoice(of, true) },
		text: around(`{"m%":{"kind":"left","one%":`, `}}`)},
	{name: "tagged last", member: func(of nestOf) collection.Field { return bindChoice(of, true) },
		text: around(`{"m%":{"one%":`, `,"kind":"right"}}`)},
	{name: "array of tagged", member: func(of nestOf) collection.Field { return bindMany(of, true) },
		text: around(`{"m%":[{"one%":`, `,"kind":"right"}]}`)},
	{name: "untagged", member: func(of nestOf) collection.Field { return bindChoice(of, false) },
		text: around(`{"m%":{"one%":`, `,"y":1}}`)},
	{name: "array of untagged", member: func(of nestOf) collection.Field { return bindMany(of, false) },
		text: around(`{"m%":[{"one%":`, `,"x":1}]}`)},
	{name: "map of untagged", member: func(of nestOf) collection.Field { return bindNamed(of, false) },
		text: around(`{"m%":{"a":{"one%":`, `,"x":1}}}`)},
	{name: "of several cases", member: func(of nestOf) collection.Field { return bindChoice(of, false) },
		text: around(`{"m%":{"one%":`, `}}`), status: http.StatusUnprocessableEntity},
	{name: "of no case", member: func(of nestOf) collection.Field { return bindChoice(of, false) },
		text: around(`{"m%":{"one%":`, `,"z":1}}`), status: http.StatusUnprocessableEntity},
}

// nested is an API whose values hold each other in two ways by turns.
func nested(a, b nesting) tenon.API {
	var as, bs func() *collection.Collection[nest]
	group := func(end string, n nesting, inside *func() *collection.Collection[nest]) func() *collection.Collection[nest] {
		of := nestOf{func() *collection.Collection[nest] { return (*inside)() }, end}
		return func() *collection.Collection[nest] {
			return collection.Of("Nest"+end, func(v *nest) collection.Fields {
				return collection.Fields{
					n.member(of),
					prop.Array(of.lazy("bulk")).Optional().AtOptional(&v.Bulk),
					prop.String("note").Optional().AtOptional(&v.Note),
				}
			})
		}
	}
	as, bs = group("A", a, &bs), group("B", b, &as)
	return tenon.New("Nests", "1").
		Logger(slog.New(slog.NewTextHandler(io.Discard, nil))).
		Limits(route.Limits{Body: 2 << 20, Depth: 1000, Items: 1 << 20}).
		Add(route.Post("/nests", as().Create(), as().View()).Handle(func(_ *route.Call, n nest) (nest, error) { return n, nil }))
}

// nestedText returns a body of about size bytes in which two ways of nesting alternate: deep
// pairs first, and then flat lists of items.
func nestedText(a, b nesting, deep, size int) string {
	wrap := func(n nesting, end, inside string) string {
		before, after, _ := strings.Cut(n.text("\x00"), "\x00")
		return strings.ReplaceAll(before, "%", end) + inside + strings.ReplaceAll(after, "%", end)
	}
	pair := func(inside string) string { return wrap(a, "A", wrap(b, "B", inside)) }
	item := `{"bulkB":[` + pair(pair(`{"note":"many"}`)) + `]}` // the bulk of an A is of Bs
	text := `{"bulkA":[` + strings.Repeat(item+",", size/(len(item)+1)) + item + `]}`
	before, after, _ := strings.Cut(pair("\x00"), "\x00")
	return strings.Repeat(before, deep) + text + strings.Repeat(after, deep)
}
