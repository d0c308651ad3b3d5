// Package builders generates the methods that all builders share. The compiler compiles methods of
// a generic type twice in every package that uses it; methods promoted from an embedded generic
// type would be compiled four times.
//
//	go generate ./prop ./route
package builders
