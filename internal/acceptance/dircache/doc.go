// Package dircache tests that a directory on disk is a cache which several processes share:
// it holds whole values only, those of the user alone, up to its size.
package dircache
