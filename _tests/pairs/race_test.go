//go:build race

package pairs

// share is the fraction of pairs with the race detector, which makes them ten times slower: every
// eighth.
const share = 8
