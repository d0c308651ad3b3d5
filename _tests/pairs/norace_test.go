//go:build !race

package pairs

const share = 1 // all
