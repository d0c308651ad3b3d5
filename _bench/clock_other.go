//go:build !unix

package main

import "time"

// used is not supported.
func used() time.Duration { panic("bench: -cpu needs a Unix") }
