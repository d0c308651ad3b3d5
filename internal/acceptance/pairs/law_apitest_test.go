package pairs

import (
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/apitest"
)

// publicLaws: package apitest, which users test their APIs with, finds nothing. It tests features
// alone, because it sends hundreds of requests.
func publicLaws(h *trial) {
	if len(h.pair) > 1 {
		return
	}
	x := h.again(usual)
	defer x.close()
	options := []apitest.Option{apitest.Seed(1), apitest.Runs(2)}
	if by := x.signer(); by.sign != nil {
		for _, from := range []who{boss, bob} {
			options = append(options, apitest.As(from.name, func(r *http.Request) {
				by.sign(r, from.name)
				r.Header.Set("X-Tenant", from.name) // keys of public routes are in its scope
			}))
		}
	}
	if h.main.draft.on["failing handler"] {
		for _, prefix := range []string{"", "/v1", "/v2"} {
			options = append(options, apitest.Except("GET "+prefix+"/fails", "GET "+prefix+"/panics"))
		}
	}
	r := new(recorder)
	r.run(func() {
		apitest.Laws(r, x.app, options...)
		if !h.main.draft.on["Only"] { // no operation creates an entity
			apitest.Histories(r, x.app, options...)
		}
	})
	if len(r.failures) > 0 {
		h.report(nil, "%s", strings.Join(r.failures, "\n"))
	}
}
