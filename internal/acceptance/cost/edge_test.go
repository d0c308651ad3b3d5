package cost_test

import (
	"net/http"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/cors"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/render"
	"github.com/tenon-go/tenon/route"
)

// Observers, request IDs and time-outs cost nothing unless they are declared, and little if
// they are.
func TestUndeclaredFeaturesCostNothing(t *testing.T) {
	type item struct{ ID string }
	items := collection.Of("Item", func(i *item) collection.Fields { return collection.Fields{prop.String("id").At(&i.ID)} })
	get := route.Get("/x", items.View()).Handle(func(*route.Call) (item, error) { return item{"7"}, nil })
	base := tenon.New("A", "1").CheckResponses(tenon.Never).Add(get)
	tests := []struct {
		name string
		api  tenon.API
		bar  int
	}{
		{"nothing", base, 1}, // the length
		{"a logger and an error handler", base.Logger(new(kit.Log).Logger()).ErrorHandler(nil), 1},
		{"security headers", base.SecurityHeaders(tenon.HeaderPolicy{}), 1},
		{"CORS", base.CORS(cors.Origins("https://shop.example")), 2},                                      // Vary
		{"problems", base.ProblemWriter(func(http.ResponseWriter, *http.Request, *render.Problem) {}), 3}, // an exchange, and a request with it
		{"request ids", base.RequestIDs(), 5},                                                             // and an id
		{"an observer", base.Observe(new(kit.Quiet)), 3},                                                  // an exchange, and a request with it
		{"all of it", base.RequestIDs().Observe(new(kit.Quiet)).CORS(cors.Origins("https://shop.example")).SecurityHeaders(tenon.HeaderPolicy{}), 6},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			kit.CheckAllocs(t, kit.Build(t, tt.api), kit.Request(t, "GET", "/x", ""), 200, tt.bar)
		})
	}
}
