package planted

import (
	"flag"
	"net/http"
	"testing"

	"github.com/tenon-go/tenon/apitest"
	"github.com/tenon-go/tenon/throttle"
)

var runs = flag.Int("runs", 100, "histories of the right store")

func TestNoAlarm(t *testing.T) {
	lenient := right()
	lenient.limit = throttle.PerHour(1_000_000_000).ByIdentity()
	app := lenient.app()
	apitest.Laws(t, app, callers...)
	apitest.Histories(t, app, append(callers[:len(callers):len(callers)], apitest.Runs(*runs))...)
	apitest.Histories(t, app, append(house[:len(house):len(house)], apitest.Runs(*runs))...)
	fresh := apitest.Fresh(func() http.Handler { return right().app() })
	apitest.Histories(t, right().app(), append(callers[:len(callers):len(callers)], apitest.Runs(*runs), fresh)...)
}
