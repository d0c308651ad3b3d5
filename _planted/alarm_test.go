package planted

import (
	"flag"
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/apitest"
)

var runs = flag.Int("runs", 100, "histories of the right store")

func TestNoAlarm(t *testing.T) {
	app := right().app()
	apitest.Laws(t, app, callers...)
	apitest.Histories(t, app, callers...)
	fresh := apitest.Fresh(func() http.Handler { return right().app() })
	apitest.Histories(t, app, append(callers, apitest.Runs(*runs), fresh)...)
}
