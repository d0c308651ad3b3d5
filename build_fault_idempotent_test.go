package tenon_test

import (
	"io"
	"iter"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/idempotency"
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
func sendFile(*route.Call, thing) (f route.File, _ error)             { return f, nil }
func sendLines(*route.Call, thing) (s iter.Seq2[thing, error], _ error) {
	return s, nil
}

func TestBuildReportsWorkThatCannotBeDoneOnce(t *testing.T) {
	testMistakes(t, "build_fault_idempotent_test.go", []wrong{
		mistake(serving(route.Put("/a", things.Create(), empty).Idempotent(time.Hour, ledger).Handle(takeNone)), `PUT /a: Idempotent is for POST and PATCH; PUT is idempotent by itself (RFC 9110 §9.2.2)`),
		mistake(serving(route.Post("/a", things.Create(), empty).Idempotent(0, ledger).Handle(takeNone)), `POST /a: Idempotent(0s): a key must be kept for some time`),
		mistake(serving(route.Post("/a", things.Create(), empty).Idempotent(-time.Hour, ledger).Handle(takeNone)), `POST /a: Idempotent(-1h0m0s): a key must be kept for some time`),
		mistake(serving(route.Post("/a", things.Create(), empty).Idempotent(time.Hour, nil).Handle(takeNone)), `POST /a: Idempotent has no store; for one process say idempotency.Memory()`),
		mistake(serving(route.Post("/a", things.Create(), empty).RequireIdempotencyKey().Handle(takeNone)), `POST /a: RequireIdempotencyKey needs a store; say Idempotent`),
		mistake(serving(route.Post("/a", things.Create(), empty).Idempotent(time.Hour, ledger).IdempotencyScope(nil).Handle(takeNone)), `POST /a: IdempotencyScope(nil): there is no function to call`),
		mistake(serving(route.Post("/a", things.Create(), empty).Idempotent(time.Hour, ledger).Header(prop.String("idempotency-key")).Handle(takeNone)), `POST /a: header "idempotency-key" is declared by Idempotent`),
		mistake(serving(route.Post("/a", things.Create(), empty).Idempotent(time.Hour, ledger).ResponseHeader(prop.String("Idempotent-Replayed")).Handle(takeNone)), `POST /a: header "Idempotent-Replayed" is the library's to send`),

		// What cannot be compared, and what cannot be kept.
		mistake(serving(route.Post("/a", route.Stream("image/png"), empty).Idempotent(time.Hour, ledger).Handle(takeStream)), `POST /a: Idempotent cannot compare content that is read as a stream`),
		mistake(serving(route.Post("/a", route.AnyOf(route.Stream("a/b"), route.Stream("a/c")), empty).Idempotent(time.Hour, ledger).Handle(takeStream)), `POST /a: Idempotent cannot compare content that is read as a stream`),
		mistake(serving(route.Post("/a", route.Multipart(album.Create()), empty).Idempotent(time.Hour, ledger).Handle(takeRecord)), `POST /a: Idempotent cannot compare content that has files`),
		mistake(serving(route.Post("/a", route.Multipart(gallery.Create()), empty).Idempotent(time.Hour, ledger).Handle(takeRecord)), `POST /a: Idempotent cannot compare content that has files`),
		mistake(serving(route.Post("/a", things.Create(), route.Download("text/csv")).Idempotent(time.Hour, ledger).Handle(sendFile)), `POST /a: Idempotent cannot keep an answer that is a file or a stream`),
		mistake(serving(route.Post("/a", things.Create(), route.Lines(things.View())).Idempotent(time.Hour, ledger).Handle(sendLines)), `POST /a: Idempotent cannot keep an answer that is a file or a stream`),
	})
}

func TestBuildTakesWorkThatCanBeDoneOnce(t *testing.T) {
	key := prop.String("Idempotency-Key").Optional()
	_, err := serving(
		route.Post("/a", things.Create(), things.View()).Idempotent(time.Hour, ledger).Handle(takeThing),
		route.Post("/b", route.Multipart(things.Create()), things.View()).RequireIdempotencyKey().Idempotent(time.Second, ledger).Handle(takeThing),
		route.Post("/c", things.Create(), things.View()).Idempotent(time.Hour, ledger).Idempotent(time.Minute, ledger).Handle(takeThing),
		route.Post("/d", things.Create(), things.View()).Header(key).Handle(takeThing), // the handler's own business
		route.Post("/e", things.Create(), things.View()).Idempotent(time.Hour, ledger).
			IdempotencyScope(func(*http.Request) string { return "" }).Handle(takeThing),
	).Build()
	if err != nil {
		t.Error(err)
	}
}
