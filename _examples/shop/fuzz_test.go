package main

import (
	"testing"

	"github.com/tenon-go/tenon/apitest"
)

// No body and no query causes an internal error.
func FuzzShop(f *testing.F) {
	c := open(f, memory)
	apitest.Fuzz(f, build(f, c.store), apitest.As("tests", apitest.Bearer(everything())))
}
