//go:build !race

package databases_test

// queries is how many random queries are held against memory.
const queries = 50_000
