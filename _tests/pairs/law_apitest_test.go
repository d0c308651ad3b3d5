package pairs

import (
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/tenon-go/tenon/apitest"
)

// publicLaws: package apitest, which users test their APIs with, finds nothing. Each pair has other
// values, and few of them: all pairs together have many.
func publicLaws(h *trial) {
	x := h.again(usual)
	defer x.close()
	options := append(x.callers(), apitest.Seed(h.pair.seed()), apitest.Runs(1), apitest.Apart())
	h.finds(func(t testing.TB) {
		apitest.Laws(t, x.app, options...)
		if !h.main.draft.on["Only"] { // no operation creates an entity
			apitest.Histories(t, x.app, options...)
		}
	})
}

// limitsHold: a limit admits exactly its number of requests of each identity, and of anonymous callers
// by address.
func limitsHold(h *trial) {
	if !slices.ContainsFunc(h.main.draft.features, func(f *feature) bool { return f.slot == "limit" }) {
		return
	}
	x := h.again(world{limit: 6})
	defer x.close()
	fresh := apitest.Fresh(func() http.Handler {
		y := h.again(world{limit: 6})
		h.others = append(h.others, y)
		return y.app
	})
	h.finds(func(t testing.TB) {
		apitest.Limits(t, x.app, fresh) // anonymous
		apitest.Limits(t, x.app, append(x.callers(), fresh)...)
	})
}

// callers returns the options for two identities, and without what fails by intention.
func (x *instance) callers() (options []apitest.Option) {
	if by := x.signer(); by.sign != nil {
		for _, from := range []who{boss, bob} {
			options = append(options, apitest.As(from.name, func(r *http.Request) { by.sign(r, from.name) }))
		}
	}
	if x.draft.on["failing handler"] {
		for _, prefix := range []string{"", "/v1", "/v2"} {
			options = append(options, apitest.Except("GET "+prefix+"/fails", "GET "+prefix+"/panics"))
		}
	}
	return options
}

// finds reports what a test finds.
func (h *trial) finds(test func(testing.TB)) {
	r := new(recorder)
	r.run(func() { test(r) })
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
