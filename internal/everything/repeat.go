package everything

import (
	"net/http"
	"time"

	"github.com/tenon-go/tenon/idempotency"
	"github.com/tenon-go/tenon/route"
)

// charge is an idempotent route.
var charge = route.Post("/charges", Parts.Create(), Parts.View()).
	ID("charge").Summary("Charge once").Tag("other").
	Fails(Taken).
	Idempotent(24*time.Hour, idempotency.Memory()).
	IdempotencyScope(func(r *http.Request) string { return r.Header.Get("Authorization") }).
	RequireIdempotencyKey().
	Handle(func(_ *route.Call, p Part) (Part, error) { return p, nil })
