package apitest_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

func ExampleMock() {
	type Plant struct {
		ID     int
		Name   string
		Height int
	}
	var (
		id     = prop.Int("id").Min(1).ReadOnly().Example(7)
		name   = prop.String("name").MinLen(1).Example("fern")
		height = prop.Int("height").Min(0).Describe("In centimeters.").Example(40)
		plants = collection.Of("Plant", func(p *Plant) collection.Fields {
			return collection.Fields{id.At(&p.ID).Key(), name.At(&p.Name), height.At(&p.Height)}
		})
		noSuch = render.NewProblem(404, "no_such_plant", "No such plant.")
	)
	// None of the routes has a handler.
	api := tenon.New("Plants", "1.0.0").Add(
		route.List("/plants", plants.List(), paginate.ByPage()).Filters(paginate.AtLeast(height)),
		route.Post("/plants", plants.Create(), plants.View()),
		route.Get("/plants/{id}", plants.View()).Path(id).Fails(noSuch),
	)
	mock := apitest.Mock(api, apitest.Entities(1))

	for _, send := range []struct{ method, target, body, prefer string }{
		{"GET", "/plants/7", "", ""},
		{"POST", "/plants", `{"name": "oak", "height": 2000}`, ""},
		{"GET", "/plants?min_height=1000", "", ""},
		{"GET", "/plants/7", "", "code=404"},
	} {
		r := httptest.NewRequest(send.method, send.target, strings.NewReader(send.body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Prefer", send.prefer)
		w := httptest.NewRecorder()
		mock.ServeHTTP(w, r)
		fmt.Println(w.Code, http.StatusText(w.Code), w.Body)
	}

	// Output:
	// 200 OK {"data":{"id":7,"name":"fern","height":40}}
	// 201 Created {"data":{"id":8,"name":"oak","height":2000}}
	// 200 OK {"data":[{"id":8,"name":"oak","height":2000}],"pagination":{"page":1,"page_size":20,"has_more":false,"total_pages":1}}
	// 404 Not Found {"title":"No such plant.","status":404,"code":"no_such_plant"}
}
