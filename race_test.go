//go:build race

package tenon_test

// raced says that the race detector is on, under which pools forget at random.
const raced = true
