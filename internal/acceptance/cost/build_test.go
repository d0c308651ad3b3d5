package cost_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/paginate"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

type crate struct {
	ID    string
	Label string
	Load  int64
}

var (
	crateID    = prop.UUID("id").ReadOnly()
	crateLabel = prop.String("label").MinLen(1).MaxLen(64)
	crateLoad  = prop.Int64("load").Min(0).Max(100_000)
	crates     = collection.Of("Crate", func(c *crate) collection.Fields {
		return collection.Fields{
			crateID.At(&c.ID).Key(),
			crateLabel.At(&c.Label),
			crateLoad.At(&c.Load),
		}
	})
)

// warehouses declares and builds an API of n routes, five for each warehouse.
func warehouses(n int) *tenon.App {
	api := tenon.New("Depots", "1.0.0").CheckResponses(tenon.Never)
	for i := range n / 5 {
		path := fmt.Sprintf("/depots%04d/crates", i)
		api = api.Add(
			route.Get(path+"/{id}", crates.View()).Path(crateID).
				Handle(func(*route.Call) (c crate, err error) { return c, nil }),
			route.List(path, crates.List(), paginate.ByPage()).Sorting(crateLabel, crateLoad).
				Filters(paginate.AtLeast(crateLoad)).
				Handle(func(*route.Call, paginate.Query) (r paginate.Result[crate], err error) { return r, nil }),
			route.Post(path, crates.Create(), crates.View()).
				Handle(func(_ *route.Call, in crate) (crate, error) { return in, nil }),
			route.Put(path+"/{id}", crates.Create(), crates.View()).Path(crateID).
				Handle(func(_ *route.Call, in crate) (crate, error) { return in, nil }),
			route.Delete(path+"/{id}", collection.NoContent()).Path(crateID).
				Handle(func(*route.Call) (none collection.Empty, err error) { return none, nil }),
		)
	}
	return api.MustBuild()
}

func TestARouteIsBuiltWithFewAllocations(t *testing.T) {
	const routes = 500
	most := 150.0
	if !allocs.Inlined() {
		most = 220 // what is changed in a copy escapes
	}
	if got := testing.AllocsPerRun(1, func() { warehouses(routes) }) / routes; got > most {
		t.Errorf("%.2f allocations a route, want at most %.0f", got, most)
	}
}

// The cost of a build is linear in the number of routes.
func TestTheCostOfABuildGrowsWithItsRoutes(t *testing.T) {
	few, many := spentOn(func() { warehouses(500) }), spentOn(func() { warehouses(5000) })
	if grown := float64(many.allocs) / float64(few.allocs); grown > 10.5 {
		t.Errorf("10 times the routes need %.1f times the allocations", grown)
	}
	if grown := float64(many.bytes) / float64(few.bytes); grown > 12 {
		t.Errorf("10 times the routes need %.1f times the bytes", grown)
	}
}

type spent struct{ allocs, bytes uint64 }

func spentOn(work func()) spent {
	work() // what is made once
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return spent{after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc}
}

// The parameters that every list declares have the position of the list.
func TestAParameterOfAListHasThePositionOfTheList(t *testing.T) {
	_, _, above, _ := runtime.Caller(0)
	list := route.List("/crates", crates.List(), paginate.ByPage()).Query(prop.Int("page")).
		Handle(func(*route.Call, paginate.Query) (r paginate.Result[crate], err error) { return r, nil })
	_, err := tenon.New("Depots", "1.0.0").Add(list).Build()
	if want := fmt.Sprintf("build_test.go:%d: GET /crates: query parameter %q is declared twice", above+1, "page"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, n := range []int{500, 5000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				warehouses(n)
			}
		})
	}
}
