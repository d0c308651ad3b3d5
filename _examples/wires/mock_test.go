package main

import (
	"flag"
	"net/http"
	"testing"
	"time"

	"github.com/tenon-go/tenon"
	"github.com/tenon-go/tenon/apitest"

	"github.com/tenon-go/tenon/_examples/wires/chat"
	"github.com/tenon-go/tenon/_examples/wires/cluster"
	"github.com/tenon-go/tenon/_examples/wires/codehost"
	"github.com/tenon-go/tenon/_examples/wires/payments"
)

var (
	mockSeed = flag.Uint64("mock-seed", 1, "the seed of mocks")
	mockRuns = flag.Int("mock-runs", 20, "the number of histories of TestMocks, for each resource")
)

// A mock of each API, which has no store, keeps what HTTP and the document promise.
func TestMocks(t *testing.T) {
	basic := func(name string) func(*http.Request) {
		return func(r *http.Request) { r.SetBasicAuth(name, "") }
	}
	for name, test := range map[string]struct {
		api tenon.API
		as  apitest.Option
	}{
		"payments": {payments.NewAPI(time.Now, "sk_test_1"), apitest.As("shop", basic("sk_test_1"))},
		"codehost": {codehost.NewAPI(time.Now, map[string]string{"t0ken": "ann"}), apitest.As("ann", apitest.Bearer("t0ken"))},
		"chat":     {chat.NewAPI(time.Now, "sk-1"), apitest.As("app", apitest.Bearer("sk-1"))},
		"cluster":  {cluster.NewAPI(), apitest.As("anybody", func(*http.Request) {})},
	} {
		t.Run(name, func(t *testing.T) {
			mock := func() *tenon.App { return apitest.Mock(test.api, apitest.Seed(*mockSeed)) }
			app := mock()
			apitest.Laws(t, app, test.as, apitest.Seed(*mockSeed))
			if name != "payments" { // its bodies are forms
				apitest.Histories(t, app, test.as, apitest.Fresh(func() http.Handler { return mock() }), apitest.Seed(*mockSeed), apitest.Runs(*mockRuns))
			}
		})
	}
}
