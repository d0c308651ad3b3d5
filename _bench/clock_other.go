//go:build !unix

package main

import "time"

// used is not recognized.
func used() time.Duration { panic("bench: -cpu needs a Unix") }
