//go:build !race

package paginate_test

const raced = false
