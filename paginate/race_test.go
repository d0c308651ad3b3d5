//go:build race

package paginate_test

// raced says that the race detector is on, which allocates too.
const raced = true
