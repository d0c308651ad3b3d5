package faults_test

import (
	"io"
	"iter"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

var (
	ledger  = idempotency.Memory()
	picture = prop.File("picture")
	album   = collection.New("Album", picture)
	gallery = collection.New("Gallery", prop.Array(picture).As("pictures"))
)

func takeStream(*route.Call, io.Reader) (n collection.Empty, _ error) { return n, nil }
func sendFile(*route.Call, kit.Thing) (f route.File, _ error)         { return f, nil }
func sendLines(*route.Call, kit.Thing) (s iter.Seq2[kit.Thing, error], _ error) {
	return s, nil
}

func TestBuildReportsRoutesThatCannotBeIdempotent(t *testing.T) {
	kit.CheckFaults(t,
		kit.Faulty(kit.API(route.Put("/a", kit.Things.Create(), kit.Empty).Idempotent(time.Hour, ledger).Handle(kit.TakeEmpty)), `PUT /a: Idempotent is for POST and PATCH; PUT is idempotent by itself (RFC 9110 §9.2.2)`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).Idempotent(0, ledger).Handle(kit.TakeEmpty)), `POST /a: Idempotent(0s): the ttl must be positive`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).Idempotent(-time.Hour, ledger).Handle(kit.TakeEmpty)), `POST /a: Idempotent(-1h0m0s): the ttl must be positive`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).Idempotent(time.Hour, nil).Handle(kit.TakeEmpty)), `POST /a: Idempotent has no store; use idempotency.Memory() for one process`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).RequireIdempotencyKey().Handle(kit.TakeEmpty)), `POST /a: RequireIdempotencyKey needs a store; declare it with Idempotent`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).Idempotent(time.Hour, ledger).IdempotencyScope(nil).Handle(kit.TakeEmpty)), `POST /a: IdempotencyScope(nil): the function is nil`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).Idempotent(time.Hour, ledger).Header(prop.String("idempotency-key")).Handle(kit.TakeEmpty)), `POST /a: header "idempotency-key" is declared by Idempotent`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), kit.Empty).Idempotent(time.Hour, ledger).ResponseHeader(prop.String("Idempotent-Replayed")).Handle(kit.TakeEmpty)), `POST /a: header "Idempotent-Replayed" is reserved: the library sends it`),

		// What cannot be compared, and what cannot be kept.
		kit.Faulty(kit.API(route.Post("/a", route.Stream("image/png"), kit.Empty).Idempotent(time.Hour, ledger).Handle(takeStream)), `POST /a: Idempotent cannot compare bodies that are read as a stream`),
		kit.Faulty(kit.API(route.Post("/a", route.AnyOf(route.Stream("a/b"), route.Stream("a/c")), kit.Empty).Idempotent(time.Hour, ledger).Handle(takeStream)), `POST /a: Idempotent cannot compare bodies that are read as a stream`),
		kit.Faulty(kit.API(route.Post("/a", route.Multipart(album.Create()), kit.Empty).Idempotent(time.Hour, ledger).Handle(takeRecord)), `POST /a: Idempotent cannot compare content that has files`),
		kit.Faulty(kit.API(route.Post("/a", route.Multipart(gallery.Create()), kit.Empty).Idempotent(time.Hour, ledger).Handle(takeRecord)), `POST /a: Idempotent cannot compare content that has files`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), route.Download("text/csv")).Idempotent(time.Hour, ledger).Handle(sendFile)), `POST /a: Idempotent cannot keep an answer that is a file or a stream`),
		kit.Faulty(kit.API(route.Post("/a", kit.Things.Create(), route.Lines(kit.Things.View())).Idempotent(time.Hour, ledger).Handle(sendLines)), `POST /a: Idempotent cannot keep an answer that is a file or a stream`),
	)
}

func TestBuildAcceptsIdempotentRoutes(t *testing.T) {
	key := prop.String("Idempotency-Key").Optional()
	kit.Build(t, kit.API(
		route.Post("/a", kit.Things.Create(), kit.Things.View()).Idempotent(time.Hour, ledger).Handle(kit.TakeThing),
		route.Post("/b", route.Multipart(kit.Things.Create()), kit.Things.View()).RequireIdempotencyKey().Idempotent(time.Second, ledger).Handle(kit.TakeThing),
		route.Post("/c", kit.Things.Create(), kit.Things.View()).Idempotent(time.Hour, ledger).Idempotent(time.Minute, ledger).Handle(kit.TakeThing),
		route.Post("/d", kit.Things.Create(), kit.Things.View()).Header(key).Handle(kit.TakeThing), // the handler's own business
		route.Post("/e", kit.Things.Create(), kit.Things.View()).Idempotent(time.Hour, ledger).
			IdempotencyScope(func(*http.Request) string { return "" }).Handle(kit.TakeThing),
	))
}
