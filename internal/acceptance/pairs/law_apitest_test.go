package pairs

import (
	"hash/fnv"
	"io"
	"net/http"
	"strings"

	"github.com/tenon-go/tenon/apitest"
)

// publicLaws: package apitest, which users test their APIs with, finds nothing. Each pair has other
// values, and few of them: all pairs together have many.
func publicLaws(h *trial) {
	x := h.again(usual)
	defer x.close()
	options := []apitest.Option{apitest.Seed(h.pair.seed()), apitest.Runs(1), apitest.Apart()}
	if by := x.signer(); by.sign != nil {
		for _, from := range []who{boss, bob} {
			options = append(options, apitest.As(from.name, func(r *http.Request) {
				by.sign(r, from.name)
				r.RemoteAddr = from.address + ":4711" // the scope of limits and of keys without identities
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

// seed returns a number that is the same for a pair in every run.
func (p pair) seed() uint64 {
	h := fnv.New64a()
	_, _ = io.WriteString(h, p.String())
	return h.Sum64()
}
