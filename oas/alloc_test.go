package oas_test

import (
	"testing"

	"github.com/tenon-go/tenon/internal/allocs"
	"github.com/tenon-go/tenon/oas"
)

// The number of allocations is proportional to the number of routes.
func TestADocumentAllocatesLittleForEveryRoute(t *testing.T) {
	bar := 50
	if !allocs.Inlined() {
		bar = 64 // results of small functions escape
	}
	for _, routes := range []int{100, 500} {
		app := benchAPI(routes)
		for _, v := range oas.Versions() {
			got := testing.AllocsPerRun(3, func() {
				if _, err := oas.JSON(app, v); err != nil {
					t.Fatal(err)
				}
			})
			if got > float64(bar*routes) {
				t.Errorf("%v of %d routes: %v allocations, at most %d wanted", v, routes, got, bar*routes)
			}
		}
	}
}
