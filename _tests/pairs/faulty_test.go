package pairs

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// faulty are declarations that contradict themselves or are empty. Build reports each of them at
// its position, with any other feature.
func faulty() []*feature {
	crudly := func(name, fault string, edit func(crud) crud) *feature {
		return &feature{name: name, area: "faults", fault: fault, declare: func(d *draft) {
			d.needScheme = true
			d.crud = append(d.crud, edit)
		}}
	}
	nothing := func(*route.Call) (n collection.Empty, err error) { return n, nil }
	stranger := prop.String("stranger")
	return []*feature{
		{name: "Authenticate()", area: "faults", fault: "Authenticate", declare: func(d *draft) {
			d.api = append(d.api, func(a tenon.API) tenon.API { return a.Authenticate() })
		}},
		{name: "a path without a slash", area: "faults", fault: "books", declare: func(d *draft) {
			d.api = append(d.api, func(a tenon.API) tenon.API {
				return a.Group("/v9", route.Get("books", collection.NoContent()).Public().Handle(nothing))
			})
		}},
		crudly("an order of no member", "stranger", func(c crud) crud { return c.Sorting(stranger) }),
	}
}

// faulty returns the first faulty feature of a pair, or nil.
func (p pair) faulty() *feature {
	for _, f := range p {
		if f.fault != "" {
			return f
		}
	}
	return nil
}
