//go:build race

package pairs

// share is which part of the pairs run with the race detector, under which they take
// ten times as long: every eighth.
const share = 8
