//go:build !unix

package main

import "time"

// used is not known here.
func used() time.Duration { panic("bench: -cpu needs a Unix") }
