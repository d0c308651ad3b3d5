package faults_test

import (
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// parts has a list, a map and other members.
type parts struct {
	Text string
	List []string
	Map  map[string]string
}

func takes(members func(*parts) collection.Fields) tenon.API {
	c := collection.Of("Parts", members)
	return kit.API(route.Post("/parts", c.Create(), kit.Empty).
		Handle(func(*route.Call, parts) (e collection.Empty, _ error) { return e, nil }))
}

func list(item prop.Of[string]) tenon.API {
	return takes(func(p *parts) collection.Fields { return collection.Fields{prop.Array(item).As("list").At(&p.List)} })
}

func additional(value prop.Of[string]) tenon.API {
	return takes(func(p *parts) collection.Fields { return collection.Fields{collection.Additional(value, &p.Map)} })
}

// The absence of a part that is never absent means nothing, and documents would have it.
func TestPartsAreNeverAbsent(t *testing.T) {
	const tail = ", which is never absent; Required removes it"
	x := prop.String("x")
	kit.CheckFaults(t,
		kit.Faulty(list(x.Default("a")), `property "list": Default has no meaning for an item of a list`+tail),
		kit.Faulty(list(x.AbsentMeans("a")), `property "list": AbsentMeans has no meaning for an item of a list`+tail),
		kit.Faulty(list(x.Initial("a")), `property "list": Initial has no meaning for an item of a list`+tail),
		kit.Faulty(takes(func(p *parts) collection.Fields { return collection.Fields{prop.Map(x.Initial("a")).At(&p.Map)} }),
			`property "x": Initial has no meaning for a value of a map`+tail),
		kit.Faulty(additional(x.Default("a")), `collection "Parts": Default has no meaning for an additional member`+tail),
		kit.Faulty(kit.API(route.Get("/x", kit.Empty).Query(prop.Array(prop.Int("y").Default(1))).Handle(kit.ServeEmpty)),
			`property "y": Default has no meaning for an item of a list`+tail),
		kit.Faulty(kit.API(route.Post("/u", collection.OneOf("U", collection.CaseOf[any](x.Initial("a")), collection.CaseOf[any](prop.Int("n"))).Create(), kit.Empty).Handle(func(*route.Call, any) (e collection.Empty, _ error) { return e, nil })),
			`union "U": Initial has no meaning for case "x"`+tail),
	)
	for name, api := range map[string]tenon.API{
		"required": list(x.Default("a").Required()), "optional": list(x.Optional()), "read-only": list(x.ReadOnly()),
	} {
		kit.CheckFault(t, name, api, "")
	}
}

// A nil pointer is not a nil interface, and as wrong.
func TestNilPropertiesAreFaults(t *testing.T) {
	const message = "a property was not created by a constructor such as prop.Int"
	var none *prop.StringProp[string]
	get := route.Get("/", kit.Empty)
	kit.CheckFaults(t,
		kit.Faulty(takes(func(p *parts) collection.Fields { return collection.Fields{none.At(&p.Text)} }), message),
		kit.Faulty(takes(func(p *parts) collection.Fields { return collection.Fields{prop.Array(none).At(&p.List)} }), message),
		kit.Faulty(takes(func(p *parts) collection.Fields { return collection.Fields{prop.Map(none).At(&p.Map)} }), message),
		kit.Faulty(kit.API(route.Post("/", collection.New("R", none).Create(), kit.Empty).Handle(func(*route.Call, collection.Record) (e collection.Empty, _ error) { return e, nil })), message),
		kit.Faulty(kit.API(get.Query(none).Handle(kit.ServeEmpty)), message),
		kit.Faulty(kit.API(get.Header(none).Handle(kit.ServeEmpty)), message),
		kit.Faulty(kit.API(get.Query(route.CSV(none)).Handle(kit.ServeEmpty)), message),
		kit.Faulty(kit.API(get.ResponseHeader(none).Handle(kit.ServeEmpty)), message),
		kit.Faulty(kit.API(route.Get("/", collection.ValueOf(none).View()).Handle(func(*route.Call) (s string, _ error) { return s, nil })), message),
	)
}

// All that is wrong with a form is reported at once.
func TestFormsReportAllFaults(t *testing.T) {
	type row struct {
		A, B int
		C, D map[string]int
	}
	rows := collection.Of("Row", func(r *row) collection.Fields {
		return collection.Fields{prop.Int("a").At(&r.A), prop.Int("b").At(&r.B), prop.Map(prop.Int("c")).At(&r.C), prop.Map(prop.Int("d")).At(&r.D)}
	})
	serve := func(*route.Call, row) (e collection.Empty, _ error) { return e, nil }
	const cannot = ` cannot be written in a form; it must be text or a list of texts, or have a style, as in route.Form(body, route.DeepObject(`
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Post("/", route.Form(rows.Create(), route.CSV(prop.Int("a")), route.DeepObject(prop.Int("b")), nil), kit.Empty).Handle(serve)),
			`POST /: DeepObject is for an object, a list or a nullable text in a form, which "b" is not`,
			`POST /: a style of a form is nil`,
			`POST /: a style with a delimiter is for a list of texts in a form, which "a" is not`),
		kit.Faulty(kit.API(route.Post("/", route.Form(rows.Create()), kit.Empty).Handle(serve)), `POST /: member "c"`+cannot+`c))`, `POST /: member "d"`+cannot+`d))`),
		kit.Faulty(kit.API(route.Post("/", route.AnyOf(route.JSON(rows.Create()), route.Form(rows.Create(), route.DeepObject(prop.Map(prop.Int("c"))))), kit.Empty).Handle(serve)),
			"POST /: JSON needs a media type, such as application/scim+json", `POST /: member "d"`+cannot+`d))`),
	)
}

// Without its body, a request would evaluate no preconditions.
func TestChangesOfVersionsAreNotOptional(t *testing.T) {
	rows := collection.Of("Parts", func(p *parts) collection.Fields { return collection.Fields{prop.String("text").At(&p.Text)} })
	versioned := rows.Versioned(func(*parts) collection.Version { return collection.Version{Tag: "1"} })
	serve := func(*route.Call, *collection.Patch[parts]) (e collection.Empty, _ error) { return e, nil }
	const message = "PATCH /: Optional has a body that changes an entity with versions, whose preconditions a request without it does not evaluate; declare a route for each"
	kit.CheckFaults(t, kit.Faulty(kit.API(route.Patch("/", route.Optional(versioned.Update()), kit.Empty).Handle(serve)), message))
	kit.CheckFault(t, "without versions", kit.API(route.Patch("/", route.Optional(rows.Update()), kit.Empty).Handle(serve)), "")
}
