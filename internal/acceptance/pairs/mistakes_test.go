package pairs

import (
	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// mistakes are declarations that mean something else than they say, or nothing. Each
// is a fault of Build, whatever stands beside it, at the place where it was made.
func mistakes() []*feature {
	crudly := func(name, fault string, edit func(crud) crud) *feature {
		return &feature{name: name, area: "mistakes", fault: fault, declare: func(d *draft) {
			d.needScheme = true
			d.crud = append(d.crud, edit)
		}}
	}
	nothing := func(*route.Call) (n collection.Empty, err error) { return n, nil }
	stranger := prop.String("stranger")
	return []*feature{
		{name: "Authenticate()", area: "mistakes", fault: "Authenticate", declare: func(d *draft) {
			d.api = append(d.api, func(a tenon.API) tenon.API { return a.Authenticate() })
		}},
		{name: "a path without a slash", area: "mistakes", fault: "books", declare: func(d *draft) {
			d.api = append(d.api, func(a tenon.API) tenon.API {
				return a.Group("/v9", route.Get("books", collection.NoContent()).Public().Handle(nothing))
			})
		}},
		crudly("an order of no member", "stranger", func(c crud) crud { return c.Sorting(stranger) }),
	}
}

// mistaken is the first mistake of a pair; nil if there is none.
func (p pair) mistaken() *feature {
	for _, f := range p {
		if f.fault != "" {
			return f
		}
	}
	return nil
}
