//go:build race

package databases_test

// queries is how many random queries are held against memory: the race detector
// makes each twenty times as dear.
const queries = 3_000
