//go:build alone

package stacks

// Without peers, their dependencies are not needed.
func peers() []Stack { return nil }
