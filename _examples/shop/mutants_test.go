//go:build mutants

package main

import (
	"flag"
	"path/filepath"
	"testing"
	"time"

	"github.com/tenon-go/tenon/apitest"
)

var mutants = flag.String("mutants", "^TestLaws$/^SQLite$", "the tests that TestMutants runs with bugs, as -run takes them")

// The tests of the shop notice bugs that are planted in it. This takes minutes:
//
//	go test -tags mutants -run Mutants -mutants 'Test(List|Order|Product|Condition|Idempotent|Stream)' -v
func TestMutants(t *testing.T) {
	apitest.Mutants(t, build(t, open(t, filepath.Join(t.TempDir(), "shop.db")).store), apitest.Tests(*mutants), apitest.For(3*time.Minute))
}
