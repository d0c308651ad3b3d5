//go:build !race

package databases_test

// queries is the number of random queries that are compared with memory.
const queries = 50_000
