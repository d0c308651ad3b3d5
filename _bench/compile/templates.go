package main

import "text/template"

var tenon = template.Must(template.New("tenon").Parse(`// Package api is generated. Round {{.Round}}.
package api

import (
	"net/http"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	id      = prop.UUID("id").ReadOnly()
	name    = prop.String("name").MinLen(1).MaxLen(80)
	price   = prop.Int64("price").Min(1)
	active  = prop.Bool("active").Default(true)
	created = prop.DateTime("created").ReadOnly()
)
{{range .Names}}
type Entity{{.}} struct {
	ID      string
	Name    string
	Price   int64
	Active  bool
	Created time.Time
}

var entities{{.}} = collection.Of("Entity{{.}}", func(e *Entity{{.}}) collection.Fields {
	return collection.Fields{
		id.At(&e.ID).Key(),
		name.At(&e.Name),
		price.At(&e.Price),
		active.At(&e.Active),
		created.At(&e.Created),
	}
})

var routes{{.}} = []route.Member{
	route.List("/entities{{.}}", entities{{.}}.List(), paginate.ByPage()).Sorting(name, price).
		Handle(func(*route.Call, paginate.Query) (r paginate.Result[Entity{{.}}], err error) { return r, nil }),
	route.Post("/entities{{.}}", entities{{.}}.Create(), entities{{.}}.View()).
		Handle(func(_ *route.Call, e Entity{{.}}) (Entity{{.}}, error) { return e, nil }),
	route.Get("/entities{{.}}/{id}", entities{{.}}.View()).Path(id).
		Handle(func(*route.Call) (e Entity{{.}}, err error) { return e, nil }),
	route.Patch("/entities{{.}}/{id}", entities{{.}}.Update(), entities{{.}}.View()).Path(id).
		Handle(func(_ *route.Call, p collection.Patch[Entity{{.}}]) (e Entity{{.}}, err error) { return e, p.Apply(&e) }),
	route.Delete("/entities{{.}}/{id}", collection.NoContent()).Path(id).
		Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
}
{{end}}
// Handler serves all of it.
func Handler() http.Handler {
	api := tenon.New("Entities", "1")
{{range .Names}}	api = api.Add(routes{{.}}...)
{{end}}	return api.MustBuild()
}
`))

var huma = template.Must(template.New("huma").Parse(`// Package api is generated. Round {{.Round}}.
package api

import (
	"context"
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)
{{range .Names}}
type Entity{{.}} struct {
	ID      string    ` + "`json:\"id\" format:\"uuid\" readOnly:\"true\" required:\"false\"`" + `
	Name    string    ` + "`json:\"name\" minLength:\"1\" maxLength:\"80\"`" + `
	Price   int64     ` + "`json:\"price\" minimum:\"1\"`" + `
	Active  bool      ` + "`json:\"active\" required:\"false\" default:\"true\"`" + `
	Created time.Time ` + "`json:\"created\" readOnly:\"true\" required:\"false\"`" + `
}

type Entity{{.}}Patch struct {
	Name   *string ` + "`json:\"name,omitempty\" minLength:\"1\" maxLength:\"80\"`" + `
	Price  *int64  ` + "`json:\"price,omitempty\" minimum:\"1\"`" + `
	Active *bool   ` + "`json:\"active,omitempty\"`" + `
}

type (
	list{{.}}In struct {
		Page    int    ` + "`query:\"page\" minimum:\"1\" default:\"1\"`" + `
		Limit   int    ` + "`query:\"limit\" minimum:\"1\" maximum:\"100\" default:\"20\"`" + `
		OrderBy string ` + "`query:\"order_by\"`" + `
	}
	list{{.}}Out   struct{ Body struct{ Data []Entity{{.}} } }
	create{{.}}In  struct{ Body Entity{{.}} }
	one{{.}}Out    struct{ Body Entity{{.}} }
	id{{.}}In      struct{ ID string ` + "`path:\"id\" format:\"uuid\"`" + ` }
	update{{.}}In  struct {
		ID   string ` + "`path:\"id\" format:\"uuid\"`" + `
		Body Entity{{.}}Patch
	}
)

func register{{.}}(api huma.API) {
	huma.Get(api, "/entities{{.}}", func(context.Context, *list{{.}}In) (*list{{.}}Out, error) { return &list{{.}}Out{}, nil })
	huma.Post(api, "/entities{{.}}", func(_ context.Context, in *create{{.}}In) (*one{{.}}Out, error) { return &one{{.}}Out{in.Body}, nil })
	huma.Get(api, "/entities{{.}}/{id}", func(context.Context, *id{{.}}In) (*one{{.}}Out, error) { return &one{{.}}Out{}, nil })
	huma.Patch(api, "/entities{{.}}/{id}", func(context.Context, *update{{.}}In) (*one{{.}}Out, error) { return &one{{.}}Out{}, nil })
	huma.Delete(api, "/entities{{.}}/{id}", func(context.Context, *id{{.}}In) (*struct{}, error) { return nil, nil })
}
{{end}}
// Handler serves all of it.
func Handler() http.Handler {
	mux := http.NewServeMux()
	api := humago.New(mux, huma.DefaultConfig("Entities", "1"))
{{range .Names}}	register{{.}}(api)
{{end}}	return mux
}
`))
