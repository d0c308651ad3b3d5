//go:build !alone

package main

import "testing"

// Against the same shop on huma. The bar that the library aims at is 1: see the
// page on pointer shapes in doc/adr for what the rest is.
const mostToHuma = 1.4

func TestProgramIsNotMuchLargerThanOneOnHuma(t *testing.T) {
	t.Parallel()
	_, ours := program(t, "tenon")
	_, huma := program(t, "huma")
	ratio := float64(ours) / float64(huma)
	t.Logf("tenon %d bytes, huma %d: %.2f", ours, huma, ratio)
	if ratio > mostToHuma {
		t.Errorf("the program has %.2f times the size of the one on huma, more than %.2f", ratio, mostToHuma)
	}
}
