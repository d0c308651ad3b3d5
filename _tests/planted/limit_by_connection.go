package planted

import (
	"net/http"

	"github.com/tenon-go/tenon/throttle"
)

// limitByConnection counts by the address with the port, so that each connection has a limit of its own.
func limitByConnection(p throttle.Policy) throttle.Policy {
	return p.By("client", func(r *http.Request) string { return r.RemoteAddr })
}
