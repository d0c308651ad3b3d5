// Package dircache stores values in files of a directory that several processes may share.
// Package tenon has it as DirCache.
package dircache
