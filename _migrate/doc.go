// Package migrate has the same API three times, for the pages on moving to this
// library: with huma, with handlers written by hand, and as it is afterwards. All of
// it is code of tests, which ask each of them the same:
//
//	go test -C _migrate .
package migrate
