//go:build race

package databases_test

// queries is the number of random queries that are compared with memory. The race detector
// makes each twenty times slower.
const queries = 3_000
