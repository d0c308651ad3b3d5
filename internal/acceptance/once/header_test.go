package once_test

import (
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/collection"
	"github.com/tenon-go/tenon/internal/acceptance/fakedb"
	"github.com/tenon-go/tenon/internal/acceptance/kit"
	"github.com/tenon-go/tenon/prop"
	"github.com/tenon-go/tenon/route"
)

// The headers of a retry may differ. It gets the stored response, in its media type, also if its
// version is outdated by the first request.
func TestHeadersOfARetryMayDiffer(t *testing.T) {
	db, fake := fakedb.Open(t)
	b := &bank{db: db, fake: fake}
	b.start(t, nil)
	rows, trace := route.NewResponse(201, route.Bytes("text/csv")), prop.String("X-Trace").Optional()
	versioned := collection.Of("Account", func(p *payment) collection.Fields { return collection.Fields{payee.At(&p.To)} }).
		Versioned(func(*payment) collection.Version { return collection.Version{Tag: "1"} })
	app := kit.Build(t, tenon.New("Bank", "1").Add(
		route.Post("/rows", payments.Create(), payments.View()).Header(trace).Responses(rows).Idempotent(time.Hour, b.store).
			Handle(func(c *route.Call, p payment) (payment, error) {
				if rows.Preferred(c) {
					rows.Set(c, []byte(p.To))
				}
				return p, b.insert(c, "row")
			}),
		route.Patch("/account", versioned.Update(), payments.View()).Idempotent(time.Hour, b.store).
			Handle(func(c *route.Call, patch collection.Patch[payment]) (p payment, err error) {
				if err = patch.Apply(&p); err == nil {
					err = b.insert(c, "account")
				}
				return p, err
			}),
	))
	for _, tt := range []struct {
		method, path string
		header       []string
		status       int
		mediaType    string
		replayed     string
	}{
		{"POST", "/rows", []string{"Accept: text/csv", "X-Trace: a"}, 201, "text/csv", ""},
		{"POST", "/rows", []string{"Accept: application/json", "X-Trace: b"}, 201, "text/csv", "true"},
		{"POST", "/rows", []string{"Accept: image/png"}, 406, "application/problem+json", ""},
		{"PATCH", "/account", []string{`If-Match: "0"`}, 412, "application/problem+json", ""},
		{"PATCH", "/account", []string{`If-Match: "1"`}, 200, "application/json", ""},
		{"PATCH", "/account", []string{`If-Match: "0"`}, 200, "application/json", "true"},
	} {
		got := kit.Send(t, app, tt.method, tt.path, `{"to":"x"}`, append(tt.header, "Idempotency-Key: "+tt.path)...)
		if got.Status != tt.status || got.Header.Get("Content-Type") != tt.mediaType || got.Header.Get("Idempotent-Replayed") != tt.replayed {
			t.Errorf("%s %v: %d %v %s", tt.path, tt.header, got.Status, got.Header, got.Body)
		}
	}
	b.has(t, 0, 2, "row", "account")
}
