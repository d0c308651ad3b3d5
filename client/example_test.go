package client_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/client"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/paginate/mempage"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Tea is what a shop sells.
type Tea struct {
	ID    int
	Name  string
	Price int
}

var (
	teaID    = prop.Int("id").Min(1).ReadOnly()
	teaName  = prop.String("name").MinLen(1).MaxLen(40)
	teaPrice = prop.Int("price").Min(0)

	teas = collection.Of("Tea", func(t *Tea) collection.Fields {
		return collection.Fields{
			teaID.At(&t.ID).Key(),
			teaName.At(&t.Name),
			teaPrice.At(&t.Price),
		}
	})

	noSuchTea = render.NewProblem(404, "no_such_tea", "There is no such tea.")

	teaAtMost = paginate.AtMost(teaPrice)

	// Servers handle these routes; clients call them.
	showTea   = route.Get("/teas/{id}", teas.View()).Path(teaID).Fails(noSuchTea)
	createTea = route.Post("/teas", teas.Create(), teas.View())
	listTeas  = route.List("/teas", teas.List(), paginate.ByPage()).Sorting(teaPrice).Filters(teaAtMost)
)

// Call a server from Go with the routes that it serves. Here it is in the same process; over a
// network the client is
//
//	client.New("https://api.example.com/v1").Prepare(authorize)
func ExampleClient() {
	var shelf []Tea
	app := tenon.New("Tea shop", "1.0.0").Group("/v1",
		showTea.Handle(func(c *route.Call) (Tea, error) {
			if id := teaID.Get(c); id <= len(shelf) {
				return shelf[id-1], nil
			}
			return Tea{}, noSuchTea
		}),
		createTea.Handle(func(_ *route.Call, in Tea) (Tea, error) {
			in.ID = len(shelf) + 1
			shelf = append(shelf, in)
			return in, nil
		}),
		listTeas.Handle(func(_ *route.Call, q paginate.Query) (paginate.Result[Tea], error) {
			return mempage.Select(q, teas, shelf)
		}),
	).MustBuild()

	ctx := context.Background()
	c := client.Local(app).Below("/v1")

	for _, draft := range []Tea{{Name: "Assam", Price: 700}, {Name: "Darjeeling", Price: 1200}, {Name: "Sencha", Price: 900}} {
		if _, err := createTea.Call(ctx, c, draft); err != nil {
			log.Fatal(err)
		}
	}

	tea, err := showTea.Call(ctx, c, teaID.Is(2))
	fmt.Println(tea, err)

	_, err = showTea.Call(ctx, c, teaID.Is(7))
	fmt.Println(errors.Is(err, noSuchTea), err)

	_, err = createTea.Call(ctx, c, Tea{Price: -1}) // not sent
	fmt.Println(err)

	for tea, err := range listTeas.Walk(ctx, c, teaAtMost.Is(1000), paginate.OrderBy(paginate.Desc(teaPrice)), paginate.Limit(1)) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(tea.Name)
	}

	// Output:
	// {2 Darjeeling 1200} <nil>
	// true GET /teas/{id}: 404 no_such_tea There is no such tea.
	// #/name: must have at least 1 character (min_length)
	// #/price: must be at least 0 (min)
	// Sencha
	// Assam
}
