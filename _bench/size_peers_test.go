//go:build !alone

package main

import "testing"

// The size of the same shop with huma. The goal is a ratio of 1; ADR 34 explains the rest.
func TestSizeComparedToHuma(t *testing.T) { within(t, "huma", 1.3) }
