//go:build !alone

package main

import "testing"

// The size of the same shop with huma; see ADR 36.
func TestSizeComparedToHuma(t *testing.T) { within(t, "huma", 1.3) }
