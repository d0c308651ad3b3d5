//go:build alone

package main

// Without peers, their dependencies are not needed.
func peers() []stack { return nil }
