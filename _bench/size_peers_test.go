//go:build !alone

package main

import "testing"

// Against the same shop on huma. The bar that the library aims at is 1: see the
// page on places in doc/adr for what the rest is.
func TestProgramIsNotMuchLargerThanOneOnHuma(t *testing.T) { within(t, "huma", 1.25) }
