package main

import (
	"flag"
	"testing"

	"github.com/tenon-go/tenon/apitest"
)

var (
	runs     = flag.Int("runs", 30, "the number of histories of TestLaws, for each resource")
	lawsSeed = flag.Uint64("laws-seed", 1, "the seed of TestLaws")
)

// Every operation keeps what HTTP and the document promise, and the store what clients write.
func TestLaws(t *testing.T) {
	onEachDatabase(t, func(t *testing.T, name string) {
		c := open(t, name)
		app := build(t, c.store)
		options := []apitest.Option{
			apitest.As("tests", apitest.Bearer(c.as("tests", allScopes...).token)), // also sees costs
			apitest.As("ann", apitest.Bearer(c.as("ann", readProducts, readOrders, writeOrders).token)),
		}
		apitest.Laws(t, app, options...)
		apitest.Histories(t, app, append(options, apitest.Runs(*runs), apitest.Seed(*lawsSeed))...)
	})
}
