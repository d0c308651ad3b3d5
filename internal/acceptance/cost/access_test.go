package cost_test

import (
	"math"
	"testing"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/l10n"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
	"github.com/tenon-go/tenon/throttle"
)

// accessAPI is an API with one route behind what apply adds.
func accessAPI(t testing.TB, guard func(tenon.API) tenon.API) *tenon.App {
	t.Helper()
	type item struct{ ID string }
	items := collection.Of("Item", func(i *item) collection.Fields { return collection.Fields{prop.String("id").At(&i.ID)} })
	get := route.Get("/x", items.View()).Query(prop.Int("n").Max(9).Optional()).
		Handle(func(*route.Call) (item, error) { return item{"7"}, nil })
	app := kit.Build(t, guard(tenon.New("A", "1").CheckResponses(tenon.Never)).Add(get))
	t.Cleanup(func() { _ = app.Close() })
	return app
}

var accessCases = []struct {
	name   string
	guard  func(tenon.API) tenon.API
	target string
	header []string
	status int
	bar    int // also without inlining, which takes up to 8 more
}{
	{"a token", func(a tenon.API) tenon.API { return a.Authenticate(kit.Bearer) }, "/x", []string{"Authorization: Bearer ann"}, 200, 10},
	{"a key", func(a tenon.API) tenon.API { return a.Authenticate(kit.APIKey) }, "/x", []string{"X-Api-Key: k-1"}, 200, 9},
	{"a limit by address", func(a tenon.API) tenon.API { return a.Throttle(throttle.PerHour(math.MaxInt32)) }, "/x", nil, 200, 8},
	{"two limits", func(a tenon.API) tenon.API {
		return a.Authenticate(kit.Bearer).Throttle(throttle.PerHour(math.MaxInt32), throttle.PerDay(math.MaxInt32).ByIdentity().Name("who"))
	}, "/x", []string{"Authorization: Bearer ann"}, 200, 22},
	{"languages", func(a tenon.API) tenon.API { return a.Locales(l10n.Builtin()) }, "/x", []string{"Accept-Language: de"}, 200, 5},
	{"a problem in German", func(a tenon.API) tenon.API { return a.Locales(l10n.Builtin()) }, "/x?n=10", []string{"Accept-Language: de"}, 422, 34},
	{"all of it", allAccess, "/x", []string{"Authorization: Bearer ann", "Accept-Language: de"}, 200, 28},
	{"a guest in German", allAccess, "/x", []string{"Accept-Language: de"}, 401, 38},
	{"a bad key in German", allAccess, "/x", []string{"X-Api-Key: no", "Accept-Language: de"}, 401, 56},
	{"a problem in German behind all of it", allAccess, "/x?n=10", []string{"Authorization: Bearer ann", "Accept-Language: de"}, 422, 60},
}

func allAccess(a tenon.API) tenon.API {
	return a.RequestIDs().Authenticate(kit.Bearer, kit.APIKey).Locales(l10n.Builtin()).
		Throttle(throttle.PerHour(math.MaxInt32), throttle.PerDay(math.MaxInt32).ByIdentity().Name("who"))
}

// Authentication, rate limits and languages cost little, alone and together.
func TestAccessCostsLittle(t *testing.T) {
	for _, tt := range accessCases {
		t.Run(tt.name, func(t *testing.T) {
			kit.CheckAllocs(t, accessAPI(t, tt.guard), kit.Request(t, "GET", tt.target, "", tt.header...), tt.status, tt.bar)
		})
	}
}

func BenchmarkAccess(b *testing.B) {
	for _, tt := range accessCases {
		b.Run(tt.name, func(b *testing.B) {
			serve := kit.Repeat(accessAPI(b, tt.guard), kit.Request(b, "GET", tt.target, "", tt.header...))
			b.ReportAllocs()
			for b.Loop() {
				serve()
			}
		})
	}
}
