//go:build !race

package tenon_test

const raced = false
